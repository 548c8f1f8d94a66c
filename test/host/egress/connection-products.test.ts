import { createServer } from 'node:http'
import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { start } from '../../fixtures/start-host.js'
import { receiver } from '../../fixtures/webhook-receiver.js'

const key = { Authorization: `Bearer ${demoKey}` }

/** A plugin of this repository, by its package's name. */
const shipped = (...slugs: string[]) =>
  Object.fromEntries(
    slugs.map(slug => [
      `@test/${slug}`,
      `export { default } from ${JSON.stringify(new URL(`../../../plugins/${slug}/dist/index.js`, import.meta.url).href)}`
    ])
  )

/** A host on a clock that stands still, with these products. */
async function host(t: Test, slugs: readonly string[], deployment: object = {}) {
  const time = { now: Date.parse('2026-01-05T12:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const backend = memoryBackend(() => time.now)
  const store = await Store.open(backend)
  const started = await start(t, { plugins: shipped(...slugs), deployment, store, clock })
  const send = (slug: string, body: object) => started.call('POST', `/api/v1/products/${slug}/execute`, body, key)
  const configure = (slug: string, settings: object) =>
    started.call('PUT', `/api/v1/products/${slug}/config`, { settings }, key)
  return { ...started, backend, store, clock, time, send, configure }
}

/** Addresses that nobody may make the host ask. */
const forbidden = [
  'http://127.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://１２７.0.0.1/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://host.internal/',
  'http://93.184.216.34:22/',
  'http://93.184.216.34:6379/'
]

t.test('forbidden addresses are refused by probe and by webhooks alike', async t => {
  const { send, configure } = await host(t, ['sentinel-lite', 'leadconnect'])
  for (const url of forbidden) {
    const probe = await send('sentinel-lite', { action: 'probe', url, retries: 0 })
    t.match(probe.body, { ok: false, detail: { error: { code: /^blocked_(address|port)$/ } } }, url)
    const saved = await configure('leadconnect', { allowHttp: 'true', 'destination.crm.url': url })
    t.equal(saved.status, 200, url)
    const lead = await send('leadconnect', {
      action: 'ingest',
      email: 'jane@acme.co.uk',
      destination: 'crm',
      payload: url
    })
    t.match(lead.body, { ok: false, detail: { error: { code: 'target_blocked' } } }, url)
  }
})

t.test('a redirect to a forbidden address is refused', async t => {
  const server = createServer(
    (_request, response) => void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const { send } = await host(t, ['sentinel-lite'], { egress: { allow: ['127.0.0.0/8'], ports: [port, 80] } })
  const { body } = await send('sentinel-lite', { action: 'probe', url: `http://127.0.0.1:${port}/`, retries: 0 })
  t.match(body, { ok: false, detail: { error: { code: 'blocked_address' } } })
})

t.test('a lead whose destination was down is delivered once, by whichever host, when it is back', async t => {
  const crm = await receiver(t)
  const egress = { allow: ['127.0.0.0/8'], ports: [crm.port] }
  const { send, configure, time, clock, store, host: first } = await host(t, ['leadconnect'], { egress })
  const { host: second } = await start(t, { plugins: shipped('leadconnect'), deployment: { egress }, store, clock })
  await configure('leadconnect', { allowHttp: 'true', 'destination.crm.url': `http://127.0.0.1:${crm.port}/` })
  const lead = { action: 'ingest', email: 'jane@acme.co.uk', destination: 'crm', payload: '' }
  t.match((await send('leadconnect', lead)).body, { ok: true, detail: { status: 'retrying', attempt: { number: 2 } } })
  await crm.open()
  time.now += 7 * 60_000
  await Promise.all([first.runDueJobs(), second.runDueJobs()])
  t.equal(crm.received.length, 1)
  t.match((await send('leadconnect', { ...lead, payload: 'again' })).body, { detail: { status: 'delivered' } })
})

t.test(
  'a heartbeat that stops coming turns late, then down, and its alert arrives, with no call in between',
  async t => {
    const pager = await receiver(t)
    await pager.open()
    const egress = { allow: ['127.0.0.0/8'], ports: [pager.port] }
    const { send, configure, time, host: running } = await host(t, ['sentinel-lite'], { egress })
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    const saved = await configure('sentinel-lite', {
      'alert.url': `http://127.0.0.1:${pager.port}/`,
      'alert.secret': secret
    })
    t.equal(saved.status, 200, JSON.stringify(saved.body))
    await send('sentinel-lite', { action: 'heartbeat', name: 'backup', periodSeconds: 3600, graceSeconds: 600 })
    const state = async () =>
      (await send('sentinel-lite', { action: 'heartbeat', signal: 'check' })).body.detail.monitors[0].state
    t.equal(await state(), 'up')

    time.now += 3_601_000
    await running.runDueJobs()
    await running.runDueJobs()
    time.now += 600_000
    await running.runDueJobs()
    await running.runDueJobs()
    await pager.until(1, 5_000)
    t.match(pager.received.map(({ body }) => body).join(), /"backup"[\s\S]*"down"|"down"[\s\S]*"backup"/)
    t.equal(await state(), 'down')
  }
)

t.test('no secret setting appears in an answer, a line of the log or an error', async t => {
  const planted = 'plantedsecretvalue'
  const whsec = `whsec_${Buffer.from(planted.repeat(2)).toString('base64')}`
  const plugins = ['wealthnode', 'leadconnect', 'sentinel-lite']
  const { send, configure, call, lines, backend, host: running, time } = await host(t, plugins)
  const answers = [
    await configure('wealthnode', {
      monthlyBudgetGbp: '1',
      'alert.url': 'https://alerts.example/',
      'alert.secret': whsec
    }),
    await configure('leadconnect', {
      'destination.crm.url': 'https://crm.example/',
      'destination.crm.secret': whsec,
      'destination.crm.authorization': `Bearer ${planted}`
    }),
    await configure('sentinel-lite', {
      'alert.url': 'https://alerts.example/',
      'alert.secret': whsec,
      'probe.site.origin': 'https://site.example',
      'probe.site.header.X-Key': planted
    })
  ]
  for (const { status, body } of answers) t.equal(status, 200, JSON.stringify(body))
  answers.push(
    await configure('wealthnode', { 'alert.secret': planted }),
    await send('wealthnode', { action: 'ledger_sync', tokens: 1_000_000, pricePer1kGbp: 1 }),
    await send('leadconnect', { action: 'ingest', email: 'jane@acme.co.uk', destination: 'crm', payload: '' }),
    await send('sentinel-lite', { action: 'probe', url: 'https://site.example/', name: 'site', retries: 0 }),
    await send('sentinel-lite', { action: 'heartbeat', signal: 'fail' })
  )
  for (let round = 0; round < 3; round++) {
    time.now += 60_000
    await running.runDueJobs()
  }
  for (const slug of plugins)
    for (const path of ['config', 'config/revisions', 'execute'])
      answers.push(await call('GET', `/api/v1/products/${slug}/${path}`, undefined, key))
  const kept = JSON.stringify(await backend.list('', { limit: 1000, reverse: false }))
  for (const secret of [planted, whsec, whsec.slice(6)]) {
    t.notMatch(JSON.stringify(answers), secret)
    t.notMatch(lines.join('\n'), secret)
    t.notMatch(kept, secret)
  }
  t.match(JSON.stringify(answers), '********')
})
