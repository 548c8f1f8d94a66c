import { type EgressCode, EgressError, type EgressRequest, type EgressResponse, type Webhook } from '@product-host/sdk'
import {
  type MadeAttempt,
  MemoryRecords,
  Namespace,
  newUpdateQueue,
  ProductWebhooks,
  ScopedRecords,
  WebhookSender,
  type WebhookSenderOptions
} from '@product-host/sdk/runtime'
import t from 'tap'
import { failureOf, unreachable } from '../../sdk/dist/runtime/webhooks/retry-policy.js'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const settings: Record<string, string> = { 'hook.url': 'https://receiver.example/hook', 'hook.secret': secret }

const webhook: Webhook = {
  id: 'msg_1',
  url: { setting: 'hook.url' },
  secret: { setting: 'hook.secret', previous: 'hook.secretPrevious' },
  authorization: { setting: 'hook.authorization' },
  event: 'message.written',
  timestamp: '2026-01-01T00:00:00.000Z',
  payload: { text: 'hello' }
}

/** A sender whose receiver answers as `receiver.answer` says, and what it was asked; time is what the test says. */
function start(own: Partial<WebhookSenderOptions> = {}) {
  const time = { now: Date.parse('2026-01-01T12:00:00Z') }
  const receiver: { answer: number | Partial<EgressResponse> | EgressCode | Error | Promise<never> } = { answer: 200 }
  const requests: EgressRequest[] = []
  const made: MadeAttempt[] = []
  const records = new MemoryRecords(() => time.now)
  const scoped = new ScopedRecords(records, 'a:', async () => ({ expected: [], writes: [] }))
  const options: WebhookSenderOptions = {
    slug: 'notifier',
    storage: new Namespace(scoped, newUpdateQueue()),
    settings,
    egress: {
      async request(_url, options = {}) {
        requests.push(options)
        const answer = await receiver.answer
        if (answer instanceof Error) throw answer
        if (typeof answer === 'string') throw new EgressError(answer, 'No response came.')
        const usual = { status: 200, headers: {}, body: '', totalMs: 1.6 }
        return { ...usual, ...(typeof answer === 'number' ? { status: answer } : answer) } as EgressResponse
      }
    } as WebhookSenderOptions['egress'],
    clock: { now: () => time.now, ulid: () => '' },
    logger: { debug() {}, info() {}, warn() {}, error() {} } as unknown as WebhookSenderOptions['logger'],
    signal: new AbortController().signal,
    made: attempt => made.push(attempt),
    ...own
  }
  const sender = new WebhookSender(options)
  const twin = (other: Partial<WebhookSenderOptions>) => new WebhookSender({ ...options, ...other })
  const attempt = (id = 'msg_1', asked: object = {}) => sender.attempt({ ...webhook, id }, asked)
  return { time, receiver, requests, made, sender, twin, attempt }
}

t.test('a request carries the time-out, the ports, the agent and the authorization of its webhook', async t => {
  const { sender, twin, requests } = start()
  await sender.attempt(webhook)
  const authorized = twin({ settings: { ...settings, 'hook.authorization': 'Bearer x' } })
  await authorized.attempt({ ...webhook, timeoutMs: 3_000, userAgent: 'Notifier/1', ports: [8443] })
  const [usual, own] = requests
  t.match(usual, { timeoutMs: 10 * second, maxBytes: 2_048, headers: { 'content-type': 'application/json' } })
  for (const name of ['ports', 'secretHeaders']) t.notOk(name in (usual ?? {}), name)
  t.notOk('user-agent' in (usual?.headers ?? {}))
  t.match(usual?.headers, { 'webhook-timestamp': String(Date.parse('2026-01-01T12:00:00Z') / 1000) })
  t.match(own, { timeoutMs: 3_000, ports: [8443], secretHeaders: { authorization: 'Bearer x' } })
  t.match(own?.headers, { 'user-agent': 'Notifier/1' })
  t.ok(own?.signal)
})

t.test('each attempt with a result is told of once, with its number; one that did not begin is not', async t => {
  const { attempt, receiver, made } = start()
  t.strictSame(await attempt('msg_1', { number: 3 }), { status: 'delivered', httpStatus: 200, ms: 2 })
  receiver.answer = 410
  await attempt('msg_2')
  await attempt('msg_3')
  t.match(made, [
    { webhook: { id: 'msg_1' }, url: 'https://receiver.example/hook', attempt: 3, result: { status: 'delivered' } },
    { webhook: { id: 'msg_2' }, attempt: 1, result: { status: 'failed', httpStatus: 410 } }
  ])
  t.equal(made.length, 2)
})

t.test('a failure that is no failure of the request is nobody’s delivery', async t => {
  const { attempt, receiver, made, sender } = start()
  receiver.answer = new TypeError('a fault of the host')
  await t.rejects(attempt(), { message: 'a fault of the host' })
  t.strictSame([made, await sender.attempts()], [[], []])
})

