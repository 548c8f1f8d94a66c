import t from 'tap'
import { Operators } from '../../../host/dist/accounts/operators.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'

async function operators() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const tokens = new OneTimeTokens(store, clock)
  return {
    clock,
    tokens,
    validMs: tokens.validMs('operator-enrolment'),
    operators: new Operators(store, clock, tokens)
  }
}

t.test('an account that was named is an operator when it has used its link, once', async t => {
  const { clock, operators: all } = await operators()
  const token = await all.name('ada')
  t.match(await all.find('ada'), { account: 'ada', namedAt: '2026-01-01T00:00:00.000Z', enrolledAt: null })
  t.equal(await all.mayEnrol(token, 'ada'), true)
  t.equal(await all.mayEnrol(token, 'grace'), false)
  t.equal(await all.enrol(token, 'grace', null), false)
  t.equal(await all.find('grace'), undefined)
  clock.advance(1000)
  t.equal(await all.enrol(token, 'ada', '2025-12-01T00:00:00.000Z'), true)
  t.match(await all.find('ada'), {
    namedAt: '2026-01-01T00:00:00.000Z',
    enrolledAt: '2026-01-01T00:00:01.000Z',
    factorSince: '2025-12-01T00:00:00.000Z'
  })
  t.equal(await all.mayEnrol(token, 'ada'), false)
  t.equal(await all.enrol(token, 'ada', null), false)
})

t.test('a link enrols nobody who is named again or removed while it is used', async t => {
  const { tokens, operators: all } = await operators()
  const use = tokens.use.bind(tokens)
  for (const meanwhile of [() => all.name('ada'), () => all.remove('ada')]) {
    const token = await all.name('ada')
    tokens.use = async (...parameters) => {
      tokens.use = use
      await meanwhile()
      return use(...parameters)
    }
    t.equal(await all.enrol(token, 'ada', null), false)
    t.equal((await all.find('ada'))?.enrolledAt ?? null, null)
  }
})

t.test('of several links of an account the newest enrols; who is named again stays enrolled', async t => {
  const { clock, operators: all } = await operators()
  const first = await all.name('ada')
  const second = await all.name('ada')
  t.equal(await all.mayEnrol(first, 'ada'), false)
  t.equal(await all.enrol(first, 'ada', null), false)
  t.equal(await all.enrol(second, 'ada', '2025-12-01T00:00:00.000Z'), true)
  const { enrolledAt, naming } = (await all.find('ada')) ?? {}
  clock.advance(1000)
  await all.name('ada')
  const again = await all.find('ada')
  t.match(again, { enrolledAt, factorSince: '2025-12-01T00:00:00.000Z', namedAt: '2026-01-01T00:00:01.000Z' })
  t.not(again?.naming, naming)
})

t.test('a link ends with its time, and with the naming', async t => {
  const { clock, operators: all, validMs } = await operators()
  const token = await all.name('ada')
  clock.advance(validMs - 1)
  t.equal(await all.mayEnrol(token, 'ada'), true)
  clock.advance(1)
  t.equal(await all.enrol(token, 'ada', null), false)
  const removed = await all.name('ada')
  t.equal(await all.remove('ada'), true)
  t.equal(await all.remove('ada'), false)
  t.equal(await all.enrol(removed, 'ada', null), false)
  t.equal(await all.find('ada'), undefined)
})

t.test('all operators are listed, and each is removed alone', async t => {
  const { operators: all } = await operators()
  for (const account of ['ada', 'grace']) await all.name(account)
  const listed = async () => (await all.list()).map(({ account }) => account).sort()
  t.strictSame(await listed(), ['ada', 'grace'])
  await all.remove('ada')
  t.strictSame(await listed(), ['grace'])
})
