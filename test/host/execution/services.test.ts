import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { connectionPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }

/** A plugin of one action, whose run the test writes. */
function plugin(run: string, needs: string, members = '') {
  return {
    '@test/single': `
      import { defineAction, defineProduct, EGRESS, EgressError, LOGGER, MODEL, OPTIONS, PRODUCTS, STORAGE, Type } from '@product-host/sdk'
      const go = defineAction({
        title: 'Go', description: 'Goes.', effect: 'external', input: Type.Object({ text: Type.String({ default: '' }) }),
        detail: Type.Object({ value: Type.Unknown() }), metrics: Type.Object({}), examples: [{ title: 'One', input: {} }], timeoutMs: 2000,
        needs: ${needs},
        async run(input, context) { return { summary: 'Went.', metrics: {}, detail: { value: await (${run})(input, context) } } }
      })
      export default defineProduct({
        slug: 'single', title: 'Single', description: 'One action.', version: '1.0.0', actions: { go }, ${members}
      })`
  }
}

const go = '/api/v1/products/single/execute'

t.test('EGRESS reaches what the deployment allows, and nothing else of this machine', async t => {
  const server = createServer(async (request, response) => void response.end(`heard ${await text(request)}`))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const run = `async (_input, { egress }) => {
    try { return (await egress.request('http://127.0.0.1:${port}/', { method: 'POST', body: 'hello' })).body }
    catch (error) { if (error instanceof EgressError) return error.code; throw error }
  }`
  const value = async (egress: object) => {
    const { call } = await start(t, { plugins: plugin(run, '{ egress: EGRESS }'), deployment: { egress } })
    return (await call('POST', go, { action: 'go' }, key)).body.detail.value
  }
  t.equal(await value({ ports: [port] }), 'blocked_address')
  t.equal(await value({ allow: ['127.0.0.0/8'] }), 'blocked_port')
  t.equal(await value({ allow: [{ network: '127.0.0.0/8', ports: [port] }] }), 'heard hello')
})

