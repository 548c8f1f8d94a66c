import { defineProduct, type EgressCode, EgressError, type EgressResponse, Type } from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import type { TObject } from 'typebox'
import { notifier } from '../fixtures/products/notifier.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const previous = `whsec_${Buffer.alloc(24, 8).toString('base64')}`
const settings = { 'hook.url': 'https://receiver.example/hook', 'hook.secret': secret }
const hello = { id: 'msg_1', text: 'hello' }

/** The notifier, whose receiver answers as `receiver.answer` says. */
function start(own: Record<string, string> = settings, now?: string) {
  const receiver: { answer: number | Partial<EgressResponse> | EgressCode } = { answer: 200 }
  const context = testContext(notifier, {
    settings: own,
    ...(now !== undefined && { now }),
    egress: {
      request() {
        const { answer } = receiver
        if (typeof answer === 'string') throw new EgressError(answer, 'No response came.')
        return typeof answer === 'number' ? { status: answer } : answer
      }
    }
  })
  const attempt = async (id: string, options: object = {}) =>
    (await context.run('attempt', { id, text: 'hello', ...options })).detail.result
  return { ...context, receiver, attempt }
}

t.test('a product that sends webhooks conforms', () => conform(notifier, { runs: 20 }))

t.test('an event that is sent and not declared is named, of a product that declares events', async t => {
  const options = { runs: 20, settings, egress: { request: () => ({ status: 204 }) } }
  const { webhookEvents: _declared, ...rest } = notifier
  await conform(notifier, options)
  await conform(defineProduct(rest), options)
  for (const webhookEvents of [{}, { 'message.read': { description: 'A message was read.', data: Type.Object({}) } }])
    await t.rejects(conform(defineProduct({ ...rest, webhookEvents }), options), {
      message:
        'notifier does not conform:\n- It sends the event "message.written", which its webhookEvents do not declare.'
    })
})

t.test('data that does not fit the schema of its event is named, and not that of a generated input', async t => {
  const options = { runs: 20, settings, egress: { request: () => ({ status: 204 }) } }
  const sending = (data: TObject, product: object = {}) =>
    conform(
      defineProduct({
        ...notifier,
        ...product,
        webhookEvents: { 'message.written': { description: 'Written.', data } }
      }),
      options
    )
  const text = Type.String({ title: 'Text', description: 'The text.' })
  await sending(Type.Object({ text }))
  await sending(Type.Object({ text: Type.Optional(text), more: Type.Optional(text) }))
  const failure = 'notifier does not conform:\n- The data of the event "message.written" does not fit its schema: '
  await t.rejects(sending(Type.Object({ text: Type.Integer() })), { message: `${failure}#/text is not an integer.` })
  await t.rejects(sending(Type.Object({ text, more: text })), { message: `${failure}#/more is missing.` })
  await t.rejects(sending(Type.Object({})), { message: `${failure}#/text is not declared.` })

  const { send, log } = notifier.actions
  await sending(Type.Object({ text: Type.Literal('hello') }), { actions: { send, log } })
  const { run, webhooks } = testContext(
    defineProduct({
      ...notifier,
      webhookEvents: { 'message.written': { description: 'Written.', data: Type.Object({ text: Type.Integer() }) } }
    }),
    options
  )
  await run('send', hello)
  t.match(webhooks.sent, [{ event: 'message.written', issues: [{ pointer: '#/text' }] }])
})

t.test('a product without settings cannot need WEBHOOKS', async t => {
  const { settings: _settings, ...rest } = notifier
  t.throws(() => testContext(defineProduct(rest)), /needs WEBHOOKS but declares no settings/)
})