t.test('only consecutive failures open the circuit; what says nothing of the receiver counts for nothing', async t => {
  const { attempt, receiver } = start()
  const answers = async (...all: (number | EgressCode)[]) => {
    for (receiver.answer of all) t.not((await attempt()).status, 'postponed')
  }
  await answers(503, 503, 503, 503, 200, 503, 503, 503, 503, 404, 503, 503, 503, 503, 'blocked_address', 503)
  t.equal((await attempt()).status, 'postponed')
})

t.test('a person who asks is not held up by an open circuit, but by the wait that the receiver asked for', async t => {
  const { attempt, receiver, requests, time } = start()
  receiver.answer = 500
  for (let number = 1; number <= 5; number++) await attempt()
  t.match(await attempt('msg_2', { isAsked: true }), { status: 'failed' })
  t.equal(requests.length, 6)
  receiver.answer = { status: 429, headers: { 'retry-after': '900' } }
  await attempt('msg_2', { isAsked: true })
  t.match(await attempt('msg_2', { isAsked: true }), { status: 'postponed' })
  time.now += 15 * minute - 1
  t.match(await attempt('msg_2', { isAsked: true }), { status: 'postponed' })
  time.now += 1
  receiver.answer = 200
  t.match(await attempt('msg_2', { isAsked: true }), { status: 'delivered' })
})

t.test('messages that wait for an endpoint are spread, each by the same amount, over half a minute', async t => {
  const { attempt, receiver, time } = start()
  receiver.answer = 500
  for (let number = 1; number <= 5; number++) await attempt()
  const waits: number[] = []
  for (let number = 1; number <= 100; number++) {
    const result = await attempt(`msg_${number}`)
    t.strictSame(await attempt(`msg_${number}`), result)
    if (result.status === 'postponed') waits.push(result.retryAt - time.now - 5 * minute)
  }
  t.equal(waits.length, 100)
  t.ok(Math.min(...waits) >= 0 && Math.min(...waits) < 3 * second)
  t.ok(Math.max(...waits) <= 30 * second && Math.max(...waits) > 27 * second)
})

t.test('a probe that never ends gives way to another once its time-out and ten seconds have passed', async t => {
  const { sender, attempt, receiver, requests, time } = start()
  receiver.answer = 500
  for (let number = 1; number <= 5; number++) await attempt()
  time.now += 5 * minute
  receiver.answer = new Promise<never>(() => undefined)
  void sender.attempt({ ...webhook, timeoutMs: 4 * second })
  while (requests.length < 6) await new Promise(setImmediate)
  receiver.answer = 200
  time.now += 14 * second - 1
  t.match(await attempt(), { status: 'postponed' })
  time.now += 1
  t.match(await attempt(), { status: 'delivered' })
})

t.test(
  'the state of an endpoint is of its address and current secret, and is stored for 90 days or as said',
  async t => {
    for (const [own, days] of [
      [{}, 90],
      [{ endpointMs: 2 * day }, 2]
    ] as const) {
      const { attempt, twin, receiver, sender, time } = start(own)
      receiver.answer = 410
      await attempt()
      receiver.answer = 200
      const rotated = twin({ settings: { ...settings, 'hook.secretPrevious': secret } })
      t.strictSame(await rotated.attempt(webhook), { status: 'disabled' })
      t.equal(await twin({ settings: {} }).isDisabled(webhook), false)
      t.match(await twin({ slug: 'other' }).attempt(webhook), { status: 'delivered' })
      time.now += days * day - 1
      t.equal(await sender.isDisabled(webhook), true)
      time.now += 1
      t.equal(await sender.isDisabled(webhook), false)
      t.match(await attempt(), { status: 'delivered' })
    }
  }
)

t.test(
  'an endpoint that its authorization disabled stays so after other failures, until the authorization changes',
  async t => {
    const { twin, receiver } = start()
    const as = (authorization: string) => twin({ settings: { ...settings, 'hook.authorization': authorization } })
    const options = { disabledBy: [403, 500] }
    receiver.answer = 500
    await as('old').attempt(webhook, options)
    t.equal(await as('old').isDisabled(webhook), false, 'a status that is retried disables nothing')
    receiver.answer = 403
    await as('old').attempt(webhook, options)
    for (const answer of [500, 404, 'timeout', 'blocked_address', 403] as const) {
      receiver.answer = answer
      await as('old').attempt(webhook, { ...options, isAsked: true })
      t.equal(await as('old').isDisabled(webhook), true, String(answer))
      t.equal(await as('new').isDisabled(webhook), false, String(answer))
    }
    receiver.answer = 410
    await as('old').attempt(webhook, { ...options, isAsked: true })
    t.equal(await as('new').isDisabled(webhook), true, '410 is about the address')
    receiver.answer = 403
    await as('new').attempt(webhook, { ...options, isAsked: true })
    t.equal(await as('other').isDisabled(webhook), true, 'and stays so')
  }
)

