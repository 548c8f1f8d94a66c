import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { openModel } from '../../../host/dist/model/model.js'
import { readSettings } from '../../../host/dist/settings.js'
import type { Span } from '../../../host/dist/tracing/spans.js'
import { type ReceivedSpan, startCollector } from '../../fixtures/collector.js'
import { mcpServer } from '../../fixtures/mcp-source.js'
import { documentOf, folderOf, json, listening, onePet } from '../../fixtures/openapi-source.js'
import { type HostOptions, notesPlugin, reexport, start } from '../../fixtures/start-host.js'

const demo = { Authorization: `Bearer ${demoKey}` }
const route = '/api/v1/products/:slug/execute'

/** A product that writes, asks another machine and calls another product. */
const relay = (target: string) => `
import { defineAction, defineProduct, EGRESS, PRODUCTS, STORAGE, Type } from '@product-host/sdk'
const relay = defineAction({
  title: 'Relay', description: 'Writes, asks and calls.', effect: 'external',
  input: Type.Object({ text: Type.String(), fails: Type.Optional(Type.Boolean()) }), detail: Type.Object({}), metrics: Type.Object({}),
  examples: [{ title: 'One', input: { text: 'milk' } }],
  needs: { storage: STORAGE, egress: EGRESS, products: PRODUCTS },
  async run({ text, fails }, { storage, egress, products }) {
    await storage.set('private key', { text })
    await egress.request('${target}/private/path?token=secret-of-the-account')
    await products.execute('notes', 'add', { text })
    if (fails) throw new Error('a bug')
    return { summary: 'Relayed.', metrics: {}, detail: {} }
  }
})
export default defineProduct({ slug: 'relay', title: 'Relay', description: 'Relays.', version: '1.0.0', actions: { relay } })`

async function startTraced(t: Test, options: HostOptions = {}) {
  const collector = await startCollector(t)
  const seen: (string | undefined)[] = []
  const server = createServer(({ headers: { traceparent } }, response) => {
    seen.push(typeof traceparent === 'string' ? traceparent : undefined)
    response.end('fine')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const { environment, ...rest } = options
  const host = await start(t, {
    plugins: {
      ...notesPlugin,
      '@test/notifier': reexport('./products/notifier.js', 'notifier'),
      '@test/relay': relay(`http://127.0.0.1:${port}`)
    },
    deployment: { egress: { allow: ['127.0.0.0/8'], ports: [port] } },
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
      OTEL_SERVICE_NAME: 'products-of-a-test',
      ...environment
    },
    ...rest
  })
  return { ...host, collector, seen, port }
}

/** Each span below the one above it, as its name with those of its parts. */
function treeOf(spans: readonly ReceivedSpan[], parentId = ''): readonly unknown[] {
  return spans
    .filter(span => span.parentId === parentId)
    .map(({ name, spanId }) => [name, ...treeOf(spans, spanId)])
    .map(part => (part.length === 1 ? part[0] : part))
}

t.test(
  'a call is one tree: the request, the action, its storage, its requests, and the products that it calls',
  async t => {
    const { call, stop, collector, seen } = await startTraced(t)
    const { status } = await call('POST', '/api/v1/products/relay/execute', { action: 'relay', text: 'milk' }, demo)
    t.equal(status, 200)
    await stop()
    const { spans } = collector
    t.strictSame(treeOf(spans), [
      [`POST ${route}`, ['run relay.relay', 'set memory', 'GET', ['run notes.add', 'set memory']]]
    ])
    t.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1)
    t.strictSame(seen, [undefined], 'an address that may be of an account learns of no trace')
    t.ok(collector.resources.every(resource => resource['service.name'] === 'products-of-a-test'))
    t.ok(collector.requests.every(({ headers }) => headers['api-key'] === 'a secret'))
  }
)

