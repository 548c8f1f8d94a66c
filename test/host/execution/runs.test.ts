import '../../fixtures/teardown-order.js'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { demoKeyId } from '../../../host/dist/base/caller.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { Runs } from '../../../host/dist/execution/runs.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { RunStore } from '../../../host/dist/runs/run-store.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, type HostOptions, movableClock, notesPlugin, start } from '../../fixtures/start-host.js'

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
  const still = await read(`${path}?wait=1`, demo, { 'If-None-Match': tag })
  t.strictSame([still.status, still.headers.get('etag')], [304, tag])
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

t.test('who has left waits no longer', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const signals = new RunSignals()
  const stored = new RunStore(
    await Store.open(memoryBackend(clock.now)),
    new Cipher([Buffer.alloc(32)]),
    clock,
    signals
  )
  const by = { keyId: 'key_1', scopes: [] }
  const { id } = await stored.create('ada', { slug: 'notes', action: 'add', requestId: 'request-1', by, fields: {} })
  const left = new AbortController()
  const waiting = new Runs(stored, signals).ended({ account: 'ada', keyId: 'key_1' }, id, 60_000, left.signal)
  await turn()
  left.abort()
  t.match(await waiting, { id, status: 'queued' })
})

t.test('a run is cancelled from another host', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const one = await host(t, { store, clock })
  const path = (await one.send({ action: 'pass', id: 'far', how: 'wait' })).headers.get('location') ?? ''
  await begun.reached('far')
  const two = await host(t, { store, clock })
  t.match((await two.cancel(path)).body, { status: 'running' })
  t.match((await two.ended(path)).body, { status: 'cancelled' })
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
