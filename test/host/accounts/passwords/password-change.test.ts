import { pino } from 'pino'
import t, { type Test } from 'tap'
import { Accounts } from '../../../../host/dist/accounts/accounts.js'
import { DisabledAccounts } from '../../../../host/dist/accounts/keys/check-key.js'
import { KnownDevices } from '../../../../host/dist/accounts/known-devices.js'
import { PasswordChange } from '../../../../host/dist/accounts/passwords/password-change.js'
import { Passwords } from '../../../../host/dist/accounts/passwords/passwords.js'
import { Sessions } from '../../../../host/dist/accounts/sessions.js'
import { SignIn } from '../../../../host/dist/accounts/sign-in.js'
import { Throttle } from '../../../../host/dist/accounts/throttle.js'
import { Problem } from '../../../../host/dist/base/problems.js'
import { SystemJobs } from '../../../../host/dist/jobs/system-jobs.js'
import { Mailer } from '../../../../host/dist/mail/mailer.js'
import { readSettings } from '../../../../host/dist/settings.js'
import { OneTimeTokens } from '../../../../host/dist/storage/one-time-tokens.js'
import { password } from '../../../fixtures/dashboard-client.js'
import { leastCost, memoryStore, movableClock } from '../../../fixtures/start-host.js'

/** What changes a password, on a store of its own. */
async function changes(t: Test) {
  const store = await memoryStore()
  const clock = movableClock(new Date().toISOString())
  const accounts = new Accounts(store, clock)
  const passwords = new Passwords(leastCost)
  t.teardown(() => passwords.dispose())
  const throttle = new Throttle(store, clock)
  const signIn = new SignIn(
    accounts,
    passwords,
    throttle,
    new DisabledAccounts(store, clock),
    new KnownDevices(store, clock)
  )
  const tokens = new OneTimeTokens(store, clock)
  const mailer = new Mailer(readSettings({}), pino({ level: 'silent' }), throttle)
  const sessions = new Sessions(store, clock)
  const change = new PasswordChange(accounts, passwords, sessions, signIn, tokens, mailer, new SystemJobs(store, clock))
  /** Takes all places that a requester has in the queue of passwords. */
  const fill = (requester: string) => Promise.all(Array.from({ length: 4 }, () => passwords.hash(password, requester)))
  return { accounts, passwords, sessions, signIn, tokens, change, fill }
}

t.test(
  'a link to a new password is for the address that it was sent to, and stays valid when the host is too busy',
  async t => {
    const { accounts, passwords, sessions, signIn, tokens, change } = await changes(t)
    const account = await accounts.create({ email: 'ada@example.org', password: null, isVerified: false })
    if (!account) throw new Error('The address is taken.')
    const { id, email, passwordChangedAt } = account
    const link = await tokens.make('reset', { account: id, passwordChangedAt, email }, 60_000)
    const hash = passwords.hash.bind(passwords)
    passwords.hash = async () => {
      throw new Problem('overloaded', 'Too many people sign in at the moment; try again soon.')
    }
    await t.rejects(change.reset(link, password, '192.0.2.1'), { code: 'overloaded' })
    passwords.hash = hash
    const elsewhere = { account: id, passwordChangedAt, email: 'former@example.org' }
    const former = await tokens.make('reset', elsewhere, 60_000)
    await t.rejects(
      change.reset(former, password, '192.0.2.1'),
      { code: 'invalid_link' },
      'it was sent to another address'
    )
    const { token } = await sessions.begin(id)
    t.equal((await accounts.find(id))?.verifiedAt, null)
    t.equal(await change.reset(link, password, '192.0.2.1'), id)
    t.type((await accounts.find(id))?.verifiedAt, 'string', 'who has the link has the address')
    t.equal(await sessions.find(token), undefined)
    t.equal((await signIn.identify(email, password, '192.0.2.1')).id, id)
    await t.rejects(change.reset(link, password, '192.0.2.1'), { code: 'invalid_link' })
  }
)

const refused = { code: 'rate_limited' }
const next = 'nine purple whales'

t.test('a new password is refused with its place, also where it is close to the address', async t => {
  const { accounts, passwords, change, tokens } = await changes(t)
  const email = 'zebulon.quartermain@example.org'
  const ada = await accounts.create({ email, password: await passwords.hash(password), isVerified: false })
  if (!ada) throw new Error('The address is taken.')
  const reset = { account: ada.id, passwordChangedAt: ada.passwordChangedAt, email }
  const link = await tokens.make('reset', reset, 60_000)
  const weak = 'zebulonquartermain'
  for (const [attempt, pointer] of [
    [() => change.change(ada, password, weak), '#/next'],
    [() => change.reset(link, weak, '192.0.2.1'), '#/password']
  ] as const)
    await t.rejects(async () => attempt(), {
      code: 'invalid_input',
      options: { errors: [{ pointer, detail: /your e-mail address/ }] }
    })
  t.strictSame(await accounts.find(ada.id), ada)
  await t.rejects(change.change(ada, next, next), { code: 'invalid_credentials' })
  t.strictSame(await accounts.find(ada.id), ada)
  await change.change(ada, password, next)
  t.match(await accounts.find(ada.id), { verifiedAt: null }, 'who knows the password need not have the address')
})

t.test(
  'each step of a change takes a place of the account in the queue, and of a reset one of the address',
  async t => {
    const { accounts, passwords, change, tokens, fill } = await changes(t)
    const email = 'ada@example.org'
    const ada = await accounts.create({ email, password: await passwords.hash(password), isVerified: true })
    if (!ada) throw new Error('The address is taken.')
    const reset = { account: ada.id, passwordChangedAt: ada.passwordChangedAt, email }
    const link = await tokens.make('reset', reset, 60_000)
    const address = '192.0.2.1'
    let waiting: Promise<unknown>
    for (const [requester, attempt] of [
      [ada.id, () => change.change(ada, password, next)],
      [address, () => change.reset(link, next, address)]
    ] as const) {
      waiting = fill(requester)
      await t.rejects(async () => attempt(), refused, 'the estimate')
      await waiting
      const { estimate, verify } = passwords
      passwords.estimate = async (...parameters) => {
        const estimated = await estimate.apply(passwords, parameters)
        waiting = fill(requester)
        return estimated
      }
      await t.rejects(async () => attempt(), refused, 'the comparison of a change, the hash of a reset')
      await waiting
      passwords.estimate = estimate
      passwords.verify = async (...parameters) => {
        const isRight = await verify.apply(passwords, parameters)
        waiting = fill(requester)
        return isRight
      }
      if (requester === ada.id) await t.rejects(async () => attempt(), refused, 'the hash of a change')
      await waiting
      passwords.verify = verify
    }
    t.strictSame(await accounts.find(ada.id), ada)
    await change.reset(link, next, address)
  }
)
