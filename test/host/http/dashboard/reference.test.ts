import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { packageDocuments } from '../../../../host/dist/products/product-documents.js'
import { deploy, notesPlugin, start } from '../../../fixtures/start-host.js'

t.test('the figures of the guides are those of the code, and public', async t => {
  const { call } = await start(t)
  const { status, body, headers } = await call('GET', '/dashboard/api/reference')
  t.equal(status, 200)
  t.equal(headers.get('cache-control'), 'no-cache')
  t.equal(body.idempotency.storedMs, 24 * 60 * 60 * 1000)
  t.equal(body.webhooks.delaysMs.length, 9)
  t.match(body.webhooks, { delaysMs: [5_000], timeoutMs: 10_000, failuresToOpen: 5, deadLetterMs: 7_776_000_000 })
})

t.test('a product without documents is described all the same, and one that is not served is refused', async t => {
  const { call } = await start(t)
  const described = await call('GET', '/api/v1/products/notes/execute')
  const { body, status } = await call('GET', '/dashboard/api/reference/notes')
  t.equal(status, 200)
  t.strictSame(body, {
    slug: 'notes',
    version: '1.2.3',
    digest: described.body.contract.digest,
    changes: [],
    contracts: [],
    samples: null
  })
  t.match(await call('GET', '/dashboard/api/reference/nothing'), { status: 404, body: { code: 'unknown_product' } })
  t.match(await call('POST', '/dashboard/api/reference/notes'), { status: 405 })
})

t.test('the change log and the samples are read from the package of the plugin', async t => {
  const { folder } = await deploy(t, notesPlugin)
  const place = join(folder, 'node_modules/@test/notes')
  const changelog = [
    '# Changes',
    '',
    'Not a version.',
    '',
    '## 1.1.0 (2026-11-22)',
    '',
    'Needs the sdk',
    '0.2.1.',
    '',
    '- `add`: longer',
    '  texts.',
    '- `latest`: faster.',
    '',
    '## 1.0.0',
    ''
  ].join('\n')
  const samples = { version: '1.1.0', answers: {}, webhooks: [] }
  const change = { level: 'minor', pointer: '#/actions/clear', detail: 'is new' }
  const contracts = [{ from: '1.0.0', to: '1.1.0', changes: [change], changedTexts: 2 }]
  await mkdir(join(place, 'dist'))
  await writeFile(join(place, 'CHANGELOG.md'), changelog)
  await writeFile(join(place, 'dist/samples.json'), JSON.stringify(samples))
  await writeFile(join(place, 'dist/contract-changes.json'), JSON.stringify(contracts))
  const { products } = await startedIn(t)
  const [product] = products
  if (!product) throw new Error('The product is not served.')
  t.strictSame(await packageDocuments(folder).of(product), {
    changes: [
      {
        version: '1.1.0',
        madeOn: '2026-11-22',
        notes: [
          { isItem: false, text: 'Needs the sdk 0.2.1.' },
          { isItem: true, text: '`add`: longer texts.' },
          { isItem: true, text: '`latest`: faster.' }
        ]
      },
      { version: '1.0.0', notes: [] }
    ],
    contracts,
    samples
  })
})

t.test('documents that could not be read are read again by the next request', async t => {
  const { folder } = await deploy(t, notesPlugin)
  const samples = join(folder, 'node_modules/@test/notes/dist/samples.json')
  await mkdir(samples, { recursive: true })
  const { call } = await start(t, { documents: packageDocuments(folder) })
  const statusNow = async () => (await call('GET', '/dashboard/api/reference/notes')).status
  t.equal(await statusNow(), 500)
  await rmdir(samples)
  t.equal(await statusNow(), 200)
})

t.test('the OpenAPI document is compressed to less than a quarter, and HEAD says to how many bytes', async t => {
  const { url } = await start(t)
  const plain = await fetch(`${url}/openapi.json`, {
    headers: { Connection: 'close', 'Accept-Encoding': 'identity' }
  })
  const text = await plain.text()
  const head = await fetch(`${url}/openapi.json`, {
    method: 'HEAD',
    headers: { Connection: 'close', 'Accept-Encoding': 'gzip, br' }
  })
  t.equal(head.headers.get('content-encoding'), 'br')
  const length = Number(head.headers.get('content-length'))
  t.ok(length > 0 && length < text.length / 4, `${length} of ${text.length} bytes`)
})

async function startedIn(t: Parameters<typeof start>[0]) {
  const { host } = await start(t)
  return host
}
