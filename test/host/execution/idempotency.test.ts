import '../../fixtures/teardown-order.js'
import { hash } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Problem, StoreUnavailable } from '../../../host/dist/base/problems.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { Idempotency, leaseReserveMs } from '../../../host/dist/execution/idempotency.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, type HostOptions, notesPlugin, standStill, start } from '../../fixtures/start-host.js'
import { storeKinds } from '../../fixtures/stores.js'

const path = '/api/v1/products/controlled/execute'
const key = { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json', Connection: 'close' }
const hour = 60 * 60 * 1000

/** A host that is asked with an Idempotency-Key, and answers in bytes. */
async function host(t: Test, options: HostOptions = {}) {
  const started = await start(t, { plugins: { ...controlledPlugin, ...notesPlugin }, ...options })
  const send = async (idempotencyKey: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(started.url + path, {
      method: 'POST',
      headers: { ...key, 'Idempotency-Key': idempotencyKey, ...headers },
      body: JSON.stringify(body)
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const runs = async (id: string) =>
    (await started.call('POST', path, { action: 'count', id }, key)).body.detail.runs as number
  return { ...started, send, runs }
}

function codeOf({ text }: { text: string }): string {
  return JSON.parse(text).code
}

t.test('the same request again gets the same bytes, and is not run again', async t => {
  const { send, runs, lines } = await host(t)
  const first = await send('a', { action: 'pass', id: 'one' })
  const again = await send('a', { action: 'pass', id: 'one' })
  t.equal(first.status, 200)
  t.equal(again.status, 200)
  t.equal(again.text, first.text)
  for (const name of ['content-type', 'cache-control', 'product-contract', 'content-length'])
    t.equal(again.headers.get(name), first.headers.get(name))
  t.equal(first.headers.get('idempotent-replayed'), null)
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.not(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
  t.equal(await runs('one'), 1)
  t.equal(lines.filter(line => line.includes('"replayed":true')).length, 1)
})

t.test(
  'the same is asked whatever the order, the defaults and the quotes; anything else is another request',
  async t => {
    const { send, runs } = await host(t)
    const { text } = await send('a', { action: 'pass', id: 'one', size: 2, ignored: { x: 1, y: 2 } })
    const same = { how: 'well', ignored: { y: 2, x: 1 }, size: 2, external: false, id: 'one', action: 'pass' }
    t.equal((await send('"a"', same)).text, text)
    for (const other of [
      { action: 'count', id: 'one' },
      { action: 'pass', id: 'one', size: 4, ignored: { x: 1, y: 2 } },
      { action: 'pass', id: 'one', size: 2 }
    ]) {
      const refused = await send('a', other)
      t.equal(refused.status, 422)
      t.equal(codeOf(refused), 'idempotency_key_reused')
    }
    t.equal(await runs('one'), 1)
  }
)

t.test('a key has 1 to 255 printable characters, bare or quoted, and is sent once', async t => {
  const { url, send } = await host(t)
  const body = { action: 'count', id: 'one' }
  for (const good of [
    'a',
    'x'.repeat(255),
    `"${'x'.repeat(255)}"`,
    '"a \\"quoted\\" key"',
    'with spaces',
    '8e03-97{}=/;'
  ])
    t.equal((await send(good, body)).status, 200, good)
  for (const bad of ['', '""', '"', '"a', '"a"b', '"a\\b"', 'x'.repeat(256), `"${'x'.repeat(256)}"`, 'é', 'a\tb']) {
    const refused = await send(bad, body)
    t.equal(refused.status, 400, bad)
    t.equal(codeOf(refused), 'invalid_header')
  }
  const twice = await new Promise<number | undefined>(resolve => {
    const sent = request(url + path, { method: 'POST', headers: { ...key, 'Idempotency-Key': ['a', 'b'] } })
    sent.on('response', response => resolve(response.resume().statusCode))
    sent.end(JSON.stringify(body))
  })
  t.equal(twice, 400)
})

t.test('accounts and products have their own keys', async t => {
  const { send, call, keys, runs } = await host(t)
  const other = { Authorization: `Bearer ${(await keys.create('someone', 'a key')).key}` }
  await send('a', { action: 'pass', id: 'one' })
  t.equal((await send('a', { action: 'pass', id: 'two' }, other)).headers.get('idempotent-replayed'), null)
  const notes = await call(
    'POST',
    '/api/v1/products/notes/execute',
    { action: 'latest' },
    { ...key, 'Idempotency-Key': 'a' }
  )
  t.equal(notes.status, 200)
  t.equal(await runs('one'), 1)
})

t.test(
  'answers and refusals of a run are stored; a failure frees the key only where a second run does no harm',
  async t => {
    const { send, runs } = await host(t)
    for (const [how, isSafe, statuses, runCount] of [
      ['well', false, [200, 200], 1],
      ['fail', false, [200, 200], 1],
      ['refuse', false, [400, 400], 1],
      ['bug', false, [502, 409], 1],
      ['bug', true, [502, 502], 2]
    ] as const) {
      const id = `${how} ${isSafe}`
      const first = await send(id, { action: 'pass', id, how, isSafe })
      const again = await send(id, { action: 'pass', id, how, isSafe })
      t.strictSame([first.status, again.status], statuses, id)
      const isReplay = how !== 'bug'
      t.equal(again.text === first.text, isReplay, id)
      t.equal(again.headers.get('idempotent-replayed'), isReplay ? 'true' : null)
      t.equal(await runs(id), runCount)
    }
  }
)

t.test(
  'a fault of the store frees the key of an action that is safe to repeat: once it is mended, it runs',
  async t => {
    const { store } = await timed()
    const { send, runs } = await host(t, { store })
    const body = { action: 'pass', id: 'damaged', external: true, isSafe: true }
    await store.keyv.set('data:{demo/controlled}:runs:damaged', 'not JSON')
    const failed = await send('a', body)
    t.match([failed.status, codeOf(failed)], [500, 'internal_error'])
    await store.keyv.delete('data:{demo/controlled}:runs:damaged')
    const mended = await send('a', body)
    t.match([mended.status, mended.headers.get('idempotent-replayed')], [200, null])
    t.equal(await runs('damaged'), 1)
  }
)

t.test(
  'after a time-out the key runs again where a second run does no harm, and has an unknown outcome elsewhere',
  async t => {
    const { send, runs } = await host(t)
    for (const [external, isSafe] of [
      [true, false],
      [false, false],
      [true, true],
      [false, true]
    ]) {
      const id = `hang ${external} ${isSafe}`
      const body = { action: 'hang', id, external, isSafe }
      const first = await send(id, body)
      const again = await send(id, body)
      t.strictSame([first.status, again.status], [504, isSafe ? 504 : 409], id)
      t.equal(await runs(id), isSafe ? 2 : 1, id)
      t.match(JSON.parse(first.text).retryable, isSafe, id)
      if (isSafe) continue
      const { code, retryable, outcome } = JSON.parse(again.text)
      t.match({ code, retryable }, { code: 'outcome_unknown', retryable: false })
      t.match(outcome, { action: 'hang', failure: 'product_timeout', requestId: JSON.parse(first.text).requestId })
      t.ok(outcome.host.length > 0 && Date.parse(outcome.beganAt) < Date.parse(outcome.deadlineAt))
    }
  }
)

t.test('a failure of an action that has begun is retryable only where a second run does no harm', async t => {
  const { backend, store } = await timed()
  const { call } = await host(t, { store })
  const { commit } = backend
  for (const [isSafe, external, retryable] of [
    [false, false, false],
    [false, true, false],
    [true, true, true],
    [true, false, true]
  ] as const) {
    const body = { id: `${isSafe} ${external}`, external, isSafe }
    const timedOut = await call('POST', path, { action: 'hang', ...body }, key)
    t.match(timedOut, { status: 504, body: { retryable } }, `504, ${body.id}`)
    Object.assign(backend, {
      commit: async () => {
        throw new StoreUnavailable('away')
      }
    })
    const away = await call('POST', path, { action: 'pass', ...body }, key)
    t.match(away, { status: 503, body: { code: 'store_unavailable', retryable } }, `503, ${body.id}`)
    t.match(away.headers.get('retry-after'), /^\d+$/)
    Object.assign(backend, { commit })
  }
})

t.test('an action that is cut off by a stop is retryable only where a second run does no harm', async t => {
  for (const isSafe of [true, false]) {
    const { send, stop } = await host(t, { environment: { SHUTDOWN_GRACE_MS: '50' } })
    const id = `cut ${isSafe}`
    const cut = send('a', { action: 'pass', id, how: 'wait', isSafe })
    await begun.reached(id)
    await stop()
    const { status, text } = await cut
    t.equal(status, 503)
    t.match(JSON.parse(text), { code: 'shutting_down', retryable: isSafe })
  }
})

t.test('two actions with the same fields are two requests', async t => {
  const { send } = await host(t)
  t.equal((await send('a', { action: 'pass', id: 'one' })).status, 200)
  const other = await send('a', { action: 'later', id: 'one', at: 0 })
  t.match([other.status, codeOf(other)], [422, 'idempotency_key_reused'])
  t.equal((await send('b', { action: 'count', id: 'one' })).status, 200)
  const same = await send('b', { action: 'old', id: 'one' })
  t.match([same.status, codeOf(same)], [422, 'idempotency_key_reused'])
})

t.test('an expected failure that is retryable frees the key, and one that is not is the answer', async t => {
  const { send, runs } = await host(t)
  const body = { action: 'pass', id: 'busy', how: 'busy' }
  t.match(JSON.parse((await send('a', body)).text), { ok: false, detail: { error: { code: 'busy', retryable: true } } })
  const second = await send('a', body)
  t.match(JSON.parse(second.text), { ok: true, detail: { runs: 2 } })
  t.equal(second.headers.get('idempotent-replayed'), null)
  t.equal((await send('a', body)).text, second.text)
  const final = { action: 'pass', id: 'final', how: 'fail' }
  t.equal((await send('b', final)).text, (await send('b', final)).text)
  t.equal(await runs('final'), 1)
})

t.test('a stored answer is replayed only to a key that has every scope of the first one', async t => {
  const { send, keys } = await host(t, { deployment: { billing: 'none' } })
  const bearer = async (...scopes: readonly string[]) => ({
    Authorization: `Bearer ${(await keys.create('ada', 'a key', undefined, scopes)).key}`
  })
  const first = await bearer('controlled:execute', 'notes:execute')
  const body = { action: 'pass', id: 'one' }
  const { text } = await send('a', body, first)
  const less = await send('a', body, await bearer('controlled:execute'))
  t.match([less.status, codeOf(less)], [403, 'insufficient_scope'])
  t.equal((await send('a', body, await bearer('notes:execute', 'controlled:execute', 'notes:config'))).text, text)
  t.equal((await send('a', body, await bearer('*:execute'))).text, text)
  t.match(JSON.parse((await send('b', body, await bearer('controlled:execute'))).text), { detail: { runs: 2 } })
})

t.test('while the first is under way, the others are told to come again', async t => {
  const { send, runs } = await host(t)
  const body = { action: 'pass', id: 'slow', how: 'wait' }
  const first = send('a', body)
  await begun.reached('slow')
  const early = await send('a', body)
  t.equal(early.status, 409)
  t.match(JSON.parse(early.text), { code: 'idempotency_in_progress', retryable: true })
  t.equal(early.headers.get('retry-after'), '1')
  opened.reach('slow')
  const { text } = await first
  t.equal((await send('a', body)).text, text)
  t.equal(await runs('slow'), 1)
})

t.test('of fifty at once, one is run, and the others get its bytes or are told to come again', async t => {
  const { send, runs } = await host(t)
  await fifty(t, [send], runs)
})

for (const kind of storeKinds)
  t.test(`also when they come to two hosts on one store (${kind.name})`, { skip: kind.without }, async t => {
    const open = await (await kind.start(t))(t)
    const [one, two] = [await host(t, { store: await open() }), await host(t, { store: await open() })]
    await fifty(t, [one.send, two.send], one.runs)
  })

type Send = Awaited<ReturnType<typeof host>>['send']

async function fifty(t: Test, sends: readonly Send[], runs: (id: string) => Promise<number>): Promise<void> {
  const body = { action: 'pass', id: 'fifty' }
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => sends[index % sends.length]?.('fifty', body))
  )
  const answered = replies.flatMap(reply => (reply?.status === 200 ? [reply.text] : []))
  const refused = replies.filter(reply => reply?.status === 409)
  t.equal(new Set(answered).size, 1)
  t.equal(answered.length + refused.length, 50)
  t.equal(await runs('fifty'), 1)
}

/** A store whose records expire by a time that the test moves. */
async function timed() {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const backend = memoryBackend(() => time.now)
  return { time, backend, store: await Store.open(backend) }
}

t.test('an answer is kept for 24 hours', async t => {
  const { time, store } = await timed()
  const { send, runs } = await host(t, { store })
  const first = await send('a', { action: 'pass', id: 'one' })
  time.now += 24 * hour - 1
  t.equal((await send('a', { action: 'pass', id: 'one' })).text, first.text)
  time.now += 1
  t.equal((await send('a', { action: 'pass', id: 'one' })).headers.get('idempotent-replayed'), null)
  t.equal(await runs('one'), 2)
})

/** A host of its own on a store, whose clock is the store's. */
async function hostAt(t: Test, { time, store }: Awaited<ReturnType<typeof timed>>) {
  return host(t, { store, clock: makeClock(() => time.now) })
}

t.test(
  'a claim that is safe to repeat is free when the deadline and ten seconds are over; who took it has the last word',
  async t => {
    const at = await timed()
    const [one, two] = [await hostAt(t, at), await hostAt(t, at)]
    const body = { action: 'pass', id: 'lease', how: 'wait', isSafe: true }
    const lost = one.send('a', body)
    await begun.reached('lease')
    at.time.now += 14_999
    t.equal((await two.send('a', body)).status, 409)
    at.time.now += 1
    const taken = two.send('a', body)
    while ((await two.runs('lease')) < 2) await delay(10)
    opened.reach('lease')
    t.equal((await lost).status, 200)
    const { text } = await taken
    t.match(JSON.parse(text), { ok: true, detail: { runs: 2 } })
    t.equal((await one.send('a', body)).text, text)
  }
)

t.test('a claim that is safe to repeat is never an unknown outcome, also for a host whose clock is ahead', async t => {
  const at = await timed()
  const one = await hostAt(t, at)
  const ahead = await host(t, { store: at.store, clock: makeClock(() => at.time.now + 500) })
  const body = { action: 'pass', id: 'ahead', how: 'wait', isSafe: true }
  const first = one.send('a', body)
  await begun.reached('ahead')
  at.time.now += 14_999
  t.equal(codeOf(await ahead.send('a', body)), 'idempotency_in_progress')
  opened.reach('ahead')
  t.equal((await first).status, 200)
})

t.test('the outcome of any other is unknown then, until its answer comes', async t => {
  const at = await timed()
  const [one, two] = [await hostAt(t, at), await hostAt(t, at)]
  const body = { action: 'pass', id: 'late', how: 'wait' }
  const late = one.send('a', body)
  await begun.reached('late')
  at.time.now += 14_999
  t.equal(codeOf(await two.send('a', body)), 'idempotency_in_progress')
  at.time.now += 1
  const unknown = await two.send('a', body)
  t.match([unknown.status, JSON.parse(unknown.text)], [409, { code: 'outcome_unknown', outcome: { action: 'pass' } }])
  t.equal(JSON.parse(unknown.text).outcome.failure, undefined, 'how the call ended is not known')
  opened.reach('late')
  const { text } = await late
  t.equal((await two.send('a', body)).text, text)
  t.equal(await two.runs('late'), 1)
})

t.test('an answer that comes after a time-out is stored under the key', async t => {
  const { send, runs } = await host(t)
  const body = { action: 'linger', id: 'linger' }
  const first = await send('a', body)
  t.equal(first.status, 504)
  t.equal(codeOf(await send('a', body)), 'outcome_unknown')
  opened.reach('linger')
  let again = await send('a', body)
  while (again.status === 409) {
    await delay(10)
    again = await send('a', body)
  }
  t.match([again.status, JSON.parse(again.text)], [200, { ok: true, detail: { runs: 1 } }])
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.equal(await runs('linger'), 1)
})

t.test('an unknown outcome stays under the key for 24 hours from its call', async t => {
  const at = await timed()
  const { send, runs } = await hostAt(t, at)
  const body = { action: 'hang', id: 'day' }
  t.equal((await send('a', body)).status, 504)
  at.time.now += 24 * hour - 1
  t.equal(codeOf(await send('a', body)), 'outcome_unknown')
  at.time.now += 1
  t.equal((await send('a', body)).status, 504)
  t.equal(await runs('day'), 2)
})

/** The claims of an action, made without a request. */
async function claims(t: Test, idempotencyKeys = 100) {
  const { time, store } = await timed()
  const { host: running } = await host(t, { store })
  const plan = running.products.find(({ slug }) => slug === 'controlled')?.plans.get('pass')
  if (!plan) throw new Error('The product controlled has no action "pass".')
  const rates = { ...usualDeployment([]).rates, idempotencyKeys }
  const idempotency = new Idempotency(
    store,
    makeClock(() => time.now),
    pino({ level: 'silent' }),
    rates
  )
  const acme: { account: string; keyId: string; scopes?: readonly string[] } = { account: 'acme', keyId: 'key' }
  const claim = (name: string, caller = acme, fields: Readonly<Record<string, unknown>> = { isSafe: true }) =>
    idempotency.claim(name, { plan, caller, fields, requestId: 'request-1' })
  const claimed = async (...parameters: Parameters<typeof claim>) => {
    const made = await claim(...parameters)
    if (made.kind !== 'claim') throw new Error('The key was not free.')
    return made
  }
  const record = (name: string) => store.own(`idempotency/acme/controlled/${hash('sha256', name, 'base64url')}`)
  return { time, acme, claim, claimed, record, leaseMs: plan.deadlineMs + leaseReserveMs }
}

function answer(text: string) {
  return { status: 200, headers: {}, text }
}

t.test('an answer that comes after its lease does not replace the one that was given meanwhile', async t => {
  const { time, claim, claimed, leaseMs } = await claims(t)
  const late = await claimed('a')
  time.now += leaseMs
  const next = await claimed('a')
  await next.succeed(answer('given'))
  await late.succeed(answer('late'))
  t.match(await claim('a'), { kind: 'replay', reply: { text: 'given' } })
  await late.fail(new StoreUnavailable('Late too.'))
  t.match(await claim('a'), { kind: 'replay', reply: { text: 'given' } })
  await late.release()
  t.match(await claim('a'), { kind: 'replay', reply: { text: 'given' } })
})

t.test('an answer that comes after its lease is stored if nobody has the key', async t => {
  const { time, claim, claimed, leaseMs } = await claims(t)
  const late = await claimed('a')
  time.now += leaseMs
  await late.succeed(answer('late'))
  t.match(await claim('a'), { kind: 'replay', reply: { text: 'late' } })
})

t.test('what becomes of a key after each kind of failure, before the action has begun and after', async t => {
  const { acme, claim, claimed } = await claims(t)
  const unsure = { mayHaveRun: true } as const
  for (const [error, isSafe, before, after] of [
    [new Problem('invalid_input', 'refused'), false, 'replay', 'replay'],
    [new Problem('client_gone', 'the caller left'), false, 'claim', 'outcome_unknown'],
    [new Problem('client_gone', 'the caller left'), true, 'claim', 'claim'],
    [new Problem('product_error', 'a bug'), false, 'claim', 'outcome_unknown'],
    [new Problem('product_error', 'a bug'), true, 'claim', 'claim'],
    [new Problem('product_timeout', 'late', unsure), false, 'claim', 'outcome_unknown'],
    [new Problem('product_timeout', 'late', unsure), true, 'claim', 'claim'],
    [new Problem('rate_limited', 'too many'), false, 'claim', 'outcome_unknown'],
    [new Error('a bug of the host'), false, 'claim', 'outcome_unknown']
  ] as const)
    for (const [hasBegun, expected] of [
      [false, before],
      [true, after]
    ] as const) {
      const name = `${error.message} ${isSafe} ${hasBegun}`
      const held = await claimed(name, acme, { isSafe })
      if (hasBegun) held.begin()
      await held.fail(error)
      if (expected === 'outcome_unknown') {
        const outcome = { failure: error instanceof Problem ? error.code : 'internal_error' }
        await t.rejects(claim(name, acme, { isSafe }), { code: expected, options: { outcome } }, name)
        continue
      }
      const again = await claim(name, acme, { isSafe })
      t.equal(again.kind, expected, name)
      if (again.kind === 'replay' && error instanceof Problem) {
        t.equal(again.reply.status, error.status)
        t.match(JSON.parse(again.reply.text), { code: error.code, requestId: 'request-1' })
      }
    }
})

t.test('whoever has sent too many new keys sends the next one after a day; nobody else waits', async t => {
  const clock = standStill(t)
  const { time, acme, claim, claimed } = await claims(t, 2)
  await claimed('one')
  await (await claimed('two')).release()
  clock.advance(hour)
  await t.rejects(claim('three'), { code: 'rate_limited', options: { retryAfter: 23 * 60 * 60 } })
  await t.rejects(claim('one'), { code: 'idempotency_in_progress' })
  await claimed('three', { ...acme, account: 'another' })
  clock.advance(23 * hour)
  time.now += 24 * hour
  await claimed('three')
})

t.test('a key without scopes has all of them, as has a claim that an earlier version stored without', async t => {
  const { acme, claim, claimed, record } = await claims(t)
  const narrow = { ...acme, scopes: ['controlled:execute'] }
  await (await claimed('by all')).succeed(answer('of all'))
  await t.rejects(claim('by all', narrow), { code: 'insufficient_scope' })
  await (await claimed('by few', narrow)).succeed(answer('of few'))
  t.match(await claim('by few'), { kind: 'replay', reply: { text: 'of few' } })
  await record('by few').update(['answer'], read => {
    const { scopes: _, ...earlier } = read<{ scopes: unknown }>('answer') ?? {}
    return { writes: [{ key: 'answer', value: earlier }], result: undefined }
  })
  await t.rejects(claim('by few', narrow), { code: 'insufficient_scope' })
  t.match(await claim('by few'), { kind: 'replay', reply: { text: 'of few' } })
})

t.test('an answer of several records is there to its last moment, whole or not at all', async t => {
  const { time, claim, claimed, record } = await claims(t)
  const storedAt = time.now
  const texts = [1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 2 ** 19, 700_000].map(length =>
    Array.from({ length }, (_, index) => index % 10).join('')
  )
  for (const [index, text] of texts.entries()) await (await claimed(`${index}`)).succeed(answer(text))
  time.now = storedAt + 24 * hour - 1
  for (const [index, text] of texts.entries()) {
    const replay = await claim(`${index}`)
    t.ok(replay.kind === 'replay' && replay.reply.text === text, `${text.length} characters`)
  }
  await record('5').delete('answer:1')
  await t.rejects(claim('5'), { name: 'StoreUnavailable' })
})

t.test('an answer that is too large for one record is kept whole', async t => {
  const { send, runs } = await host(t)
  const body = { action: 'pass', id: 'large', size: 2_000_000 }
  const first = await send('a', body)
  t.equal(first.status, 200)
  t.ok(Buffer.byteLength(first.text) > 4_000_000)
  const again = await send('a', body)
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.ok(again.text === first.text)
  t.equal(await runs('large'), 1)
})

t.test('the further parts of an answer are there for as long as its first one', async t => {
  const backend = memoryBackend(Date.now)
  const { send } = await host(t, { store: await Store.open(backend) })
  t.equal((await send('a', { action: 'pass', id: 'lasting', size: 2_000_000 })).status, 200)
  const expiries = { first: 0, further: [] as number[] }
  for await (const page of backend.scan('host:{idempotency/'))
    for (const { key, expiresAt = 0 } of page)
      if (key.endsWith(':answer')) expiries.first = expiresAt
      else expiries.further.push(expiresAt)
  t.ok(expiries.first > Date.now() && expiries.further.length > 1)
  // A reader that found the first part reads the others within this time.
  for (const expiresAt of expiries.further) t.ok(expiresAt >= expiries.first + 30_000)
})

t.test('a caller that goes away finds its answer when it comes again', async t => {
  const { url, send, lines } = await host(t)
  const body = { action: 'pass', id: 'gone', how: 'wait' }
  const sent = request(url + path, { method: 'POST', headers: { ...key, 'Idempotency-Key': 'a' } })
  sent.on('error', () => undefined)
  sent.end(JSON.stringify(body))
  await begun.reached('gone')
  sent.destroy()
  while (!lines.some(line => line.includes('"status":499'))) await new Promise(setImmediate)
  t.equal((await send('a', body)).status, 409)
  opened.reach('gone')
  let again = await send('a', body)
  while (again.status === 409) {
    await delay(10)
    again = await send('a', body)
  }
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.match(JSON.parse(again.text), { ok: true, detail: { runs: 1 } })
})

t.test('what runs for a caller that went away is given up when the host stops', async t => {
  for (const [id, isSafe] of [
    ['stop', false],
    ['stop safely', true]
  ] as const) {
    const { store } = await timed()
    const { url, stop, lines } = await host(t, { store })
    const body = { action: 'pass', id, how: 'wait', isSafe }
    const sent = request(url + path, { method: 'POST', headers: { ...key, 'Idempotency-Key': 'a' } })
    sent.on('error', () => undefined)
    sent.end(JSON.stringify(body))
    await begun.reached(id)
    sent.destroy()
    while (!lines.some(line => line.includes('"status":499'))) await new Promise(setImmediate)
    await stop()
    const next = await host(t, { store })
    opened.reach(id)
    const again = await next.send('a', body)
    t.equal(again.headers.get('idempotent-replayed'), null)
    if (isSafe) t.match(JSON.parse(again.text), { ok: true, detail: { runs: 2 } })
    else t.match(JSON.parse(again.text), { code: 'outcome_unknown', outcome: { failure: 'shutting_down' } })
    t.equal(await next.runs(id), isSafe ? 2 : 1)
  }
})

t.test('what was done is answered though the store cannot keep it', async t => {
  const at = await timed()
  const { backend, time } = at
  const { send, runs, lines } = await hostAt(t, at)
  for (const isSafe of [true, false]) {
    const id = `away ${isSafe}`
    const body = { action: 'pass', id, how: 'wait', isSafe }
    const first = send(id, body)
    await begun.reached(id)
    const { commit } = backend
    Object.assign(backend, {
      commit: async () => {
        throw new StoreUnavailable('away')
      }
    })
    opened.reach(id)
    t.equal((await first).status, 200)
    t.ok(lines.some(line => line.includes('the reply for an Idempotency-Key was not stored')))
    Object.assign(backend, { commit })
    t.equal(codeOf(await send(id, body)), 'idempotency_in_progress')
    time.now += 15_000
    t.equal((await send(id, body)).status, isSafe ? 200 : 409)
    t.equal(await runs(id), isSafe ? 2 : 1)
  }
})

t.test('a claim that the store may have stored, and did not confirm, is free', async t => {
  const { backend, store } = await timed()
  const { send, runs } = await host(t, { store })
  const { commit } = backend
  let isLost = true
  Object.assign(backend, {
    commit: async (...parameters: Parameters<typeof commit>) => {
      const result = await commit.call(backend, ...parameters)
      if (isLost) {
        isLost = false
        throw new StoreUnavailable('The connection was lost.')
      }
      return result
    }
  })
  t.equal((await send('a', { action: 'pass', id: 'one' })).status, 503)
  t.equal((await send('a', { action: 'pass', id: 'one' })).status, 200)
  t.equal(await runs('one'), 1)
})

t.test('without the store nothing is run', async t => {
  const { backend, store } = await timed()
  const { send, runs } = await host(t, { store })
  const { commit } = backend
  Object.assign(backend, {
    commit: async () => {
      throw new StoreUnavailable('away')
    }
  })
  t.equal((await send('a', { action: 'pass', id: 'one' })).status, 503)
  Object.assign(backend, { commit })
  t.equal(await runs('one'), 0)
  t.equal((await send('a', { action: 'pass', id: 'one' })).status, 200)
})

t.test('what cannot be listed as under way is not run, and its key is free', async t => {
  const { backend, store } = await timed()
  const { send, runs } = await host(t, { store })
  const { set, commit } = backend
  const requireOther = (keys: readonly string[]) => {
    if (keys.some(each => each.startsWith('host:{open-calls/'))) throw new StoreUnavailable('away')
  }
  Object.assign(backend, {
    set: async (...parameters: Parameters<typeof set>) => {
      requireOther([parameters[0]])
      return set.apply(backend, parameters)
    },
    commit: async (...parameters: Parameters<typeof commit>) => {
      requireOther(parameters[1].map(({ key }) => key))
      return commit.apply(backend, parameters)
    }
  })
  const body = { action: 'pass', id: 'unlisted' }
  t.equal((await send('a', body)).status, 503)
  t.equal(await runs('unlisted'), 0)
  Object.assign(backend, { set, commit })
  t.equal((await send('a', body)).status, 200)
  t.equal(await runs('unlisted'), 1)
})

t.test('an account stores a limited number of keys; those that are stored still answer', async t => {
  const { call } = await start(t, { plugins: controlledPlugin, deployment: { rate: { idempotencyKeys: 2 } } })
  const send = (id: string, idempotencyKey?: string, query = '') =>
    call(
      'POST',
      `/api/v1/products/controlled/execute${query}`,
      { action: 'pass', id },
      { Authorization: `Bearer ${demoKey}`, ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) }
    )
  t.equal((await send('limited', 'one')).status, 200)
  t.equal((await send('limited', 'two')).status, 200)
  const refused = await send('refused', 'three')
  t.match(refused, { status: 429, body: { code: 'rate_limited' } })
  t.match(refused.headers.get('retry-after'), /^\d+$/)
  t.equal((await send('limited', 'one')).headers.get('idempotent-replayed'), 'true')
  t.equal((await send('refused', 'four', '?')).status, 429, 'through Express, which has routes of its own, too')
  t.match(await send('refused'), { status: 200, body: { detail: { runs: 1 } } }, 'the refused call was not run')
})
