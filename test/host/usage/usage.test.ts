import { mock } from 'node:test'
import { pino } from 'pino'
import t from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { Configs } from '../../../host/dist/config/configs.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { CallLog } from '../../../host/dist/usage/call-log.js'
import { History } from '../../../host/dist/usage/history.js'
import { sum, type UsageRecord, type UsageStep } from '../../../host/dist/usage/records.js'
import { Usage } from '../../../host/dist/usage/usage.js'
import { UsageStore } from '../../../host/dist/usage/usage-store.js'
import { movableClock } from '../../fixtures/start-host.js'

const product = 'notes'

/** A book on a store in memory, and what counts into it. */
async function ground() {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const book = new UsageStore(store, clock)
  const lines: string[] = []
  const logger = pino({}, { write: line => void lines.push(line) })
  const configs = new Configs(store, new Cipher([Buffer.alloc(32, 1)]), clock)
  const open = () => new Usage(book, configs, new History(store, clock, logger), clock, logger)
  const kept = async () => {
    const records: UsageRecord[] = []
    for await (const record of book.records('someone')) records.push(record)
    return records
  }
  const calls = async () =>
    (await kept()).flatMap(({ uses }) => uses).reduce((sum, { counts }) => sum + counts.calls, 0)
  /** Each step with its number of calls. */
  const steps = async (span: UsageStep['span'], from = '1970-01-01T00:00:00Z') => {
    const found: string[] = []
    for await (const { at, records } of book.steps('someone', span, Date.parse(from))) {
      const all = sum(records.flatMap(({ uses }) => uses.map(({ counts }) => counts)))
      found.push(`${new Date(at).toISOString().slice(0, 16)} ${all.calls}`)
    }
    return found
  }
  const count = (usage: Usage, keyId = 'key_1') =>
    usage.count(
      {
        caller: { account: 'someone', keyId },
        product,
        isKnown: true,
        via: 'request',
        action: 'add',
        requestId: 'request-1',
        fields: {},
        answer: () => ''
      },
      { status: 200, ms: 1 }
    )
  return { clock, backend, store, book, open, kept, calls, steps, count, lines }
}

