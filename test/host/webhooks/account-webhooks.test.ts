import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeClock } from '@product-host/sdk/runtime'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { webhookSubject } from '../../../host/dist/webhooks/account-webhooks.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { notesPlugin, reexport, start } from '../../fixtures/start-host.js'

const second = 1_000
const minute = 60 * second
const key = { Authorization: `Bearer ${demoKey}` }
const plugins = { '@test/notifier': reexport('./products/notifier.js', 'notifier') }
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const path = '/api/v1/products/notifier'
const hello = { id: 'msg_1', text: 'hello', afterMs: minute }

/** A receiver on this machine, which answers with a status, or never. */
async function receiver(t: Test) {
  const state: { status: number | 'never' } = { status: 204 }
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ headers: request.headers, body })
    if (state.status !== 'never') response.writeHead(state.status).end('an answer')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ids = () => received.map(({ headers }) => headers['webhook-id'])
  return { state, received, ids, port, url: `http://127.0.0.1:${port}/` }
}

/** A receiver, and hosts on one store whose clock stands still until the test moves it. */
async function world(t: Test) {
  const target = await receiver(t)
  const time = { now: Date.parse('2026-01-05T12:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const deployment = { egress: { allow: ['127.0.0.0/8'], ports: [target.port] } }
  const begin = async () => {
    const started = await start(t, { plugins, deployment, store, clock })
    const send = async (body: object) => (await started.call('POST', `${path}/execute`, body, key)).body
    return { ...started, send, log: async () => (await send({ action: 'log' })).detail.attempts }
  }
  const first = await begin()
  const settings = { 'hook.url': target.url, 'hook.secret': secret }
  const saved = await first.call('PUT', `${path}/config`, { settings }, key)
  t.equal(saved.status, 200, JSON.stringify(saved.body))
  return { ...target, time, clock, store, book: new JobStore(store, clock, console), settings, first, begin }
}

t.test('the description of a product lists the events that it declares, with the schemas of their data', async t => {
  const { call } = await start(t, { plugins: { ...plugins, ...notesPlugin } })
  const eventsOf = async (slug: string) => (await call('GET', `/api/v1/products/${slug}/execute`)).body.webhookEvents
  t.strictSame(await eventsOf('notifier'), [
    {
      name: 'message.written',
      description: 'A message was written.',
      dataSchema: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string', title: 'Text', description: 'The text of the message.' } }
      }
    }
  ])
  t.strictSame(await eventsOf('notes'), [])
})

t.test('a webhook is delivered, signed, and in the delivery log and the metrics', async t => {
  const { received, time, first } = await world(t)
  t.match(await first.send({ action: 'notify', ...hello }), { ok: true })
  time.now += minute
  await first.host.runDueJobs()
  const [{ headers, body } = { headers: {}, body: '' }] = received
  t.match(JSON.parse(body), { type: 'message.written', data: { text: 'hello' } })
  t.equal(headers['webhook-id'], 'msg_1')
  t.equal(headers['webhook-timestamp'], String(time.now / second))
  t.equal(headers['webhook-signature'], new Webhook(secret).sign('msg_1', new Date(time.now), body))
  t.match(await first.log(), [
    { id: 'msg_1', event: 'message.written', endpoint: 'hook.url', attempt: 1, httpStatus: 204 }
  ])
  const metrics = await (await fetch(`${first.url}/metrics`, { headers: { Connection: 'close' } })).text()
  t.match(metrics, 'product_host_webhook_attempts_total{product="notifier",outcome="delivered"} 1')
  t.ok(first.lines.some(line => line.includes('"msg":"webhook delivered"') && line.includes('msg_1')))
})

t.test('a webhook that was stored is delivered by another host when its own died before the attempt', async t => {
  const { ids, time, first, begin } = await world(t)
  await first.send({ action: 'notify', ...hello })
  await first.stop()
  time.now += minute
  const second_ = await begin()
  await second_.host.runDueJobs()
  t.strictSame(ids(), ['msg_1'])
})

t.test('an attempt that its host did not end is made again by another, under the same id', async t => {
  const { ids, received, state, time, first, begin } = await world(t)
  state.status = 'never'
  await first.send({ action: 'notify', ...hello })
  time.now += minute
  const running = first.host.runDueJobs()
  while (received.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  await first.stop()
  await running
  state.status = 200
  const second_ = await begin()
  await second_.host.runDueJobs()
  t.strictSame(ids(), ['msg_1', 'msg_1'])
  t.match(await second_.log(), [{ id: 'msg_1', attempt: 1, httpStatus: 200 }])
})

t.test('a host that dies during an attempt leaves the next one to another, when its lease has ended', async t => {
  const { ids, time, first, book } = await world(t)
  await first.send({ action: 'notify', ...hello })
  time.now += minute
  await book.moveDue()
  const [ready] = await book.readyAfter(undefined, 1)
  t.match(await book.claim(ready?.entry ?? '', () => 25 * second), { attempts: 1 })
  time.now += 24 * second
  await first.host.runDueJobs()
  t.strictSame(ids(), [])
  time.now += 2 * second
  await first.host.runDueJobs()
  t.strictSame(ids(), ['msg_1'])
  t.match(await first.log(), [{ id: 'msg_1', attempt: 2 }])
})

t.test('a failed attempt is followed by the next one under the same id, with a signature of its own', async t => {
  const { ids, received, state, time, first } = await world(t)
  state.status = 503
  await first.send({ action: 'notify', ...hello })
  time.now += minute
  await first.host.runDueJobs()
  time.now += 3 * second
  await first.host.runDueJobs()
  t.equal(received.length, 1)
  state.status = 200
  time.now += 3 * second
  await first.host.runDueJobs()
  t.strictSame(ids(), ['msg_1', 'msg_1'])
  t.equal(new Set(received.map(({ headers }) => headers['webhook-signature'])).size, 2)
  t.match(await first.log(), [
    { attempt: 2, httpStatus: 200 },
    { attempt: 1, httpStatus: 503, error: 'http_503', response: 'an answer' }
  ])
})

t.test('a message that waits for its endpoint uses up none of the attempts of its job', async t => {
  const { received, state, time, first, book } = await world(t)
  state.status = 500
  for (let number = 1; number <= 5; number++) await first.send({ action: 'attempt', id: `msg_${number}`, text: '' })
  await first.send({ action: 'notify', ...hello, id: 'msg_6' })
  time.now += minute
  await first.host.runDueJobs()
  t.equal(received.length, 5)
  t.match(await book.waiting(), [{ job: { id: 'msg_6' }, attempts: 0 }])
  state.status = 200
  time.now += 5 * minute
  await first.host.runDueJobs()
  t.equal(received.length, 6)
  t.match(await first.log(), [{ id: 'msg_6', attempt: 1 }])
})

t.test('a refused message is a dead letter, and its replay has the same id', async t => {
  const { ids, state, time, first, book } = await world(t)
  state.status = 422
  await first.send({ action: 'notify', ...hello })
  time.now += minute
  await first.host.runDueJobs()
  t.strictSame(await book.waiting(), [])
  const [letter] = await book.dead()
  t.match(letter, { kept: { job: { id: 'msg_1' } }, error: { code: 'webhook_refused' } })
  state.status = 200
  t.ok(await book.replay(letter?.id ?? ''))
  await first.host.runDueJobs()
  t.strictSame(ids(), ['msg_1', 'msg_1'])
  t.strictSame(await book.dead(), [])
})

t.test('what is stored about webhooks is exported and erased with the account', async t => {
  const { state, store, settings, first } = await world(t)
  const ada = await signedUp(first.call)
  const saved = await ada('PUT', '/products/notifier/config', { settings })
  t.equal(saved.status, 200, JSON.stringify(saved.body))
  state.status = 503
  t.match((await ada('POST', '/products/notifier/execute', { action: 'attempt', id: 'msg_1', text: '' })).body, {
    ok: true,
    detail: { result: { status: 'failed', error: 'http_503' } }
  })
  const headers = { Cookie: ada.cookie(), Connection: 'close' }
  const taken = await (await fetch(`${first.url}/dashboard/api/export`, { headers })).text()
  const lines = taken
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  t.match(
    lines.filter(({ kind }) => /webhook/.test(kind)),
    [
      { kind: 'webhook_endpoint', productId: 'notifier', endpoint: 'hook.url', state: { failures: 1 } },
      { kind: 'webhook_attempt', productId: 'notifier', attempt: { id: 'msg_1', error: 'http_503' } }
    ]
  )
  t.notMatch(taken, secret)
  t.not((await store.own(`${webhookSubject}/${ada.id}`).list('')).length, 0)
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.strictSame(await store.own(`${webhookSubject}/${ada.id}`).list(''), [])
})
