import { createHmac } from 'node:crypto'
import { EgressError, type EgressRequest } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const settings = { 'alert.url': 'https://ops.example/hook', 'alert.secret': secret }
const url = 'https://acme.com'
const noon = Date.UTC(2026, 0, 1, 12)

/** A world in which acme.com is up or down, and the receiver of alerts answers with a status. */
function world(options: { settings?: Record<string, string> } = {}) {
  const machines = { isUp: true, receiver: 204, validTo: '2027-01-01T00:00:00.000Z' }
  const context = testContext(sentinel, {
    settings: options.settings ?? settings,
    egress: {
      request(address: string) {
        if (!address.startsWith(url)) return { status: machines.receiver }
        if (!machines.isUp) throw new EgressError('timeout', 'Too slow.')
        return { certificate: { validTo: machines.validTo, subject: 'a', issuer: 'b', protocol: 'TLSv1.3' } }
      }
    }
  })
  /** A check that counts for the monitored target. */
  const check = (input: object = {}) => context.run('probe', { url, everySeconds: 86_400, retries: 0, ...input })
  const alertJobs = () => context.jobs().filter(({ action }) => action === 'send_alert')
  const sent = () => context.requests.filter(request => request.url === 'https://ops.example/hook')
  const types = () => sent().map(({ body }) => JSON.parse(body ?? '{}').type)
  return { ...context, machines, check, alertJobs, sent, types }
}

t.test('down and up again are told once each, from jobs alone', async t => {
  const { run, runJobs, jobs, clock, machines, types } = world()
  await run('probe', { url, everySeconds: 60, retries: 0 })
  const beat = async () => {
    clock.advance(60_000)
    await runJobs()
  }
  await beat()
  t.strictSame(types(), [])
  machines.isUp = false
  await beat()
  await beat()
  await beat()
  t.strictSame(types(), ['probe.down'])
  machines.isUp = true
  await beat()
  await beat()
  t.strictSame(types(), ['probe.down', 'probe.up'])
  t.match(jobs(), [{ id: 'probe.acme-com' }])
})

t.test('a call that finds a target down sends nothing itself', async t => {
  const { runJobs, alertJobs, check, machines, sent } = world()
  machines.isUp = false
  await check()
  t.strictSame(sent(), [])
  t.match(alertJobs(), [{ action: 'send_alert', at: noon }])
  await runJobs()
  t.equal(sent().length, 1)
})

t.test('an alert is signed by Standard Webhooks and says what happened', async t => {
  const { runJobs, check, machines, sent } = world()
  machines.isUp = false
  await check({ url: `${url}/#top`, name: 'Shop' })
  await runJobs()
  const [{ body = '', headers = {}, ...request } = { url: '' }] = sent()
  t.match(headers['webhook-id'], /^msg_[0-9A-HJKMNP-TV-Z]{26}$/)
  t.equal(headers['webhook-timestamp'], String(noon / 1000))
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const hmac = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64')
  t.equal(headers['webhook-signature'], `v1,${hmac}`)
  t.strictSame(JSON.parse(body), {
    type: 'probe.down',
    timestamp: '2026-01-01T12:00:00.000Z',
    data: {
      name: 'shop',
      url,
      status: 'down',
      code: 'timeout',
      message: 'It is down: no whole answer came in time.'
    }
  })
  t.match(request, { method: 'POST', timeoutMs: 10_000 })
  t.equal(headers['content-type'], 'application/json')
  t.notOk(request.maxRedirects)
})

t.test('a receiver that is away gets the alert later, under the same id and a new time', async t => {
  const { runJobs, check, clock, machines, sent } = world()
  machines.isUp = false
  machines.receiver = 503
  await check()
  const runs = [...(await runJobs())]
  for (const delay of [5_000, 300_000, 1_800_000]) {
    clock.advance(delay)
    if (delay === 1_800_000) machines.receiver = 200
    runs.push(...(await runJobs()))
  }
  clock.advance(40_000_000)
  t.strictSame(await runJobs(), [])
  t.match(runs, [
    { answer: { ok: false, detail: { httpStatus: 503, error: { code: 'webhook_failed', retryable: true } } } },
    { answer: { ok: false } },
    { answer: { ok: false } },
    { answer: { ok: true, summary: 'Sent probe.down.' } }
  ])
  const header = (name: string) => sent().map(({ headers = {} }: EgressRequest) => headers[name])
  t.equal(new Set(header('webhook-id')).size, 1)
  t.strictSame(
    header('webhook-timestamp').map(Number),
    [0, 5, 305, 2105].map(seconds => noon / 1000 + seconds)
  )
})

t.test('a receiver that refuses for good is not asked again, and the log says so without the address', async t => {
  for (const receiver of [302, 400, 404, 410]) {
    const { runJobs, check, alertJobs, machines, log, sent } = world()
    machines.isUp = false
    machines.receiver = receiver
    await check()
    t.match(await runJobs(), [{ answer: { detail: { error: { code: 'webhook_refused', retryable: false } } } }])
    t.strictSame(alertJobs(), [])
    t.strictSame(log, [
      {
        level: 'warn',
        message: 'webhook not delivered',
        fields: {
          webhookId: sent()[0]?.headers?.['webhook-id'],
          event: 'probe.down',
          endpoint: 'alert.url',
          attempt: 1,
          ms: 10,
          httpStatus: receiver,
          error: `http_${receiver}`
        }
      }
    ])
  }
})

