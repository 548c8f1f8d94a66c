import { Client, NoAnswerError, RefusedError } from '@product-host/sdk/client'
import t, { type Test } from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { pauseAfter, usualPatience } from '../../sdk/dist/client/calls.js'
import { begun, opened } from '../fixtures/products/controlled.js'
import { connectionPlugin, controlledPlugin, hookedPlugin, notesPlugin, start } from '../fixtures/start-host.js'
import { cut, refuses, reset, says, scripted, silent, type Turn } from './scripted.js'

type Notes = {
  notes: {
    add: { input: { text: string }; detail: { id: string; text: string }; metrics: { characters: number } }
    latest: { input: { limit?: number }; detail: { notes: readonly { text: string }[] }; metrics: { notes: number } }
  }
}

const plugins = { ...notesPlugin, ...controlledPlugin, ...connectionPlugin, ...hookedPlugin }
const done = says(200, '{"ok":true,"detail":{}}')
const broken = says(200, '{"ok":tr')
const proxyPage = says(502, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' })

/** A client of a server that follows a script, with pauses of no length. */
async function against(t: Test, ...turns: [Turn, ...Turn[]]) {
  const { url, arrived } = await scripted(t, turns)
  const client = new Client({ url, key: 'key', patience: { pauseMs: 0 }, timeoutMs: 10_000 })
  return { client, arrived }
}

t.test('against a started host', async t => {
  const { url, keys } = await start(t, { plugins })
  const client = new Client<Notes>({ url, key: demoKey })

  t.test('execute gives the answer, typed by its action', async t => {
    const answer = await client.execute('notes', 'add', { text: 'milk' })
    t.match(answer, { ok: true, productId: 'notes', action: 'add', metrics: { characters: 4 } })
    if (answer.ok) t.equal(answer.detail.text, 'milk')
    const { detail } = await client.execute('notes', 'latest', {})
    t.match(detail, { notes: [{ text: 'milk' }] })
  })

  t.test('what the product foresaw is an answer and no error', async t => {
    const answer = await client.execute('notes', 'add', { text: 'dull' })
    t.match(answer, { ok: false, detail: { error: { code: 'too_dull', retryable: false }, hint: 'Be bold.' } })
  })

  t.test('the same Idempotency-Key does a thing once', async t => {
    const controlled = new Client({ url, key: demoKey })
    const call = () => controlled.execute('controlled', 'pass', { id: 'once' }, { idempotencyKey: 'the "one" \\ key' })
    t.match([await call(), await call()], [{ detail: { runs: 1 } }, { detail: { runs: 1 } }])
    t.match(await controlled.execute('controlled', 'pass', { id: 'once' }), { detail: { runs: 2 } })
  })

  t.test('a run is started, followed to its end, listed and cancelled', async t => {
    const controlled = new Client({ url, key: demoKey })
    const reports: unknown[] = []
    const running = controlled.run(
      'controlled',
      'pass',
      { id: 'client run', how: 'report' },
      { onProgress: report => reports.push(report) }
    )
    await begun.reached('client run')
    while (reports.length === 0) await new Promise(setImmediate)
    t.strictSame(reports, [{ done: 1, total: 2, message: 'Counted.' }])
    opened.reach('client run')
    const run = await running
    t.match(run, { status: 'succeeded', result: { ok: true, detail: { runs: 1 } } })
    t.match(await controlled.readRun(run.id), { id: run.id, status: 'succeeded' })
    t.match(await controlled.runs({ status: 'succeeded', limit: 1 }), { runs: [{ id: run.id }], next: null })
    const started = await controlled.start('controlled', 'pass', { id: 'client cancels', how: 'wait' })
    await begun.reached('client cancels')
    t.match(await controlled.cancelRun(started.id), { status: 'running', cancelRequestedAt: /^20/ })
  })

  t.test('several runs are cancelled, and one of them is run again', async t => {
    const controlled = new Client({ url, key: demoKey })
    const { id } = await controlled.start('controlled', 'pass', { id: 'client many', how: 'wait' })
    await begun.reached('client many')
    t.match(await controlled.cancelRuns({ ids: [id, 'run_none'] }), {
      runs: [{ id }],
      refused: [{ pointer: '#/ids/1', code: 'not_found' }],
      more: false
    })
    while ((await controlled.readRun(id)).status !== 'cancelled');
    opened.reach('client many')
    await t.rejects(controlled.replayRun(id), { code: 'outcome_unknown' })
    t.match(await controlled.replayRun(id, { mayRepeat: true }), { status: 'queued', replayOf: id })
  })

  t.test('a hook is made, read, changed, gets another URL and is deleted', async t => {
    const made = await keys.create('acme', 'maker', undefined, ['hooked:execute', 'account:webhooks'])
    const { hooks } = new Client({ url, key: made.key })
    const { url: first, ...hook } = await hooks.create({ product: 'hooked', hook: 'any', name: 'A form' })
    t.match(first, /\/hooks\/hooked\/phh_/)
    t.strictSame(await hooks.list(), [hook])
    t.match(await hooks.change(hook.id, { input: { folder: 'a' } }), { input: { folder: 'a' } })
    t.match(await hooks.resume(hook.id), { id: hook.id })
    const rotated = await hooks.rotate(hook.id, 60)
    t.not(rotated.url, first)
    t.equal(rotated.tokens.length, 2)
    t.match(await hooks.get(hook.id), { id: hook.id, enabled: true })
    await hooks.delete(hook.id)
    await t.rejects(hooks.get(hook.id), { code: 'not_found' })
  })

  t.test('a schedule is made, read, changed, run at once and deleted', async t => {
    const { schedules } = new Client({ url, key: demoKey })
    const made = await schedules.create({
      name: 'New year',
      cron: '0 8 1 1 *',
      product: 'controlled',
      action: 'count',
      input: { id: 'of a schedule' }
    })
    t.match(made, { name: 'New year', timezone: 'UTC', enabled: true, next: { length: 5 } })
    t.strictSame(await schedules.list(), [made])
    t.match(await schedules.change(made.id, { timezone: 'Europe/Berlin' }), { timezone: 'Europe/Berlin' })
    t.match(await schedules.resume(made.id), { id: made.id })
    t.match(await schedules.run(made.id), { schedule: made.id, status: 'queued' })
    t.strictSame(await schedules.firings(made.id), { firings: [], next: null })
    t.match(await schedules.firings(made.id, '5'), { firings: [] })
    await schedules.delete(made.id)
    await t.rejects(schedules.get(made.id), { code: 'not_found' })
  })

  t.test('a webhook endpoint is made, changed, tested and deleted', async t => {
    const { key } = await keys.create('ada', 'a key', undefined, ['account:webhooks'])
    const { webhooks } = new Client({ url, key })
    const { secret, ...made } = await webhooks.create({ url: 'https://10.0.0.1/', enabled: false })
    t.match(secret, /^whsec_/)
    t.strictSame(await webhooks.list(), [made])
    t.strictSame(await webhooks.get(made.id), made)
    t.match(await webhooks.change(made.id, { events: ['run.failed'] }), { events: ['run.failed'] })
    t.match(await webhooks.change(made.id, { url: 'https://10.0.0.2/' }), { secret: /^whsec_/ })
    t.match(await webhooks.renewSecret(made.id), { secret: /^whsec_/, previousSecretUntil: /^20/ })
    t.match(await webhooks.test(made.id), { eventId: /^evt_/ })
    t.match(await webhooks.deliveries(made.id), { next: null })
    t.strictSame(await webhooks.deliveries(made.id, '0'), { deliveries: [], next: null })
    await t.rejects(webhooks.replaySince(made.id, '2026-01-01T00:00:00Z'), { code: 'webhook_paused' })
    await webhooks.change(made.id, { enabled: true })
    t.strictSame(await webhooks.replaySince(made.id, '2026-01-01T00:00:00Z'), { replayed: 0, next: null })
    await t.rejects(webhooks.replay(made.id, 'evt_none'), { code: 'not_found' })
    await webhooks.delete(made.id)
    await t.rejects(webhooks.get(made.id), { code: 'not_found' })
    await t.rejects(client.webhooks.list(), { code: 'insufficient_scope' })
  })

  t.test('a run whose caller gives up is cancelled', async t => {
    const controlled = new Client({ url, key: demoKey })
    const giveUp = new AbortController()
    const running = controlled.run('controlled', 'pass', { id: 'given up run', how: 'wait' }, { signal: giveUp.signal })
    await begun.reached('given up run')
    giveUp.abort(new Error('no longer needed'))
    await t.rejects(running, { message: 'no longer needed' })
    const [run] = (await controlled.runs({ product: 'controlled' })).runs
    t.ok(run?.cancelRequestedAt !== undefined)
  })

  t.test('a refusal is a typed error', async t => {
    const error = await client.execute('notes', 'add', { text: '' }).catch(error => error)
    t.ok(error instanceof RefusedError)
    t.match(error, {
      code: 'invalid_input',
      status: 400,
      retryable: false,
      requestId: /^.{36}$/,
      errors: [{ pointer: '#/text', code: 'min_length' }],
      message: /invalid_input/
    })
    await t.rejects(new Client({ url }).execute('notes', 'add', { text: 'milk' }), { code: 'missing_key', status: 401 })
    await t.rejects(client.execute('notes', 'latest', {}, { contract: 'sha256-0' }), { code: 'contract_changed' })
  })

  t.test('describe, catalogue and usage', async t => {
    const { contract, actions } = await client.describe('notes')
    t.match(actions, [{ name: 'add' }, { name: 'latest' }])
    t.match(await client.execute('notes', 'latest', {}, { contract: contract.digest }), { ok: true })
    t.match(await client.catalogue(), [
      { slug: 'notes', config: false },
      { slug: 'controlled' },
      { slug: 'connection' }
    ])
    t.match(await client.usage({ product: 'notes' }), { usage: [{ product: 'notes' }], totals: { calls: Number } })
  })

  t.test('a config is read, judged, saved under its tag, and remembered', async t => {
    const { key } = await keys.create('someone', 'config')
    const config = new Client({ url, key }).config('connection')
    const never = await config.get()
    t.match(never, { revision: 0, settings: {}, etag: '"0"' })
    t.match(await config.put({ settings: { colour: 'red' } }, { isDryRun: true }), { revision: 1 })
    const saved = await config.put({ settings: { colour: 'red' } }, { ifMatch: never.etag })
    t.match(saved, { revision: 1, settings: { colour: 'red' }, etag: '"1"' })
    await t.rejects(config.put({ enabled: false }, { ifMatch: never.etag }), { code: 'revision_conflict', status: 412 })
    t.match(await config.revisions(), [{ revision: 1, changed: ['colour'] }])
  })

  t.test('a call that is given up ends with the reason, and ends at the host', async t => {
    const controlled = new Client({ url, key: demoKey })
    const giving = new AbortController()
    const call = controlled.execute('controlled', 'pass', { id: 'given up', how: 'wait' }, { signal: giving.signal })
    await begun.reached('given up')
    const reason = new Error('enough')
    giving.abort(reason)
    t.equal(await call.catch(error => error), reason)
  })
})

/** Sends these texts as server-sent events, then ends, or breaks the connection. */
function streams(how: 'ends' | 'breaks', ...events: readonly string[]): Turn {
  return response => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(events.join(''), () => (how === 'ends' ? response.end() : response.socket?.destroy()))
  }
}

