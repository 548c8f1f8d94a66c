import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, type HostProcess, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'
import { receiver } from '../fixtures/webhook-receiver.js'

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** A deployment of leadconnect that may reach this machine, on one store for all its hosts. */
async function deployment(t: Test, port: number, isolation: string) {
  const folder = await dataFolder(t)
  await mkdir(join(folder, 'deployment'))
  await symlink(join(root, 'node_modules'), join(folder, 'deployment/node_modules'))
  const file = join(folder, 'deployment/product-host.json')
  const egress = { allow: ['127.0.0.0/8'], ports: [port] }
  await writeFile(file, JSON.stringify({ plugins: [{ package: '@product-host/leadconnect', isolation }], egress }))
  return () => startProcess(t, folder, { PRODUCT_HOST_CONFIG: file })
}

async function send({ url }: HostProcess, method: string, path: string, body: object) {
  const reply = await fetch(`${url}/api/v1/products/leadconnect/${path}`, {
    method,
    headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body)
  })
  return reply.json()
}

// Each waits until what the killed host had in hand is given to another one.
t.jobs = 2

for (const isolation of ['inline', 'thread'])
  t.test(
    `a lead whose host was killed while it was sent is delivered by another host: ${isolation}`,
    { timeout: 230_000 },
    t => killedWhileSending(t, isolation)
  )

async function killedWhileSending(t: Test, isolation: string): Promise<void> {
  const crm = await receiver(t)
  const start = await deployment(t, crm.port, isolation)
  const first = await start()
  const settings = {
    allowHttp: 'true',
    'destination.crm.url': `http://127.0.0.1:${crm.port}/leads`,
    'destination.crm.secret': secret
  }
  t.match(await send(first, 'PUT', 'config', { settings }), { revision: 1 })
  crm.hang(true)
  await crm.open()
  const lead = { action: 'ingest', email: 'jane@acme.co.uk', destination: 'crm', payload: '{"note":"call me"}' }
  const answer = send(first, 'POST', 'execute', lead).catch(() => 'no answer')
  await crm.until(1, 10_000)
  await first.end('SIGKILL')
  t.equal(await answer, 'no answer')

  crm.hang(false)
  await Promise.all([start(), start()])
  await crm.until(2, 60_000)
  for (const { headers, body } of crm.received)
    t.match(new Webhook(secret).verify(body, headers), {
      type: 'lead.created',
      data: { email: 'jane@acme.co.uk', fields: { note: 'call me' } }
    })
  t.equal(new Set(crm.received.map(({ headers }) => headers['webhook-id'])).size, 1)
}
