import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import { commonPasswords } from '../../host/dist/accounts/common-passwords.js'
import { passwordFaults } from '../../host/dist/accounts/password-rules.js'
import { Passwords } from '../../host/dist/accounts/passwords.js'
import { Throttle } from '../../host/dist/accounts/throttle.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'

t.test('a hash is argon2id with a salt of its own, and says nothing but whether a password is the one', async t => {
  const passwords = new Passwords()
  t.teardown(() => passwords.dispose())
  const [one, two] = [await passwords.hash('seven green elephants'), await passwords.hash('seven green elephants')]
  t.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  t.not(one, two)
  t.equal(await passwords.verify('seven green elephants', one), true)
  t.equal(await passwords.verify('seven green elephant', one), false)
  t.equal(await passwords.verify('abc', undefined), false)
  t.equal(await passwords.verify('abc', null), false)
})

t.test('hashing leaves the event loop free, and too many at once are refused', async t => {
  const passwords = new Passwords()
  const first = passwords.hash('seven green elephants')
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  await first
  clearInterval(counting)
  t.ok(turns > 10, `${turns} turns`)

  const many = Array.from({ length: 40 }, () => passwords.hash('seven green elephants'))
  const refused = many.slice(33).map(each => t.rejects(each, { code: 'overloaded', options: { retryAfter: 2 } }))
  await Promise.all(refused)
  const settled = Promise.allSettled(many)
  await passwords.dispose()
  t.equal((await settled).filter(({ status }) => status === 'rejected').length, 40)
  await t.rejects(passwords.hash('another'), { code: 'shutting_down' })
})

t.test(
  'tries are counted by subject: a burst, then one after each interval, and what was no guess is given back',
  async t => {
    const time = { now: Date.parse('2026-01-01T00:00:00Z') }
    const clock = makeClock(() => time.now, Math.random)
    const throttle = new Throttle(await Store.open(memoryBackend(() => time.now)), clock)
    const attempt = (address: string, email: string) =>
      [
        ['sign_in_by_address', address],
        ['sign_in_by_email', email]
      ] as const
    for (let count = 0; count < 50; count++) await throttle.take(attempt('192.0.2.1', `a${count}@example.org`))
    await t.rejects(throttle.take(attempt('192.0.2.1', 'b@example.org')), {
      code: 'rate_limited',
      options: { retryAfter: 10 }
    })
    await throttle.take(attempt('192.0.2.2', 'b@example.org'))
    await throttle.giveBack(attempt('192.0.2.1', 'a0@example.org'))
    await throttle.take(attempt('192.0.2.1', 'b@example.org'))
    time.now += 10_000
    await throttle.take(attempt('192.0.2.1', 'b@example.org'))
    await t.rejects(throttle.take(attempt('192.0.2.1', 'b@example.org')), { code: 'rate_limited' })
  }
)

t.test('the list of common passwords holds what the other rules would let pass', t => {
  t.ok(commonPasswords.size > 200)
  for (const each of commonPasswords) {
    t.equal(each, each.toLowerCase())
    t.match(passwordFaults(each, 'ada@example.org'), [{ code: 'too_common' }], each)
  }
  t.end()
})
