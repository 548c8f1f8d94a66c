import '../../fixtures/teardown-order.js'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { demoKeyId } from '../../../host/dist/base/caller.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { Runs } from '../../../host/dist/execution/runs.js'
import { Registry } from '../../../host/dist/products/registry.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { RunStore } from '../../../host/dist/runs/run-store.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { accountEvents } from '../../fixtures/account-events.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { type StreamedEvent, streamed } from '../../fixtures/event-stream.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import {
  carefulPlugin,
  controlledPlugin,
  type HostOptions,
  movableClock,
  notesPlugin,
  start
} from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const demo = { Authorization: `Bearer ${demoKey}` }
const later = { Prefer: 'respond-async' }

/** A host without billing whose clock and store the test moves. */
async function host(t: Test, options: HostOptions = {}) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const plugins = { ...controlledPlugin, ...notesPlugin }
  const started = await start(t, { plugins, store, clock, deployment: { billing: 'none' }, ...options })
  const bearer = async (account: string, ...scopes: readonly string[]) => {
    const created = await started.keys.create(account, 'a key', undefined, scopes.length > 0 ? scopes : undefined)
    return { Authorization: `Bearer ${created.key}` }
  }
  const send = (body: object, headers: Record<string, string> = {}, who: Record<string, string> = demo) =>
    started.call('POST', `${products}/controlled/execute`, body, { ...who, ...later, ...headers })
  const read = (path: string, who: Record<string, string> = demo, headers: Record<string, string> = {}) =>
    started.call('GET', path, undefined, { ...who, ...headers })
  const ended = (path: string, who = demo) => read(`${path}?wait=60`, who)
  const cancel = (path: string, who: Record<string, string> = demo) =>
    started.call('POST', `${path}/cancel`, undefined, who)
  const runs = async (id: string) =>
    (await started.call('POST', `${products}/controlled/execute`, { action: 'count', id }, demo)).body.detail.runs
  const stored = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
  return { ...started, clock, store, stored, bearer, send, read, ended, cancel, runs }
}

t.test('a call that prefers to be answered later is a run, whose result is that of the call', async t => {
  const { send, read, ended, runs } = await host(t)
  const accepted = await send({ action: 'pass', id: 'run one' })
  t.equal(accepted.status, 202)
  const { body, headers } = accepted
  t.match(body, { id: /^run_[0-9A-Z]{26}$/, productId: 'controlled', action: 'pass', status: 'queued', attempts: 0 })
  const path = headers.get('location') ?? ''
  t.equal(path, `${products}/runs/${body.id}`)
  t.strictSame(body.links, { self: path, cancel: `${path}/cancel` })
  t.match(headers.get('retry-after'), /^\d+$/)
  t.equal(headers.get('preference-applied'), 'respond-async')
  t.equal(headers.get('cache-control'), 'no-store')

  const done = await ended(path)
  t.match(done.body, { id: body.id, status: 'succeeded', attempts: 1, requestId: body.requestId })
  t.strictSame(done.body.links, { self: path })
  const names = ['ok', 'productId', 'action', 'summary', 'latencyMs', 'metrics', 'detail', 'requestId']
  t.strictSame(Object.keys(done.body.result), names)
  t.match(done.body.result, { ok: true, detail: { runs: 1 }, requestId: body.requestId })
  const again = await read(path, demo, { 'If-None-Match': done.headers.get('etag') ?? '' })
  t.equal(again.status, 304)
  t.equal((await read(`${products}/usage?product=controlled`)).body.totals.calls, 1, 'it is one call')
  t.equal(await runs('run one'), 1)
})

t.test('a caller that waits gets the result as it is, or learns where the run is', async t => {
  const { send, ended } = await host(t)
  const quick = await send({ action: 'pass', id: 'quick' }, { Prefer: 'respond-async, wait=30' })
  t.match(quick, { status: 200, body: { ok: true, detail: { runs: 1 } } })
  t.equal(quick.headers.get('preference-applied'), 'respond-async, wait=30')
  const refused = await send({ action: 'pass', id: 'no', how: 'refuse' }, { Prefer: 'wait=30, respond-async' })
  t.match(refused, { status: 400, body: { code: 'invalid_input' } })
  const slow = await send({ action: 'pass', id: 'slow run', how: 'wait' }, { Prefer: 'respond-async, wait=1' })
  t.match(slow, { status: 202, body: { status: 'queued' } })
  opened.reach('slow run')
  t.match((await ended(slow.headers.get('location') ?? '')).body, { status: 'succeeded' })
})

