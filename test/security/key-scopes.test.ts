import t, { type Test } from 'tap'
import { signedUp } from '../fixtures/dashboard-client.js'
import { mountedRoutes } from '../fixtures/mounted-routes.js'
import { keptOpen, send } from '../fixtures/send.js'
import { connectionPlugin, memoryStore, notesPlugin, type Reply, reexport, start } from '../fixtures/start-host.js'
import { hook, schedule, webhook } from './attempts-at-routes.js'

const plugins = {
  '@test/spy': reexport('./products/cross-product.js', 'spy'),
  '@test/relay': reexport('./products/cross-product.js', 'relay'),
  ...connectionPlugin,
  ...notesPlugin
}
const products = '/api/v1/products'
const others = [
  { product: 'notes', name: 'latest', input: {} },
  { product: 'connection', name: 'show', input: {} },
  { product: 'relay', name: 'look', input: { product: 'notes', name: 'latest', input: {} } }
] as const
const refused = { status: 403, body: { ok: false, code: 'insufficient_scope' } }
const refusedAnswer = { ok: false, detail: { error: { code: 'insufficient_scope' } } }

/** Somebody with a note and a config, and a client with a key of theirs that has these scopes. */
async function client(t: Test, scopes: readonly string[]) {
  const store = await memoryStore()
  const host = await start(t, { plugins, store })
  const ada = await signedUp(host.call)
  await ada('POST', '/products/notes/execute', { action: 'add', text: 'the note' })
  await ada('PUT', '/products/connection/config', { settings: { 'endpoint.url': 'https://a.example/' } })
  const { key } = (await ada('POST', '/keys', { name: 'narrow', scopes })).body
  const headers = { Authorization: `Bearer ${key}` }
  const send = (method: string, path: string, body?: unknown, more = {}): Promise<Reply> =>
    host.call(method, path, body, { ...headers, ...more })
  const execute = (slug: string, body: object, more = {}) => send('POST', `${products}/${slug}/execute`, body, more)
  return { ...host, store, ada, headers, send, execute }
}

t.test('a key for one product executes that product, and reaches no other through it or its jobs', async t => {
  const { ada, store, execute, host } = await client(t, ['spy:execute'])
  for (const { product, name, input } of others) {
    t.match(await execute(product, { action: name, ...input }), refused, `execute ${product}`)
    const { body } = await execute('spy', { action: 'look', product, name, input })
    t.match(body.detail.answer, refusedAnswer, `nested ${product}`)
    for (const through of ['jobs', 'update']) {
      const id = `${product} ${through}`
      t.match(await execute('spy', { action: 'plan', id, product, name, input, through }), { status: 200 })
      await host.runDueJobs()
      t.match(await store.namespace(ada.id, 'spy').get(`seen:${id}`), [refusedAnswer], `job ${id}`)
    }
  }
  const own = { product: 'spy', name: 'seen', input: { id: 'one' } }
  t.match((await execute('spy', { action: 'look', ...own })).body.detail.answer, { ok: true })
  t.match(await execute('spy', { action: 'plan', id: 'own', ...own }), { status: 200 })
  await host.runDueJobs()
  t.match(await store.namespace(ada.id, 'spy').get('seen:own'), [{ ok: true }])
})

t.test('a key for a product’s config opens that config and executes nothing', async t => {
  const { send, execute } = await client(t, ['connection:config'])
  t.match(await send('GET', `${products}/connection/config`), { status: 200 })
  t.match(await send('GET', `${products}/connection/config/revisions`), { status: 200 })
  t.match(await send('PUT', `${products}/connection/config`, { enabled: true }), { status: 200 })
  for (const { product, name, input } of others)
    t.match(await execute(product, { action: name, ...input }), refused, `execute ${product}`)
  t.match(await execute('spy', { action: 'seen', id: 'one' }), refused)
})

