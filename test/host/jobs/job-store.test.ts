import t from 'tap'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { RunStore } from '../../../host/dist/runs/run-store.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { accountEvents } from '../../fixtures/account-events.js'
import { movableClock } from '../../fixtures/start-host.js'

/** The jobs and runs of a store without a host: nothing runs them but the test. */
async function stores() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(clock.now))
  const jobs = new JobStore(store, clock, { error: () => undefined })
  const runs = new RunStore(
    store,
    new Cipher([Buffer.alloc(32)]),
    clock,
    usualDeployment([]).rates,
    new RunSignals(),
    accountEvents(store, clock),
    new Hold(store, console)
  )
  const accept = (account: string) => {
    const by = { keyId: 'key_1', scopes: [] }
    return runs.create(account, { slug: 'notes', action: 'add', requestId: 'request-1', by, fields: {} })
  }
  const claim = async (account: string) => {
    const [ready] = await jobs.ready(account, 1)
    const claimed = ready && (await jobs.claim(ready.entry, () => 10_000))
    if (!claimed) throw new Error(`No job of ${account} is ready.`)
    return claimed
  }
  return { clock, store, jobs, accept, claim }
}

t.test('runs are counted as queued until their job is claimed, and while it is put back', async t => {
  const { clock, store, jobs, accept, claim } = await stores()
  const none = { due: 0, dead: 0, queuedRuns: 0, runningRuns: 0 }
  t.strictSame(await jobs.counts(), none)
  const first = clock.now()
  await accept('bob')
  clock.advance(5_000)
  const second = clock.now()
  await accept('ada')
  t.strictSame(await jobs.counts(), { ...none, due: 2, queuedRuns: 2, oldestQueuedAt: first })
  const claimed = await claim('bob')
  t.strictSame(await jobs.counts(), { ...none, due: 1, queuedRuns: 1, runningRuns: 1, oldestQueuedAt: second })
  await jobs.postpone(claimed, clock.now() + 1_000)
  t.strictSame(
    await jobs.counts(),
    { ...none, due: 1, queuedRuns: 2, oldestQueuedAt: first },
    'the time of its id stays'
  )
  clock.advance(1_000)
  await jobs.moveDue()
  await claim('bob')
  await jobs.finish(await claim('ada'))
  t.strictSame(await jobs.counts(), { ...none, runningRuns: 1 })
  clock.advance(10_000)
  await jobs.moveDue()
  t.strictSame(await jobs.counts(), { ...none, due: 1, queuedRuns: 1, oldestQueuedAt: first }, 'its claim has ended')
  await jobs.finish(await claim('bob'))
  const call = { begunAt: clock.now(), now: clock.now }
  await store.own('others', 'one', { owner: { account: 'ada', slug: 'notes' }, call }).update([], () => ({
    jobs: [{ schedule: { id: 'run_1', at: clock.now(), action: 'add', input: {} } }],
    result: undefined
  }))
  t.strictSame(await jobs.counts(), { ...none, due: 1 }, 'a job of a product is no run')
})
