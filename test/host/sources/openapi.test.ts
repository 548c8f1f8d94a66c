import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { openapiProduct } from '../../../host/dist/sources/openapi/openapi-product.js'
import { InterfaceClient } from '../../../host/dist/sources/openapi/send-request.js'
import { documentOf, folderOf, json, listening, onePet, served } from '../../fixtures/openapi-source.js'
import { start } from '../../fixtures/start-host.js'

t.test('the operations of an interface are the actions of a product, with the effects of their methods', async t => {
  const { url, received } = await listening(t, (_, response) =>
    json(response, 200, { id: 3, name: 'Rex', extra: true })
  )
  const responses = { 200: onePet }
  const paths = {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        parameters: [{ name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        responses
      },
      delete: { operationId: 'removePet', responses: { 204: { description: 'Gone.' } } },
      put: {
        operationId: 'replacePet',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
        },
        responses
      }
    },
    '/pets': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses
      }
    }
  }
  const { describe, run } = await served(t, documentOf(paths), { server: `${url}/v1` })
  const body = await describe()
  t.match(body, {
    title: 'Pets',
    description: 'The HTTP interface Pets.',
    version: '2.0.1',
    config: { supported: false }
  })
  t.strictSame(
    body.actions.map(
      ({
        name,
        effect,
        annotations
      }: {
        name: string
        effect: string
        annotations: { destructiveHint: boolean; idempotentHint: boolean }
      }) => [name, effect, annotations.destructiveHint, annotations.idempotentHint]
    ),
    [
      ['get_pet', 'read', false, true],
      ['replace_pet', 'external', true, false],
      ['remove_pet', 'external', true, false],
      ['post_pets', 'external', false, false]
    ]
  )
  t.strictSame(
    body.actions.map(({ title }: { title: string }) => title),
    ['One pet', 'Replace pet', 'Remove pet', 'POST /pets']
  )
  t.match(await run('get_pet', { petId: 3, fields: ['name', 'id'] }), {
    status: 200,
    body: { ok: true, summary: 'GET /pets/{petId} answered 200.', detail: { id: 3, name: 'Rex', extra: true } }
  })
  t.match(await run('replace_pet', { petId: 3, name: 'Max' }), { status: 200 })
  t.match(await run('post_pets', { name: 'Kim' }), { status: 200 })
  t.match(await run('get_pet', { petId: 'three' }), { status: 400, body: { errors: [{ pointer: '#/petId' }] } })
  t.strictSame(
    received.map(({ line, headers, body }) => [line, headers['content-type'], body]),
    [
      ['GET /v1/pets/3?fields=name&fields=id', undefined, ''],
      ['PUT /v1/pets/3', 'application/json', '{"name":"Max"}'],
      ['POST /v1/pets', 'application/json', '{"name":"Kim"}']
    ]
  )
})

t.test('a document may be in YAML, in several files, and go in circles', async t => {
  const { url } = await listening(t, (_, response) =>
    json(response, 200, { name: 'root', children: [{ name: 'leaf' }] })
  )
  const folder = await folderOf(t, {
    'api.yaml': `openapi: 3.0.3
info: { title: Trees, version: "1.0" }
servers: [{ url: ${url} }]
paths:
  /tree: { $ref: 'paths/tree.yaml' }
`,
    'paths/tree.yaml': `get:
  operationId: readTree
  responses:
    200: { description: The tree., content: { application/json: { schema: { $ref: '../schemas/node.yaml' } } } }
`,
    'schemas/node.yaml': `type: object
required: [name]
properties:
  name: { type: string, nullable: true }
  children: { type: array, items: { $ref: 'node.yaml' } }
`
  })
  const sources = [{ slug: 'trees', openapi: { document: join(folder, 'api.yaml') } }]
  const { call } = await start(t, { plugins: {}, sources })
  const reply = await call(
    'POST',
    '/api/v1/products/trees/execute',
    { action: 'read_tree' },
    { Authorization: `Bearer ${demoKey}` }
  )
  t.match(reply.body, { ok: true, detail: { name: 'root', children: [{ name: 'leaf' }] } })
})

