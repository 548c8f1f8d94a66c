import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import t from 'tap'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { demoKeyId } from '../../../host/dist/base/caller.js'
import { Problem } from '../../../host/dist/base/problems.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import type { Call } from '../../../host/dist/execution/call.js'
import { RunRunner } from '../../../host/dist/execution/run-runner.js'
import { Cancellation } from '../../../host/dist/resilience/cancellation.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { RunStore } from '../../../host/dist/runs/run-store.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { accountEvents } from '../../fixtures/account-events.js'
import { movableClock } from '../../fixtures/start-host.js'

const by = { keyId: 'key_1', scopes: ['product:execute'], sessionGeneration: 3 }

/** A runner of the runs of one action, which is safe to repeat if its input says so; the test says what its calls come to. */
async function loneRunner() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(clock.now))
  const lines: string[] = []
  const told: object[] = []
  const state = { isMixed: false }
  const logger = pino({}, { write: line => void lines.push(line) })
  const signals = new RunSignals()
  const runs = new RunStore(
    store,
    new Cipher([Buffer.alloc(32, 1)]),
    clock,
    usualDeployment([]).rates,
    signals,
    accountEvents(store, clock),
    new Hold(store, console)
  )
  const effectsOf = async ({ isSafe }: { isSafe: boolean }) => ({ isSafeToRepeat: isSafe })
  const plans = new Map([['go', { served: { effectsOf } }]])
  const disabled = new DisabledAccounts(store, clock)
  const runner = new RunRunner(
    runs,
    signals,
    { find: async (job: object) => ({ account: 'acme', keyId: 'found', job }) } as never,
    { bySlug: new Map([['product', { plans }]]) } as never,
    disabled,
    { isNoticeDue: async () => told.length === 0 } as never,
    { record: async (_account: string, event: object) => void told.push(event) } as never,
    { isMixed: async () => state.isMixed } as never,
    logger
  )
  const create = async (isSafe = false, action = 'go', keyId = by.keyId) => {
    const asked = { slug: 'product', action, requestId: 'request-1', by: { ...by, keyId }, fields: { isSafe } }
    return (await runs.create('acme', asked)).run
  }
  const run = (id: string, call: (call: Call) => unknown, cancellation = new Cancellation()) =>
    runner.run({ account: 'acme', slug: '@runs', job: { id } } as never, {
      cancellation,
      pipeline: { run: async (made: Call) => call(made) } as never
    })
  return { clock, lines, runs, disabled, create, run, state }
}

function answered(ok: boolean, text = '"done"') {
  return { kind: 'answer', answer: { ok }, reply: { status: 200, headers: {}, text } }
}

/** The reply of a plan that the account holder has confirmed. */
function replayed(status: number, body: object) {
  return { kind: 'replay', reply: { status, headers: {}, text: JSON.stringify(body) } }
}

function throwing(code: ConstructorParameters<typeof Problem>[0], options = {}) {
  return () => {
    throw new Problem(code, 'Not now.', options)
  }
}

t.test('a run that this version does not know waits while another host serves another version', async t => {
  const { runs, create, run, state } = await loneRunner()
  const { id } = await create()
  state.isMixed = true
  for (const code of ['unknown_action', 'invalid_input'] as const) {
    t.strictSame(await run(id, throwing(code)), { waitMs: 5_000 })
    t.match(await runs.get('acme', id), { status: 'queued', attempts: 0 })
  }
  state.isMixed = false
  t.equal(await run(id, throwing('unknown_action')), 'done')
  t.match(await runs.get('acme', id), { status: 'failed' })
})

t.test('what becomes of a run, and of its job, after each end of its call', async t => {
  const { runs, create, run } = await loneRunner()
  const begun = { mayHaveRun: true }
  const isFinal = { ...begun, isFinal: true }
  const waits = { status: 'queued', attempts: 0 }
  const failed = (code: string) => ({ status: 'failed', attempts: 1, reply: { code, requestId: 'request-1' } })
  for (const [call, job, expected] of [
    [() => answered(true), 'done', { status: 'succeeded', attempts: 1, reply: 'done' }],
    [() => answered(false), 'done', { status: 'failed', attempts: 1, reply: 'done' }],
    [() => replayed(200, { ok: true }), 'done', { status: 'succeeded', reply: { ok: true } }],
    [() => replayed(200, { ok: false }), 'done', { status: 'failed', reply: { ok: false } }],
    [() => replayed(502, { code: 'product_error' }), 'done', { status: 'failed', reply: { code: 'product_error' } }],
    [() => ({ ...replayed(202, {}), kind: 'accepted' }), 'done', failed('internal_error')],
    [throwing('invalid_input'), 'done', failed('invalid_input')],
    [throwing('overloaded', { retryAfter: 3 }), { waitMs: 3_000 }, waits],
    [throwing('product_unavailable'), { waitMs: 1_000 }, waits],
    [throwing('store_unavailable', { retryAfter: 2 }), { waitMs: 2_000 }, waits],
    [throwing('overloaded', begun), 'done', failed('overloaded')],
    [throwing('store_unavailable', begun), 'done', failed('store_unavailable')],
    [throwing('product_timeout', begun), 'done', failed('product_timeout')],
    [throwing('shutting_down'), 'stopped', waits],
    [throwing('shutting_down', begun), 'stopped', waits],
    [throwing('shutting_down', isFinal), 'done', failed('outcome_unknown')],
    [() => Promise.reject(new Error('a fault of the host')), 'done', failed('internal_error')]
  ] as const) {
    const { id } = await create()
    t.strictSame(await run(id, call), job)
    const reply = await runs.replyOf('acme', id)
    t.match({ ...(await runs.get('acme', id)), ...(reply && { reply: JSON.parse(reply.text) }) }, expected)
    t.equal(reply === undefined, job !== 'done', 'a run that goes on has no reply')
  }
})

