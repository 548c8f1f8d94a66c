import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { root } from '../fixtures/root.js'
import { connectionPlugin, notesPlugin, start } from '../fixtures/start-host.js'
import { inChromium } from './chromium.js'

const plugins = { ...notesPlugin, ...connectionPlugin }

/** A site of its own origin: an empty page, and the modules of the client as they are published. */
async function site(t: Test): Promise<string> {
  const server = createServer(async ({ url = '/' }, response) => {
    const isModule = /^\/[a-z-]+\.js$/.test(url)
    response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html')
    response.end(isModule ? await readFile(join(root, 'sdk/dist/client', url)) : '<!doctype html><title>A page</title>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

inChromium(t, 'the client in a page of another site that the host allows', async (t, open) => {
  const origin = await site(t)
  const { url } = await start(t, { plugins, environment: { CORS_ORIGINS: origin } })
  const page = await open()
  await page.goto(origin)
  const seen = await page.evaluate(
    async ({ origin, url, key }) => {
      const { Client } = await import(`${origin}/index.js`)
      const client = new Client({ url, key })
      const refusal = ({ name, code, status }: { name: string; code: string; status: number }) => ({
        name,
        code,
        status
      })
      const kept = await client.execute('notes', 'add', { text: 'milk' })
      const refused = await client.execute('notes', 'add', { text: '' }).catch(refusal)
      const config = client.config('connection')
      const before = await config.get()
      const saved = await config.put({ enabled: false }, { ifMatch: before.etag })
      const late = await config.put({ enabled: true }, { ifMatch: before.etag }).catch(refusal)
      const { slug } = await client.describe('notes')
      const nobody = await new Client({ url }).usage().catch(refusal)
      const nowhere = new Client({ url: 'http://127.0.0.1:9', patience: { attempts: 1 } })
      return { kept, refused, before, saved, late, slug, nobody, away: await nowhere.catalogue().catch(refusal) }
    },
    { origin, url, key: demoKey }
  )
  t.match(seen, {
    kept: { ok: true, detail: { text: 'milk' } },
    refused: { name: 'RefusedError', code: 'invalid_input', status: 400 },
    before: { revision: 0, etag: '"0"' },
    saved: { revision: 1, enabled: false, etag: '"1"' },
    late: { code: 'revision_conflict', status: 412 },
    slug: 'notes',
    nobody: { code: 'missing_key', status: 401 },
    away: { name: 'NoAnswerError', code: 'unreachable' }
  })
})

inChromium(t, 'the client in a page of the host itself goes by the session', async (t, open) => {
  const { url } = await start(t, { plugins })
  const page = await open()
  await page.route('**/client/*.js', async route => {
    const file = new URL(route.request().url()).pathname.replace('/client/', '')
    await route.fulfill({ path: join(root, 'sdk/dist/client', file), contentType: 'text/javascript' })
  })
  await page.goto(`${url}/`)
  const seen = await page.evaluate(async origin => {
    const { Client } = await import(`${origin}/client/index.js`)
    const client = new Client({ url: '/dashboard/api' })
    const refusal = ({ code, status }: { code: string; status: number }) => ({ code, status })
    const nobody = await client.usage().catch(refusal)
    await fetch('/dashboard/api/accounts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery' })
    })
    const kept = await client.execute('notes', 'add', { text: 'milk' })
    const config = client.config('connection')
    const saved = await config.put({ settings: { colour: 'red' } }, { ifMatch: (await config.get()).etag })
    const { allowed } = await client.access('notes')
    return { nobody, kept, saved, allowed, calls: (await client.usage()).totals.calls }
  }, url)
  t.match(seen, {
    nobody: { code: 'session_required', status: 401 },
    kept: { ok: true, detail: { text: 'milk' } },
    saved: { revision: 1, settings: { colour: 'red' } },
    allowed: true,
    calls: 1
  })
})
