import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { start } from '../fixtures/start-host.js'
import { products } from './attacker.js'

const demo = { Authorization: `Bearer ${demoKey}` }

const connector = {
  '@test/connector': `
    import { defineAction, defineProduct, EGRESS, Type } from '@product-host/sdk'
    const open = defineAction({
      title: 'Open', description: 'Opens a port.', effect: 'external', detail: Type.Object({ code: Type.String() }), metrics: Type.Object({}),
      input: Type.Object({ host: Type.String(), port: Type.Integer() }),
      examples: [{ title: 'One', input: { host: 'a.example', port: 5432 } }], needs: { egress: EGRESS }, timeoutMs: 5000,
      async run({ host, port }, { egress }) {
        const code = await egress.connect(host, port).then(() => 'reached', error => error.code ?? 'unknown')
        return { summary: 'Opened.', metrics: {}, detail: { code } }
      }
    })
    export default defineProduct({ slug: 'connector', title: 'Connector', description: 'Connects.', version: '1.0.0', actions: { open } })`
}

const fetcher = {
  '@test/fetcher': `
    import { defineAction, defineProduct, EGRESS, Type } from '@product-host/sdk'
    const get = defineAction({
      title: 'Get', description: 'Gets an address.', effect: 'external', detail: Type.Object({ code: Type.String() }), metrics: Type.Object({}),
      input: Type.Object({ url: Type.String(), ports: Type.Array(Type.Integer(), { default: [] }) }),
      examples: [{ title: 'One', input: { url: 'https://a.example/' } }], needs: { egress: EGRESS }, timeoutMs: 5000,
      async run({ url, ports }, { egress }) {
        const code = await egress.request(url, { ports, maxRedirects: 5 }).then(() => 'reached', error => error.code ?? 'unknown')
        return { summary: 'Asked.', metrics: {}, detail: { code } }
      }
    })
    export default defineProduct({ slug: 'fetcher', title: 'Fetcher', description: 'Asks.', version: '1.0.0', actions: { get } })`
}

t.test(
  'no spelling of an address leads a product into a private network, and no request opens a port there',
  async t => {
    const reached: string[] = []
    const server = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const { port } = server.address() as AddressInfo
    const get = async (call: Awaited<ReturnType<typeof start>>['call'], url: string, ports: readonly number[] = []) =>
      (await call('POST', `${products}/fetcher/execute`, { action: 'get', url, ports }, demo)).body.detail.code
    const { call } = await start(t, {
      plugins: fetcher,
      deployment: { egress: { ports: [port], requestPorts: [port] } }
    })
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0',
      '0.0.0.0',
      '[::]',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
      '\uff11\uff12\uff17.0.0.1',
      '169.254.169.254',
      '[fe80::1]',
      '[fc00::1]',
      '[64:ff9b::7f00:1]',
      '10.0.0.1'
    ])
      t.not(await get(call, `http://${host}:${port}/`, [port]), 'reached', host)
    for (const url of [
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:text/plain,x',
      'http://user:pass@127.0.0.1/',
      'javascript:1',
      `http://127.0.0.1\\@a.example:${port}/`
    ])
      t.not(await get(call, url), 'reached', url)
    const open = { egress: { allow: [{ network: '127.0.0.0/8', ports: [1] }], requestPorts: [port] } }
    const served = await start(t, { plugins: fetcher, deployment: open })
    t.equal(await get(served.call, `http://127.0.0.1:${port}/`, [port]), 'blocked_port')
    t.strictSame(reached, [])
  }
)

t.test('no connection of a product reaches a private network, or a port that the operator did not open', async t => {
  let connections = 0
  const server = createTcpServer(socket => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const open = async (call: Awaited<ReturnType<typeof start>>['call'], host: string) =>
    (await call('POST', `${products}/connector/execute`, { action: 'open', host, port }, demo)).body.detail.code
  const opened = await start(t, { plugins: connector, deployment: { egress: { connectPorts: [port] } } })
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    'localhost',
    'db.internal',
    '::1',
    '127.0.0.1/'
  ])
    t.equal(await open(opened.call, host), 'blocked_address', host)
  for (const host of ['user@127.0.0.1', `127.0.0.1:${port}`, 'http://127.0.0.1', 'fe80::1%lo'])
    t.equal(await open(opened.call, host), 'invalid_request', host)
  const forRequests = { ports: [port], requestPorts: [port], allow: [{ network: '127.0.0.0/8', ports: [port] }] }
  const closed = await start(t, { plugins: connector, deployment: { egress: forRequests } })
  for (const host of ['127.0.0.1', '93.184.215.14']) t.equal(await open(closed.call, host), 'blocked_port', host)
  t.equal(connections, 0)
})