t.test('the body, the headers and the signature are those of Standard Webhooks', async t => {
  const { run, runJobs, requests, webhooks } = start(settings, new Date().toISOString())
  await run('notify', hello)
  t.match(await runJobs(), [{ action: 'send', answer: { ok: true, detail: { httpStatus: 200 } } }])
  const [{ url, method, body = '', headers = {}, maxRedirects } = { url: '' }] = requests
  t.match({ url, method }, { url: 'https://receiver.example/hook', method: 'POST' })
  t.notOk(maxRedirects)
  t.strictSame(new Webhook(secret).verify(body, { ...headers }), {
    type: 'message.written',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { text: 'hello' }
  })
  t.equal(headers['webhook-id'], 'msg_1')
  t.strictSame(webhooks.sent, [
    {
      id: 'msg_1',
      url,
      event: 'message.written',
      payload: { text: 'hello' },
      attempt: 1,
      status: 'delivered',
      issues: []
    }
  ])
})

t.test('while the previous secret is set there are two signatures, the current one first', async t => {
  const { attempt, requests } = start({ ...settings, 'hook.secretPrevious': previous }, new Date().toISOString())
  await attempt('msg_1')
  const { body = '', headers = {} } = requests[0] ?? {}
  const [first, ...rest] = (headers['webhook-signature'] ?? '').split(' ')
  t.equal(rest.length, 1)
  t.ok(new Webhook(secret).verify(body, { ...headers, 'webhook-signature': first ?? '' }))
  t.ok(new Webhook(previous).verify(body, { ...headers, 'webhook-signature': rest[0] ?? '' }))
})

t.test('a secret without padding signs as the same secret with it', async t => {
  const padded = `whsec_${Buffer.alloc(25, 7).toString('base64')}`
  const { attempt, requests } = start({ ...settings, 'hook.secret': padded.replaceAll('=', '') })
  t.match(await attempt('msg_1'), { status: 'delivered' })
  const { body = '', headers = {} } = requests[0] ?? {}
  const time = new Date('2026-01-01T12:00:00Z')
  t.equal(headers['webhook-signature'], new Webhook(padded).sign('msg_1', time, body))
})

t.test('an attempt goes to the address and with the secret that are set then', async t => {
  const { run, runJobs, receiver, requests, clock, configure } = start(settings, new Date().toISOString())
  receiver.answer = 503
  await run('notify', hello)
  await runJobs()
  configure({ 'hook.url': 'https://other.example/', 'hook.secret': previous })
  receiver.answer = 200
  clock.advance(5 * second)
  t.match(await runJobs(), [{ answer: { ok: true } }])
  const [, { url, body = '', headers = {} } = { url: '' }] = requests
  t.equal(url, 'https://other.example/')
  t.ok(new Webhook(previous).verify(body, { ...headers }))
})

t.test('without an address or without the secret nothing is sent', async t => {
  for (const own of [{}, { 'hook.url': 'https://receiver.example/' }]) {
    const { run, runJobs, requests, attempt } = start(own)
    t.strictSame(await attempt('msg_1'), { status: 'not_configured' })
    await run('notify', hello)
    t.match(await runJobs(), [{ answer: { ok: true, detail: {} } }])
    t.strictSame(requests, [])
  }
})

t.test('a message is attempted ten times by the schedule, with one webhook-id, and then never again', async t => {
  const { run, runJobs, jobs, receiver, requests, clock } = start()
  receiver.answer = 'timeout'
  await run('notify', hello)
  const waits: number[] = []
  for (let next = jobs()[0]; next; next = jobs()[0]) {
    waits.push(next.at - clock.now())
    clock.advance(next.at - clock.now())
    await runJobs()
  }
  t.strictSame(waits, [
    0,
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour
  ])
  t.equal(requests.length, 10)
  t.strictSame(new Set(requests.map(({ headers }) => headers?.['webhook-id'])), new Set(['msg_1']))
  t.equal(new Set(requests.map(({ body }) => body)).size, 1)
})

