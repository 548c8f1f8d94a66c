import t from 'tap'
import { person, signedUp } from '../../../fixtures/dashboard-client.js'
import { mountedRoutes } from '../../../fixtures/mounted-routes.js'
import { connectionPlugin, notesPlugin, start } from '../../../fixtures/start-host.js'

const plugins = { ...connectionPlugin, ...notesPlugin }
const byKey = '/api/v1/products'
const bySession = '/dashboard/api/products'

t.test('whatever products offer to a key, they offer to a session', async t => {
  const routes = await mountedRoutes(t)
  const below = (products: string) =>
    routes
      .filter(({ path }) => path.startsWith(products))
      .map(({ method, path }) => `${method} ${path.slice(products.length)}`)
      .sort()
  const own = 'POST /keys/self/revoke'
  t.ok(below(byKey).includes('POST /:slug/execute'))
  t.strictSame(
    below(bySession),
    below(byKey).filter(route => route !== own)
  )
})

t.test('who is signed in runs actions in the account that its keys run them in', async t => {
  const { call } = await start(t, { plugins })
  const ada = await signedUp(call)
  const added = await ada('POST', '/products/notes/execute', { action: 'add', text: 'milk' })
  t.match(added, { status: 200, body: { ok: true, productId: 'notes', action: 'add', detail: { text: 'milk' } } })
  t.match(added.headers.get('product-contract'), /^sha256-/)
  t.match(added.headers.get('ratelimit'), /^"key";r=499;/)
  const { key } = (await ada('POST', '/keys', { name: 'a key' })).body
  const latest = { action: 'latest' }
  const viaKey = await call('POST', `${byKey}/notes/execute`, latest, { Authorization: `Bearer ${key}` })
  const viaSession = await ada('POST', '/products/notes/execute', latest)
  t.match(viaKey.body.detail.notes, [{ text: 'milk' }])
  t.strictSame(viaSession.body.detail, viaKey.body.detail)
})

t.test('an Idempotency-Key holds by session as by key', async t => {
  const { call } = await start(t)
  const ada = await signedUp(call)
  const send = () => ada('POST', '/products/notes/execute', { action: 'add', text: 'once' }, { 'Idempotency-Key': 'k' })
  const [first, again] = [await send(), await send()]
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.strictSame(again.body, first.body)
})

t.test('without a session the doors are shut, also for a bearer key, and before anything else is judged', async t => {
  const { call, keys } = await start(t)
  const { key } = await keys.create('someone', 'a key')
  for (const headers of [{}, { Authorization: `Bearer ${key}` }, { Cookie: 'session=none' }])
    for (const [method, path, body] of [
      ['POST', '/notes/execute', '{'],
      ['POST', '/none/execute', '{'],
      ['GET', '/notes/config', undefined],
      ['PUT', '/none/config', '{'],
      ['GET', '/notes/config/revisions', undefined],
      ['GET', '/usage?from=never', undefined]
    ] as const)
      t.match(await call(method, bySession + path, body, headers), { status: 401, body: { code: 'session_required' } })
})

t.test('a session opens nothing where keys are asked for', async t => {
  const { call } = await start(t)
  const ada = await signedUp(call)
  t.match(await call('POST', `${byKey}/notes/execute`, { action: 'latest' }, { Cookie: ada.cookie() }), {
    status: 401,
    body: { code: 'missing_key' }
  })
})

t.test('refusals win in the order that they have by key', async t => {
  const { call } = await start(t, { deployment: { rate: { key: [2, 60] } } })
  const ada = await signedUp(call)
  const code = async (path: string, body: unknown) => (await ada('POST', `/products${path}`, body)).body.code
  t.equal(await code('/none/execute', '{'), 'unknown_product')
  t.equal(await code('/notes/execute', '{'), 'malformed_json')
  t.equal(await code('/notes/execute', '{'), 'rate_limited')
  t.equal(await code('/none/execute', '{'), 'unknown_product')
})

t.test('all sessions of an account share one rate', async t => {
  const { call } = await start(t, { deployment: { rate: { key: [2, 60] } } })
  const here = await signedUp(call)
  const there = person(call)
  await there('POST', '/sessions', { email: 'ada@example.org', password: 'seven green elephants' })
  const run = (who: typeof there) => who('POST', '/products/notes/execute', { action: 'latest' })
  t.match([await run(here), await run(there), await run(here)], [{ status: 200 }, { status: 200 }, { status: 429 }])
})

t.test('a page of another site runs nothing and saves nothing', async t => {
  const { call } = await start(t, { plugins })
  const ada = await signedUp(call)
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://elsewhere.example' }]) {
    const run = ada('POST', '/products/notes/execute', { action: 'add', text: 'forged' }, headers)
    t.match(await run, { status: 403, body: { code: 'cross_site_request' } })
    const save = ada('PUT', '/products/connection/config', { enabled: false }, headers)
    t.match(await save, { status: 403, body: { code: 'cross_site_request' } })
  }
  t.strictSame((await ada('POST', '/products/notes/execute', { action: 'latest' })).body.detail.notes, [])
  t.match((await ada('GET', '/products/connection/config')).body, { enabled: true, revision: 0 })
})

t.test('a config is read, judged, saved and told by session', async t => {
  const { call } = await start(t, { plugins })
  const ada = await signedUp(call)
  const config = '/products/connection/config'
  const settings = { 'endpoint.url': 'https://crm.example.com/', apiToken: 'not to be seen' }
  t.match(await ada('PUT', `${config}?dryRun=true`, { settings }), { status: 200, body: { revision: 1 } })
  t.match((await ada('GET', config)).body, { revision: 0, settings: {} })
  const saved = await ada('PUT', config, { settings }, { 'If-Match': '"0"' })
  t.match(saved, { status: 200, body: { revision: 1, settings: { apiToken: '********' } } })
  t.equal(saved.headers.get('etag'), '"1"')
  t.match(await ada('PUT', config, { enabled: false }, { 'If-Match': '"0"' }), { status: 412 })
  t.match((await ada('GET', `${config}/revisions`)).body.revisions, [{ revision: 1, keyId: 'session' }])
  t.match(await ada('GET', '/products/notes/config'), { status: 404, body: { code: 'config_not_supported' } })
})

t.test('what runs by session is counted under a name of its own', async t => {
  const { call } = await start(t)
  const ada = await signedUp(call)
  await ada('POST', '/products/notes/execute', { action: 'add', text: 'milk' })
  await ada('POST', '/products/notes/execute', { action: 'none' })
  t.match((await ada('GET', '/products/usage')).body.usage, [
    { product: 'notes', action: 'add', keyId: 'session', via: 'request', calls: 1 },
    { product: 'notes', action: null, keyId: 'session', refusals: { 400: 1 } }
  ])
})

t.test('what is for anyone to read is there too', async t => {
  const { call } = await start(t)
  t.strictSame((await call('GET', bySession)).body, (await call('GET', byKey)).body)
  t.strictSame(
    (await call('GET', `${bySession}/notes/execute`)).body,
    (await call('GET', `${byKey}/notes/execute`)).body
  )
})
