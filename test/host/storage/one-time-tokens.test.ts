import t from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'

const minute = 60_000
const day = 24 * 60 * minute

/** Tokens over a store in memory, whose records never expire by themselves where `isStoreLate`; time is what the test says. */
async function start(isStoreLate = false) {
  const time = { now: Date.parse('2026-01-01T12:00:00Z') }
  const store = await Store.open(memoryBackend(() => (isStoreLate ? 0 : time.now)))
  const tokens = new OneTimeTokens(store, { now: () => time.now, ulid: () => '' })
  const stored = async () => {
    const entries = await store.own('one-time-tokens').list('')
    return entries.map(({ key, value }) => JSON.stringify([key, value]))
  }
  return { time, tokens, stored }
}

const reset = { account: 'ada', passwordChangedAt: '2026-01-01T00:00:00.000Z' }
const signUp = { email: 'ada@acme.example', password: 'hash' }

t.test('a token is read any number of times, and used once', async t => {
  const { tokens, stored } = await start()
  const token = await tokens.make('reset', reset, minute)
  t.strictSame(await tokens.read('reset', token), reset)
  t.strictSame(await tokens.read('reset', token), reset)
  t.strictSame(await tokens.use('reset', token), reset)
  t.equal(await tokens.use('reset', token), undefined)
  t.equal(await tokens.read('reset', token), undefined)
  t.strictSame(await stored(), [], 'nothing of it is left')
})

t.test('of several uses at once one gets what the token permits', async t => {
  const { tokens } = await start()
  const token = await tokens.make('reset', reset, minute)
  const used = await Promise.all(Array.from({ length: 5 }, () => tokens.use('reset', token)))
  t.equal(used.filter(each => each !== undefined).length, 1)
})

t.test('a token is unlike any other, is stored as its digest, and permits what its kind permits', async t => {
  const { tokens, stored } = await start()
  const made = await Promise.all([1, 2].map(() => tokens.make('reset', reset, minute)))
  t.not(made[0], made[1])
  for (const token of made) {
    t.match(token, /^[\w-]{43}$/)
    t.notMatch((await stored()).join(), token)
    t.equal(await tokens.read('sign-up', token), undefined)
    t.equal(await tokens.use('sign-up', token), undefined)
  }
  t.equal(await tokens.use('reset', 'unknown'), undefined)
  t.strictSame(await tokens.use('reset', made[0] ?? ''), reset)
  t.strictSame(await tokens.use('reset', made[1] ?? ''), reset, 'the other one is still there')
})

t.test('a token expires to the millisecond, and stays expired when the clock is set back', async t => {
  for (const isStoreLate of [false, true])
    for (const way of ['read', 'use'] as const) {
      const { time, tokens, stored } = await start(isStoreLate)
      const token = await tokens.make('reset', reset, minute)
      time.now += minute - 1
      t.strictSame(await tokens.read('reset', token), reset)
      time.now += 1
      t.equal(await tokens[way]('reset', token), undefined)
      t.strictSame(await stored(), [])
      time.now -= minute
      t.equal(await tokens.read('reset', token), undefined)
    }
})

t.test('a link is made of its request, as often as its email is sent, until the request expires', async t => {
  const { time, tokens, stored } = await start(true)
  const request = await tokens.make('sign-up-request', signUp, minute)
  const links = [await tokens.makeRequested('sign-up', request), await tokens.makeRequested('sign-up', request)]
  t.not(links[0], links[1])
  for (const link of links) t.strictSame(await tokens.read('sign-up', link ?? ''), signUp)
  t.equal(await tokens.makeRequested('email-change', request), undefined, 'of another kind')
  time.now += minute
  const before = (await stored()).length
  t.equal(await tokens.makeRequested('sign-up', request), undefined)
  t.equal((await stored()).length, before - 2, 'the request is deleted with its entry in the index')
  time.now -= minute
  t.equal(await tokens.makeRequested('sign-up', request), undefined)
  time.now += day - 1
  t.strictSame(await tokens.read('sign-up', links[0] ?? ''), signUp, 'a link is valid as long as its own kind')
  time.now += 1
  t.equal(await tokens.read('sign-up', links[0] ?? ''), undefined)
})

t.test('how long a kind is valid is what the operator set, in a number and in words', async t => {
  const { tokens } = await start()
  t.equal(tokens.validMs('reset'), 30 * minute)
  t.equal(tokens.validFor('reset'), '30 minutes')
  t.equal(tokens.validMs('sign-up'), day)
  t.equal(tokens.validMs('sign-up-request'), day)
  t.equal(tokens.validMs('email-change'), day)
  t.equal(tokens.validMs('email-change-request'), day)
})

t.test(
  'all tokens of an account and all sign-ups for its address end together, however many, and no other',
  async t => {
    const { tokens } = await start()
    const change = { account: 'ada', email: 'new@acme.example', from: 'ada@acme.example', passwordChangedAt: '' }
    const ended = [
      ['reset', await tokens.make('reset', reset, minute)],
      ['email-change', await tokens.make('email-change', change, minute)],
      ['sign-up', await tokens.make('sign-up', signUp, minute)],
      ['sign-up', await tokens.make('sign-up', { ...signUp, email: 'Ada@ACME.example' }, minute)]
    ] as const
    const others = [
      ['reset', await tokens.make('reset', { ...reset, account: 'adam' }, minute)],
      ['sign-up', await tokens.make('sign-up', { ...signUp, email: 'adam@acme.example' }, minute)],
      ['sign-up', await tokens.make('sign-up', { ...signUp, email: 'new@acme.example' }, minute)]
    ] as const
    const many = await Promise.all(Array.from({ length: 210 }, () => tokens.make('reset', reset, minute)))
    await tokens.endAll('ada', 'ada@acme.example')
    for (const [kind, token] of ended) t.equal(await tokens.read(kind, token), undefined, kind)
    for (const token of many) if (await tokens.read('reset', token)) t.fail('a token is left')
    for (const [kind, token] of others) t.ok(await tokens.read(kind, token), kind)
  }
)