const accepted = says(202, '{"id":"run_1","status":"queued"}')
const ended = '{"id":"run_1","status":"succeeded","result":{"ok":true}}'
const running = 'event: status\ndata: {"id":"run_1","status":"running"}\n\n'
const progressAt = (done: number) => `id: r${done}\nevent: progress\ndata: {"done":${done}}\n\n`
const statusEnded = `event: status\ndata: ${ended}\n\n`

/** A run against a server that follows a script: what came of it, what was reported, and what was asked after its start. */
async function runAgainst(t: Test, ...turns: readonly Turn[]) {
  const { client, arrived } = await against(t, accepted, ...turns)
  const reports: unknown[] = []
  const run = await client.run('core', 'gather', {}, { onProgress: ({ done }) => reports.push(done) })
  const asked = arrived
    .slice(1)
    .map(({ path, headers }) => `${path.slice('/api/v1/products/runs/run_1'.length)} ${headers['last-event-id'] ?? ''}`)
  return { run, reports, asked: asked.map(each => each.trimEnd()) }
}

t.test('a run is followed by one stream, and told of every report', async t => {
  const stream = streams(
    'ends',
    'retry: 1000\n',
    running,
    progressAt(1),
    ': nothing new\n\n',
    progressAt(2),
    statusEnded
  )
  const { run, reports, asked } = await runAgainst(t, stream)
  t.match(run, { status: 'succeeded', result: { ok: true } })
  t.strictSame(reports, [1, 2])
  t.strictSame(asked, ['/events'])
})