t.test('a preference is read as RFC 7240 has it, and a caller waits a minute at most', async t => {
  const { send, read } = await host(t)
  const waits: readonly (readonly [string, string])[] = [
    ['Respond-Async, wait=9', 'respond-async, wait=9'],
    ['respond-async, wait=600', 'respond-async, wait=60'],
    ['respond-async,wait = "7",wait=8', 'respond-async, wait=7'],
    ['return=minimal, Wait=6 , RESPOND-ASYNC', 'respond-async, wait=6']
  ]
  for (const [prefer, applied] of waits) {
    const waited = await send({ action: 'pass', id: prefer }, { Prefer: prefer })
    t.equal(waited.status, 200, prefer)
    t.equal(waited.headers.get('preference-applied'), applied)
  }
  for (const prefer of ['respond-async, wait=x', 'respond-async, wait=1234567', 'respond-async, await=5'])
    t.equal((await send({ action: 'pass', id: prefer }, { Prefer: prefer })).status, 202, prefer)
  const before = (await read(`${products}/runs`)).body.runs.length
  for (const prefer of ['respond-asynchronously', 'not-respond-async', 'wait=5'])
    t.equal((await send({ action: 'pass', id: prefer }, { Prefer: prefer })).status, 200, prefer)
  t.equal((await read(`${products}/runs`)).body.runs.length, before)
})

t.test('who knows a state of a run waits for the next one', async t => {
  const { send, read } = await host(t)
  const path = (await send({ action: 'pass', id: 'watched', how: 'wait' })).headers.get('location') ?? ''
  await begun.reached('watched')
  const running = await read(path)
  t.match(running.body, { status: 'running' })
  t.equal(running.headers.get('retry-after'), '1')
  t.equal(running.headers.get('cache-control'), 'no-store')
  const tag = running.headers.get('etag') ?? ''
  const askedAt = performance.now()
  const still = await read(`${path}?wait=1`, demo, { 'If-None-Match': tag })
  t.strictSame([still.status, still.headers.get('etag')], [304, tag])
  t.ok(performance.now() - askedAt > 900, 'it waits in seconds')
  t.match(await read(`${path}?wait=60`, demo, { 'If-None-Match': '"another"' }), { body: { status: 'running' } })
  const next = read(`${path}?wait=60`, demo, { 'If-None-Match': tag })
  opened.reach('watched')
  const ended = await next
  t.match(ended, { status: 200, body: { status: 'succeeded' } })
  t.equal(ended.headers.get('retry-after'), null)
  t.equal((await read(path, demo, { 'If-None-Match': ended.headers.get('etag') ?? '' })).status, 304)
})

t.test('the routes of runs refuse what they do not understand, and count in the rate', async t => {
  const { send, read, call, bearer } = await host(t, { deployment: { billing: 'none', rate: { key: [12, 600] } } })
  const path = (await send({ action: 'pass', id: 'asked' })).headers.get('location') ?? ''
  for (const query of ['?wait=61', '?wait=-1', '?wait=1.5', '?wait=', '?waits=1'])
    t.match(await read(path + query), { status: 400, body: { code: 'invalid_input' } }, query)
  t.match(await call('POST', `${path}/cancel`, { sure: true }, demo), { status: 400 })
  const narrow = await bearer('ada', 'controlled:execute')
  t.match(await read(`${products}/runs?product=notes`, narrow), { status: 403, body: { code: 'insufficient_scope' } })
  const listed = await read(`${products}/runs?limit=100`)
  t.strictSame([listed.status, listed.headers.get('cache-control')], [200, 'no-store'])
  const cancelled = await call('POST', `${path}/cancel`, undefined, demo)
  t.strictSame([cancelled.status, cancelled.headers.get('cache-control')], [200, 'no-store'])
  for (let count = 0; count < 3; count++) await read(path)
  for (const refused of [
    await read(path),
    await read(`${products}/runs`),
    await call('POST', `${path}/cancel`, undefined, demo)
  ])
    t.match(refused, { status: 429, body: { code: 'rate_limited' } })
})

t.test('every refusal of a call comes first, and starts no run', async t => {
  const { send, read, call, bearer } = await host(t)
  for (const [body, headers, status, code] of [
    [{ action: 'pass' }, {}, 400, 'invalid_input'],
    [{ action: 'none' }, {}, 400, 'unknown_action'],
    [{ action: 'pass', id: 'a' }, { Authorization: 'Bearer none' }, 401, 'invalid_key'],
    [{ action: 'pass', id: 'a' }, { 'Product-Contract': 'another' }, 412, 'contract_changed'],
    [{ action: 'pass', id: 'a' }, { 'Idempotency-Key': 'é' }, 400, 'invalid_header'],
    [{ action: 'pass', id: 'a', confirmation: 'a token' }, {}, 400, 'invalid_header'],
    [{ action: 'pass', id: 'a' }, await bearer('demo', 'notes:execute'), 403, 'insufficient_scope']
  ] as const)
    t.match(await send(body, headers), { status, body: { code } })
  t.strictSame((await read(`${products}/runs`)).body, { runs: [], next: null })
  const unasked = await call(
    'POST',
    `${products}/controlled/execute`,
    { action: 'pass', id: 'b' },
    { ...demo, Prefer: 'wait=5' }
  )
  t.equal(unasked.status, 200)
  t.strictSame((await read(`${products}/runs`)).body.runs, [], 'a call that does not ask for it is answered at once')
})