t.test('each route of the products gives a key for one product that product alone', async t => {
  const { call, send, ada } = await client(t, ['spy:execute'])
  const other = (await ada('POST', '/keys', { name: 'another' })).body.key
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    'POST /:slug/execute': async () => {
      t.match(await send('POST', `${products}/notes/execute`, { action: 'latest' }), refused)
      t.match(await send('POST', `${products}/spy/execute`, { action: 'seen', id: 'one' }), { status: 200 })
    },
    'GET /:slug/execute': async () => isPublic('/notes/execute'),
    'GET ': async () => isPublic(''),
    'GET /:slug/config': async () => {
      for (const slug of ['spy', 'notes', 'connection'])
        t.match(await send('GET', `${products}/${slug}/config`), refused, `config of ${slug}`)
    },
    'PUT /:slug/config': async () => t.match(await send('PUT', `${products}/connection/config`, {}), refused),
    'GET /:slug/config/revisions': async () =>
      t.match(await send('GET', `${products}/connection/config/revisions`), refused),
    'GET /:slug/access': async () => {
      t.match(await send('GET', `${products}/spy/access`), { status: 200, body: { productId: 'spy', allowed: true } })
      t.match(await send('GET', `${products}/notes/access`), refused, 'access to notes')
    },
    'GET /usage': async () => {
      await ada('POST', '/products/notes/execute', { action: 'latest' })
      const { status, body } = await send('GET', `${products}/usage`)
      t.equal(status, 200)
      t.strictSame([...new Set(body.usage.map(({ product }: { product: string }) => product))], ['spy'])
      t.match(await send('GET', `${products}/usage?product=notes`), refused, 'usage of notes')
    },
    'GET /outcomes': async () => {
      const headers = { 'Idempotency-Key': 'of both' }
      await ada('POST', '/products/notes/execute', { action: 'latest' }, headers)
      t.match(await send('GET', `${products}/outcomes`), { status: 200, body: { outcomes: [] } })
      t.match(await send('GET', `${products}/outcomes?product=notes`), refused, 'outcomes of notes')
    },
    'POST /outcomes/settle': async () => {
      const finding = { product: 'spy', outcome: 'done', id: 'none' }
      t.match(await send('POST', `${products}/outcomes/settle`, finding), refused, 'which takes every scope')
    },
    'GET /runs': async () => {
      await ada('POST', '/products/notes/execute', { action: 'latest' }, { Prefer: 'respond-async' })
      t.strictSame((await send('GET', `${products}/runs`)).body.runs, [])
      t.match(await send('GET', `${products}/runs?product=notes`), refused, 'runs of notes')
    },
    'GET /runs/:id': async () => t.equal((await send('GET', `${products}/runs/${await runOfNotes()}`)).status, 404),
    'GET /schedules': async () => {
      await scheduleOfNotes()
      t.strictSame((await send('GET', `${products}/schedules`)).body.schedules, [])
      t.match(await send('GET', `${products}/schedules?product=notes`), refused, 'schedules of notes')
    },
    'POST /schedules': async () =>
      t.match(await send('POST', `${products}/schedules`, schedule), refused, 'a schedule of notes'),
    ...Object.fromEntries(
      [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/run'],
        ['POST', '/resume'],
        ['GET', '/firings']
      ].map(([method = '', below]) => [
        `${method} /schedules/:id${below}`,
        async () => {
          const body = method === 'PATCH' ? { enabled: false } : undefined
          const path = `${products}/schedules/${await scheduleOfNotes()}${below}`
          t.equal((await send(method, path, body)).status, 404)
        }
      ])
    ),
    ...Object.fromEntries(
      [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/:id'],
        ['PATCH', '/:id'],
        ['DELETE', '/:id'],
        ['POST', '/:id/secret'],
        ['POST', '/:id/test'],
        ['POST', '/:id/replay'],
        ['GET', '/:id/deliveries'],
        ['POST', '/:id/deliveries/:event/replay']
      ].map(([method = '', below = '']) => [
        `${method} /webhooks${below}`,
        async () => {
          const { id } = (await ada('POST', '/products/webhooks', webhook)).body
          const path = `${products}/webhooks${below.replace(':id', id).replace(':event', 'none')}`
          t.match(await send(method, path, method === 'GET' ? undefined : {}), refused, `${method} ${path}`)
          await ada('DELETE', `/products/webhooks/${id}`)
        }
      ])
    ),
    'GET /hooks': async () => {
      await hookOfNotes()
      t.match(await send('GET', `${products}/hooks`), refused, 'which takes a scope of its own')
    },
    'POST /hooks': async () => t.match(await send('POST', `${products}/hooks`, hook), refused, 'a hook of notes'),
    ...Object.fromEntries(
      [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/rotate'],
        ['POST', '/resume']
      ].map(([method = '', below]) => [
        `${method} /hooks/:id${below}`,
        async () => {
          const body = method === 'PATCH' ? { enabled: false } : below === '/rotate' ? {} : undefined
          t.match(await send(method, `${products}/hooks/${await hookOfNotes()}${below}`, body), refused)
        }
      ])
    ),
    'GET /runs/:id/events': async () =>
      t.equal((await send('GET', `${products}/runs/${await runOfNotes()}/events`)).status, 404),
    'POST /runs': async () => {
      const notes = { product: 'notes', action: 'latest' }
      t.match(await send('POST', `${products}/runs`, notes), refused, 'a run of notes')
    },
    'POST /runs/cancel': async () => {
      const id = await runOfNotes()
      t.match(await send('POST', `${products}/runs/cancel`, { product: 'notes' }), refused, 'runs of notes')
      t.match(await send('POST', `${products}/runs/cancel`, { ids: [id] }), {
        status: 200,
        body: { runs: [], refused: [{ pointer: '#/ids/0', code: 'not_found' }] }
      })
      t.strictSame((await send('POST', `${products}/runs/cancel`, { all: true })).body.runs, [])
    },
    'POST /runs/:id/replay': async () =>
      t.equal((await send('POST', `${products}/runs/${await runOfNotes()}/replay`)).status, 404),
    'POST /runs/:id/cancel': async () =>
      t.equal((await send('POST', `${products}/runs/${await runOfNotes()}/cancel`)).status, 404),
    'POST /keys/self/revoke': async () => {
      t.match(await send('POST', `${products}/keys/self/revoke`, { id: 'another' }), {
        status: 400,
        body: { errors: [{ pointer: '#/id', code: 'unknown_member' }] }
      })
      t.match(await send('POST', `${products}/keys/self/revoke`), { status: 200 })
      t.match(await send('POST', `${products}/spy/execute`, { action: 'seen', id: 'one' }), { status: 401 })
      const headers = { Authorization: `Bearer ${other}` }
      t.match(await call('POST', `${products}/notes/execute`, { action: 'latest' }, headers), { status: 200 })
    }
  }
  async function runOfNotes(): Promise<string> {
    return (await ada('POST', '/products/notes/execute', { action: 'latest' }, { Prefer: 'respond-async' })).body.id
  }
  async function scheduleOfNotes(): Promise<string> {
    return (await ada('POST', '/products/schedules', schedule)).body.id
  }
  async function hookOfNotes(): Promise<string> {
    return (await ada('POST', '/products/hooks', hook)).body.id
  }
  async function isPublic(path: string): Promise<void> {
    const [withKey, without] = [await send('GET', products + path), await call('GET', products + path)]
    t.equal(without.status, 200)
    t.strictSame(withKey.body, without.body)
  }
  const mounted = (await mountedRoutes(t)).filter(({ path }) => path.startsWith(products))
  t.strictSame(
    mounted.map(({ method, path }) => `${method} ${path.slice(products.length)}`).toSorted(),
    Object.keys(attempts).toSorted()
  )
  for (const attempt of Object.values(attempts)) await attempt()
})

