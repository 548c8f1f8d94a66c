import t from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { CallLog, type LoggedCall, type NewCall } from '../../../host/dist/usage/call-log.js'
import { UsageStore } from '../../../host/dist/usage/usage-store.js'
import { movableClock } from '../../fixtures/start-host.js'

/** The log of an account on a store in memory, and what adds to it as a process does. */
async function emptyLog() {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const book = new UsageStore(store, clock)
  const log = new CallLog(store, clock)
  let sequence = 0
  let made = 0
  const call = (changes: Partial<NewCall> = {}): NewCall => ({
    requestId: `request-${made++}`,
    at: clock.now(),
    product: 'notes',
    action: 'add',
    keyId: 'key_1',
    via: 'request',
    status: 200,
    ms: 1.5,
    ...changes
  })
  const add = (calls: readonly NewCall[], writer = 'one', skipped = 0) =>
    book.add('ada', { writer, sequence: ++sequence, records: [], steps: [], calls, skipped })
  const ids = (calls: readonly LoggedCall[]) => calls.map(({ requestId }) => Number(requestId.slice(8)))
  return { clock, backend, book, log, call, add, ids }
}

t.test('calls are listed page by page, the latest first', async t => {
  const { log, call, add, ids } = await emptyLog()
  t.strictSame(await log.list('ada', {}, 10), { calls: [], next: null, skipped: 0 })
  for (let batch = 0; batch < 3; batch++) await add(Array.from({ length: 70 }, () => call()))
  const seen: number[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page = await log.list('ada', {}, 17, next)
    seen.push(...ids(page.calls))
    next = page.next
  }
  t.strictSame(
    seen,
    Array.from({ length: 210 }, (_, index) => 209 - index)
  )
  t.strictSame(await log.list('eve', {}, 10), { calls: [], next: null, skipped: 0 })
})

t.test('each filter finds its calls', async t => {
  const { clock, log, call, add, ids } = await emptyLog()
  await add([
    call(),
    call({ product: 'other' }),
    call({ action: null, status: 400, code: 'missing_action' }),
    call({ keyId: 'key_2' }),
    call({ status: 502, code: 'product_error' })
  ])
  const found = async (filter: object) => ids((await log.list('ada', filter, 10)).calls)
  t.strictSame(await found({ requestId: 'request-3' }), [3])
  t.strictSame(await found({ product: 'other' }), [1])
  t.strictSame(await found({ action: 'add' }), [4, 3, 1, 0])
  t.strictSame(await found({ keyId: 'key_2' }), [3])
  t.strictSame(await found({ status: '400' }), [2])
  t.strictSame(await found({ status: '5xx' }), [4])
  t.strictSame(await found({ status: '2xx', product: 'notes' }), [3, 0])
  clock.advance(1_000)
  await add([call()])
  const now = clock.now()
  t.strictSame(await found({ from: now }), [5])
  t.strictSame(await found({ to: now, product: 'other' }), [1])
  t.strictSame(await found({ from: now - 1_000, to: now + 1, keyId: 'key_1' }), [5, 4, 2, 1, 0])
})

t.test('the latest 10,000 calls are stored, for 30 days', async t => {
  const { clock, log, call, add, ids } = await emptyLog()
  for (let batch = 0; batch < 11; batch++) await add(Array.from({ length: 1_000 }, () => call()))
  const all = []
  for await (const { call } of log.all('ada')) all.push(call)
  t.ok(all.length > 9_900 && all.length <= 10_000, `${all.length} are stored`)
  t.equal(ids(all)[0], 10_999)
  clock.advance(30 * 24 * 60 * 60 * 1000 - 1)
  t.equal((await log.list('ada', {}, 10)).calls.length, 10)
  await add([call()])
  clock.advance(2)
  t.strictSame(ids((await log.list('ada', {}, 10)).calls), [11_000])
})

t.test('several processes write into one log, and a batch that is handed in twice is logged once', async t => {
  const { book, log, call, add, ids } = await emptyLog()
  const batches = Array.from({ length: 8 }, () => Array.from({ length: 30 }, () => call()))
  await Promise.all(batches.map((calls, index) => add(calls, `process ${index}`)))
  const batch = { writer: 'again', sequence: 1, records: [], steps: [], calls: [call()], skipped: 3 }
  await book.add('ada', batch)
  await book.add('ada', batch)
  const { calls, skipped } = await log.list('ada', {}, 1_000)
  t.strictSame(
    ids(calls).toSorted((left, right) => left - right),
    Array.from({ length: 241 }, (_, index) => index)
  )
  t.equal(skipped, 3)
})

t.test('bodies are stored while the account records them, those of the latest 500 calls', async t => {
  const { log, call, add } = await emptyLog()
  const withBodies = () => call({ bodies: { input: '{"text":"milk"}', answer: '{"ok":true}' } })
  t.equal(await add([withBodies()]), false)
  await log.setRecordsBodies('ada', true)
  t.equal(await add(Array.from({ length: 510 }, withBodies)), true)
  const stored = []
  for await (const each of log.all('ada')) if (each.bodies) stored.push(each.bodies)
  t.equal(stored.length, 500)
  t.strictSame(stored[0], { requestId: 'request-510', input: '{"text":"milk"}', answer: '{"ok":true}' })
  await log.setRecordsBodies('ada', false)
  t.equal(await add([withBodies()]), false)
  for await (const each of log.all('ada')) if (each.bodies) t.fail('a body is stored')
})

t.test('the recording is switched off and its bodies are erased by one write, or neither', async t => {
  const { backend, log, call, add } = await emptyLog()
  await log.setRecordsBodies('ada', true)
  await add([call({ bodies: { input: '{}', answer: '{}' } })])
  const { commit } = backend
  let commits = 0
  Object.assign(backend, {
    commit: async (...parameters: Parameters<typeof commit>) => {
      if (commits++ === 0) throw new StoreUnavailable('away')
      return commit.apply(backend, parameters)
    },
    delete: async () => {
      throw new StoreUnavailable('away')
    }
  })
  await t.rejects(log.setRecordsBodies('ada', false), { name: 'StoreUnavailable' })
  t.equal(await log.recordsBodies('ada'), true)
  await log.setRecordsBodies('ada', false)
  t.equal(await log.recordsBodies('ada'), false)
  t.equal(commits, 2)
  for await (const each of log.all('ada')) t.equal(each.bodies, undefined)
})