t.test('a stream that breaks or ends early is opened again after the last report', async t => {
  const { run, reports, asked } = await runAgainst(
    t,
    streams('breaks', running, progressAt(1)),
    reset,
    streams('ends', running, progressAt(2)),
    streams('ends', progressAt(3), statusEnded)
  )
  t.match(run, { status: 'succeeded' })
  t.strictSame(reports, [1, 2, 3])
  t.strictSame(asked, ['/events', '/events r1', '/events r1', '/events r2'])
})

t.test('a run whose stream is refused, is no stream, or breaks again and again is asked for instead', async t => {
  const polled = says(200, ended)
  const stillRunning = says(200, '{"id":"run_1","status":"running","progress":{"done":1}}', { ETag: '"1"' })
  const refused = refuses(429, 'too_many_concurrent', true, { 'Retry-After': '1' })
  for (const [turns, streamed] of [
    [[refused], 1],
    [[says(200, '<p>A page</p>', { 'Content-Type': 'text/html' })], 1],
    [[reset, reset, reset, reset], 4]
  ] as const) {
    const { run, reports, asked } = await runAgainst(t, ...turns, stillRunning, polled)
    t.match(run, { status: 'succeeded' })
    t.strictSame(reports, [1])
    t.strictSame(asked, [...Array(streamed).fill('/events'), '?wait=30', '?wait=30'])
  }
})