t.test('every delay is moved by up to a fifth, either way, by the same amount for the same attempt', async t => {
  const { run } = start({})
  const delay = async (id: string, number: number) =>
    (await run('attempt', { id, text: '', number })).detail.nextDelayMs
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
  for (const [index, usual] of minutes.entries()) {
    const shares: number[] = []
    for (let number = 1; number <= 100; number++)
      shares.push(((await delay(`msg_${number}`, index + 1)) ?? 0) / (usual * minute))
    const [least, most] = [Math.min(...shares), Math.max(...shares)]
    t.ok(least >= 0.8 && least < 0.83, `the least of the delays after attempt ${index + 1}`)
    t.ok(most <= 1.2 && most > 1.17, `the longest of the delays after attempt ${index + 1}`)
  }
  t.equal(await delay('msg_1', 1), await delay('msg_1', 1))
  t.not(await delay('msg_1', 1), await delay('msg_2', 1))
  t.equal(await delay('msg_1', 10), undefined)
})

t.test('5xx, 408, 425, 429 and no response are retried; 3xx, other 4xx and a refused address are final', async t => {
  const isFinal = async (answer: number | EgressCode) => {
    const { attempt, receiver } = start()
    receiver.answer = answer
    const result = await attempt('msg_1')
    t.match(result, { status: 'failed' })
    return (result as { isFinal: boolean }).isFinal
  }
  for (const answer of [408, 425, 429, 500, 502, 503, 504, 'timeout', 'connect_refused', 'tls_expired'] as const)
    t.notOk(await isFinal(answer), String(answer))
  for (const answer of [
    300,
    301,
    302,
    304,
    307,
    308,
    400,
    401,
    404,
    410,
    422,
    'blocked_address',
    'invalid_request'
  ] as const)
    t.ok(await isFinal(answer), String(answer))
})

t.test('Retry-After of 429 and 503 moves the next attempt, and those of other messages, by a day at most', async t => {
  for (const [status, value, seconds] of [
    [429, '120', 120],
    [503, 'Thu, 01 Jan 2026 12:10:00 GMT', 600],
    [503, '9999999', 24 * 3600],
    [500, '120', 5]
  ] as const) {
    const { run, runJobs, jobs, receiver, requests, clock } = start()
    receiver.answer = { status, headers: { 'retry-after': value } }
    await run('notify', hello)
    await runJobs()
    t.equal(jobs()[0]?.at, clock.now() + seconds * second, `${status} ${value}`)
    await run('notify', { ...hello, id: 'msg_2' })
    await runJobs()
    t.equal(requests.length, status === 500 ? 2 : 1)
  }
})

t.test('a message that waits for its endpoint uses up no attempt', async t => {
  const { run, runJobs, jobs, receiver, clock } = start()
  receiver.answer = { status: 429, headers: { 'retry-after': '600' } }
  await run('notify', hello)
  await runJobs()
  await run('notify', { ...hello, id: 'msg_2' })
  t.match(await runJobs(), [
    { answer: { ok: false, detail: { error: { code: 'webhook_postponed', retryable: true, isPostponed: true } } } }
  ])
  const other = jobs().find(({ id }) => id === 'msg_2')
  t.equal(other?.attempts, 0)
  const wait = (other?.at ?? 0) - clock.now()
  t.ok(wait >= 600 * second && wait <= 630 * second, `${wait} is ten minutes, and up to 30 s more`)
})

t.test(
  'after five consecutive failures the circuit opens for five minutes, and then one attempt is a probe',
  async t => {
    const { attempt, receiver, requests, clock } = start()
    receiver.answer = 503
    for (let number = 1; number <= 5; number++) t.match(await attempt(`msg_${number}`), { status: 'failed' })
    const opened = clock.now()
    const { status, retryAt } = (await attempt('msg_6')) as { status: string; retryAt: number }
    t.equal(status, 'postponed')
    t.ok(retryAt >= opened + 5 * minute && retryAt <= opened + 5 * minute + 30 * second)
    clock.advance(5 * minute - 1)
    t.match(await attempt('msg_6'), { status: 'postponed' })
    t.equal(requests.length, 5)

    clock.advance(1)
    t.match(await attempt('msg_6'), { status: 'failed' }, 'the probe fails')
    t.match(await attempt('msg_7'), { status: 'postponed' }, 'and the circuit is open again')
    clock.advance(5 * minute)
    receiver.answer = 200
    t.match(await attempt('msg_6'), { status: 'delivered' })
    t.match(await attempt('msg_7'), { status: 'delivered' })
    t.equal(requests.length, 8)
  }
)