t.test('EGRESS connects to ports that the deployment opens for it, and to no others', async t => {
  const server = createTcpServer(socket => socket.end('220 ready\r\n'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const run = `async (_input, { egress }) => {
    try { return (await egress.connect('127.0.0.1', ${port}, { greetingBytes: 100 })).greeting }
    catch (error) { if (error instanceof EgressError) return [error.code, error.known.forbiddenBy ?? '']; throw error }
  }`
  const value = async (egress: object) => {
    const { call } = await start(t, { plugins: plugin(run, '{ egress: EGRESS }'), deployment: { egress } })
    return (await call('POST', go, { action: 'go' }, key)).body.detail.value
  }
  t.strictSame(await value({ allow: [{ network: '127.0.0.0/8', ports: [port] }] }), [
    'blocked_port',
    'egress.connectPorts'
  ])
  t.strictSame(await value({ connectPorts: [port] }), ['blocked_address', ''])
  t.equal(await value({ allow: [{ network: '127.0.0.0/8', connectPorts: [port] }] }), '220 ready\r\n')
})

t.test('what EGRESS has begun is given up at the deadline', async t => {
  const server = createServer(() => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const closed = new Promise<void>(resolve =>
    server.once('connection', socket => socket.once('close', () => resolve()))
  )
  const { call } = await start(t, {
    plugins: plugin(
      `(_input, { egress }) => egress.request('http://127.0.0.1:${port}/', { timeoutMs: 60000 })`,
      '{ egress: EGRESS }'
    ),
    entries: { '@test/single': { limits: { timeoutMs: 1_000 } } },
    deployment: { egress: { allow: ['127.0.0.0/8'], ports: [port] } }
  })
  t.match(await call('POST', go, { action: 'go' }, key), { status: 504, body: { code: 'product_timeout' } })
  await closed
})

for (const isolation of ['inline', 'thread'])
  t.test(
    `what EGRESS has begun ends with its own signal or at the deadline, whichever is first, ${isolation}`,
    async t => {
      const server = createTcpServer(socket => void socket.resume().on('error', () => undefined))
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      t.teardown(() => server.close())
      const { port } = server.address() as AddressInfo
      const run = `async ({ text }, { egress }) => {
      const own = new AbortController()
      const options = { timeoutMs: 60000, greetingBytes: 100, ...(text !== 'none' && { signal: own.signal }) }
      const begun = text === 'request'
        ? egress.request('http://127.0.0.1:${port}/', options)
        : egress.connect('127.0.0.1', ${port}, options)
      if (text === 'own') own.abort()
      return begun.then(() => 'answered', () => 'given up')
    }`
      const { call } = await start(t, {
        plugins: plugin(run, '{ egress: EGRESS }'),
        entries: { '@test/single': { isolation, limits: { timeoutMs: 500 } } },
        deployment: { egress: { allow: [{ network: '127.0.0.0/8', ports: [port], connectPorts: [port] }] } }
      })
      const ask = (text: string) => call('POST', go, { action: 'go', text }, key)
      t.match(await ask('own'), { status: 200, body: { detail: { value: 'given up' } } })
      for (const how of ['none', 'connect', 'request'])
        t.match(await ask(how), { status: 504, body: { code: 'product_timeout' } }, how)
      await new Promise<void>(resolve => {
        const look = () => server.getConnections((_error, count) => (count === 0 ? resolve() : void setImmediate(look)))
        look()
      })
    }
  )

t.test('what a product stores, schedules and is set to is the account’s own', async t => {
  const { call, keys } = await start(t, {
    plugins: { ...notesPlugin, ...connectionPlugin },
    deployment: { billing: 'none' }
  })
  const as = async (account: string) => {
    const headers = { Authorization: `Bearer ${(await keys.create(account, 'a key')).key}` }
    return async (slug: string, body: object) =>
      (await call('POST', `/api/v1/products/${slug}/execute`, body, headers)).body.detail
  }
  const [ada, eve] = [await as('ada'), await as('eve')]
  await ada('notes', { action: 'add', text: 'hers' })
  t.strictSame((await eve('notes', { action: 'latest' })).notes, [])
  t.match((await ada('notes', { action: 'latest' })).notes, [{ text: 'hers' }])

  await ada('connection', { action: 'plan', id: 'one', at: Date.now() + 60_000 })
  t.match(await eve('connection', { action: 'cancel', id: 'one' }), { existed: false })
  t.match(await ada('connection', { action: 'cancel', id: 'one' }), { existed: true })

  const headers = { Authorization: `Bearer ${(await keys.create('ada', 'another')).key}` }
  const settings = { colour: 'vermilion' }
  await call('PUT', '/api/v1/products/connection/config', { settings }, headers)
  t.strictSame(await ada('connection', { action: 'show' }), { settings: { colour: 'vermilion'.length } })
  t.strictSame(await eve('connection', { action: 'show' }), { settings: { colour: 'grey'.length } })
})

for (const isolation of ['inline', 'thread'])
  t.test(`an action knows its account and request, and a job which attempt it is, ${isolation}`, async t => {
    const store = await Store.open(memoryBackend(Date.now))
    const run = `async (_input, { storage, account, requestId, job = null }) => {
      await storage.set('seen', { account, requestId, job })
      return 'seen'
    }`
    const { call, host } = await start(t, {
      plugins: plugin(run, '{ storage: STORAGE }'),
      entries: { '@test/single': { isolation } },
      store
    })
    const records = store.namespace('demo', 'single')
    const { headers } = await call('POST', go, { action: 'go' }, key)
    t.strictSame(await records.get('seen'), { account: 'demo', requestId: headers.get('x-request-id'), job: null })
    const jobs = [{ schedule: { id: 'one', at: Date.now(), action: 'go', input: {} } }]
    await records.update([], () => ({ jobs, result: undefined }))
    await host.runDueJobs()
    t.match(await records.get('seen'), { account: 'demo', requestId: /^job-./, job: { id: 'one', attempt: 1 } })
  })

t.test('PRODUCTS describes and runs the others as the same caller', async t => {
  const run = `async ({ text }, { products }) => ({
    known: products.describe().map(({ slug, overview }) => ({ slug, overview })),
    effect: products.effect('notes', 'add', { text }),
    none: products.effect('notes', 'none', {}),
    added: await products.execute('notes', 'add', { text }),
    refused: await products.execute('notes', 'add', {}),
    absent: await products.execute('absent', 'add', {}),
    unknown: await products.execute('notes', 'none', {})
  })`
  const { call } = await start(t, { plugins: { ...plugin(run, '{ products: PRODUCTS }'), ...notesPlugin } })
  t.match((await call('POST', go, { action: 'go', text: 'milk' }, key)).body.detail.value, {
    known: [{ slug: 'single' }, { slug: 'notes', overview: { action: 'latest', input: { limit: 3 } } }],
    effect: 'write',
    none: undefined,
    added: { ok: true, detail: { text: 'milk' } },
    refused: { ok: false, detail: { error: { code: 'invalid_input' }, errors: [{ pointer: '#/text' }] } },
    absent: { ok: false, detail: { error: { code: 'unknown_product' } } },
    unknown: { ok: false, detail: { error: { code: 'unknown_action' } } }
  })
  const latest = await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, key)
  t.match(latest.body.detail.notes, [{ text: 'milk' }])
})

t.test('products call each other three deep at most', async t => {
  const run = `async (_input, { products }) => (await products.execute('single', 'go', {})).detail`
  const { call } = await start(t, { plugins: plugin(run, '{ products: PRODUCTS }') })
  const { body } = await call('POST', go, { action: 'go' }, key)
  t.match(body.detail.value.value.value.error, { code: 'too_deep' })
})

t.test('OPTIONS are what the operator chose, checked', async t => {
  const plugins = plugin(
    '(_input, { options }) => options',
    '{ options: OPTIONS }',
    'options: Type.Object({ most: Type.Integer({ default: 10 }) }),'
  )
  const value = async (options: object) => {
    const { host, call } = await start(t, { plugins, entries: { '@test/single': { options } } })
    return host.report[0]?.error ?? (await call('POST', go, { action: 'go' }, key)).body.detail.value
  }
  t.strictSame(await value({}), { most: 10 })
  t.strictSame(await value({ most: 5 }), { most: 5 })
  t.match(await value({ most: 'five' }), /^Its option #\/most is not an integer\.$/)
  t.match(await value({ least: 1 }), /^It has no option "least"\.$/)
})

t.test('LOGGER lines carry the product and the request', async t => {
  const { call, lines } = await start(t, {
    plugins: plugin(`(_input, { log }) => log.info('went', { far: true })`, '{ log: LOGGER }')
  })
  const { headers } = await call('POST', go, { action: 'go' }, key)
  const line = lines.map(each => JSON.parse(each)).find(({ msg }) => msg === 'went')
  t.match(line, { product: 'single', action: 'go', requestId: headers.get('x-request-id'), fields: { far: true } })
})

t.test('MODEL is the operator’s', async t => {
  const server = createServer(
    (_request, response) =>
      void response.end(JSON.stringify({ choices: [{ message: { content: '{"colour":"red"}' } }] }))
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const run = `async (_input, { model }) => ({
    name: model.name,
    ...(await model.ask({ instructions: 'A colour.', data: {}, schema: Type.Object({ colour: Type.String() }) })).value
  })`
  const { call } = await start(t, {
    plugins: plugin(run, '{ model: MODEL }'),
    environment: { MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, MODEL_NAME: 'a-model' }
  })
  t.strictSame((await call('POST', go, { action: 'go' }, key)).body.detail.value, { name: 'a-model', colour: 'red' })
})

t.test('MODEL hands on the parts of a text in their order, then the answer', async t => {
  const parts = ['{"col', 'our":', '"red"}']
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const content of parts) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const run = `async (_input, { model }) => {
    const parts = []
    const question = { instructions: 'A colour.', data: {}, schema: Type.Object({ colour: Type.String() }) }
    const { value } = await model.ask({ ...question, onText: part => void parts.push(part) })
    const failing = { ...question, onText: () => { throw new RangeError('enough') } }
    const error = await model.ask(failing).catch(({ name, message }) => [name, message])
    return { parts, ...value, error }
  }`
  const { call } = await start(t, {
    plugins: plugin(run, '{ model: MODEL }'),
    environment: { MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, MODEL_NAME: 'a-model' }
  })
  t.strictSame((await call('POST', go, { action: 'go' }, key)).body.detail.value, {
    parts,
    colour: 'red',
    error: ['RangeError', 'enough']
  })
})