t.test('a key opens no route of the dashboard, and changes no answer of any other route', async t => {
  const { url, headers } = await client(t, ['*:execute', '*:config'])
  const open = [
    'GET /site',
    'GET /billing/price',
    'GET /reference',
    'GET /reference/:slug',
    'GET /products',
    'GET /products/:slug/execute'
  ]
  const routes = (await mountedRoutes(t)).filter(({ path }) => !path.startsWith(products))
  for (const { method, path } of routes) {
    const address = path.replace(':slug', 'spy').replace(/:\w+/, 'none')
    const status = async (key: Record<string, string>) => {
      const sent = { 'Content-Type': 'application/json', ...key }
      return (await send(url + address, method, sent, method === 'GET' ? '' : '{}', keptOpen)).status
    }
    const withKey = await status(headers)
    t.equal(withKey, await status({}), `${method} ${path}`)
    const below = path.startsWith('/dashboard/api') ? `${method} ${path.slice('/dashboard/api'.length)}` : undefined
    if (below !== undefined && !open.includes(below)) t.ok(withKey >= 400, `${below} is refused`)
    if (below?.startsWith('POST /products/')) t.equal(withKey, 401)
  }
  t.ok(routes.some(({ path }) => path === '/dashboard/api/products/:slug/execute'))
})

t.test('the scope for webhooks is one of its own, and closes to nobody what its key did with products', async t => {
  const { ada, execute, send } = await client(t, ['notes:execute', 'account:webhooks'])
  const write = { action: 'add', text: 'the second note' }
  const keyed = { 'Idempotency-Key': 'written once' }
  const { status, body } = await execute('notes', write, keyed)
  t.equal(status, 200)
  t.match(await ada('POST', '/products/notes/execute', write, keyed), { status: 200, body })
  const { id } = (await execute('notes', write, { Prefer: 'respond-async' })).body
  t.match(await ada('GET', `/products/runs/${id}`), { status: 200, body: { id } })
  t.equal((await ada('POST', `/products/runs/${id}/cancel`)).status, 200, 'which takes all scopes of who started it')
  t.match(await send('GET', `${products}/usage?product=connection`), refused)
  t.match(await ada('POST', '/keys', { name: 'other', scopes: ['account:execute'] }), {
    status: 400,
    body: { errors: [{ pointer: '#/scopes/0', code: 'unknown_product' }] }
  })
  t.match(await ada('POST', '/keys', { name: 'other', scopes: ['*:webhooks'] }), { status: 400 })
})