t.test('while a probe is under way no other attempt begins, unless a person asks for it', async t => {
  const answers: PromiseWithResolvers<{ status: number }>[] = []
  let isHanging = false
  const { run, clock, twin } = testContext(notifier, {
    settings,
    egress: {
      request() {
        if (!isHanging) return { status: 500 }
        const answer = Promise.withResolvers<{ status: number }>()
        answers.push(answer)
        return answer.promise
      }
    }
  })
  const attempt = (id: string, context = run) => context('attempt', { id, text: '' })
  for (let number = 1; number <= 5; number++) await attempt(`msg_${number}`)
  clock.advance(6 * minute)
  isHanging = true
  const probe = attempt('msg_1')
  while (answers.length === 0) await new Promise(setImmediate)
  t.match(await attempt('msg_2', twin().run), { detail: { result: { status: 'postponed' } } })
  const asked = run('attempt', { id: 'msg_3', text: '', isAsked: true })
  while (answers.length < 2) await new Promise(setImmediate)
  for (const answer of answers) answer.resolve({ status: 200 })
  t.match(await probe, { detail: { result: { status: 'delivered' } } })
  t.match(await asked, { detail: { result: { status: 'delivered' } } })
})

t.test('a refusal shows that the receiver responds, and closes the circuit', async t => {
  const { attempt, receiver, clock } = start()
  receiver.answer = 'timeout'
  for (let number = 1; number <= 5; number++) await attempt(`msg_${number}`)
  clock.advance(5 * minute)
  receiver.answer = 422
  t.match(await attempt('msg_6'), { status: 'failed', isFinal: true })
  receiver.answer = 200
  t.match(await attempt('msg_7'), { status: 'delivered' })
})

t.test('410 disables the endpoint until its address or its secret changes, or a person asks', async t => {
  const disabled = async () => {
    const context = start()
    context.receiver.answer = 410
    await context.run('notify', hello)
    t.match(await context.runJobs(), [{ answer: { detail: { error: { code: 'webhook_refused', retryable: false } } } }])
    t.strictSame(context.jobs(), [])
    context.receiver.answer = 200
    t.strictSame(await context.attempt('msg_2'), { status: 'disabled' })
    t.match(await context.run('attempt', { ...hello }), { detail: { isDisabled: true } })
    return context
  }
  const moved = await disabled()
  moved.configure({ ...settings, 'hook.url': 'https://receiver.example/v2' })
  t.match(await moved.attempt('msg_2'), { status: 'delivered' })
  const keyed = await disabled()
  keyed.configure({ ...settings, 'hook.secret': previous })
  t.match(await keyed.attempt('msg_2'), { status: 'delivered' })
  const asked = await disabled()
  t.match(await asked.attempt('msg_2', { isAsked: true }), { status: 'delivered' })
  t.match(await asked.attempt('msg_3'), { status: 'delivered' })
  t.equal(asked.requests.length, 3)
})

t.test('a product may disable an endpoint by further statuses, until its authorization changes', async t => {
  const { attempt, receiver, configure } = start({ ...settings, 'hook.authorization': 'Bearer old' })
  receiver.answer = 401
  await attempt('msg_1')
  receiver.answer = 200
  t.match(await attempt('msg_2'), { status: 'delivered' }, 'a product that does not ask for it is not held up')
  receiver.answer = 403
  await attempt('msg_3', { disabledBy: [401, 403] })
  receiver.answer = 200
  t.strictSame(await attempt('msg_4', { disabledBy: [401, 403] }), { status: 'disabled' })
  configure({ ...settings, 'hook.authorization': 'Bearer new' })
  t.match(await attempt('msg_4', { disabledBy: [401, 403] }), { status: 'delivered' })
})