t.test('a run that is safe to repeat begins again after a fault of the host, five times at most', async t => {
  const { runs, create, run } = await loneRunner()
  for (const code of ['overloaded', 'store_unavailable', 'product_unavailable'] as const) {
    const { id } = await create(true)
    const fail = throwing(code, { mayHaveRun: true, retryAfter: 2 })
    for (let attempts = 1; attempts < 5; attempts++) {
      t.strictSame(await run(id, fail), { waitMs: 2_000 })
      t.match(await runs.get('acme', id), { status: 'queued', attempts })
    }
    t.equal(await run(id, fail), 'done')
    t.match(await runs.get('acme', id), { status: 'failed', attempts: 5 })
  }
  const { id } = await create(true)
  t.equal(await run(id, throwing('product_timeout', { mayHaveRun: true })), 'done')
  t.match(await runs.get('acme', id), { status: 'failed', attempts: 1 }, 'a fault of the product is none of the host')
})

t.test('only what a fault of the host ended is logged as such', async t => {
  const { lines, create, run } = await loneRunner()
  await run((await create()).id, throwing('product_error'))
  t.strictSame(lines, [])
  const { id } = await create()
  await run(id, () => Promise.reject(new Error('a fault of the host')))
  t.match(
    lines.map(line => JSON.parse(line)),
    [{ level: 50, run: id, err: { message: 'a fault of the host' } }]
  )
})

t.test('a run is called as the request that started it, with what its starter was allowed', async t => {
  const { disabled, create, run } = await loneRunner()
  const calls: Call[] = []
  const { id } = await create(true)
  const note = (call: Call) => {
    calls.push(call)
    return answered(true)
  }
  await run(id, note)
  const [call] = calls as [Call]
  t.match(call, { via: 'job', slug: 'product', action: 'go', requestId: 'request-1', depth: 1 })
  t.strictSame(call.read({} as never), { action: 'go', fields: { isSafe: true }, issues: [] })
  t.match(await call.identify(), {
    caller: { keyId: 'found', job: { account: 'acme', slug: 'product', scheduledBy: by } }
  })
  t.equal(await run(id, note), 'done')
  t.equal(calls.length, 1, 'a run that has ended is not called again')
  await disabled.disable('acme', 'abuse')
  await t.rejects(async () => call.identify(), { code: 'account_disabled' })
})

t.test('a plan of a run is confirmed on a page, but for the demo key, whose account has no person', async t => {
  const { create, run } = await loneRunner()
  for (const [keyId, expected] of [
    ['key_1', 'page'],
    [demoKeyId, undefined]
  ] as const)
    await run((await create(false, 'go', keyId)).id, ({ confirmsBy }) => {
      t.equal(confirmsBy, expected, keyId)
      return answered(true)
    })
})

t.test('a run that another host has begun is called again only if that does no harm', async t => {
  const { runs, create, run } = await loneRunner()
  for (const [isSafe, action, calls] of [
    [true, 'go', 1],
    [false, 'go', 0],
    [true, 'gone', 0]
  ] as const) {
    const { id } = await create(isSafe, action)
    await runs.begin('acme', id, 'another machine')
    let called = 0
    const job = await run(id, () => {
      called++
      return answered(true)
    })
    t.strictSame([job, called], ['done', calls], `${action}, ${isSafe}`)
    t.match(await runs.get('acme', id), { status: calls ? 'succeeded' : 'failed', attempts: 2 })
    if (calls === 0) t.match(JSON.parse((await runs.replyOf('acme', id))?.text ?? ''), { code: 'outcome_unknown' })
  }
})