t.test('too many requests and a time-out of the receiver are tried again', async t => {
  for (const receiver of [408, 425, 429, 500, 502]) {
    const { runJobs, check, alertJobs, machines } = world()
    machines.isUp = false
    machines.receiver = receiver
    await check()
    t.match(await runJobs(), [{ answer: { detail: { error: { code: 'webhook_failed', retryable: true } } } }])
    t.equal(alertJobs().length, 1)
  }
})

t.test('an alert to an address that may not be reached is given up, one to a machine that is away is not', async t => {
  const sending = async (code: 'blocked_address' | 'connect_refused') => {
    const { run } = testContext(sentinel, {
      settings,
      egress: {
        request() {
          throw new EgressError(code, 'No.')
        }
      }
    })
    return run('send_alert', { id: 'msg_1', type: 'probe.down', timestamp: '2026-01-01T12:00:00.000Z', data: {} })
  }
  t.match((await sending('blocked_address')).detail.error, { code: 'webhook_refused', retryable: false })
  t.match((await sending('connect_refused')).detail.error, { code: 'webhook_failed', retryable: true })
})

t.test('without alert.url no alert is made, and one under way is dropped when it is taken out', async t => {
  const silent = world({ settings: {} })
  silent.machines.isUp = false
  await silent.check()
  t.strictSame(silent.alertJobs(), [])

  const { check, runJobs, configure, machines, sent } = world()
  machines.isUp = false
  await check()
  configure({})
  t.match(await runJobs(), [
    { answer: { ok: true, summary: 'No alert address is set any more, so nothing was sent.' } }
  ])
  t.strictSame(sent(), [])
})

t.test('with confirmations a blip is told to nobody', async t => {
  const { check, alertJobs, machines } = world({ settings: { ...settings, confirmations: '2' } })
  await check()
  machines.isUp = false
  const first = await check()
  t.match(first, { ok: false, detail: { status: 'down', history: { state: 'up' }, notes: ['unconfirmed_down'] } })
  t.strictSame(alertJobs(), [])
  const second = await check()
  t.match(second.detail, { history: { state: 'down' }, notes: [] })
  t.match(alertJobs(), [{ input: { type: 'probe.down' } }])
})

t.test('a certificate that is about to end is told once a day, not with every check', async t => {
  const { run, runJobs, clock, machines, sent, types } = world()
  machines.validTo = '2026-01-10T00:00:00.000Z'
  await run('probe', { url, everySeconds: 3600 })
  for (let hour = 0; hour < 49; hour++) {
    clock.advance(3_600_000)
    await runJobs()
  }
  t.strictSame(types(), ['probe.certificate', 'probe.certificate', 'probe.certificate'])
  t.match(JSON.parse(sent()[0]?.body ?? ''), {
    data: { name: 'acme-com', url, daysLeft: 8, validTo: machines.validTo }
  })
})

t.test('the declared events are those that are sent, and their data fits the declared schemas', async t => {
  const { run, check, runJobs, clock, machines, types, webhooks } = world({
    settings: { ...settings, 'alert.late': 'true' }
  })
  machines.validTo = '2026-01-10T00:00:00.000Z'
  await check()
  machines.isUp = false
  await check()
  machines.isUp = true
  await check()
  await run('heartbeat', { name: 'backup', periodSeconds: 600, graceSeconds: 300 })
  clock.advance(600_001)
  await runJobs()
  clock.advance(300_000)
  await runJobs()
  await run('heartbeat', { name: 'backup' })
  await runJobs()
  t.strictSame(new Set(types()), new Set(Object.keys(sentinel.webhookEvents ?? {})))
  t.strictSame(
    webhooks.sent.flatMap(({ issues }) => issues),
    []
  )
})

t.test('that a target is up is told after an alert that it is down, and not where none was made', async t => {
  const { check, runJobs, configure, machines, types } = world({ settings: {} })
  for (const wanted of [{}, settings, settings]) {
    machines.isUp = false
    await check()
    await check()
    configure(settings)
    machines.isUp = true
    await check()
    await runJobs()
    if (wanted !== settings) t.strictSame(types(), [])
  }
  t.strictSame(types(), ['probe.down', 'probe.up', 'probe.down', 'probe.up'])
})

t.test('how long a target was down is told when it is up again', async t => {
  const { check, runJobs, clock, machines, sent } = world()
  machines.isUp = false
  await check()
  clock.advance(90_000)
  machines.isUp = true
  await check()
  await runJobs()
  t.match(JSON.parse(sent()[1]?.body ?? ''), {
    type: 'probe.up',
    timestamp: '2026-01-01T12:01:30.000Z',
    data: { name: 'acme-com', status: 'up', downSince: '2026-01-01T12:00:00.000Z', downSeconds: 90 }
  })
})