t.test('a disabled endpoint stays disabled until an attempt that a person asked for is delivered', async t => {
  for (const answer of [404, 302, 500, 429, 410, 'timeout', 'blocked_address'] as const) {
    const { attempt, receiver, clock, run } = start()
    receiver.answer = 410
    await attempt('msg_1')
    receiver.answer = answer
    t.match(await attempt('msg_2', { isAsked: true }), { status: 'failed' }, String(answer))
    receiver.answer = 200
    clock.advance(hour)
    t.strictSame(await attempt('msg_3'), { status: 'disabled' }, String(answer))
    t.match(await run('attempt', { ...hello }), { detail: { isDisabled: true } })
    t.match(await attempt('msg_2', { isAsked: true }), { status: 'delivered' })
    t.match(await attempt('msg_3'), { status: 'delivered' }, String(answer))
  }
})

t.test(
  'every attempt is in the delivery log, the newest first, with the first 512 characters of its response',
  async t => {
    const { run, attempt, receiver, clock } = start()
    receiver.answer = { status: 500, body: 'x'.repeat(1000), totalMs: 30 }
    await attempt('msg_1')
    clock.advance(5 * second)
    receiver.answer = { status: 200, body: 'fine', totalMs: 20 }
    await attempt('msg_1', { number: 2 })
    receiver.answer = 'timeout'
    await attempt('msg_2')
    const entry = { event: 'message.written', endpoint: 'hook.url' }
    t.strictSame((await run('log')).detail.attempts, [
      { ...entry, id: 'msg_2', attempt: 1, at: '2026-01-01T12:00:05.000Z', ms: 0, error: 'timeout' },
      { ...entry, id: 'msg_1', attempt: 2, at: '2026-01-01T12:00:05.000Z', ms: 20, httpStatus: 200, response: 'fine' },
      {
        ...entry,
        id: 'msg_1',
        attempt: 1,
        at: '2026-01-01T12:00:00.000Z',
        ms: 30,
        httpStatus: 500,
        error: 'http_500',
        response: 'x'.repeat(512)
      }
    ])
  }
)

t.test('the delivery log holds the newest 500 attempts, for 30 days', async t => {
  const { run, attempt, clock } = start()
  for (let number = 1; number <= 503; number++) await attempt(`msg_${number}`)
  const ids = async () => ((await run('log')).detail.attempts as { id: string }[]).map(({ id }) => id)
  const logged = await ids()
  t.equal(logged.length, 500)
  t.strictSame([logged[0], logged[499]], ['msg_503', 'msg_4'])
  clock.advance(30 * 24 * hour)
  t.strictSame(await ids(), [])
})

t.test('accounts have endpoints and logs of their own', async t => {
  const { run, attempt, receiver, as } = start()
  receiver.answer = 410
  await attempt('msg_1')
  receiver.answer = 200
  const other = as('other-account', settings)
  t.match(await other.run('attempt', hello), { detail: { result: { status: 'delivered' } } })
  t.equal((await other.run('log')).detail.attempts.length, 1)
  t.equal((await run('log')).detail.attempts.length, 1)
})

t.test('neither a log line, nor the delivery log, nor an error names the address or a secret', async t => {
  const { run, runJobs, receiver, log } = start()
  receiver.answer = 422
  await run('notify', hello)
  const runs = await runJobs()
  const shown = JSON.stringify([log, runs, (await run('log')).detail])
  t.match(shown, 'webhook not delivered')
  t.notMatch(shown, /receiver\.example|whsec/)
})

t.test('a caller who hangs up ends the attempt, whose result is then unknown', async t => {
  const hangUp = new AbortController()
  const { run } = testContext(notifier, {
    settings,
    egress: {
      request() {
        hangUp.abort(new Error('gone'))
        return new Promise(() => undefined)
      }
    }
  })
  await t.rejects(run('attempt', hello, { signal: hangUp.signal }), /gone/)
  t.strictSame((await run('log')).detail.attempts, [])
})