t.test('an action during which its hosts end is begun five times at most', async t => {
  const { runs, create, run } = await loneRunner()
  for (const [begun, calls] of [
    [4, 1],
    [5, 0]
  ] as const) {
    const { id } = await create(true)
    for (let time = 0; time < begun; time++) await runs.begin('acme', id, 'another machine')
    let called = 0
    const job = await run(id, () => {
      called++
      return answered(true)
    })
    t.strictSame([job, called], ['done', calls])
    t.match(await runs.get('acme', id), { status: calls ? 'succeeded' : 'failed' })
  }
})

t.test('a wish to cancel a run reaches its call; a call that ends well all the same has succeeded', async t => {
  const { runs, create, run } = await loneRunner()
  for (const endsWell of [false, true]) {
    const { id } = await create()
    const cancellation = new Cancellation()
    const job = run(
      id,
      async () => {
        const aborted = new Promise(resolve => cancellation.listen(resolve))
        await runs.cancel('acme', id)
        t.equal(await aborted, 'gone')
        return endsWell ? answered(true) : throwing('client_gone', { mayHaveRun: true })()
      },
      cancellation
    )
    t.equal(await job, 'done')
    t.match(await runs.get('acme', id), { status: endsWell ? 'succeeded' : 'cancelled', endedAt: Number })
    t.equal((await runs.replyOf('acme', id)) !== undefined, endsWell)
  }
  const { id } = await create()
  t.equal(await run(id, throwing('client_gone')), 'done')
  t.match(await runs.get('acme', id), { status: 'failed' }, 'a run that nobody cancelled is not cancelled')
})

t.test('a host that stops does not put back a run that its owner has cancelled', async t => {
  const { runs, create, run } = await loneRunner()
  const { id } = await create(true)
  const cancellation = new Cancellation()
  const call = async () => {
    await runs.cancel('acme', id)
    await new Promise(resolve => cancellation.listen(resolve))
    return throwing('shutting_down')()
  }
  t.equal(await run(id, call, cancellation), 'done')
  t.match(await runs.get('acme', id), { status: 'cancelled' })
})

t.test(
  'reports of progress are stored twice a second at most, the last of them always, and none after the end',
  async t => {
    const { runs, create, run } = await loneRunner()
    const { id } = await create()
    const stored = async () => {
      const found: number[] = []
      for await (const { progress } of runs.progressAfter('acme', id, undefined)) found.push(progress.done)
      return found
    }
    const calls: Call[] = []
    await run(id, async call => {
      calls.push(call)
      const report = (done: number) => call.progress?.({ done, total: 9 })
      report(1)
      while ((await stored()).length < 1);
      report(2)
      report(3)
      t.strictSame(await stored(), [1])
      while ((await stored()).length < 2) await turn()
      t.strictSame(await stored(), [1, 3])
      report(4)
      report(5)
      return answered(true)
    })
    t.strictSame(await stored(), [1, 3, 5])
    calls[0]?.progress?.({ done: 6, total: 9 })
    await turn()
    t.strictSame(await stored(), [1, 3, 5])
  }
)

t.test('a report after a pause is stored like the first one', async t => {
  const { runs, create, run } = await loneRunner()
  const { id } = await create()
  await run(id, async call => {
    call.progress?.({ done: 1 })
    // Longer than reports are kept back. A slow machine makes it longer still.
    await delay(700)
    call.progress?.({ done: 2 })
    while ((await runs.progressOf('acme', id))?.done !== 2) await turn()
    return answered(true)
  })
  t.match(await runs.get('acme', id), { status: 'succeeded' })
})

t.test('a report that cannot be stored ends no run', async t => {
  const { runs, lines, create, run } = await loneRunner()
  const { id } = await create()
  Object.assign(runs, { addProgress: () => Promise.reject(new Error('away')) })
  await run(id, async call => {
    call.progress?.({ done: 1 })
    await new Promise(setImmediate)
    return answered(true)
  })
  t.match(await runs.get('acme', id), { status: 'succeeded' })
  t.match(
    lines.map(line => JSON.parse(line)),
    [{ level: 40, run: id, err: { message: 'away' } }]
  )
})

t.test('a run whose record cannot be read for a moment can still be cancelled', async t => {
  const { runs, lines, create, run } = await loneRunner()
  const { id } = await create()
  const { get } = runs
  let isAway = true
  Object.assign(runs, {
    get: async (...given: Parameters<typeof get>) => {
      if (isAway) throw new Error('away')
      return get.apply(runs, given)
    }
  })
  const cancellation = new Cancellation()
  await run(
    id,
    async () => {
      const aborted = new Promise(resolve => cancellation.listen(resolve))
      while (lines.length === 0) await new Promise(setImmediate)
      isAway = false
      await runs.cancel('acme', id)
      await aborted
      return throwing('client_gone')()
    },
    cancellation
  )
  t.match(await get.call(runs, 'acme', id), { status: 'cancelled' })
})