t.test('a run fails with the problem or the expected failure of its call', async t => {
  const { send, ended } = await host(t)
  for (const [how, expected] of [
    ['bug', { status: 'failed', problem: { code: 'product_error', status: 502 } }],
    ['refuse', { status: 'failed', problem: { code: 'invalid_input', status: 400 } }],
    ['fail', { status: 'failed', result: { ok: false, detail: { error: { code: 'closed' } } } }]
  ] as const) {
    const { headers } = await send({ action: 'pass', id: how, how })
    t.match((await ended(headers.get('location') ?? '')).body, expected)
  }
  const hangs = await send({ action: 'hang', id: 'hangs' })
  t.match((await ended(hangs.headers.get('location') ?? '')).body, {
    status: 'failed',
    problem: { code: 'product_timeout' }
  })
})

t.test('a run is seen, waited for and cancelled by callers that may have its result, and by nobody else', async t => {
  const { send, read, cancel, bearer, ended } = await host(t)
  const owner = await bearer('ada', 'controlled:execute', 'notes:execute')
  const { headers } = await send({ action: 'pass', id: 'private', how: 'wait' }, {}, owner)
  const path = headers.get('location') ?? ''
  await begun.reached('private')
  for (const who of [await bearer('bob'), await bearer('ada', 'notes:execute'), await bearer('ada', '*:config')]) {
    t.match(await read(path, who), { status: 404, body: { code: 'not_found' } })
    t.match(await cancel(path, who), { status: 404 })
    t.strictSame((await read(`${products}/runs`, who)).body.runs, [])
  }
  const narrow = await bearer('ada', 'controlled:execute')
  t.match(await cancel(path, narrow), { status: 403, body: { code: 'insufficient_scope' } })
  opened.reach('private')
  t.match((await ended(path, owner)).body, { status: 'succeeded', result: { ok: true } })
  const seen = (await read(path, narrow)).body
  t.match(seen, { status: 'succeeded' })
  t.notOk('result' in seen, 'its result may hold what only the scopes of its starter allow')
  t.match((await read(path, await bearer('ada', '*:execute'))).body, { result: { ok: true } })
  for (const id of ['run_0', '../keys', `${'x'.repeat(70)}`])
    t.equal((await read(`${products}/runs/${encodeURIComponent(id)}`, owner)).status, 404)
})

t.test('a run is cancelled before it begins, and by its signal after that', async t => {
  const { send, read, cancel, runs, ended } = await host(t)
  const path = (await send({ action: 'pass', id: 'to cancel', how: 'wait' })).headers.get('location') ?? ''
  await begun.reached('to cancel')
  t.match((await cancel(path)).body, { status: 'running', cancelRequestedAt: '2026-01-01T00:00:00.000Z' })
  t.match((await ended(path)).body, { status: 'cancelled' })
  t.match((await cancel(path)).body, { status: 'cancelled' }, 'nothing more is to be cancelled')
  t.equal(await runs('to cancel'), 1)
  const done = (await send({ action: 'pass', id: 'done' }, { Prefer: 'respond-async' })).headers.get('location') ?? ''
  t.match((await ended(done)).body, { status: 'succeeded' })
  t.match((await cancel(done)).body, { status: 'succeeded' })
  t.match((await read(done)).body, { status: 'succeeded', result: { ok: true } })
})

t.test('runs are listed by status and product, page by page, the newest first', async t => {
  const { send, read, clock, ended } = await host(t)
  const ids: string[] = []
  for (const [id, how] of [
    ['1', 'well'],
    ['2', 'fail'],
    ['3', 'well']
  ]) {
    clock.advance(1_000)
    const { body } = await send({ action: 'pass', id, how })
    await ended(`${products}/runs/${body.id}`)
    ids.unshift(body.id)
  }
  const listed = async (query: string) =>
    (await read(`${products}/runs${query}`)).body.runs.map(({ id }: { id: string }) => id)
  t.strictSame(await listed(''), ids)
  t.strictSame(await listed('?status=failed'), [ids[1]])
  t.strictSame(await listed('?product=notes'), [])
  const first = (await read(`${products}/runs?limit=2`)).body
  t.strictSame([first.runs.length, first.next], [2, ids[1]])
  t.strictSame(await listed(`?limit=2&after=${first.next}`), [ids[2]])
  t.notOk('result' in first.runs[0], 'a list has no results')
  for (const query of ['?status=done', '?limit=0', '?limit=101', '?page=1', '?after=a%2Fb'])
    t.match(await read(`${products}/runs${query}`), { status: 400, body: { code: 'invalid_input' } })
})

t.test('an Idempotency-Key names the same run', async t => {
  const { send, ended, runs } = await host(t)
  const named = { 'Idempotency-Key': 'one run' }
  const first = await send({ action: 'pass', id: 'keyed' }, named)
  const again = await send({ action: 'pass', id: 'keyed' }, named)
  t.strictSame([again.status, again.headers.get('idempotent-replayed')], [202, 'true'])
  t.equal(again.headers.get('location'), first.headers.get('location'))
  t.match((await ended(first.headers.get('location') ?? '')).body, { status: 'succeeded' })
  const waited = await send({ action: 'pass', id: 'keyed' }, { ...named, Prefer: 'respond-async, wait=9' })
  t.match(waited, { status: 200, body: { ok: true, detail: { runs: 1 } } })
  t.match(await send({ action: 'pass', id: 'other' }, named), { status: 422 })
  t.equal(await runs('keyed'), 1)
})

