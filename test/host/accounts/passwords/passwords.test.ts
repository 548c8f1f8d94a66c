import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import { defaultCost, nobodysHash } from '../../../../host/dist/accounts/passwords/password-cost.js'
import { estimatePassword } from '../../../../host/dist/accounts/passwords/password-estimate.js'
import { passwordIssues } from '../../../../host/dist/accounts/passwords/password-rules.js'
import { Passwords, ThreadQueue } from '../../../../host/dist/accounts/passwords/passwords.js'
import { Throttle } from '../../../../host/dist/accounts/throttle.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { leastCost } from '../../../fixtures/start-host.js'

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

t.test('what a password without an account is compared with costs as much as a hash, whatever that costs', async t => {
  const parameters = (hash: string) => hash.split('$').slice(0, 4)
  for (const cost of [defaultCost, leastCost]) {
    const passwords = new Passwords(cost)
    t.teardown(() => passwords.dispose())
    const hash = await passwords.hash('seven green elephants')
    t.strictSame(parameters(nobodysHash(cost)), parameters(hash))
    t.equal(nobodysHash(cost).length, hash.length)
    t.equal(await passwords.verify('seven green elephants', hash), true)
    t.equal(await passwords.verify('seven green elephants', undefined), false)
  }
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

t.test('one requester has four places in the queue; the others wait no longer for it', async t => {
  const passwords = new Passwords(leastCost)
  t.teardown(() => passwords.dispose())
  const hash = (requester: string) => passwords.hash('seven green elephants', requester)
  const one = [hash('192.0.2.1'), hash('192.0.2.1'), hash('192.0.2.1'), hash('192.0.2.1')]
  await t.rejects(hash('192.0.2.1'), { code: 'rate_limited', options: { retryAfter: 1 } })
  t.match(await hash('192.0.2.2'), '$argon2id$')
  await Promise.all(one)
  t.match(await hash('192.0.2.1'), '$argon2id$')
})

t.test('comparisons and estimates of one requester take places in the queue as hashes do', async t => {
  const passwords = new Passwords(leastCost)
  t.teardown(() => passwords.dispose())
  const stored = await passwords.hash('seven green elephants')
  const fill = () => Promise.all(Array.from({ length: 4 }, () => passwords.hash('a password', '192.0.2.1')))
  for (const ask of [
    (requester: string) => passwords.verify('seven green elephants', stored, requester),
    (requester: string) => passwords.estimate('seven green elephants', [], requester)
  ]) {
    const waiting = fill()
    await t.rejects(async () => ask('192.0.2.1'), { code: 'rate_limited' })
    await ask('192.0.2.2')
    await waiting
    await ask('192.0.2.1')
  }
})

t.test('a thread that fails takes one task with it; the next one has a new thread', async t => {
  const folder = t.testdir({
    'thread.mjs': `import { parentPort } from 'node:worker_threads'
parentPort.on('message', task => {
  if (task === 'fail') throw new Error('broken')
  if (task === 'exit') process.exit(1)
  setTimeout(() => parentPort.postMessage({ result: task }), 50)
})`
  })
  const queue = new ThreadQueue<string, string>(pathToFileURL(join(folder, 'thread.mjs')), 'test')
  t.teardown(() => queue.close())
  const tasks = ['fail', 'one', 'exit', 'two', 'fail', 'fail', 'three'].map(task => queue.submit(task))
  const results = (await Promise.allSettled(tasks)).map(settled =>
    settled.status === 'fulfilled' ? settled.value : settled.reason.message
  )
  t.strictSame(results, ['broken', 'one', 'The thread "test" has ended.', 'two', 'broken', 'broken', 'three'])
})

t.test(
  'passwords that are guessed soon are refused with the reason, and those that people rightly choose pass',
  async t => {
    const passwords = new Passwords()
    t.teardown(() => passwords.dispose())
    const faults = (password: string, email = 'ada.lovelace@example.org') => passwordIssues(passwords, password, email)
    const common = /many people use|tried first/
    for (const [password, detail] of [
      ['Passw0rd!', common],
      ['P@ssw0rd123', common],
      ['letmein!!', common],
      ['football12', common],
      ['Summer2026!', common],
      ['correcthorsebatterystaple', 'is close to a passphrase that is known as an example'],
      ['correct horse battery staple 9', 'is close to a passphrase that is known as an example'],
      ['Correct-Horse-Battery-Staple', 'is close to a passphrase that is known as an example'],
      ['AdaLovelace1', 'is close to your e-mail address or to a part of it'],
      ['ecalevol1', 'is close to your e-mail address or to a part of it'],
      ['ada.lovelace@example.org', 'is close to your e-mail address or to a part of it'],
      ['ProductHost!', 'is close to the name of this service or of its plan'],
      ['gateway2026', 'is close to the name of this service or of its plan'],
      ['aaaaaaaaaaaa', /one character, repeated/],
      ['abcabcabcabc', /a few characters, repeated/],
      ['zxcvbnm,.', /row of keys/],
      ['abcdefghi1', /sequence|people use/]
    ] as const)
      t.match(await faults(password), [{ pointer: '#/password', code: 'too_common', detail }], password)
    for (const password of [
      'seven green elephants',
      'nine purple whales',
      'cactus lantern mosaic ferry',
      'kMq82hsJwpLz7VbtXe4R',
      'q7Fz!k2P',
      '海辺のカフカを読む'
    ])
      t.strictSame(await faults(password), [], password)
  }
)

t.test('a password has 8 to 256 characters, and the refusal says in which direction it is wrong', async t => {
  const passwords = { estimate: async () => ({ guesses: 1e8, weakness: null }) }
  const issues = (length: number, sign = 'x') => passwordIssues(passwords, sign.repeat(length), 'ada@example.org')
  for (const [length, fix] of [
    [7, /longer/],
    [257, /shorter/]
  ] as const)
    t.match(await issues(length), [{ code: 'length', detail: 'is not 8 to 256 characters long', fix }])
  for (const length of [8, 256]) {
    t.strictSame(await issues(length), [])
    t.strictSame(await issues(length, '🐘'), [], 'characters are counted, not UTF-16 units')
  }
})

t.test('100 million guesses are enough, and one less is not', async t => {
  const issues = (guesses: number) =>
    passwordIssues({ estimate: async () => ({ guesses, weakness: null }) }, 'any password', 'ada@example.org')
  t.strictSame(await issues(1e8), [])
  t.match(await issues(1e8 - 1), [{ code: 'too_common', detail: 'is easy to guess' }])
})

t.test('a queue that is closed says that the host is stopping, also to the tasks that it had', async t => {
  const passwords = new Passwords(leastCost)
  const tasks = Array.from({ length: 3 }, (_, index) => passwords.hash('seven green elephants', `192.0.2.${index}`))
  const ends = Promise.allSettled(tasks)
  await passwords.dispose()
  for (const end of await ends)
    if (end.status === 'rejected') t.match(end.reason, { code: 'shutting_down', status: 503 })
    else t.match(end.value, '$argon2id$')
  await t.rejects(async () => passwords.hash('seven green elephants'), { code: 'shutting_down' })
})

t.test('the longest password costs an estimate no more than its first hundred characters', async t => {
  const passwords = new Passwords()
  t.teardown(() => passwords.dispose())
  const random = 'kMq82hsJwpLz7VbtXe4R'
  const [short, long] = [random.repeat(5), random.repeat(5) + 'aB3$'.repeat(39)]
  t.strictSame(await passwords.estimate(long, []), await passwords.estimate(short, []))
})

t.test('an estimate reads a password’s first hundred characters, and no more of them', t => {
  const text = 'Vq7mZk2Rt9Xb4Lw8Pc3Nd6Hf1Js5GyTaQvEuMiBoKxDzWrCnUeShLgYpFjAqOb7tRm4Zk9Xw2Lc8Vn3Pd6Hs1Jf5GyQaTuEvMiB0'
  const guesses = (length: number) => estimatePassword(text.slice(0, length), []).guesses
  t.ok(guesses(98) < guesses(99))
  t.ok(guesses(99) < guesses(100))
  t.equal(guesses(100), guesses(101))
  const sign = '🐘'
  t.equal(
    estimatePassword(sign.repeat(60) + text, []).guesses,
    estimatePassword(sign.repeat(60) + text.slice(0, 40), []).guesses
  )
  t.end()
})

t.test('an estimate names the known word that a password is about, and no word of a dictionary', t => {
  t.match(estimatePassword('zebulonquart', ['other', 'zebulonquart']), { weakness: 'userInputs', word: 'zebulonquart' })
  t.notOk('word' in estimatePassword('basketball', ['zebulonquart']))
  t.ok(estimatePassword('zebulonquart', []).guesses > estimatePassword('zebulonquart', ['zebulonquart']).guesses)
  t.match(estimatePassword('basketball', []), { weakness: String })
  t.equal(estimatePassword('nine purple whales', []).weakness, null)
  t.match(
    estimatePassword('zebulonquartermain-ada', ['ada', 'zebulonquartermain']),
    { word: 'zebulonquartermain' },
    'of several words, the longest'
  )
  t.end()
})

t.test(
  'what an attacker knows are the words of the address from three characters on, and those of the service',
  async t => {
    const asked: (readonly [readonly string[], string | undefined])[] = []
    const estimate = async (_password: string, known: readonly string[], requester?: string) => {
      asked.push([known, requester])
      return { guesses: 1e8, weakness: null }
    }
    await passwordIssues({ estimate }, 'any password', 'Ada.Jo-M@Mail.co.uk', { requester: '192.0.2.1' })
    const [[known = [], requester] = []] = asked
    t.equal(requester, '192.0.2.1')
    for (const word of ['ada.jo-m@mail.co.uk', 'ada.jo-m', 'mail.co.uk', 'adajom', 'mailcouk', 'ada', 'mail'])
      t.ok(known.includes(word), word)
    for (const word of ['jo', 'm', 'co', 'uk', 'Ada']) t.notOk(known.includes(word), word)
    for (const word of ['product host', 'gateway', 'correct horse battery staple']) t.ok(known.includes(word), word)
  }
)
