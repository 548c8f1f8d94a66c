import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import type { StoredRun } from '../../../host/dist/runs/run-records.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { type RunFilter, RunStore } from '../../../host/dist/runs/run-store.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { accountEvents } from '../../fixtures/account-events.js'
import { movableClock } from '../../fixtures/start-host.js'

const day = 24 * 60 * 60 * 1_000
const reply = { status: 200, headers: {}, text: '"done"' }

/** The runs of a store without a host: nothing runs them but the test. */
async function runStore() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(clock.now)
  const store = await Store.open(backend)
  const signals = new RunSignals()
  const { rates } = usualDeployment([])
  const open = (secret = 1, { openRuns }: { readonly openRuns: number } = rates) =>
    new RunStore(
      store,
      new Cipher([Buffer.alloc(32, secret)]),
      clock,
      { ...rates, openRuns },
      signals,
      accountEvents(store, clock),
      new Hold(store, console)
    )
  const runs = open()
  const create = async (account = 'ada', slug = 'notes') => {
    const by = { keyId: 'key_1', scopes: ['notes:execute'] }
    const asked = { slug, action: 'add', requestId: 'request-1', by, fields: { text: 'milk' } }
    return (await runs.create(account, asked)).run
  }
  const begin = async ({ id }: StoredRun) => {
    const begun = await runs.begin('ada', id, 'a machine')
    if (!begun) throw new Error('The run has ended.')
    return begun
  }
  /** Every record of runs. */
  const stored = async () =>
    (await backend.list('host:{runs/', { limit: 10_000, reverse: false })).map(({ key }) => key)
  return { clock, store, signals, open, runs, create, begin, stored }
}

t.test('an account has 1,000 runs that have not ended; each that ends makes room for one', async t => {
  const { clock, runs, create, begin } = await runStore()
  const refused = () => t.rejects(create(), { code: 'rate_limited', options: { retryAfter: 10 } })
  const made: StoredRun[] = []
  for (let index = 0; index < 1_000; index++) made.push(await create())
  await refused()
  await create('bob')
  const [succeeds, isCancelled, begins] = made as [StoredRun, StoredRun, StoredRun]
  await begin(begins)
  await refused()
  for (const end of [
    async () => runs.finish('ada', await begin(succeeds), 'succeeded', reply),
    () => runs.cancel('ada', isCancelled.id)
  ]) {
    await end()
    await create()
    await refused()
  }
  clock.advance(7 * day)
  await create()
})

t.test('more open runs than the store lists at once can be allowed', async t => {
  const { open, create, runs } = await runStore()
  for (let index = 0; index < 1_000; index++) await create()
  const asked = { slug: 'notes', action: 'add', requestId: 'request-1', by: { keyId: 'key_1', scopes: [] }, fields: {} }
  const more = open(1, { openRuns: 1_002 })
  for (let index = 0; index < 2; index++) t.equal((await more.create('ada', asked)).isNew, true)
  await t.rejects(more.create('ada', asked), { code: 'rate_limited' })
  await t.rejects(runs.create('ada', asked), { code: 'rate_limited' }, 'whatever was allowed before')
})

t.test('a run that has ended stays as it is', async t => {
  const { clock, runs, create, begin } = await runStore()
  for (const status of ['succeeded', 'failed', 'cancelled'] as const) {
    const { id } = await create()
    const holder = await begin({ id } as StoredRun)
    await runs.finish('ada', holder, status, reply)
    const ended = await runs.get('ada', id)
    t.match(ended, { status, attempts: 1, endedAt: clock.now() })
    clock.advance(1)
    t.equal(await runs.begin('ada', id, 'another machine'), undefined)
    await runs.requeue('ada', holder)
    for (const other of ['succeeded', 'failed', 'cancelled'] as const)
      await runs.finish('ada', holder, other, { ...reply, text: '"another"' })
    t.strictSame(await runs.cancel('ada', id), ended)
    t.strictSame(await runs.get('ada', id), ended)
    t.match(await runs.replyOf('ada', id), reply)
  }
  t.equal(await runs.cancel('ada', 'run_none'), undefined)
})

t.test('an attempt that another one has replaced changes nothing', async t => {
  const { clock, runs, create, begin } = await runStore()
  const run = await create()
  const first = await begin(run)
  t.match(first, { status: 'queued', attempts: 1, startedAt: clock.now(), host: 'a machine' })
  clock.advance(1)
  const second = await begin(run)
  t.match(second, { status: 'running', attempts: 2, startedAt: clock.now() })
  await runs.requeue('ada', first)
  await runs.finish('ada', first, 'failed', reply)
  t.match(await runs.get('ada', run.id), { status: 'running', attempts: 2 })
  t.equal(await runs.replyOf('ada', run.id), undefined)
  await runs.requeue('ada', second)
  const { startedAt: _, host: _host, ...queued } = { ...second, status: 'queued', attempts: 1 }
  t.strictSame(await runs.get('ada', run.id), queued, 'an attempt that did not begin does not count')
  await runs.finish('ada', await begin(run), 'succeeded', reply)
  t.match(await runs.get('ada', run.id), { status: 'succeeded', attempts: 2 })
})

