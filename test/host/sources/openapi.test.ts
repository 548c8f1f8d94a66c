import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { start } from '../../fixtures/start-host.js'

/** A request as an interface has received it. */
interface Received {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (request: Received, response: ServerResponse) => void

/** An interface that answers as the test says, and notes what it gets. */
async function listening(t: Test, answer: Answer): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const each = { line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) }
    received.push(each)
    answer(each, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const pet = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  required: ['id', 'name']
}

const onePet = {
  description: 'A pet.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
}

/** A document with these paths. */
function documentOf(paths: object, members: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '2.0.1' },
    paths,
    components: { schemas: { Pet: pet } },
    ...members
  }
}

/** A folder with files, gone with the test. */
async function folderOf(t: Test, files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-openapi-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

/** A host with an interface as the product `pets`. */
async function served(t: Test, document: unknown, openapi: object, entry: object = {}) {
  const folder = await folderOf(t, { 'openapi.json': document })
  const sources = [{ slug: 'pets', ...entry, openapi: { document: join(folder, 'openapi.json'), ...openapi } }]
  const host = await start(t, { plugins: {}, sources })
  const mine = { Authorization: `Bearer ${demoKey}` }
  const run = (action: string, input: object = {}) =>
    host.call('POST', '/api/v1/products/pets/execute', { action, ...input }, mine)
  const describe = async () => (await host.call('GET', '/api/v1/products/pets/execute')).body
  const save = (settings: object) => host.call('PUT', '/api/v1/products/pets/config', { settings }, mine)
  return { ...host, run, describe, save }
}

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

const string = { type: 'string' }
const list = { type: 'array', items: string }
const object = { type: 'object', properties: { a: string, b: string } }

/** What is sent for a parameter. */
const sentParameters: Readonly<
  Record<string, readonly [parameter: object, value: unknown, line: string, headers?: object]>
> = {
  'a text in a path': [{ in: 'path', schema: string }, 'a/b?c#d é', 'GET /a%2Fb%3Fc%23d%20%C3%A9'],
  'a list in a path': [{ in: 'path', schema: list }, ['a', 'b'], 'GET /a,b'],
  'an object in a path': [{ in: 'path', explode: true, schema: object }, { a: '1', b: '2' }, 'GET /a=1,b=2'],
  'a label in a path': [{ in: 'path', style: 'label', schema: list }, ['a', 'b'], 'GET /.a.b'],
  'a matrix in a path': [{ in: 'path', style: 'matrix', schema: string }, 'a', 'GET /;it=a'],
  'a list in a query': [{ in: 'query', schema: list }, ['a', 'b&c'], 'GET /?it=a&it=b%26c'],
  'a list in a query, joined': [{ in: 'query', explode: false, schema: list }, ['a', 'b'], 'GET /?it=a%2Cb'],
  'a list in a query, joined by bars': [
    { in: 'query', style: 'pipeDelimited', explode: false, schema: list },
    ['a', 'b'],
    'GET /?it=a%7Cb'
  ],
  'an object in a query': [{ in: 'query', schema: object }, { a: '1', b: '2' }, 'GET /?a=1&b=2'],
  'a deep object in a query': [
    { in: 'query', style: 'deepObject', explode: true, schema: object },
    { a: '1' },
    'GET /?it%5Ba%5D=1'
  ],
  'JSON in a query': [
    { in: 'query', content: { 'application/json': { schema: object } } },
    { a: '1' },
    'GET /?it=%7B%22a%22%3A%221%22%7D'
  ],
  'a header': [{ in: 'header', schema: list }, ['a', 'b'], 'GET /', { it: 'a,b' }],
  'a cookie': [{ in: 'cookie', schema: string }, 'a b', 'GET /', { cookie: 'it=a%20b' }]
}

t.test('parameters are sent in the styles of OpenAPI', async t => {
  const { url, received } = await listening(t, (_, response) => json(response, 200, {}))
  const cases = Object.entries(sentParameters)
  const paths = Object.fromEntries(
    cases.map(([what, [parameter]], index) => {
      const place = (parameter as { in: string }).in === 'path' ? '{it}' : ''
      const named = { name: 'it', required: true, ...parameter }
      return [
        `/${index}/${place}`,
        { get: { operationId: `case${index}`, summary: what, parameters: [named], responses: {} } }
      ]
    })
  )
  const { run } = await served(t, documentOf(paths), { server: url })
  for (const [index, [what, [, value, line, headers = {}]]] of cases.entries()) {
    const { status, body } = await run(`case${index}`, { it: value })
    t.equal(status, 200, `${what} ${JSON.stringify(body)}`)
    const last = received.at(-1)
    t.equal(last?.line.replace(`/${index}/`, '/'), line, what)
    t.match(last?.headers, headers, what)
  }
})

t.test('a value cannot lead to another path or into another header', async t => {
  const { url, received } = await listening(t, (_, response) => json(response, 200, {}))
  const parameter = (place: string) => ({ name: 'it', in: place, required: true, schema: string })
  const paths = {
    '/pets/{it}/owner': { get: { operationId: 'path', parameters: [parameter('path')], responses: {} } },
    '/pets': { get: { operationId: 'header', parameters: [parameter('header')], responses: {} } }
  }
  const { run } = await served(t, documentOf(paths), { server: url })
  for (const it of ['..', '.', ''])
    t.match(await run('path', { it }), {
      status: 400,
      body: { errors: [{ pointer: '#/it', detail: 'cannot be a part of a path' }] }
    })
  for (const it of ['a\nX-Admin: 1', 'snow ☃'])
    t.match(await run('header', { it }), {
      status: 400,
      body: { errors: [{ pointer: '#/it', detail: 'cannot be sent as a header' }] }
    })
  t.strictSame(received, [])
})

t.test('members of one name in several places, a body of a list, a form and a text', async t => {
  const { url, received } = await listening(t, (_, response) => response.writeHead(204).end())
  const operation = (operationId: string, content: object, parameters: readonly object[] = []) => ({
    post: {
      operationId,
      parameters,
      requestBody: { required: true, content },
      responses: { 204: { description: 'Done.' } }
    }
  })
  const id = { type: 'object', properties: { id: string, action: string }, required: ['id'] }
  const paths = {
    '/a/{id}': operation('collide', { 'application/json': { schema: id } }, [
      { name: 'id', in: 'path', required: true, schema: string }
    ]),
    '/b': operation('list', { 'application/json': { schema: list } }),
    '/c': operation('form', {
      'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: string, b: list } } }
    }),
    '/d': operation('text', { 'text/plain': { schema: string } }),
    '/e': operation('upload', { 'image/png': { schema: { type: 'string', format: 'binary' } } })
  }
  const { run, describe, lines } = await served(t, documentOf(paths), { server: url })
  t.strictSame(
    (await describe()).actions.map(({ name }: { name: string }) => name),
    ['collide', 'list', 'form', 'text']
  )
  t.ok(lines.some(line => line.includes('operations are left out') && line.includes('upload')))
  t.match((await run('collide', { id: '1', body_id: '2', body_action: 'go' })).body, {
    ok: true,
    detail: { status: 204 }
  })
  t.match((await run('list', { body: ['a', 'b'] })).body, { ok: true })
  t.match((await run('form', { a: 'x y', b: ['1', '2'] })).body, { ok: true })
  t.match((await run('text', { body: 'hello' })).body, { ok: true })
  t.strictSame(
    received.map(({ line, headers, body }) => [line, headers['content-type'], body]),
    [
      ['POST /a/1', 'application/json', '{"id":"2","action":"go"}'],
      ['POST /b', 'application/json', '["a","b"]'],
      ['POST /c', 'application/x-www-form-urlencoded', 'a=x+y&b=1&b=2'],
      ['POST /d', 'text/plain', 'hello']
    ]
  )
})

t.test('refusals of the interface are expected failures, its faults are 502', async t => {
  const { url } = await listening(t, ({ line }, response) => {
    const status = Number(line.slice(-3))
    if (status === 999) return void response.destroy()
    json(
      response,
      status,
      status === 200 ? { name: 7 } : { message: 'no' },
      status === 429 ? { 'Retry-After': '7' } : {}
    )
  })
  const parameters = [{ name: 'status', in: 'query', required: true, schema: { type: 'integer' } }]
  const paths = { '/': { get: { operationId: 'ask', parameters, responses: { 200: onePet } } } }
  const { run } = await served(t, documentOf(paths), { server: url })
  t.match((await run('ask', { status: 404 })).body, {
    ok: false,
    summary: 'The interface refused the request with 404.',
    detail: { status: 404, body: { message: 'no' }, error: { code: 'refused', retryable: false } }
  })
  t.match((await run('ask', { status: 429 })).body, {
    detail: { error: { code: 'too_many_requests', retryable: true, retryAfterMs: 7_000 } }
  })
  t.match(await run('ask', { status: 200 }), { status: 502, body: { code: 'invalid_output' } })
  t.match(await run('ask', { status: 503 }), { status: 502, body: { code: 'product_error' } })
  t.match(await run('ask', { status: 999 }), { status: 502, body: { code: 'product_error' } })
})

t.test('a secret of the account is sent as the entry says, and to the named server alone', async t => {
  const elsewhere = await listening(t, (_, response) => json(response, 200, {}))
  const { url, received } = await listening(t, ({ line }, response) => {
    if (line.includes('/far')) response.writeHead(302, { Location: `${elsewhere.url}/stolen` }).end()
    else if (line.includes('/near')) response.writeHead(307, { Location: '/here' }).end()
    else json(response, 200, {})
  })
  const operation = (operationId: string) => ({ get: { operationId, responses: {} } })
  const paths = { '/far': operation('far'), '/near': operation('near'), '/here': operation('here') }
  for (const [auth, expected] of [
    [{ header: 'X-Api-Key', setting: 'key' }, { 'x-api-key': 'phrase' }],
    [{ header: 'Authorization', setting: 'key', prefix: 'Token ' }, { authorization: 'Token phrase' }],
    [
      { basic: { user: 'me', password: { setting: 'key' } } },
      { authorization: `Basic ${Buffer.from('me:phrase').toString('base64')}` }
    ]
  ] as const) {
    const { run, save, describe, lines, stop } = await served(t, documentOf(paths), { server: url, auth })
    t.match((await describe()).config, { supported: true, secrets: ['key'] })
    t.match((await run('here')).body, { ok: false, detail: { setting: 'key', error: { code: 'setting_missing' } } })
    t.match(await save({ key: 'phrase' }), { status: 200, body: { settings: { key: '********' } } })
    t.match((await run('here')).body, { ok: true })
    t.match(received.at(-1)?.headers, expected)
    t.match((await run('near')).body, { ok: true })
    t.equal(received.at(-1)?.line, 'GET /here')
    t.match(await run('far'), { status: 502 })
    t.notOk(lines.some(line => line.includes('phrase')))
    await stop()
  }
  t.strictSame(elsewhere.received, [])
  const { run, save } = await served(t, documentOf(paths), { server: url, auth: { query: 'key', setting: 'key' } })
  await save({ key: 'a&b' })
  await run('here')
  t.equal(received.at(-1)?.line, 'GET /here?key=a%26b')
})

t.test('an access token is asked for once, and again when it is refused', async t => {
  let [issued, valid] = [0, 1]
  const { url, received } = await listening(t, ({ line, headers }, response) => {
    if (line === 'POST /token')
      return json(response, 200, { access_token: `token-${++issued}`, token_type: 'Bearer', expires_in: 3600 })
    json(response, headers.authorization === `Bearer token-${valid}` ? 200 : 401, {})
  })
  const clientCredentials = {
    tokenUrl: `${url}/token`,
    clientId: 'me',
    clientSecret: { setting: 'secret' },
    scope: 'pets'
  }
  const paths = { '/here': { get: { operationId: 'here', responses: {} } } }
  const { run, save } = await served(t, documentOf(paths), { server: url, auth: { clientCredentials } })
  await save({ secret: 'pass:word' })
  t.match((await run('here')).body, { ok: true })
  t.match((await run('here')).body, { ok: true })
  valid = 2
  t.match((await run('here')).body, { ok: true })
  t.strictSame(
    received.map(({ line }) => line),
    ['POST /token', 'GET /here', 'GET /here', 'GET /here', 'POST /token', 'GET /here']
  )
  t.match(received[0], {
    headers: { authorization: `Basic ${Buffer.from('me:pass%3Aword').toString('base64')}` },
    body: 'grant_type=client_credentials&scope=pets'
  })
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
