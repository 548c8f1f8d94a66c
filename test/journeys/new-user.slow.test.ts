import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'

const run = promisify(execFile)

/** A port that is free now: the addresses of checkouts name it, so it has to be known before the start. */
async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The commands that the README gives a new user; each answer is followed by its status and a line's end. */
async function commands(address: string): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [, block = ''] = /### As a new user[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? []
  return block.replace('http://127.0.0.1:3000', address).replaceAll('curl ', "curl -sS -w ' %{http_code}\\n' ")
}

t.test('a new user does as the README says, and sees what it says', async t => {
  const folder = await dataFolder(t)
  const port = await freePort()
  const { url } = await startProcess(t, folder, { PORT: String(port) })
  const { stdout } = await run('sh', ['-e', '-c', await commands(url)], { cwd: folder })
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, body = '', status] = /^(.*) (\d{3})$/.exec(line) ?? []
      return { status: Number(status), body: body === '' ? undefined : JSON.parse(body) }
    })
  t.match(answers, [
    { status: 201, body: { email: 'ada@example.org' } },
    { status: 303, body: undefined },
    { status: 200, body: { billing: 'local', plan: 'gateway', status: 'trialing', card: { held: false } } },
    { status: 200, body: { ok: true, productId: 'core', action: 'remember' } },
    { status: 200, body: { ok: true, action: 'recall', detail: { items: [{ key: 'colour', value: 'blue' }] } } },
    { status: 403, body: { ok: false, code: 'waitlisted', links: { billing: `${url}/billing` } } },
    { status: 303, body: undefined },
    { status: 200, body: { ok: true, productId: 'wealthnode', action: 'ledger_sync' } }
  ])
  t.equal(answers.length, 8)
})

t.test('the demo key runs all six products at once', async t => {
  const { url, greeting } = await startProcess(t, await dataFolder(t))
  const [key = ''] = /phk_\w+/.exec(greeting()) ?? []
  const { products } = (await (await fetch(`${url}/api/v1/products`)).json()) as { products: { slug: string }[] }
  t.equal(products.length, 6)
  for (const { slug } of products) {
    const access = await fetch(`${url}/api/v1/products/${slug}/access`, { headers: { Authorization: `Bearer ${key}` } })
    t.match(await access.json(), { productId: slug, allowed: true })
  }
})

t.test('a deployment that bills does not start in production without the settings of Stripe', async t => {
  const environment = {
    DEMO_MODE: 'off',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://products.example',
    ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
    LOG_LEVEL: 'silent'
  }
  await t.rejects(
    startProcess(t, await dataFolder(t), environment),
    /The host ended with 78: product-host: The deployment file bills by Stripe, [^\n]+\.\n$/
  )
})