t.test('a key names its run from the first request on, and what came of it is what came of the run', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  let isFailing = true
  const commit = backend.commit.bind(backend)
  backend.commit = async (...parameters) => {
    if (isFailing && JSON.stringify(parameters).includes('open:run_')) throw new Error('The host is killed here.')
    return commit(...parameters)
  }
  const store = await Store.open(backend)
  const { send, read, ended, cancel, runs, call } = await host(t, { store, clock })
  const named = { 'Idempotency-Key': 'named' }
  const outcome = async () => (await read(`${products}/outcomes`, { ...demo, ...named })).body.outcomes[0]
  const body = { action: 'pass', id: 'named run', how: 'wait' }
  t.equal((await send(body, named)).status, 500)
  t.match(await outcome(), { status: 'running', run: /^run_/ })
  const { run } = await outcome()
  isFailing = false
  const accepted = await send(body, named)
  t.match(
    accepted,
    { status: 202, body: { id: run } },
    'the run that could not be stored is started by the next request'
  )
  await begun.reached('named run')
  t.match(await outcome(), { status: 'running', run, action: 'pass' })
  const unasked = () => call('POST', `${products}/controlled/execute`, body, { ...demo, ...named })
  t.match(await unasked(), { status: 409, body: { code: 'idempotency_in_progress', links: { run: /runs\/run_/ } } })
  opened.reach('named run')
  await ended(`${products}/runs/${run}`)
  const settled = { product: 'controlled', outcome: 'done' }
  const settling = await call('POST', `${products}/outcomes/settle`, settled, { ...demo, ...named })
  t.match(settling, { status: 409, body: { code: 'outcome_settled' } }, 'what came of the run is known')
  t.match(await outcome(), { status: 'answered', run, answer: { status: 200, body: { ok: true } } })
  const answer = await unasked()
  t.match(answer, { status: 200, body: { ok: true, detail: { runs: 1 } } }, 'who does not ask for a run gets no 202')
  t.equal(answer.headers.get('idempotent-replayed'), 'true')
  t.equal(await runs('named run'), 1)

  const second = { 'Idempotency-Key': 'second' }
  const path = (await send({ ...body, id: 'a second named run' }, second)).headers.get('location') ?? ''
  await cancel(path)
  await ended(path)
  t.match(await read(`${products}/outcomes`, { ...demo, ...second }), { body: { outcomes: [{ status: 'cancelled' }] } })
  const after = await call(
    'POST',
    `${products}/controlled/execute`,
    { ...body, id: 'a second named run' },
    { ...demo, ...second }
  )
  t.match(after, { status: 409, body: { code: 'outcome_settled' } })
})

t.test('the lost outcome of a run is settled under its key', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock })
  for (const outcome of ['done', 'not_done']) {
    const named = { 'Idempotency-Key': outcome }
    const body = { action: 'pass', id: `lost as ${outcome}`, how: 'wait' }
    const path = (await one.send(body, named)).headers.get('location') ?? ''
    await begun.reached(body.id)
    clock.advance(60_000)
    const settled = { product: 'controlled', outcome }
    const early = await one.call('POST', `${products}/outcomes/settle`, settled, { ...demo, ...named })
    t.match(early, { status: 409, body: { code: 'idempotency_in_progress' } }, 'the run has not ended')
    const two = await host(t, { store, clock })
    t.match((await two.ended(path)).body, { status: 'failed', problem: { code: 'outcome_unknown' } })
    const lost = (await two.read(`${products}/outcomes`)).body.outcomes
    t.match(lost, [{ status: 'outcome_unknown', idempotencyKey: outcome, run: path.split('/').at(-1) }])
    const settle = () => two.call('POST', `${products}/outcomes/settle`, settled, { ...demo, ...named })
    t.match(await settle(), { status: 200, body: { status: outcome === 'done' ? 'settled' : 'not_done' } })
    opened.reach(body.id)
    const again = await two.send(body, named)
    if (outcome === 'done') {
      t.match(await settle(), { status: 409 })
      t.match(again, { status: 409, body: { code: 'outcome_settled' } })
    } else {
      t.not(again.headers.get('location'), path)
      t.match((await two.ended(again.headers.get('location') ?? '')).body, { status: 'succeeded' })
    }
    t.strictSame((await two.read(`${products}/outcomes`)).body.outcomes, [])
  }
})