t.test('a document at a URL says by a relative address where the interface is', async t => {
  const paths = {
    '/here': { get: { operationId: 'here', tags: ['a'], responses: {} } },
    '/there': { get: { tags: ['b'], responses: {} } }
  }
  const { url, received } = await listening(t, ({ line }, response) =>
    json(
      response,
      200,
      line.includes('openapi')
        ? documentOf(paths, { servers: [{ url: '/v{major}', variables: { major: { default: '3' } } }] })
        : {}
    )
  )
  const sources = [{ slug: 'pets', openapi: { document: `${url}/docs/openapi.json`, tags: ['a'] } }]
  const { call } = await start(t, { plugins: {}, sources })
  t.match(
    await call('POST', '/api/v1/products/pets/execute', { action: 'here' }, { Authorization: `Bearer ${demoKey}` }),
    { status: 200 }
  )
  t.equal(received.at(-1)?.line, 'GET /v3/here')
  t.match((await call('GET', '/api/v1/products/pets/execute')).body.actions, { length: 1 })
})

t.test('a document at a URL is read from its own origin alone, and the secret of its query is not told', async t => {
  const elsewhere = await listening(t, (_, response) => json(response, 200, {}))
  const { url } = await listening(t, ({ line }, response) => {
    if (line.includes('/away')) response.writeHead(302, { Location: `${elsewhere.url}/inner` }).end()
    else if (line.includes('/missing')) json(response, 404, {})
    else json(response, 200, documentOf({ '/here': { get: { responses: { 200: { $ref: '/away' } } } } }))
  })
  const sources = ['whole', 'away', 'missing'].map(slug => ({
    slug,
    openapi: { document: `${url}/${slug}?key=phrase`, server: url }
  }))
  const { host } = await start(t, { plugins: {}, sources })
  const reasons = host.report.map(({ error = 'served' }) => error)
  t.match(reasons, [/redirects to .*not followed/, /redirects to .*not followed/, /it answers 404/])
  t.notOk(reasons.some(reason => reason.includes('phrase')))
  t.strictSame(elsewhere.received, [])
})

t.test('an interface that cannot be served says why in one sentence', async t => {
  const secret = await folderOf(t, { 'secret.json': { type: 'string' } })
  const paths = { '/here': { get: { operationId: 'here', responses: {} } } }
  const folder = await folderOf(t, {
    'sound.json': documentOf(paths),
    'swagger.json': { swagger: '2.0', info: {}, paths: {} },
    'empty.json': documentOf({}),
    'broken.json': '{',
    'outside.json': documentOf({ '/here': { get: { responses: { 200: { $ref: join(secret, 'secret.json') } } } } })
  })
  const entry = (slug: string, openapi: object) => ({ slug, openapi })
  const { host } = await start(t, {
    plugins: {},
    sources: [
      entry('no-server', { document: join(folder, 'sound.json') }),
      entry('no-operation', { document: join(folder, 'sound.json'), server: 'http://127.0.0.1', operations: ['fly'] }),
      entry('no-tag', { document: join(folder, 'sound.json'), server: 'http://127.0.0.1', tags: ['fly'] }),
      entry('swagger', { document: join(folder, 'swagger.json') }),
      entry('empty', { document: join(folder, 'empty.json'), server: 'http://127.0.0.1' }),
      entry('broken', { document: join(folder, 'broken.json') }),
      entry('missing', { document: join(folder, 'none.json') }),
      entry('outside', { document: join(folder, 'outside.json'), server: 'http://127.0.0.1' })
    ]
  })
  const reasons = host.report.map(({ plugin, error = 'served' }) => `${plugin}: ${error}`)
  t.match(reasons, [
    /^openapi:no-server: .*does not say where the interface is \("\/"\); name it as "server"\.$/,
    /^openapi:no-operation: .*has no operation "fly"; it has here\.$/,
    /^openapi:no-tag: .*has no operation of the tags fly\.$/,
    /^openapi:swagger: .*not of OpenAPI 3\.0, 3\.1 or 3\.2, but of Swagger 2\.0; convert it first\.$/,
    /^openapi:empty: .*has no operations\.$/,
    /^openapi:broken: .*cannot be read/,
    /^openapi:missing: .*cannot be read/,
    /^openapi:outside: .*cannot be read: .*the folder of the document/
  ])
})

