import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { start } from '../../../fixtures/start-host.js'

const notes = '/api/v1/products/notes/execute'

interface Sent {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
}

/** An answer as it was sent: `fetch` would decompress it. */
function read(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    get(url, { method, headers, agent: false }, response => {
      buffer(response).then(bytes => resolve({ status: response.statusCode, headers: response.headers, bytes }), reject)
    }).on('error', reject)
  })
}

t.test('description, catalogue, OpenAPI and texts for agents are compressed for who accepts it', async t => {
  const { url } = await start(t)
  for (const path of [notes, '/api/v1/products', '/openapi.json', '/agent.md', '/llms.txt']) {
    const plain = await read(url + path)
    t.equal(plain.headers['content-encoding'], undefined)
    t.equal(plain.headers.vary, 'Accept-Encoding')
    const br = await read(url + path, { 'Accept-Encoding': 'gzip, deflate, br' })
    t.equal(br.headers['content-encoding'], 'br')
    t.strictSame(brotliDecompressSync(br.bytes), plain.bytes)
    const gzip = await read(url + path, { 'Accept-Encoding': 'gzip' })
    t.equal(gzip.headers['content-encoding'], 'gzip')
    t.strictSame(gunzipSync(gzip.bytes), plain.bytes)
    t.equal(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size, 3)
    t.equal(Number(br.headers['content-length']), br.bytes.length)
    const head = await read(url + path, { 'Accept-Encoding': 'br' }, 'HEAD')
    t.equal(head.bytes.length, 0)
    t.equal(head.headers.etag, br.headers.etag)
    t.equal(head.headers['content-length'], br.headers['content-length'])
  }
})

t.test('an encoding with the quality 0 is not accepted', async t => {
  const { url } = await start(t)
  for (const [accepted, expected] of [
    ['br;q=0', undefined],
    ['br; q=0.000, gzip;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.0', 'gzip'],
    ['BR;Q=0.1', 'br'],
    ['brotli, gzipped', undefined],
    ['identity', undefined],
    ['', undefined]
  ] as const)
    t.equal((await read(url + notes, { 'Accept-Encoding': accepted })).headers['content-encoding'], expected, accepted)
})

t.test('a 304 bears the tag of the variant that the caller has', async t => {
  const { url } = await start(t)
  const tagFor = async (accepted: string) =>
    (await read(url + notes, { 'Accept-Encoding': accepted })).headers.etag ?? ''
  const [br, gzip, plain] = [await tagFor('br'), await tagFor('gzip'), await tagFor('identity')]
  for (const [accepted, known, expected] of [
    ['br, gzip', br, br],
    ['br, gzip', gzip, gzip],
    ['br, gzip', plain, plain],
    ['br, gzip', `"other", W/${gzip}`, gzip],
    ['br, gzip', `${gzip}, ${br}`, br],
    ['br, gzip', '*', br]
  ] as const) {
    const answer = await read(url + notes, { 'Accept-Encoding': accepted, 'If-None-Match': known })
    t.equal(answer.status, 304)
    t.equal(answer.headers.etag, expected)
    t.equal(answer.headers.vary, 'Accept-Encoding')
    t.equal(answer.headers['product-contract'], (await read(url + notes)).headers['product-contract'])
    for (const name of ['content-encoding', 'link', 'content-security-policy', 'x-content-type-options'])
      t.equal(answer.headers[name], undefined, `${name} is that of the stored answer`)
    t.equal(answer.bytes.length, 0)
  }
})

t.test('a variant that the caller does not accept is not the one that it has', async t => {
  const { url } = await start(t)
  const { headers } = await read(url + notes, { 'Accept-Encoding': 'gzip' })
  const answer = await read(url + notes, { 'If-None-Match': headers.etag ?? '' })
  t.equal(answer.status, 200)
  t.not(answer.headers.etag, headers.etag)
  t.equal(JSON.parse(String(answer.bytes)).productId, 'notes')
})

t.test('where origins are allowed, every answer says that it depends on the origin', async t => {
  const { url } = await start(t, { environment: { CORS_ORIGINS: 'https://app.example' } })
  for (const headers of [{}, { Origin: 'https://app.example' }, { Origin: 'https://other.example' }]) {
    t.equal((await read(url + notes, headers)).headers.vary, 'Origin, Accept-Encoding')
    t.equal((await read(`${url}/livez`, headers)).headers.vary, 'Origin')
    t.equal((await read(`${url}/nowhere`, headers)).headers.vary, 'Origin')
  }
})