t.test('a run that failed is run again as a new one, by who may have its result and in their own name', async t => {
  const { send, read, ended, cancel, bearer, call, runs } = await host(t)
  const replay = (path: string, who: Record<string, string> = demo, query = '') =>
    call('POST', `${path}/replay${query}`, undefined, who)
  const owner = await bearer('ada', 'controlled:execute', 'notes:execute')
  const failed = (await send({ action: 'pass', id: 'again', how: 'busy' }, {}, owner)).headers.get('location') ?? ''
  t.match((await ended(failed, owner)).body, { status: 'failed', result: { ok: false } })
  t.match(await replay(failed, await bearer('bob')), { status: 404 })
  t.match(await replay(failed, await bearer('ada', 'notes:execute')), { status: 404 })
  t.match(await replay(failed, await bearer('ada', 'controlled:execute')), { status: 403 })
  const wide = await bearer('ada')
  const replayed = await replay(failed, wide)
  t.match(replayed, { status: 202, body: { status: 'queued', replayOf: failed.split('/').at(-1), action: 'pass' } })
  t.not(replayed.body.keyId, (await read(failed, owner)).body.keyId)
  const next = replayed.headers.get('location') ?? ''
  t.match((await ended(next, wide)).body, { status: 'succeeded', result: { detail: { runs: 2 } } })
  t.notOk('result' in (await read(next, owner)).body, 'it has the scopes of who replays')
  t.match(await replay(next, wide), { status: 409, body: { code: 'run_not_failed' } })
  const named = { ...wide, 'Idempotency-Key': 'once more' }
  const first = await replay(failed, named)
  t.equal((await replay(failed, named)).body.id, first.body.id)
  await ended(`${products}/runs/${first.body.id}`, wide)
  t.match(await replay(failed, wide, '?mayRepeat=perhaps'), { status: 400 })

  for (const [id, isSafe] of [
    ['cut short', false],
    ['cut short safely', true]
  ] as const) {
    const path = (await send({ action: 'pass', id, how: 'wait', isSafe })).headers.get('location') ?? ''
    await begun.reached(id)
    t.match(await replay(path), { status: 409, body: { code: 'run_not_failed' } })
    await cancel(path)
    await ended(path)
    opened.reach(id)
    if (!isSafe) {
      t.match(await replay(path), { status: 409, body: { code: 'outcome_unknown' } })
      t.equal(await runs(id), 1, 'it may have done its work')
    }
    const repeated = await replay(path, demo, isSafe ? '' : '?mayRepeat=true')
    t.match((await ended(repeated.headers.get('location') ?? '')).body, { status: 'succeeded' })
  }
})

t.test('several runs are cancelled at once: by id, of a product or an action, or all', async t => {
  const { send, call, bearer, ended } = await host(t)
  const started = async (id: string, who = demo, action = 'pass') => {
    const { body } = await send({ action, id, how: 'wait' }, {}, who)
    await begun.reached(id)
    return body.id
  }
  const cancelAll = (body: object, who: Record<string, string> = demo) =>
    call('POST', `${products}/runs/cancel`, body, who)
  const ids = [await started('many 1'), await started('many 2'), await started('many 3')]
  const some = await cancelAll({ ids: [ids[0], ids[0], 'run_none'] })
  t.match(some.body, { runs: [{ id: ids[0] }], refused: [{ pointer: '#/ids/2', code: 'not_found' }], more: false })
  t.match((await ended(`${products}/runs/${ids[0]}`)).body, { status: 'cancelled' })
  t.strictSame((await cancelAll({ product: 'notes' })).body.runs, [])
  t.strictSame((await cancelAll({ product: 'controlled', action: 'hang' })).body.runs, [])
  t.strictSame((await cancelAll({ all: true }, await bearer('bob'))).body.runs, [])
  const narrow = await bearer('demo', 'controlled:execute')
  t.strictSame((await cancelAll({ all: true }, narrow)).body, { runs: [], refused: [], more: false })
  t.match((await cancelAll({ ids: [ids[1]] }, narrow)).body, { refused: [{ code: 'insufficient_scope' }] })
  const of = (await cancelAll({ product: 'controlled', action: 'pass' })).body
  t.strictSame(of.runs.map(({ id }: { id: string }) => id).toSorted(), [ids[1], ids[2]].toSorted())
  for (const id of ids) t.match((await ended(`${products}/runs/${id}`)).body, { status: 'cancelled' })
  for (const body of [{}, { all: false }, { all: true, product: 'controlled' }, { action: 'pass' }, { ids: [] }])
    t.match(await cancelAll(body), { status: 400, body: { code: 'invalid_input' } })
})

t.test('an account has so many open runs, and waits so long in one request', async t => {
  const { send, read, cancel } = await host(t, {
    deployment: { billing: 'none', rate: { openRuns: 2, waitSeconds: 2 } }
  })
  const paths: string[] = []
  for (const id of ['open 1', 'open 2'])
    paths.push((await send({ action: 'pass', id, how: 'wait' })).headers.get('location') ?? '')
  t.match(await send({ action: 'pass', id: 'open 3' }), { status: 429, body: { code: 'rate_limited' } })
  t.match(await read(`${paths[0]}?wait=3`), { status: 400 })
  const waited = await send({ action: 'pass', id: 'open 3' }, { Prefer: 'respond-async, wait=50' })
  t.equal(waited.status, 429)
  for (const path of paths) {
    await cancel(path)
    await read(`${path}?wait=2`)
  }
  const next = await send({ action: 'pass', id: 'open 4' }, { Prefer: 'respond-async, wait=50' })
  t.equal(next.headers.get('preference-applied'), 'respond-async, wait=2')
})

