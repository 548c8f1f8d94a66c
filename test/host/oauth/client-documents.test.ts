import t from 'tap'
import { guardedEgress } from '../../../host/dist/egress/egress.js'
import { ClientDocuments } from '../../../host/dist/oauth/client-documents.js'
import { documentEgress } from '../../fixtures/oauth-client.js'
import { names } from '../egress/loopback.js'

const id = 'https://app.example/client.json'
const metadata = { client_id: id, client_name: 'Notebook', redirect_uris: ['https://app.example/callback'] }

t.test('a client is described by the document behind its id, which is read once', async t => {
  const egress = documentEgress({ ...metadata, logo_uri: 'https://app.example/logo.png' })
  const documents = new ClientDocuments(egress)
  const client = {
    id,
    name: 'Notebook',
    verifiedHost: 'app.example',
    redirectUris: ['https://app.example/callback'],
    refreshes: true
  }
  t.strictSame(await Promise.all([documents.read(id), documents.read(id)]), [client, client])
  t.strictSame(await documents.read(id), client)
  t.strictSame(egress.asked, [id])
})

t.test('a document that does not describe its client is refused, and read again the next time', async t => {
  for (const [what, document, response] of [
    ['another client', { ...metadata, client_id: 'https://app.example/other.json' }, {}],
    ['a secret', { ...metadata, client_secret: 'secret' }, {}],
    ['another way to authenticate', { ...metadata, token_endpoint_auth_method: 'private_key_jwt' }, {}],
    ['no redirect URI', { client_id: id }, {}],
    ['a redirect URI of the browser', { ...metadata, redirect_uris: ['javascript:alert(1)'] }, {}],
    ['a name that turns text around', { ...metadata, client_name: 'good\u202egnihton' }, {}],
    ['no object', '[]', {}],
    ['no JSON', '<html>', {}],
    ['a redirect', metadata, { status: 302 }],
    ['too much', metadata, { isCut: true }]
  ] as const) {
    const egress = documentEgress(document, response)
    const documents = new ClientDocuments(egress)
    for (let times = 0; times < 2; times++) await t.rejects(documents.read(id), { name: 'OAuthRefusal' }, what)
    t.equal(egress.asked.length, 2, what)
  }
})

t.test('nothing is read from an address that is not one of a document on a public host', async t => {
  const egress = documentEgress(metadata)
  for (const address of [
    'https://app.example',
    'https://app.example/',
    'https://app.example:8443/client.json',
    'https://user@app.example/client.json',
    'https://app.example/client.json?x=1',
    'https://app.example/client.json#x',
    'https://app.example/a/../client.json',
    'https://APP.example/client.json',
    `https://app.example/${'a'.repeat(500)}`
  ])
    await t.rejects(new ClientDocuments(egress).read(address), { code: 'invalid_client' }, address)
  t.strictSame(egress.asked, [])
  const resolver = names({ 'inner.example': [['10.0.0.1']], 'local.example': [['127.0.0.1']] })
  const guarded = new ClientDocuments(guardedEgress({ allow: [], ports: [443], dns: false, resolver }))
  for (const host of ['inner.example', 'local.example', '10.0.0.1', '127.0.0.1', '169.254.169.254', '[::1]'])
    await t.rejects(guarded.read(`https://${host}/client.json`), { code: 'invalid_client' }, host)
})
