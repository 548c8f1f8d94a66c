import type { Job, JobChange } from '@product-host/sdk'
import t from 'tap'
import {
  accountOf,
  dueAfter,
  erasureKey,
  indexKey,
  indexKeys,
  jobKey,
  jobKeyOf,
  jobRecords,
  readyAfter,
  readyKeyOf,
  readyPrefixOf,
  type StoredJob
} from '../../../host/dist/storage/job-records.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'

const owner = { account: 'ada', slug: 'notes' }
const now = 10_000

const job = (own: Partial<Job> = {}): Job => ({ id: 'one', at: 20_000, action: 'run', input: {}, ...own })

const call = { by: { keyId: 'key', scopes: ['notes:run'] }, begunAt: 9_000, now: () => now }

/** A store in memory, and what a change of jobs does to it. */
function start() {
  const backend = memoryBackend(() => now)
  const change = async (changes: readonly JobChange[], by?: typeof call) => {
    const { expected, writes } = await jobRecords(backend, owner, changes, by)
    t.equal(await backend.commit(expected, writes), true)
    return writes
  }
  const stored = async () => {
    const found = await backend.list('host:{jobs}:', { limit: 100, reverse: false })
    return new Map(found.map(({ key, text }) => [key.slice('host:{jobs}:'.length), JSON.parse(text)]))
  }
  return { backend, change, stored }
}

t.test('a job is stored with its owner and with who scheduled it, and without attempts', async t => {
  const { change, stored } = start()
  await change([{ schedule: job() }], call)
  const { stamp, ...record } = (await stored()).get('job:ada/notes/one')
  t.strictSame(record, { ...owner, job: job(), scheduledBy: call.by, dueAt: 20_000, attempts: 0 })
  t.match(stamp, /./)
  await change([{ schedule: job() }])
  const again = (await stored()).get('job:ada/notes/one')
  t.not(again.stamp, stamp)
  t.notOk('scheduledBy' in again)
})

t.test('a job is in the due index until its time, and in the ready index of its account from then on', async t => {
  for (const [at, key] of [
    [now + 1, 'due:000000000010001:job:ada/notes/one'],
    [now, 'ready:ada/000000000010000:job:ada/notes/one'],
    [-5, 'ready:ada/000000000000000:job:ada/notes/one'],
    [now + 0.5, 'due:000000000010001:job:ada/notes/one']
  ] as const) {
    const { change, stored } = start()
    await change([{ schedule: job({ at }) }], call)
    t.strictSame([...(await stored()).keys()].sort(), [key, 'job:ada/notes/one'].sort())
  }
})

t.test('to schedule a job again moves it, and to cancel it leaves nothing, in whichever index it is', async t => {
  const { change, stored } = start()
  await change([{ schedule: job({ at: now }) }], call)
  await change([{ schedule: job({ id: 'other' }) }], call)
  await change([{ schedule: job({ at: 30_000 }) }], call)
  t.strictSame(
    [...(await stored()).keys()],
    [
      'due:000000000020000:job:ada/notes/other',
      'due:000000000030000:job:ada/notes/one',
      'job:ada/notes/one',
      'job:ada/notes/other'
    ]
  )
  await change([{ schedule: job({ at: now }) }], call)
  await change([{ cancel: 'one' }])
  t.strictSame([...(await stored()).keys()], ['due:000000000020000:job:ada/notes/other', 'job:ada/notes/other'])
  t.strictSame(await change([{ cancel: 'one' }]), [])
})

t.test('of several changes of one job the last one counts', async t => {
  const { change, stored } = start()
  await change(
    [{ schedule: job({ at: 1 }) }, { schedule: job({ id: 'two' }) }, { schedule: job({ at: 30_000 }) }],
    call
  )
  t.strictSame(
    [...(await stored()).keys()],
    [
      'due:000000000020000:job:ada/notes/two',
      'due:000000000030000:job:ada/notes/one',
      'job:ada/notes/one',
      'job:ada/notes/two'
    ]
  )
  await change([{ schedule: job({ id: 'two' }) }, { cancel: 'two' }], call)
  t.notOk((await stored()).has('job:ada/notes/two'))
})

t.test('a change of jobs holds while nobody else changes them, and while their data are not deleted', async t => {
  for (const meddle of ['job:ada/notes/one', 'job:ada/notes/two', 'erased:ada/notes']) {
    const { backend, change } = start()
    await change([{ schedule: job() }], call)
    const changes = [{ schedule: job() }, { schedule: job({ id: 'two' }) }]
    const { expected, writes } = await jobRecords(backend, owner, changes, call)
    await backend.set(`host:{jobs}:${meddle}`, '1')
    t.equal(await backend.commit(expected, writes), false, meddle)
  }
})

t.test('a call that began before all data were deleted, or with that, schedules nothing and may cancel', async t => {
  const { backend } = start()
  const erasedAt = async (time: number, slug = 'notes') =>
    backend.set(`host:{jobs}:${erasureKey({ account: 'ada', slug })}`, String(time))
  const schedule = (by?: typeof call) => jobRecords(backend, owner, [{ schedule: job() }], by)
  await erasedAt(call.begunAt + 1, 'core')
  await schedule(call)
  await erasedAt(call.begunAt - 1)
  await schedule(call)
  for (const time of [call.begunAt, call.begunAt + 1]) {
    await erasedAt(time)
    await t.rejects(schedule(call), { name: 'StoreUnavailable', message: /notes/ })
    await schedule()
    await jobRecords(backend, owner, [{ cancel: 'one' }], call)
  }
})

t.test('the id of a job has 1 to 128 characters, and its time is a number', async t => {
  const { change } = start()
  const refused = { name: 'RangeError' }
  await change([{ schedule: job({ id: 'x'.repeat(128) }) }], call)
  await t.rejects(change([{ schedule: job({ id: 'x'.repeat(129) }) }], call), refused)
  await t.rejects(change([{ schedule: job({ id: '' }) }], call), refused)
  await t.rejects(change([{ cancel: '' }]), refused)
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY])
    await t.rejects(change([{ schedule: job({ at }) }], call), refused)
})

t.test('an entry of either index leads to its account and to its job', async t => {
  const stored: StoredJob = { ...owner, job: job({ id: 'a/b:c' }), dueAt: 5_000, attempts: 0, stamp: '' }
  const [due, ready] = indexKeys(stored)
  t.equal(readyKeyOf(due), ready)
  t.equal(accountOf(ready), 'ada')
  for (const entry of [due, ready]) t.equal(jobKeyOf(entry), jobKey(owner, 'a/b:c'))
  t.equal(indexKey(stored, 4_999), due)
  t.equal(indexKey(stored, 5_000), ready)
})

t.test('what ends a part of an index lies after all of it and before the next part', async t => {
  const entry = (account: string, dueAt: number) =>
    indexKeys({ ...owner, account, job: job(), dueAt, attempts: 0, stamp: '' })
  t.ok(entry('zoe', 5_000)[0] < dueAfter(5_000))
  t.ok(entry('ada', 5_001)[0] > dueAfter(5_000))
  t.ok(entry('ada', 9e14)[1] < readyAfter('ada'))
  t.ok(entry('ada1', 0)[1] > readyAfter('ada'))
  t.ok(entry('ada', 0)[1].startsWith(readyPrefixOf('ada')))
  t.notOk(entry('ada1', 0)[1].startsWith(readyPrefixOf('ada')))
})