t.test('the log of a product holds an attempt for 30 days, or as said, and no other product’s', async t => {
  for (const [own, days] of [
    [{}, 30],
    [{ attemptMs: 2 * day }, 2]
  ] as const) {
    const { attempt, twin, sender, time } = start(own)
    await attempt()
    t.strictSame(await twin({ slug: 'other' }).attempts(), [])
    time.now += days * day - 1
    t.equal((await sender.attempts()).length, 1)
    time.now += 1
    t.strictSame(await sender.attempts(), [])
  }
})

t.test('what a response means for the next attempt', async t => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  const of = (status: number, headers: Record<string, string> = {}, body = '') =>
    failureOf({ status, headers, body, totalMs: 1.5 } as never, now)
  for (const status of [200, 204, 299]) t.equal(of(status), undefined)
  t.strictSame(of(199)?.isFinal, true)
  t.strictSame(of(300), { status: 'failed', error: 'http_300', httpStatus: 300, ms: 2, isFinal: true, isBrief: false })
  t.strictSame(of(499)?.isFinal, true)
  t.match(of(500, {}, 'why'), { isFinal: false, isBrief: true, response: 'why' })
  t.match(of(503, { 'retry-after': ' 7 ' }), { isBrief: false, retryAfterMs: 7_000 })
  t.match(of(503, { 'retry-after': '0' }), { isBrief: false, retryAfterMs: 0 })
  t.match(of(429, { 'retry-after': '86401' }), { isBrief: false, retryAfterMs: day })
  t.match(of(429, { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }), { retryAfterMs: 0 })
  t.match(of(429, { 'retry-after': 'Thu, 01 Jan 2026 12:00:09 GMT' }), { retryAfterMs: 9_000 })
  for (const [status, value] of [
    [503, 'soon'],
    [502, '7'],
    [408, '7'],
    [400, '7']
  ] as const)
    t.notOk('retryAfterMs' in (of(status, { 'retry-after': value }) ?? {}), `${status} ${value}`)
  t.match(of(503, { 'retry-after': 'soon' }), { isBrief: true })
  t.equal(of(500, {}, `${'x'.repeat(511)}\u{1f600}`)?.response, `${'x'.repeat(511)}\ufffd`)
})

t.test('what it means for the next attempt that no response came', async t => {
  const of = (code: EgressCode) => unreachable(new EgressError(code, 'No response came.'))
  for (const code of ['blocked_address', 'blocked_port', 'blocked_scheme', 'invalid_url', 'invalid_request'] as const)
    t.match(of(code), { error: code, isFinal: true, isBrief: false, ms: 0 })
  for (const code of ['connect_refused', 'connect_timeout', 'connection_lost', 'dns_unavailable'] as const)
    t.match(of(code), { error: code, isFinal: false, isBrief: true })
  t.match(of('timeout'), { isFinal: false, isBrief: false })
})

t.test('what a product sends fails with what a job needs to know', async t => {
  const now = 50_000
  const asked: object[] = []
  const send = (result: object, job?: { attempt: number }) =>
    new ProductWebhooks(
      {
        attempt: async (_webhook: Webhook, options: object) => {
          asked.push(options)
          return result
        }
      } as never,
      (job ? { job } : {}) as never,
      () => now
    ).send(webhook)
  t.strictSame(await send({ status: 'delivered', httpStatus: 202, ms: 5 }, { attempt: 4 }), { httpStatus: 202, ms: 5 })
  t.equal(await send({ status: 'not_configured' }), undefined)
  t.strictSame(asked, [
    { number: 4, isAsked: false, disabledBy: [] },
    { number: 1, isAsked: false, disabledBy: [] }
  ])
  const failed = (result: object) =>
    send(result).then(
      () => t.fail('nothing was thrown'),
      ({ code, retryable, retryAfterMs, isPostponed, details }) => ({
        code,
        retryable,
        retryAfterMs,
        isPostponed,
        details
      })
    )
  const details = { webhookId: 'msg_1' }
  t.match(await failed({ status: 'postponed', retryAt: now + 7 }), {
    code: 'webhook_postponed',
    retryable: true,
    retryAfterMs: 7,
    isPostponed: true,
    details
  })
  t.match(await failed({ status: 'postponed', retryAt: now - 7 }), { retryAfterMs: 0 })
  t.match(await failed({ status: 'disabled' }), { code: 'webhook_refused', retryable: false, details })
  t.match(await failed({ status: 'failed', error: 'http_404', httpStatus: 404, isFinal: true }), {
    code: 'webhook_refused',
    retryable: false,
    details: { ...details, httpStatus: 404 }
  })
  t.match(await failed({ status: 'failed', error: 'http_503', httpStatus: 503, isFinal: false, retryAfterMs: 9 }), {
    code: 'webhook_failed',
    retryable: true,
    retryAfterMs: 9
  })
})
