import { pino } from 'pino'
import t from 'tap'
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

t.test(
  'a link to a new password is for the address that it was sent to, and stays valid when the host is too busy',
  async t => {
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
    const change = new PasswordChange(
      accounts,
      passwords,
      sessions,
      signIn,
      tokens,
      mailer,
      new SystemJobs(store, clock)
    )
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
