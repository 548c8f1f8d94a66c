import { gzipSync } from 'node:zlib'
import t from 'tap'
import { documentOf, json, listening, onePet, served } from '../../fixtures/openapi-source.js'

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
    '/e': operation('xml', { 'application/xml': { schema: { type: 'object', properties: { a: string } } } })
  }
  const { run, describe, lines } = await served(t, documentOf(paths), { server: url })
  t.strictSame(
    (await describe()).actions.map(({ name }: { name: string }) => name),
    ['collide', 'list', 'form', 'text']
  )
  t.ok(lines.some(line => line.includes('operations are left out') && line.includes('xml')))
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

t.test('a caller sets no header that says who asks, where, or how much, and adds no cookie', async t => {
  const { url, received } = await listening(t, (_, response) => json(response, 200, {}))
  const header = (name: string, required = false) => ({ name, in: 'header', required, schema: string })
  const names = ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Cookie', 'X Y', 'x-api-KEY', 'x-region']
  const parameters = [
    ...names.map(name => header(name, true)),
    header('X-Other'),
    { name: 'token', in: 'query', schema: string },
    { name: 'any', in: 'query', schema: { type: 'object', additionalProperties: string } },
    { name: 'jar', in: 'cookie', schema: { type: 'object', additionalProperties: string } }
  ]
  const paths = { '/pets': { get: { operationId: 'list', parameters, responses: {} } } }
  const openapi = { server: url, headers: { 'X-Region': 'eu' }, auth: { header: 'X-Api-Key', setting: 'key' } }
  const { run, save, describe } = await served(t, documentOf(paths), openapi)
  t.strictSame(
    (await describe()).actions.map(({ inputSchema }: { inputSchema: { properties: object } }) =>
      Object.keys(inputSchema.properties)
    ),
    [['action', 'X-Other', 'token', 'any', 'jar']]
  )
  await save({ key: 'phrase' })
  const forged = Object.fromEntries(names.map(name => [name, 'evil']))
  t.match((await run('list', { ...forged, 'X-Other': 'mine', jar: { 'a; admin': '1' } })).body, { ok: true })
  const { host, cookie, ...headers } = received[0]?.headers ?? {}
  t.equal(host, new URL(url).host)
  t.equal(cookie, 'a%3B%20admin=1')
  t.match(headers, { 'x-api-key': 'phrase', 'x-region': 'eu', 'x-other': 'mine' })
  const byQuery = await served(t, documentOf(paths), { server: url, auth: { query: 'token', setting: 'key' } })
  await byQuery.save({ key: 'phrase' })
  t.match((await byQuery.run('list', { ...forged, token: 'evil', any: { token: 'evil' } })).body, { ok: true })
  t.equal(received[1]?.line, 'GET /pets?token=phrase')
})

t.test('no path of a document leads from the named server', async t => {
  const { url, received } = await listening(t, (_, response) => json(response, 200, {}))
  const paths = {
    '@127.0.0.2:9/stolen': { get: { operationId: 'user', responses: {} } },
    '.evil.example/stolen': { get: { operationId: 'suffix', responses: {} } },
    '//127.0.0.2:9/stolen': { get: { operationId: 'scheme', responses: {} } }
  }
  const { run } = await served(t, documentOf(paths), { server: `${url}?version=2` })
  for (const action of ['user', 'suffix', 'scheme']) t.match((await run(action)).body, { ok: true })
  t.strictSame(
    received.map(({ line }) => line),
    ['GET /@127.0.0.2:9/stolen?version=2', 'GET /.evil.example/stolen?version=2', 'GET //127.0.0.2:9/stolen?version=2']
  )
})

t.test('an empty list is no part of a path, null is sent in JSON alone, and no member is inherited', async t => {
  const { url, received } = await listening(t, (_, response) => json(response, 200, {}))
  const nullable = { type: 'object', properties: { name: { type: ['string', 'null'] } }, required: ['name'] }
  const operation = (operationId: string, type: string) => ({
    patch: { operationId, requestBody: { required: true, content: { [type]: { schema: nullable } } }, responses: {} }
  })
  const paths = {
    '/pets/{ids}': {
      delete: { operationId: 'remove', parameters: [{ name: 'ids', in: 'path', schema: list }], responses: {} }
    },
    '/json': operation('json', 'application/merge-patch+json'),
    '/form': operation('form', 'application/x-www-form-urlencoded'),
    '/inherited': {
      get: { operationId: 'inherited', parameters: [{ name: 'toString', in: 'query', schema: string }], responses: {} }
    },
    '/search': {
      get: {
        operationId: 'search',
        requestBody: { content: { 'application/json': { schema: nullable } } },
        responses: {}
      },
      trace: { operationId: 'trace', responses: {} }
    }
  }
  const { run, describe } = await served(t, documentOf(paths), { server: url })
  t.notOk((await describe()).actions.some(({ name }: { name: string }) => name === 'trace'))
  t.match(await run('remove', { ids: [] }), { status: 400, body: { errors: [{ pointer: '#/ids' }] } })
  for (const action of ['json', 'form']) t.match((await run(action, { name: null })).body, { ok: true }, action)
  for (const action of ['inherited', 'search']) t.match((await run(action)).body, { ok: true }, action)
  t.strictSame(
    received.map(({ line, body }) => [line, body]),
    [
      ['PATCH /json', '{"name":null}'],
      ['PATCH /form', ''],
      ['GET /inherited', ''],
      ['GET /search', '']
    ]
  )
})

t.test('a secret that no header can hold is refused when it is entered, and is in no log', async t => {
  const { url } = await listening(t, ({ line }, response) =>
    json(response, 200, line === 'POST /token' ? { access_token: 'issued\nphrase' } : {})
  )
  const paths = { '/here': { get: { operationId: 'here', responses: {} } } }
  const inHeader = await served(t, documentOf(paths), { server: url, auth: { header: 'X-Key', setting: 'key' } })
  t.match(await inHeader.save({ key: 'my\nphrase' }), { status: 400 })
  const clientCredentials = { tokenUrl: `${url}/token`, clientId: 'me', clientSecret: { setting: 'key' } }
  const byToken = await served(t, documentOf(paths), { server: url, auth: { clientCredentials } })
  t.match(await byToken.save({ key: 'my\nphrase' }), { status: 200 })
  t.match(await byToken.run('here'), { status: 502 })
  for (const { lines } of [inHeader, byToken]) t.notOk(lines.some(line => line.includes('phrase')))
})

t.test('an answer that is too large, compressed or endless is a fault of the interface', async t => {
  const { url } = await listening(t, ({ line }, response) => {
    const headers = { 'Content-Type': 'application/json', ...(line.includes('zip') && { 'Content-Encoding': 'gzip' }) }
    response.writeHead(200, headers)
    if (line.includes('zip')) return void response.end(gzipSync(Buffer.alloc(9 * 1024 * 1024, '1')))
    if (line.includes('slow')) return void response.write('{')
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, '1')));
    }
    response.on('drain', more)
    more()
  })
  const operation = (operationId: string) => ({ get: { operationId, responses: {} } })
  const paths = { '/zip': operation('zip'), '/endless': operation('endless'), '/slow': operation('slow') }
  const { run } = await served(t, documentOf(paths), { server: url }, { limits: { timeoutMs: 2_000 } })
  t.match(await run('zip'), { status: 502, body: { code: 'product_error' } })
  t.match(await run('endless'), { status: 502, body: { code: 'product_error' } })
  t.match(await run('slow'), { status: 504, body: { code: 'product_timeout' } })
})