t.test('a run whose host stops again and again is given up', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const body = { action: 'pass', id: 'poison', how: 'wait', isSafe: true }
  const hosts = [await host(t, { store, clock })]
  const path = (await hosts[0]?.send(body))?.headers.get('location') ?? ''
  for (let attempt = 1; attempt <= 5; attempt++) {
    while ((await hosts[0]?.read(path))?.body.attempts !== attempt);
    clock.advance(15_000)
    hosts.unshift(await host(t, { store, clock }))
    void hosts[0]?.host.runDueJobs()
  }
  t.match((await hosts[0]?.ended(path))?.body, { status: 'failed', problem: { code: 'product_error' } })
  t.equal(await hosts[0]?.runs('poison'), 5)
  opened.reach('poison')
})

t.test('the input of a run is encrypted in the store, and goes with it after seven days', async t => {
  const { send, read, ended, stored, clock } = await host(t)
  const { headers } = await send({ action: 'pass', id: 'a secret id', how: 'wait' })
  await begun.reached('a secret id')
  const rest = (await stored()).replace(/"runs:a secret id"|runs:a secret id/g, '')
  t.notMatch(rest, 'a secret id')
  opened.reach('a secret id')
  const path = headers.get('location') ?? ''
  await ended(path)
  clock.advance(7 * 24 * 60 * 60 * 1_000 - 1)
  t.equal((await read(path)).status, 200)
  clock.advance(1)
  t.equal((await read(path)).status, 404)
  t.strictSame((await read(`${products}/runs`)).body, { runs: [], next: null })
})

t.test('a run that its host does not finish is run again only if that does no harm', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock })
  const two = await host(t, { store, clock })
  for (const isSafe of [false, true]) {
    const id = `lost ${isSafe}`
    const path = (await one.send({ action: 'pass', id, how: 'report', isSafe })).headers.get('location') ?? ''
    await begun.reached(id)
    t.match((await two.read(path)).body, { status: 'running', progress: { done: 1, total: 2, message: 'Counted.' } })
    clock.advance(14_999)
    await two.host.runDueJobs()
    t.match((await two.read(path)).body, { status: 'running', attempts: 1 })
    clock.advance(1)
    const due = two.host.runDueJobs()
    if (isSafe) while ((await two.runs(id)) < 2);
    else t.match((await two.ended(path)).body, { status: 'failed', problem: { code: 'outcome_unknown' }, attempts: 2 })
    opened.reach(id)
    await due
    const { body } = await two.ended(path)
    t.match(body, isSafe ? { status: 'succeeded', result: { detail: { runs: 2 } } } : { status: 'failed' })
    t.equal(await two.runs(id), isSafe ? 2 : 1)
    const [createdAt, again] = isSafe ? ['15', '30'] : ['00', '15']
    t.match(body, {
      keyId: demoKeyId,
      createdAt: `2026-01-01T00:00:${createdAt}.000Z`,
      startedAt: `2026-01-01T00:00:${again}.000Z`,
      endedAt: `2026-01-01T00:00:${again}.000Z`
    })
  }
})

t.test('a run goes on as the session or key that started it may go on', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock, environment: { SHUTDOWN_GRACE_MS: '50' } })
  const ada = await signedUp(one.call)
  const body = (id: string) => ({ action: 'pass', id, how: 'wait', isSafe: true })
  const paths: Record<string, string> = {}
  const inSession = async (id: string) => {
    const { headers } = await ada('POST', '/products/controlled/execute', body(id), later)
    paths[id] = headers.get('location') ?? ''
    await begun.reached(id)
  }
  await inSession('of an ended session')
  await ada('DELETE', '/sessions')
  await ada('POST', '/sessions', { email: 'ada@example.org', password })
  await inSession('of a session')
  for (const id of ['of a revoked key', 'of a key']) {
    const { key, id: keyId } = (await ada('POST', '/keys', { name: id })).body
    paths[id] = (await one.send(body(id), {}, { Authorization: `Bearer ${key}` })).headers.get('location') ?? ''
    await begun.reached(id)
    if (id === 'of a revoked key') t.equal((await ada('DELETE', `/keys/${keyId}`)).status, 204)
  }
  await one.stop()
  for (const id of Object.keys(paths)) opened.reach(id)
  const two = await host(t, { store, clock })
  const owner = await two.bearer(ada.id)
  const problem = (code: string) => ({ status: 'failed', problem: { code } })
  for (const [id, expected] of [
    ['of an ended session', problem('session_required')],
    ['of a session', { status: 'succeeded', attempts: 1 }],
    ['of a revoked key', problem('revoked_key')],
    ['of a key', { status: 'succeeded', attempts: 1 }]
  ] as const)
    t.match((await two.ended(paths[id] ?? '', owner)).body, expected, id)
})

