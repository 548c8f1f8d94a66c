import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'
import { receiver } from '../fixtures/webhook-receiver.js'

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** A host that runs one product in a thread, and a receiver of its alerts. */
async function alerting(t: Test, slug: string, settings: object) {
  const ops = await receiver(t)
  await ops.open()
  const folder = await dataFolder(t)
  await mkdir(join(folder, 'deployment'))
  await symlink(join(root, 'node_modules'), join(folder, 'deployment/node_modules'))
  const file = join(folder, 'deployment/product-host.json')
  const plugins = [{ package: `@product-host/${slug}`, isolation: 'thread' }]
  await writeFile(file, JSON.stringify({ plugins, egress: { allow: ['127.0.0.0/8'], ports: [ops.port] } }))
  const { url } = await startProcess(t, folder, { PRODUCT_HOST_CONFIG: file })
  const send = async (method: string, path: string, body: object) => {
    const reply = await fetch(`${url}/api/v1/products/${slug}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body)
    })
    return reply.json()
  }
  const alert = { 'alert.url': `http://127.0.0.1:${ops.port}/alerts`, 'alert.secret': secret }
  t.match(await send('PUT', 'config', { settings: { ...settings, ...alert } }), { revision: 1 })
  return { ops, execute: (body: object) => send('POST', 'execute', body) }
}

t.test('wealthnode in a thread sends a signed alert', { timeout: 230_000 }, async t => {
  const { ops, execute } = await alerting(t, 'wealthnode', { monthlyBudgetGbp: '1' })
  t.match(await execute({ action: 'ledger_sync', model: 'gpt-4o', tokens: 1_000_000, pricePer1kGbp: 0.002 }), {
    ok: true
  })
  await ops.until(1, 20_000)
  const [alert] = ops.received
  t.match(new Webhook(secret).verify(alert?.body ?? '', alert?.headers ?? {}), { type: 'budget.threshold_reached' })
})

t.test('sentinel-lite in a thread sends a signed alert', { timeout: 230_000 }, async t => {
  const { ops, execute } = await alerting(t, 'sentinel-lite', {})
  const url = `http://127.0.0.1:${ops.port}/`
  const target = { url, name: 'shop', expectStatus: '200', retryDelayMs: 0, everySeconds: 86_400 }
  t.match(await execute({ action: 'probe', ...target }), { ok: false, detail: { error: { code: 'http_status' } } })
  // A probe tries twice before it says that a target is down.
  await ops.until(3, 20_000)
  const alert = ops.received.at(-1)
  t.match(new Webhook(secret).verify(alert?.body ?? '', alert?.headers ?? {}), { type: 'probe.down' })
})