t.test('a run that waits is cancelled at once; of one that runs, the first wish is noted', async t => {
  const { clock, runs, create, begin } = await runStore()
  const [waits, goesOn] = [await create(), await create()]
  clock.advance(1)
  const now = clock.now()
  t.match(await runs.cancel('ada', waits.id), { status: 'cancelled', cancelRequestedAt: now, endedAt: now })
  t.equal(await runs.begin('ada', waits.id, 'a machine'), undefined)
  await begin(goesOn)
  const asked = await runs.cancel('ada', goesOn.id)
  t.match(asked, { status: 'running', cancelRequestedAt: now })
  clock.advance(1)
  t.strictSame(await runs.cancel('ada', goesOn.id), asked)
  t.notOk('endedAt' in (asked ?? {}))
  t.equal(await runs.cancel('bob', goesOn.id), undefined)
})

t.test('a run is there for seven days after its last change, and nothing of it for longer', async t => {
  const { clock, runs, create, begin, stored } = await runStore()
  const [ends, waits] = [await create(), await create()]
  clock.advance(day)
  const holder = await begin(ends)
  await runs.addProgress('ada', holder, 1, { done: 1, total: 2 })
  await runs.finish('ada', holder, 'succeeded', { ...reply, text: 'x'.repeat(300_000) })
  clock.advance(6 * day - 1)
  t.match(await runs.get('ada', waits.id), { status: 'queued' })
  clock.advance(1)
  t.equal(await runs.get('ada', waits.id), undefined)
  clock.advance(day - 1)
  t.match(await runs.get('ada', ends.id), { status: 'succeeded' })
  t.equal((await runs.replyOf('ada', ends.id))?.text.length, 300_000)
  t.strictSame(await runs.progressOf('ada', ends.id), { done: 1, total: 2 })
  // The further parts of a reply stay a minute longer than its first one.
  clock.advance(60_001)
  t.strictSame(await stored(), [])
})

t.test('the input of a run is opened as that of its account and of itself alone', async t => {
  const { runs, open, create } = await runStore()
  const [one, other] = [await create(), await create()]
  t.strictSame(await runs.fieldsOf('ada', one), { text: 'milk' })
  await t.rejects(runs.fieldsOf('bob', one))
  await t.rejects(runs.fieldsOf('ada', { ...one, id: other.id }))
  const exported = async (from: RunStore) => {
    const found: object[] = []
    for await (const run of from.all('ada')) found.push(run)
    return found
  }
  t.match(await exported(runs), [
    { id: one.id, productId: 'notes', input: { text: 'milk' } },
    { id: other.id, input: { text: 'milk' } }
  ])
  t.match(await exported(open(2)), [{ input: null }, { input: null }], 'this host has no key for it')
})

t.test('a page is as long as was asked for, and its search ends after 2,000 runs', async t => {
  const { runs, create } = await runStore()
  const page = (limit: number, includes: RunFilter['includes'] = slug => slug === 'notes', after?: string) =>
    runs.list('ada', { includes, limit, after })
  const made: string[] = []
  const make = async () => {
    const { id } = await create()
    await runs.cancel('ada', id)
    made.unshift(id)
  }
  for (let index = 0; index < 3; index++) await make()
  const idsOf = ({ runs, next }: Awaited<ReturnType<typeof page>>) => [runs.map(({ id }) => id), next]
  t.strictSame(idsOf(await page(2)), [made.slice(0, 2), made[1]])
  t.strictSame(idsOf(await page(3)), [made, null], 'the last page may be full')
  while (made.length < 2_000) await make()
  const none = () => false
  t.strictSame(await page(1, none), { runs: [], next: null })
  await make()
  t.strictSame(await page(1, none), { runs: [], next: made[1_999] })
  t.strictSame(await page(1, none, made[1_999]), { runs: [], next: null })
})

t.test('reports of progress are those of the attempt that runs, in their order', async t => {
  const { runs, create, begin } = await runStore()
  const reports = async (id: string, after?: string) => {
    const found: unknown[] = []
    for await (const { progress } of runs.progressAfter('ada', id, after)) found.push(progress.done)
    return found
  }
  const run = await create()
  await runs.addProgress('ada', { ...run, attempts: 1 }, 1, { done: 1 })
  t.strictSame(await reports(run.id), [], 'nothing runs')
  const first = await begin(run)
  for (const number of [1, 2, 10]) await runs.addProgress('ada', first, number, { done: number })
  t.strictSame(await reports(run.id), [1, 2, 10])
  t.strictSame(await reports(run.id, '0001-000002'), [10])
  const second = await begin(run)
  await runs.addProgress('ada', first, 11, { done: 11 })
  await runs.addProgress('ada', second, 1, { done: 100 })
  t.strictSame(await reports(run.id), [1, 2, 10, 100])
  t.strictSame(await runs.progressOf('ada', run.id), { done: 100 })
  await runs.finish('ada', second, 'succeeded', reply)
  await runs.addProgress('ada', second, 2, { done: 101 })
  t.strictSame(await runs.progressOf('ada', run.id), { done: 100 }, 'a run that has ended stays as it is')
  t.strictSame(await reports((await create()).id), [])
})

t.test('a run is announced once it is stored, and each of its changes as well', async t => {
  const { runs, signals, create, begin } = await runStore()
  let accepted = 0
  signals.onAccepted(() => accepted++)
  const run = await create()
  t.equal(accepted, 1)
  const left = new AbortController()
  t.teardown(() => left.abort())
  let seen = 0
  for (const [index, change] of [
    () => begin(run),
    () => runs.addProgress('ada', { ...run, attempts: 1 }, 1, { done: 1, total: 2 }),
    () => runs.cancel('ada', run.id)
  ].entries()) {
    void signals
      .watch(run.id)
      .change(60_000, left.signal)
      .then(() => seen++)
    await change()
    await turn()
    t.equal(seen, index + 1)
  }
})