/** Runs of an account that nothing runs. */
async function waitingRuns() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const signals = new RunSignals()
  const store = await Store.open(memoryBackend(clock.now))
  const stored = new RunStore(
    store,
    new Cipher([Buffer.alloc(32)]),
    clock,
    { ...usualDeployment([]).rates, openRuns: 2_000 },
    signals,
    accountEvents(store, clock),
    new Hold(store, console)
  )
  const by = { keyId: 'key_1', scopes: [] }
  const asked = { slug: 'notes', action: 'add', requestId: 'request-1', by, fields: {} }
  const create = async () => (await stored.create('ada', asked)).run.id
  return { create, runs: new Runs(stored, signals, new Registry()), caller: { account: 'ada', keyId: 'key_1' } }
}

t.test('a thousand runs are cancelled at once, and the answer says whether there are more', async t => {
  const { create, runs, caller } = await waitingRuns()
  const cancelled = async () => {
    const { runs: found, refused, more } = await runs.cancelAll(caller, {})
    return [found.length, refused, more]
  }
  const ids: string[] = []
  while (ids.length < 1_000) ids.push(await create())
  t.strictSame(await cancelled(), [1_000, [], false])
  while (ids.length < 2_001) ids.push(await create())
  t.strictSame(await cancelled(), [1_000, [], true])
  t.strictSame(await cancelled(), [1, [], false])
})

t.test('who has left waits no longer', async t => {
  const { create, runs, caller } = await waitingRuns()
  const id = await create()
  const left = new AbortController()
  const waiting = runs.ended(caller, id, 60_000, left.signal)
  await turn()
  left.abort()
  t.match(await waiting, { id, status: 'queued' })
})

t.test('the plan of a run that a session started is confirmed by its account holder alone', async t => {
  const { call } = await host(t, { plugins: carefulPlugin })
  const ada = await signedUp(call)
  const eve = await signedUp(call, 'eve@example.org')
  const wiped = async () => {
    const { body } = await ada('POST', '/products/careful/execute', { action: 'wipe', topic: 'old' }, later)
    return (await ada('GET', `/products/runs/${body.id}?wait=60`)).body
  }
  const asked = await wiped()
  t.match(asked, { status: 'failed', result: { detail: { error: { code: 'needs_confirmation' } } } })
  const page = asked.result.detail.error.details.links.confirmation
  t.match(await eve('POST', page), { status: 404 })
  t.match(await ada('POST', page), { status: 200, body: { ok: true, detail: { runs: 1 } } })
  t.match(await wiped(), { status: 'succeeded', result: { ok: true, detail: { runs: 1 } } })
})

t.test('a run is cancelled from another host', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock })
  const path = (await one.send({ action: 'pass', id: 'far', how: 'wait' })).headers.get('location') ?? ''
  await begun.reached('far')
  const two = await host(t, { store, clock })
  const askedAt = performance.now()
  t.match((await two.cancel(path)).body, { status: 'running' })
  t.match((await two.ended(path)).body, { status: 'cancelled' })
  t.ok(performance.now() - askedAt < 30_000, 'what another host does is seen before the wait is over')
})

t.test('what happens to a run is streamed until it ends, and goes on where its reader stopped', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock })
  const two = await host(t, { store, clock })
  const { body } = await one.send({ action: 'pass', id: 'steps', how: 'steps' })
  const path = `${products}/runs/${body.id}`
  const read: StreamedEvent[] = []
  for await (const event of follow(t, one.url + path)) {
    read.push(event)
    if (event.event === 'progress') break
  }
  t.match(read.at(-1), { event: 'progress', data: { done: 1, total: 3 } })
  const last = read.at(-1)?.id ?? ''
  opened.reach('steps 1')
  while ((await two.read(path)).body.progress?.done !== 2) await delay(10)
  opened.reach('steps 2')
  while ((await two.read(path)).body.progress?.done !== 3) await delay(10)
  const rest: StreamedEvent[] = []
  for await (const event of follow(t, two.url + path, { 'Last-Event-ID': last })) {
    rest.push(event)
    if (event.event === 'status' && event.data.status === 'running') opened.reach('steps 3')
  }
  const progress = rest.filter(({ event }) => event === 'progress').map(({ data }) => data.done)
  t.strictSame(progress, [2, 3], 'no report is missing, and none comes twice')
  t.match(
    rest.filter(({ event }) => event === 'status').map(({ data }) => data),
    [{ status: 'running' }, { status: 'succeeded', result: { ok: true, detail: { runs: 1 } } }]
  )
  const all: StreamedEvent[] = []
  for await (const event of follow(t, two.url + path)) all.push(event)
  t.strictSame(
    all.map(({ event, data }) => data.done ?? `${event} ${data.status}`),
    [1, 2, 3, 'status succeeded'],
    'a run that has ended is told from its beginning'
  )
})