t.test('what was counted is written every second', async t => {
  const { open, calls, count } = await ground()
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const usage = open()
  usage.start()
  for (const expected of [1, 2]) {
    await count(usage)
    mock.timers.tick(999)
    await new Promise(setImmediate)
    t.equal(await calls(), expected - 1)
    mock.timers.tick(1)
    while ((await calls()) < expected) await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  await usage.stop()
})

t.test('the stop writes what is left', async t => {
  const { open, kept, count } = await ground()
  const usage = open()
  await count(usage)
  await count(usage)
  t.strictSame(await kept(), [])
  await usage.stop()
  t.match(await kept(), [
    {
      day: '2026-01-01',
      product: 'notes',
      keyId: 'key_1',
      uses: [{ action: 'add', via: 'request', counts: { calls: 2, errors: 0 } }]
    }
  ])
})

t.test('several processes sum exactly', async t => {
  const { open, calls, count } = await ground()
  const processes = Array.from({ length: 5 }, open)
  for (let round = 0; round < 20; round++) {
    await Promise.all(processes.map(each => count(each)))
    await Promise.all(processes.map(each => each.write('someone')))
  }
  t.equal(await calls(), 100)
})

t.test('while the store is away counting goes on, and nothing is counted twice when it is back', async t => {
  const { backend, open, calls, count, lines } = await ground()
  const usage = open()
  await count(usage)
  const { commit } = backend
  let isWritten = false
  Object.assign(backend, {
    commit: async (...parameters: Parameters<typeof commit>) => {
      isWritten ||= await commit.apply(backend, parameters)
      throw new StoreUnavailable('The connection broke.')
    }
  })
  await t.rejects(usage.write('someone'), { name: 'StoreUnavailable' })
  t.ok(isWritten)
  await count(usage)
  await count(usage)
  await t.rejects(usage.write('someone'), { name: 'StoreUnavailable' })
  await usage.stop()
  t.match(lines.at(-1), 'usage was not written; it is retried')
  Object.assign(backend, { commit })
  await usage.write('someone')
  t.equal(await calls(), 3)
})

t.test(
  'a secret setting that cannot be read stops the recording of bodies, with one line, and not the counting',
  async t => {
    const { clock, store, open, calls, count, lines } = await ground()
    const config = (secrets: object) =>
      store
        .own('config/someone')
        .set('connection', { enabled: true, settings: {}, secrets, revision: 1, updatedAt: '', revisions: [] })
    const log = new CallLog(store, clock)
    const bodies = async () => {
      const found = []
      for await (const each of log.all('someone')) found.push(each.bodies !== undefined)
      return found
    }
    await log.setRecordsBodies('someone', true)
    await config({ apiToken: 'v1.12345678.aaaa.bbbb.cccc' })
    const usage = open()
    usage.recordBodies('someone', true)
    for (const expected of [1, 2]) {
      count(usage)
      await usage.write('someone')
      t.equal(await calls(), expected)
    }
    t.strictSame(await bodies(), [false, false])
    t.equal(lines.length, 1)
    t.match(JSON.parse(lines[0] ?? '{}'), { level: 50, account: 'someone', msg: /^bodies of calls are not recorded/ })
    await config({})
    count(usage)
    await usage.stop()
    t.equal(await calls(), 3)
    t.strictSame(await bodies(), [true, false, false], 'it goes on by itself')
  }
)

t.test('a batch that is handed in twice is added once', async t => {
  const { book, calls, steps: stored } = await ground()
  const counts = { calls: 7, errors: 0, replays: 0, refusals: {}, latencies: { 3: 7 } }
  const uses = [{ action: 'add', via: 'request' as const, counts }]
  const records = [{ day: '2026-01-01', product: 'notes', keyId: 'key_1', uses }]
  const steps = [{ span: 'minute' as const, at: Date.parse('2026-01-01T12:00:00Z'), records }]
  const noCalls = { steps, calls: [], skipped: 0 }
  for (const sequence of [1, 1, 2, 2]) await book.add('someone', { writer: 'one', sequence, records, ...noCalls })
  await book.add('someone', { writer: 'two', sequence: 1, records, ...noCalls })
  t.equal(await calls(), 21)
  t.strictSame(await stored('minute'), ['2026-01-01T12:00 21'])
})

t.test('calls of several processes are summed up by minute and by hour', async t => {
  const { clock, open, steps, count } = await ground()
  const [one, two] = [open(), open()]
  for (const minutes of [0, 1, 58, 1]) {
    clock.advance(minutes * 60_000)
    for (const usage of [one, two, two]) count(usage)
    await one.write('someone')
  }
  await two.write('someone')
  t.strictSame(await steps('minute'), [
    '2026-01-01T12:00 3',
    '2026-01-01T12:01 3',
    '2026-01-01T12:59 3',
    '2026-01-01T13:00 3'
  ])
  t.strictSame(await steps('hour'), ['2026-01-01T12:00 9', '2026-01-01T13:00 3'])
  t.strictSame(await steps('minute', '2026-01-01T12:59:00Z'), ['2026-01-01T12:59 3', '2026-01-01T13:00 3'])
  t.strictSame(await steps('hour', '2026-01-01T13:00:00Z'), ['2026-01-01T13:00 3'])
})

t.test(
  'of a store that was away for longer than an hour, the latest 60 minutes are written, and every hour',
  async t => {
    const { clock, open, steps, calls, count } = await ground()
    const usage = open()
    for (let minute = 0; minute < 90; minute++) {
      count(usage)
      clock.advance(60_000)
    }
    await usage.write('someone')
    const minutes = await steps('minute')
    t.strictSame([minutes.length, minutes[0], minutes.at(-1)], [60, '2026-01-01T12:30 1', '2026-01-01T13:29 1'])
    t.strictSame(await steps('hour'), ['2026-01-01T12:00 60', '2026-01-01T13:00 30'])
    t.equal(await calls(), 90)
  }
)

t.test('a step tells at most 100 keys of a product apart, and loses no call of the others', async t => {
  const { book, open, steps, count } = await ground()
  const usage = open()
  for (let batch = 0; batch < 3; batch++) {
    for (let key = 0; key < 70; key++) count(usage, `key_${batch * 50 + key}`)
    await usage.write('someone')
  }
  t.strictSame(await steps('hour'), ['2026-01-01T12:00 210'])
  for await (const { records } of book.steps('someone', 'hour')) {
    t.equal(records.length, 101)
    t.match(records.at(-1), { product, keyId: 'other', uses: [{ action: 'add', counts: { calls: 90 } }] })
  }
})

t.test('minutes are stored for a day and hours for 90 days', async t => {
  const { clock, open, steps, count } = await ground()
  const usage = open()
  count(usage)
  await usage.write('someone')
  for (const [span, end] of [
    ['minute', '2026-01-02T12:01:00Z'],
    ['hour', '2026-04-01T13:00:00Z']
  ] as const) {
    clock.set(new Date(Date.parse(end) - 1).toISOString())
    t.equal((await steps(span)).length, 1, span)
    clock.advance(1)
    t.equal((await steps(span)).length, 0, span)
  }
})

t.test('a day is kept for 400 days after it', async t => {
  const { clock, open, kept, count } = await ground()
  const usage = open()
  await count(usage)
  await usage.write('someone')
  clock.set('2027-02-05T23:59:59.999Z')
  t.equal((await kept()).length, 1)
  clock.advance(1)
  t.equal((await kept()).length, 0)
})

t.test('every record of an account can be taken out, the oldest first', async t => {
  const { clock, open, kept, count } = await ground()
  const usage = open()
  for (let day = 0; day < 390; day++) {
    await count(usage)
    await usage.write('someone')
    clock.advance(24 * 60 * 60 * 1000)
  }
  const days = (await kept()).map(({ day }) => day)
  t.equal(days.length, 390)
  t.strictSame([days[0], days[1], days.at(-1)], ['2026-01-01', '2026-01-02', '2027-01-25'])
})