t.test('overlays change a document before it is served, in their order; what targets nothing is logged', async t => {
  const size = { name: 'size', in: 'query', schema: { $ref: '#/components/schemas/Size' } }
  const paths = {
    '/a': { get: { operationId: 'a', description: 'Reads.', parameters: [size], responses: {} } },
    '/b': { get: { operationId: 'b', deprecated: true, responses: {} }, post: { operationId: 'c', responses: {} } },
    '/d': { get: { operationId: 'd', deprecated: true, responses: {} } }
  }
  const components = { schemas: { Size: { type: 'integer' } } }
  const folder = await folderOf(t, {
    'openapi.json': { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths, components },
    'first.yaml': [
      'overlay: 1.0.0',
      'info: { title: Ours, version: 1.0.0 }',
      'actions:',
      '  - target: $.paths[*][?@.deprecated == true]',
      '    remove: true',
      "  - target: $.paths['/a'].get",
      '    update: { description: "Reads one page.", summary: One page }',
      "  - target: $.paths['/a'].get.parameters",
      '    update: { name: page, in: query, required: true, schema: { type: integer } }',
      "  - target: $.paths['/a'].get.parameters[?@.name == 'size']",
      '    update: { required: true }',
      "  - target: $.paths['/none'].get",
      '    remove: true'
    ].join('\n'),
    'second.json': {
      overlay: '1.1.0',
      actions: [{ target: '$', update: { servers: [{ url: 'http://127.0.0.1:9' }], info: { title: 'Our pets' } } }]
    }
  })
  const openapi = {
    document: join(folder, 'openapi.json'),
    overlays: ['first.yaml', 'second.json'].map(name => join(folder, name))
  }
  const { call, lines } = await start(t, { plugins: {}, sources: [{ slug: 'pets', openapi }] })
  const { body } = await call('GET', '/api/v1/products/pets/execute')
  t.equal(body.title, 'Our pets')
  t.match(body.actions, [
    {
      name: 'a',
      title: 'One page',
      description: 'Reads one page.',
      inputSchema: {
        properties: { size: { type: 'integer' }, page: { type: 'integer' } },
        required: ['action', 'size', 'page']
      }
    },
    { name: 'c' }
  ])
  t.equal(body.actions.length, 2)
  t.match(
    lines.find(line => line.includes('overlays change nothing there')),
    /first\.yaml: \$\.paths\['\/none'\]\.get/
  )

  for (const [content, reason] of [
    [{ overlay: '2.0.0', actions: [] }, /is no OpenAPI Overlay 1\.0 or 1\.1/],
    [{ overlay: '1.0.0', actions: [{ update: {} }] }, /#\/actions\/0, has no "target"/],
    [{ overlay: '1.0.0', actions: [{ target: '$.info' }] }, /has neither "update" nor "remove"/],
    [{ overlay: '1.0.0', actions: [{ target: '$.[', remove: true }] }, /has a "target" that is no JSONPath: /],
    [{ overlay: '1.0.0', actions: [{ target: '$', remove: true }] }, /cannot remove the whole document/]
  ] as const) {
    const wrong = await folderOf(t, { 'wrong.json': content })
    const changed = { ...openapi, overlays: [join(wrong, 'wrong.json')] }
    const { host } = await start(t, { plugins: {}, sources: [{ slug: 'pets', openapi: changed }] })
    t.match(host.report[0]?.error, reason)
  }
})

t.test('a host answers calls while it reads a document of a thousand operations', async t => {
  const paths = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, id) => [`/${id}`, { get: { responses: { 200: onePet } } }])
  )
  const root = { paths, components: {} }
  const openapi = { document: 'pets.json', overlays: [], headers: {} }
  let isOver = false
  const reading = openapiProduct(
    { slug: 'pets', openapi },
    { root, title: 'Pets', version: '1.0.0', url: 'file:///pets.json', missed: [] },
    new InterfaceClient(openapi, 'http://127.0.0.1')
  ).finally(() => {
    isOver = true
  })
  let turns = 0
  for (; !isOver; turns++) await turn()
  t.equal((await reading).offered.size, 1_000)
  t.ok(turns >= 1_000, 'each operation is a turn of the event loop of its own')
})
