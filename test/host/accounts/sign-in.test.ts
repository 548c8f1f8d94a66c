import t, { type Test } from 'tap'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { KnownDevices } from '../../../host/dist/accounts/known-devices.js'
import { Passwords } from '../../../host/dist/accounts/passwords/passwords.js'
import { SignIn } from '../../../host/dist/accounts/sign-in.js'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { password } from '../../fixtures/dashboard-client.js'
import { leastCost, memoryStore, movableClock } from '../../fixtures/start-host.js'

const email = 'ada@example.org'
const address = '192.0.2.1'
const wrong = 'not the right one'
const invalid = { code: 'invalid_credentials', status: 401 }
const limited = { code: 'rate_limited', status: 429 }

/** Ada's account, and what identifies her. */
async function signIns(t: Test) {
  const store = await memoryStore()
  const clock = movableClock('2026-01-01T00:00:00Z')
  const passwords = new Passwords(leastCost)
  t.teardown(() => passwords.dispose())
  const [accounts, devices] = [new Accounts(store, clock), new KnownDevices(store, clock)]
  const disabled = new DisabledAccounts(store, clock)
  const signIn = new SignIn(accounts, passwords, new Throttle(store, clock), disabled, devices)
  const ada = await accounts.create({ email, password: await passwords.hash(password), isVerified: true })
  if (!ada) throw new Error('The address is taken.')
  const fill = (requester: string) => Promise.all(Array.from({ length: 4 }, () => passwords.hash(password, requester)))
  return { accounts, passwords, devices, disabled, signIn, ada, fill }
}

t.test(
  'a sign-in takes a place of its network address in the queue of passwords, a confirmation one of the account',
  async t => {
    const { signIn, ada, fill } = await signIns(t)
    for (const [requester, attempt] of [
      [address, () => signIn.identify(email, password, address)],
      [ada.id, () => signIn.confirm(ada, password)]
    ] as const) {
      const waiting = fill(requester)
      await t.rejects(async () => attempt(), limited)
      await waiting
      t.ok(await attempt())
    }
  }
)

t.test('right passwords use up no attempts, wrong ones do', async t => {
  const { signIn, ada } = await signIns(t)
  for (let count = 0; count < 12; count++) {
    t.match(await signIn.identify(email.toUpperCase(), password, address), { id: ada.id })
    t.equal(await signIn.confirm(ada, password), true)
  }
  for (let count = 0; count < 10; count++) {
    await t.rejects(signIn.identify(email, wrong, address), invalid)
    t.equal(await signIn.confirm(ada, wrong), false)
  }
  await t.rejects(signIn.identify(email, password, address), limited)
  await t.rejects(signIn.confirm(ada, password), limited)
  t.match(await signIn.identify(email, password, '192.0.2.2'), { id: ada.id }, 'from elsewhere')
})

t.test('an unknown address is answered as a wrong password is, after one comparison', async t => {
  const { signIn, passwords } = await signIns(t)
  let compared = 0
  const verify = passwords.verify.bind(passwords)
  passwords.verify = async (...parameters) => {
    compared++
    return verify(...parameters)
  }
  for (const [who, typed] of [
    [email, wrong],
    ['nobody@example.org', password]
  ] as const) {
    await t.rejects(signIn.identify(who, typed, address), {
      ...invalid,
      detail: /The e-mail address or the password is wrong/
    })
    t.equal(compared, 1)
    compared = 0
  }
})

t.test('an account without a password is not signed in to', async t => {
  const { accounts, signIn } = await signIns(t)
  await accounts.create({ email: 'eve@example.org', password: null, isVerified: true })
  for (const typed of [password, 'null']) await t.rejects(signIn.identify('eve@example.org', typed, address), invalid)
})

t.test('that an account is disabled is told only to who knows its password', async t => {
  const { signIn, disabled, ada } = await signIns(t)
  await disabled.disable(ada.id, 'a reason')
  await t.rejects(signIn.identify(email, wrong, address), invalid)
  await t.rejects(signIn.identify(email, password, address), { code: 'account_disabled', status: 403 })
})

t.test('a browser that signed in before has attempts of its own, for its own account alone', async t => {
  const { accounts, devices, signIn, ada, passwords } = await signIns(t)
  const eve = await accounts.create({
    email: 'eve@example.org',
    password: await passwords.hash(password),
    isVerified: true
  })
  const device = await devices.remember(ada.id)
  const other = await devices.remember(eve?.id ?? '')
  for (let count = 0; count < 10; count++) await t.rejects(signIn.identify(email, wrong, address), invalid)
  await t.rejects(signIn.identify(email, password, address), limited)
  await t.rejects(signIn.identify(email, password, address, other), limited, 'the browser of another account')
  await t.rejects(signIn.identify(email, password, address, 'unknown'), limited)
  for (let count = 0; count < 10; count++) await t.rejects(signIn.identify(email, wrong, address, device), invalid)
  await t.rejects(signIn.identify(email, password, address, device), limited)
})