t.test('of more runs at once than may be followed, the others are asked for', async t => {
  const deployment = { billing: 'none', rate: { openStreams: 1 } }
  const { url } = await start(t, { plugins, deployment })
  const client = new Client({ url, key: demoKey })
  const ids = ['followed one', 'followed two', 'followed three']
  const reports: string[] = []
  const runs = ids.map(id =>
    client.run('controlled', 'pass', { id, how: 'report' }, { onProgress: () => reports.push(id) })
  )
  for (const id of ids) await begun.reached(id)
  while (reports.length < ids.length) await new Promise(setImmediate)
  for (const id of ids) opened.reach(id)
  for (const run of await Promise.all(runs)) t.match(run, { status: 'succeeded' })
  t.strictSame(reports.toSorted(), ids.toSorted())
})

t.test('a browser’s session stands for a key', async t => {
  const { url, arrived } = await scripted(t, [done])
  const client = new Client({ url: `${url}/dashboard/api/` })
  await client.execute('core', 'recall', { key: 'colour' })
  t.match(arrived, [{ method: 'POST', path: '/dashboard/api/products/core/execute' }])
  t.equal(arrived[0]?.headers.authorization, undefined)
})

t.test('a call is sent again, under the same key, after everything that may pass', async t => {
  for (const [name, turn] of Object.entries({
    reset,
    cut,
    broken,
    proxyPage,
    limited: refuses(429, 'rate_limited', true),
    away: refuses(503, 'store_unavailable', true),
    stopping: refuses(503, 'shutting_down', true),
    running: refuses(409, 'idempotency_in_progress', true)
  })) {
    const { client, arrived } = await against(t, turn, turn, done)
    t.match(await client.execute('core', 'remember', { key: 'a', value: 'b' }), { ok: true }, name)
    t.equal(arrived.length, 3, name)
    const [first] = arrived
    t.match(first?.headers['idempotency-key'], /^"[0-9a-f]{32}"$/)
    for (const { headers, body } of arrived) {
      t.equal(headers['idempotency-key'], first?.headers['idempotency-key'])
      t.strictSame(JSON.parse(body), { action: 'remember', key: 'a', value: 'b' })
      t.equal(headers.authorization, 'Bearer key')
    }
  }
})

t.test('each execution has a key of its own', async t => {
  const { client, arrived } = await against(t, done)
  await client.execute('core', 'recall', {})
  await client.execute('core', 'recall', {})
  t.not(arrived[0]?.headers['idempotency-key'], arrived[1]?.headers['idempotency-key'])
})