t.test('spans have the attributes of the conventions, and nothing of bodies, keys, addresses and accounts', async t => {
  const { call, stop, collector, lines } = await startTraced(t)
  const { body } = await call('POST', '/api/v1/products/relay/execute', { action: 'relay', text: 'milk' }, demo)
  await stop()
  const find = (name: string) => collector.spans.find(span => span.name === name)
  t.match(find(`POST ${route}`), {
    kind: 2,
    status: 0,
    attributes: {
      'http.request.method': 'POST',
      'http.route': route,
      'http.response.status_code': 200,
      'product_host.request_id': body.requestId,
      'product_host.product': 'relay',
      'product_host.action': 'relay'
    }
  })
  t.match(find('set memory'), { kind: 3, attributes: { 'db.system.name': 'memory', 'db.operation.name': 'set' } })
  t.match(find('GET'), {
    kind: 3,
    attributes: { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'http.response.status_code': 200 }
  })
  const sent = JSON.stringify(collector.spans)
  for (const secret of ['milk', 'private', 'secret', demoKey]) t.notOk(sent.includes(secret), secret)
  const line = lines.map(line => JSON.parse(line)).find(({ requestId }) => requestId === body.requestId)
  t.equal(line.trace, find('run relay.relay')?.traceId, 'the line of the request names its trace')
})

t.test('what failed says so, and what a caller did wrong is no error of the server', async t => {
  const { call, stop, collector } = await startTraced(t)
  const execute = (body: object) => call('POST', '/api/v1/products/relay/execute', body, demo)
  t.equal((await execute({ action: 'relay', text: 'milk', fails: true })).status, 502)
  t.equal((await execute({ action: 'relay' })).status, 400)
  await stop()
  const requests = collector.spans.filter(({ kind }) => kind === 2)
  t.match(requests[0], {
    status: 2,
    attributes: { 'error.type': 'product_error', 'product_host.code': 'product_error' }
  })
  t.match(requests[1], { status: 0, attributes: { 'product_host.code': 'invalid_input' } })
  t.match(
    collector.spans.find(({ name }) => name === 'run relay.relay'),
    { status: 2, attributes: { 'error.type': 'bug' } }
  )
})

const theirs = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = (flags: string) => `00-${theirs.traceId}-${theirs.spanId}-${flags}`

t.test('the trace of a caller is linked; it does not decide what is recorded', async t => {
  const { call, stop, collector } = await startTraced(t)
  await call('GET', '/api/v1/products', undefined, { traceparent: traceparent('00') })
  await call('GET', '/api/v1/products', undefined, { traceparent: '00-0-0-01' })
  await stop()
  const [first, second] = collector.spans
  t.match(first, { parentId: '', links: [theirs] })
  t.not(first?.traceId, theirs.traceId)
  t.strictSame(second?.links, [])
})

t.test('with a trusted proxy in front, its trace goes on, and it decides', async t => {
  const environment = { TRUST_PROXY: 'loopback', DEMO_MODE: 'off' }
  const { call, stop, collector } = await startTraced(t, { environment })
  await call('GET', '/api/v1/products', undefined, { traceparent: traceparent('01') })
  await call('GET', '/api/v1/products', undefined, { traceparent: traceparent('00') })
  await stop()
  t.equal(collector.spans.length, 1)
  t.match(collector.spans[0], { traceId: theirs.traceId, parentId: theirs.spanId, links: [] })
})

t.test('a share of nothing records nothing, and probes are not traced', async t => {
  const { call, stop, collector } = await startTraced(t, { environment: { OTEL_TRACES_SAMPLER_ARG: '0' } })
  t.equal((await call('GET', '/api/v1/products')).status, 200)
  await stop()
  const all = await startTraced(t)
  for (const path of ['/livez', '/readyz']) t.equal((await all.call('GET', path)).status, 200)
  await all.stop()
  t.strictSame([...collector.spans, ...all.collector.spans], [])
})

t.test('a collector that refuses is logged once, and calls are answered', async t => {
  const { call, stop, collector, lines } = await startTraced(t)
  collector.answer.status = 400
  for (let count = 0; count < 3; count++) t.equal((await call('GET', '/api/v1/products')).status, 200)
  await stop()
  t.equal(lines.filter(line => line.includes('traces could not be sent')).length, 1)
  t.notOk(lines.some(line => line.includes('a secret')))
})

