import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Interface } from '../../dist-test/fixtures/openapi-validator.js'
import { Client } from '../../sdk/dist/client/index.js'
import { freePort, made, type StartedHost, service, startHost } from './started-host.ts'

/** A proxy before the host that answers with an error whatever is not as the document says: a request, or an answer. */
async function proxy(t: TestContext, { url }: StartedHost, document: string): Promise<string> {
  const port = String(await freePort())
  await service(t, 'prism', ['proxy', '--errors', document, url, '--port', port], /Prism is listening/)
  return `http://127.0.0.1:${port}`
}

test('through a proxy that checks both sides', async t => {
  const host = await startHost(t)
  const url = await proxy(t, host, host.document)
  const client = new Client({ url, key: host.key, patience: { attempts: 1 } })

  await t.test('every example of every product', async () => {
    const { document } = new Interface(JSON.parse(await readFile(host.document, 'utf8')))
    let passed = 0
    for (const [path, { post }] of Object.entries(document.paths))
      for (const { value } of Object.values(post?.requestBody?.content['application/json']?.examples ?? {})) {
        const { action, ...input } = value
        // An example's address is somebody's; egress refuses this one, and nothing leaves the machine.
        const elsewhere = typeof input.url === 'string' ? { url: 'http://127.0.0.1:9/' } : {}
        const answer = await client.execute(path.split('/')[4] ?? '', String(action), { ...input, ...elsewhere })
        assert.equal(answer.action, action)
        passed++
      }
    assert.ok(passed > 30)
  })

  await t.test('remember, recall, and what was used', async () => {
    await client.execute('core', 'remember', { key: 'journey', value: 'through' })
    const { detail } = await client.execute('core', 'recall', { key: 'journey' })
    assert.equal(detail.found, 1)
    const call = () => client.execute('core', 'remember', { key: 'once', value: 'x' }, { idempotencyKey: 'journey' })
    assert.deepEqual(await call(), await call())
    assert.ok((await client.usage({ product: 'core' })).totals.calls > 3)
  })

  await t.test('a ledger and its margin', async () => {
    const entry = { tokens: 1_000_000, pricePer1kGbp: 0.002, billPer1kGbp: 0.006, customer: 'Acme', externalId: 'j-1' }
    assert.ok((await client.execute('wealthnode', 'ledger_sync', entry)).ok)
    assert.ok((await client.execute('wealthnode', 'margin_radar', { days: 7 })).ok)
  })

  await t.test('a lead, from its config to its answer', async () => {
    const config = client.config('leadconnect')
    const before = await config.get()
    const settings = {
      'destination.crm.url': 'https://crm.example/leads',
      'destination.crm.secret': `whsec_${'A'.repeat(43)}=`
    }
    const saved = await config.put({ settings }, { ifMatch: before.etag })
    assert.equal(saved.settings['destination.crm.secret'], '********')
    await config.put({ settings: saved.settings }, { isDryRun: true })
    assert.equal((await config.revisions())[0]?.revision, saved.revision)
  })

  await t.test('descriptions', async () => {
    for (const { slug } of await client.catalogue()) {
      assert.equal((await client.describe(slug)).slug, slug)
      assert.equal((await client.access(slug)).allowed, true)
    }
    for (const path of ['/livez', '/readyz', '/openapi.json']) assert.equal((await fetch(url + path)).status, 200, path)
  })

  await t.test('what is not as the document says does not pass', async () => {
    await assert.rejects(client.execute('core', 'recall', { limit: 'many' }), { name: 'NoAnswerError' })
    const document = JSON.parse(await readFile(host.document, 'utf8'))
    const answer = document.components.schemas['core.recall.answer']
    answer.properties.latencyMs = { type: 'string' }
    document.components.schemas['core.answer'] = answer
    const wrong = join(made, 'other.json')
    await writeFile(wrong, JSON.stringify(document))
    const other = new Client({ url: await proxy(t, host, wrong), key: host.key, patience: { attempts: 1 } })
    await assert.rejects(other.execute('core', 'recall', {}), { name: 'NoAnswerError', status: 500 })
  })
})