t.test('what will not pass is not sent again', async t => {
  for (const [name, turn, expected] of [
    ['refused', refuses(400, 'invalid_input', false), { code: 'invalid_input' }],
    ['failed', refuses(500, 'internal_error', false), { code: 'internal_error' }],
    ['replayed', refuses(504, 'product_timeout', true, { 'Idempotent-Replayed': 'true' }), { isReplayed: true }],
    ['elsewhere', says(404, '<h1>Not here</h1>'), { code: 'unreadable', status: 404 }],
    ['moved', says(302, '', { Location: 'http://127.0.0.1:9/' }), { code: 'unreadable', status: 302 }]
  ] as const) {
    const { client, arrived } = await against(t, turn, done)
    t.match(await client.execute('core', 'recall', {}).catch(error => error), expected, name)
    t.equal(arrived.length, 1, name)
  }
})

t.test('after the last try the error is the last one', async t => {
  const limited = await against(t, refuses(429, 'rate_limited', true))
  await t.rejects(limited.client.execute('core', 'recall', {}), { name: 'RefusedError', code: 'rate_limited' })
  t.equal(limited.arrived.length, 4)
  const away = await against(t, reset)
  const error = await away.client.execute('core', 'recall', {}).catch(error => error)
  t.ok(error instanceof NoAnswerError)
  t.match(error, { code: 'unreachable', retryable: true, cause: Error })
  t.equal(away.arrived.length, 4)
})

t.test('a config that is saved on a condition is not saved again when no answer came', async t => {
  const lost = await against(t, reset, done)
  await t.rejects(lost.client.config('wealthnode').put({}, { ifMatch: '"1"' }), { code: 'unreachable' })
  t.equal(lost.arrived.length, 1)
  const limited = await against(t, refuses(429, 'rate_limited', true), says(200, '{}'))
  await limited.client.config('wealthnode').put({}, { ifMatch: '"1"' })
  t.equal(limited.arrived.length, 2)
  const plain = await against(t, reset, says(200, '{}'))
  await plain.client.config('wealthnode').put({ enabled: true })
  t.equal(plain.arrived.length, 2)
})

t.test('the whole of a call ends at its deadline', async t => {
  const { client, arrived } = await against(t, refuses(503, 'overloaded', true), silent)
  await t.rejects(client.execute('core', 'recall', {}, { timeoutMs: 200 }), { name: 'NoAnswerError', code: 'deadline' })
  t.equal(arrived.length, 2)
})

t.test('a host that asks for more patience than there is time for is not asked again', async t => {
  const { client, arrived } = await against(t, refuses(429, 'rate_limited', true, { 'Retry-After': '3600' }), done)
  await t.rejects(client.execute('core', 'recall', {}), { code: 'rate_limited', retryAfterSeconds: 3600 })
  t.equal(arrived.length, 1)
})

t.test('a proxy is heard too, in seconds or by the clock', async t => {
  for (const retryAfter of ['3600', new Date(Date.now() + 3_600_000).toUTCString()]) {
    const { client, arrived } = await against(t, says(503, 'Not now.', { 'Retry-After': retryAfter }), done)
    const error = await client.execute('core', 'recall', {}).catch(error => error)
    t.match(error, { code: 'unreadable', status: 503 })
    t.ok(error.retryAfterSeconds > 3_500 && error.retryAfterSeconds <= 3_600)
    t.equal(arrived.length, 1)
  }
})

t.test('a call that is given up while it pauses ends at once', async t => {
  const giving = new AbortController()
  const patient = refuses(429, 'rate_limited', true, { 'Retry-After': '30' })
  const { url, arrived } = await scripted(t, [
    response => {
      response.once('close', () => setImmediate(() => giving.abort()))
      patient(response)
    }
  ])
  const call = new Client({ url }).execute('core', 'recall', {}, { signal: giving.signal })
  await t.rejects(call, { name: 'AbortError' })
  await t.rejects(new Client({ url }).describe('core', { signal: giving.signal }), { name: 'AbortError' })
  t.equal(arrived.length, 1)
})

t.test('pauses grow, vary, and are never shorter than what the host asks for', async t => {
  const at = (tryNumber: number, chance: number, retryAfter?: number) =>
    pauseAfter(tryNumber, retryAfter, usualPatience, chance)
  t.strictSame(
    [1, 2, 3, 4, 5, 6, 7].map(tryNumber => at(tryNumber, 1)),
    [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]
  )
  t.equal(at(3, 0), 0)
  t.equal(at(3, 0.25), 250)
  t.equal(at(1, 0, 7), 7_000)
  t.equal(at(1, 1, 7), 7_250)
})