t.test(
  'a job is a trace of its own, linked to the call that scheduled it, down to the webhook that it sends',
  async t => {
    const { call, host, stop, collector, seen, port } = await startTraced(t)
    const settings = {
      'hook.url': `http://127.0.0.1:${port}/`,
      'hook.secret': `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    }
    const path = '/api/v1/products/notifier'
    t.equal((await call('PUT', `${path}/config`, { settings }, demo)).status, 200)
    const asked = { action: 'notify', id: 'msg_1', text: 'milk' }
    t.equal((await call('POST', `${path}/execute`, asked, demo)).status, 200)
    await host.runDueJobs()
    await stop()
    const { spans } = collector
    const notify = spans.find(({ name }) => name === 'run notifier.notify')
    const job = spans.find(({ name }) => name === 'job notifier.send')
    t.match(job, { kind: 5, parentId: '', links: [{ traceId: notify?.traceId, spanId: notify?.spanId }] })
    t.not(job?.traceId, notify?.traceId)
    t.match(treeOf(spans, job?.spanId), [['run notifier.send', 'POST']])
    t.strictSame(seen, [undefined], "an account's own address learns of no trace")
  }
)

t.test('a run is linked to the request that asked for it, and is recorded whatever the share', async t => {
  const environment = { OTEL_TRACES_SAMPLER_ARG: '0', TRUST_PROXY: 'loopback', DEMO_MODE: 'off' }
  const { call, host, stop, collector, keys } = await startTraced(t, { environment })
  const { key } = await keys.create('acme', 'a key')
  const sampled = { Authorization: `Bearer ${key}`, Prefer: 'respond-async', traceparent: traceparent('01') }
  const add = { action: 'add', text: 'milk' }
  t.equal((await call('POST', '/api/v1/products/notes/execute', add, sampled)).status, 202)
  await host.runDueJobs()
  await stop()
  const request = collector.spans.find(({ name }) => name === `POST ${route}`)
  const run = collector.spans.find(({ name }) => name === 'run')
  t.equal(request?.traceId, theirs.traceId)
  t.match(run, { links: [{ traceId: theirs.traceId, spanId: request?.spanId }] })
  t.match(treeOf(collector.spans, run?.spanId), [['run notes.add', 'set memory']])
})

t.test(
  'a message of the Model Context Protocol is a part of its request, linked to the trace that it names',
  async t => {
    const { call, stop, collector } = await startTraced(t)
    const send = (message: object) =>
      call('POST', '/mcp', { jsonrpc: '2.0', id: 1, ...message }, { ...demo, Accept: 'application/json' })
    const params = { name: 'notes_add', arguments: { text: 'milk' }, _meta: { traceparent: traceparent('01') } }
    const { status, body } = await send({ method: 'tools/call', params })
    t.equal(status, 200, JSON.stringify(body))
    await send({ method: 'a method of the client', params: {} })
    await stop()
    const { spans } = collector
    t.match(treeOf(spans), [
      ['POST /mcp', ['tools/call notes_add', ['run notes.add', 'set memory']]],
      ['POST /mcp', 'other']
    ])
    t.match(
      spans.find(({ name }) => name === 'tools/call notes_add'),
      { kind: 2, attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'notes_add' } }
    )
    t.match(spans.find(({ name }) => name === 'POST /mcp')?.links, [theirs])
  }
)

t.test('servers that the operator has named are told of the trace: an interface, a program, the model', async t => {
  const interfaceOf = await listening(t, (_, response) => json(response, 404, { message: 'no pets' }))
  const pets = documentOf({ '/pets': { get: { operationId: 'listPets', responses: { 200: onePet } } } })
  const folder = await folderOf(t, { 'openapi.json': pets })
  const { call, stop, collector } = await startTraced(t, {
    plugins: notesPlugin,
    sources: [
      { slug: 'pets', openapi: { document: join(folder, 'openapi.json'), server: interfaceOf.url } },
      { slug: 'notebook', mcp: { command: ['node', mcpServer] } }
    ]
  })
  const run = async (slug: string, body: object) =>
    (await call('POST', `/api/v1/products/${slug}/execute`, body, demo)).body
  t.equal((await run('pets', { action: 'list_pets' })).ok, false)
  const { summary } = await run('notebook', { action: 'attempt', code: 'meta.traceparent' })
  await stop()
  const tree = (name: string) => treeOf(collector.spans, collector.spans.find(span => span.name === name)?.spanId)
  t.strictSame(tree('run pets.list_pets'), ['GET'])
  t.strictSame(tree('run notebook.attempt'), ['list memory', 'tools/call attempt'])
  const parent = (name: string) => {
    const { traceId, spanId } = collector.spans.find(span => span.kind === 3 && span.name === name) ?? {}
    return `00-${traceId}-${spanId}-01`
  }
  t.equal(interfaceOf.received[0]?.headers.traceparent, parent('GET'))
  t.equal(summary, `done: ${parent('tools/call attempt')}`)
  t.match(
    collector.spans.find(({ name }) => name === 'GET'),
    { attributes: { 'error.type': '404', 'http.response.status_code': 404 } }
  )
})

t.test('a request to the model is a part of the action, and the endpoint is told of it', async t => {
  const names: unknown[] = []
  const child = (name: string): Span => {
    names.push(name)
    return { ...silent, traceparent: 'of the child' }
  }
  const silent: Span = {
    traceId: '',
    traceparent: 'of the action',
    child,
    describe: () => undefined,
    set: () => undefined,
    link: () => undefined,
    end: error => names.push(error)
  }
  const endpoint = await listening(t, (_, response) =>
    json(response, 200, { choices: [{ message: { content: 'fine' } }], usage: { total_tokens: 1 } })
  )
  const settings = { url: endpoint.url, apiKey: undefined, name: 'gpt' }
  const model = openModel(settings, new AbortController().signal, silent)
  await model.converse({ messages: [{ role: 'user', content: 'hello' }], tools: [] })
  t.equal(endpoint.received[0]?.headers.traceparent, 'of the child')
  t.strictSame(names, ['chat gpt', undefined])
})

t.test('metrics are sent as well, each as `/metrics` has it', async t => {
  const { call, host, stop, collector } = await startTraced(t)
  for (let count = 0; count < 3; count++)
    t.equal((await call('POST', '/api/v1/products/notes/execute', { action: 'add', text: 'milk' }, demo)).status, 200)
  const text = (await host.metrics()) ?? ''
  await stop()
  const find = (name: string) => collector.metrics.find(metric => metric.name === name)
  const labels = { route, product: 'notes', action: 'add' }
  t.match(find('product_host_requests_total'), {
    kind: 'sum',
    points: [{ attributes: { ...labels, status: '200' }, value: 3 }]
  })
  const seconds = find('product_host_request_seconds')
  t.match(seconds, { kind: 'histogram', unit: 's', points: [{ attributes: labels, count: 3 }] })
  const { counts = [], bounds = [], sum = 0 } = seconds?.points[0] ?? {}
  t.equal(counts.length, bounds.length + 1)
  t.equal(
    counts.reduce((all, count) => all + count, 0),
    3
  )
  t.ok(sum > 0)
  t.match(find('process_resident_memory_bytes'), { kind: 'gauge', unit: 'By' })
  const named = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
  t.strictSame(collector.metrics.map(({ name }) => name).sort(), named.sort())
})

t.test('settings of tracing that cannot be used are refused in a sentence', async t => {
  const read = (variables: Record<string, string>) =>
    readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/', ...variables }).collector
  t.match(read({}), { endpoint: 'http://127.0.0.1:4318', serviceName: 'product-host', share: 1, headers: {} })
  t.throws(
    () => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }),
    /^OTEL_EXPORTER_OTLP_ENDPOINT is not an address such as http:\/\/collector\.example:4318\.$/
  )
  t.throws(() => read({ OTEL_TRACES_SAMPLER_ARG: '10' }), /OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1/)
  for (const text of ['no header', 'name=50%', 'a b=c'])
    t.throws(() => read({ OTEL_EXPORTER_OTLP_HEADERS: text }), /OTEL_EXPORTER_OTLP_HEADERS holds something/, text)
  t.equal(readSettings({ OTEL_SERVICE_NAME: 'alone' }).collector, undefined)
})