t.test('what happens to a run is for those who may have its result, and for so many of them', async t => {
  const { send, read, bearer, url, call } = await host(t, { deployment: { billing: 'none', rate: { openStreams: 2 } } })
  const owner = await bearer('ada', 'controlled:execute', 'notes:execute')
  const { headers } = await send({ action: 'stay', id: 'followed', how: 'wait' }, {}, owner)
  const path = headers.get('location') ?? ''
  const events = `${path}/events`
  t.match(await read(events, await bearer('bob')), { status: 404, body: { code: 'not_found' } })
  t.match(await read(events, await bearer('ada', 'controlled:execute')), { status: 403 })
  t.match(await read(events, owner, { 'Last-Event-ID': 'seven' }), { status: 400, body: { code: 'invalid_header' } })
  t.match(await read(`${events}?after=1`, owner), { status: 400, body: { code: 'invalid_input' } })
  t.match(await read(`${products}/runs/run_0/events`, owner), { status: 404 })
  const following = [follow(t, url + path, owner), follow(t, url + path, owner)]
  for (const each of following) t.match(await each.next(), { value: { event: 'status' } })
  t.match(await read(events, owner), { status: 429, body: { code: 'too_many_concurrent' } })
  await following[0]?.return()
  for (const _again of [1, 2]) t.equal((await read(events, owner, { 'Last-Event-ID': 'seven' })).status, 400)
  t.match(await follow(t, url + path, owner).next(), { value: { event: 'status' } }, 'what was left is free again')
  t.equal((await call('POST', `${products}/keys/self/revoke`, undefined, owner)).status, 200)
  const now = performance.now.bind(performance)
  performance.now = () => now() + 15_001
  t.teardown(() => {
    performance.now = now
  })
  // Of a body that is cut off, undici of Node 22 says nothing where the connection was not to be kept.
  const statuses: string[] = []
  try {
    for await (const { data } of following[1] ?? []) statuses.push(data.status)
  } catch (error) {
    t.match(error, { message: 'terminated' })
  }
  t.notMatch(
    statuses.join(),
    /succeeded|failed/,
    'the stream of a key that was revoked is closed before the run has ended'
  )
  performance.now = now
  t.match((await read(path, await bearer('ada'))).body, { status: 'running' })
})

t.test('a host that stops ends the streams, so that their readers go on elsewhere', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock, environment: { SHUTDOWN_GRACE_MS: '20000' } })
  const { body } = await one.send({ action: 'pass', id: 'streamed', how: 'wait', isSafe: true })
  const events = follow(t, `${one.url}${products}/runs/${body.id}`)
  await begun.reached('streamed')
  await events.next()
  const stopped = one.stop()
  for await (const { data } of events) t.notMatch(data.status, /succeeded|failed/)
  opened.reach('streamed')
  await stopped
  t.pass('the stream ended before the host did')
})

t.test('a host that stops leaves a run to the next one, if it has not begun what must not be done twice', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock, environment: { SHUTDOWN_GRACE_MS: '50' } })
  const paths = new Map<boolean, string>()
  for (const isSafe of [false, true]) {
    const id = `stopped ${isSafe}`
    paths.set(isSafe, (await one.send({ action: 'pass', id, how: 'wait', isSafe })).headers.get('location') ?? '')
    await begun.reached(id)
  }
  await one.stop()
  for (const isSafe of [false, true]) opened.reach(`stopped ${isSafe}`)
  const two = await host(t, { store, clock })
  t.match((await two.ended(paths.get(true) ?? '')).body, { status: 'succeeded', result: { detail: { runs: 2 } } })
  t.match((await two.ended(paths.get(false) ?? '')).body, { status: 'failed', problem: { code: 'outcome_unknown' } })
  t.equal(await two.runs('stopped false'), 1)
})

t.test('runs are in the export of their account, and are erased with it', async t => {
  const { call, url, stored, clock, host: running } = await host(t)
  const ada = await signedUp(call)
  const accepted = await ada('POST', '/products/controlled/execute', { action: 'pass', id: 'exported' }, later)
  await ada('GET', `/products/runs/${accepted.body.id}?wait=60`)
  const exported = await fetch(`${url}/dashboard/api/export`, {
    headers: { Cookie: ada.cookie(), Connection: 'close' }
  })
  const lines = (await exported.text()).trim().split('\n')
  const [run] = lines.map(line => JSON.parse(line)).filter(({ kind }) => kind === 'run')
  t.match(run, {
    run: { productId: 'controlled', status: 'succeeded', input: { id: 'exported' }, result: { ok: true } }
  })
  t.notOk('sealed' in run.run)
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.notMatch(await stored(), accepted.body.id)
  clock.advance(10 * 60_000)
  await running.runDueJobs()
  t.notMatch(await stored(), accepted.body.id)
})

/** The events of a run, until the stream ends. */
function follow(t: Test, run: string, headers: Record<string, string> = {}) {
  return streamed(t, `${run}/events`, { ...demo, ...headers })
}
