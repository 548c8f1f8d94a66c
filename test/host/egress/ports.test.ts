import t from 'tap'
import { Addresses } from '../../../host/dist/egress/addresses.js'
import { type EgressOptions, guardedEgress } from '../../../host/dist/egress/egress.js'
import { names, serve } from './loopback.js'

const usual = [80, 443]
const publicPorts = new Set(usual)

const networks = new Addresses(
  [{ network: '10.1.0.0/16', ports: [443, 5432] }, '10.2.0.0/16', { network: 'fd00:1::/64', ports: [443] }],
  usual,
  () => ['93.184.216.34']
)

t.test('a private network has its own ports, or those of public addresses', async t => {
  for (const [address, port, expected] of [
    ['10.1.0.5', 443, 'accepted'],
    ['10.1.0.5', 5432, 'accepted'],
    ['10.1.0.5', 80, 'blocked_port'],
    ['10.2.0.5', 80, 'accepted'],
    ['10.2.0.5', 5432, 'blocked_port'],
    ['10.3.0.5', 80, 'blocked_address'],
    ['fd00:1::5', 443, 'accepted'],
    ['fd00:1::5', 80, 'blocked_port'],
    ['fd00:2::5', 443, 'blocked_address'],
    ['::ffff:10.1.0.5', 443, 'blocked_address'],
    ['::ffff:a01:5', 443, 'blocked_address'],
    ['93.184.215.14', 80, 'accepted'],
    ['93.184.215.14', 5432, 'blocked_port'],
    ['93.184.216.34', 80, 'blocked_address'],
    ['2606:2800:21f::1', 443, 'accepted'],
    ['no address', 443, 'blocked_address']
  ] as const)
    t.equal(networks.validate([address], port, publicPorts), expected, `${address} on ${port}`)
})

t.test('of several addresses the worst result counts', async t => {
  t.equal(networks.validate(['93.184.215.14', '10.1.0.5'], 443, publicPorts), 'accepted')
  t.equal(networks.validate(['93.184.215.14', '10.1.0.5'], 80, publicPorts), 'blocked_port')
  t.equal(networks.validate(['10.1.0.5', '10.3.0.5'], 80, publicPorts), 'blocked_address')
})

t.test('ports that a request opens are open on public addresses alone', async t => {
  const opened = new Set([...usual, 9443])
  t.equal(networks.validate(['93.184.215.14'], 9443, opened), 'accepted')
  for (const address of ['10.1.0.5', '10.2.0.5', 'fd00:1::5'])
    t.equal(networks.validate([address], 9443, opened), 'blocked_port')
})

t.test('a network in several entries has the ports of all of them', async t => {
  const both = new Addresses(['10.0.0.0/8', { network: '10.1.0.0/16', ports: [5432] }], usual, () => [])
  for (const port of [80, 5432]) t.equal(both.validate(['10.1.0.5'], port, publicPorts), 'accepted')
  t.equal(both.validate(['10.2.0.5'], 5432, publicPorts), 'blocked_port')
})

const resolver = () =>
  names({
    'inside.example': [['127.0.0.1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'both.example': [['93.184.215.14', '127.0.0.1']],
    'sixth.example': [['::1']]
  })

function egress(options: Partial<EgressOptions>) {
  return guardedEgress({ allow: [], dns: true, resolver: resolver(), own: () => [], ...options })
}

t.test('a request opens a port of public addresses only where the operator lets requests open it', async t => {
  const { request } = egress({ requestPorts: [9443] })
  // Once the port is accepted, the body of a GET is what is wrong, so that nothing is sent.
  const isPortAccepted = { code: 'invalid_request' }
  const body = 'a body'
  await t.rejects(request('http://93.184.215.14:9443/', { body }), { code: 'blocked_port' })
  await t.rejects(request('http://93.184.215.14:9443/', { body, ports: [9443] }), isPortAccepted)
  await t.rejects(request('http://93.184.215.14:9444/', { body, ports: [9443, 9444] }), { code: 'blocked_port' })
})

t.test('a request opens no port of a private network, also behind a name', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const { request } = egress({ allow: ['127.0.0.0/8', '::1/128'], requestPorts: [port] })
  for (const host of ['127.0.0.1', 'inside.example', 'both.example', 'sixth.example', '[::1]'])
    await t.rejects(request(`http://${host}:${port}/`, { ports: [port] }), {
      code: 'blocked_port',
      message: `Requests to port ${port} are not allowed at this address.`
    })
  await t.rejects(request(`http://mapped.example:${port}/`, { ports: [port] }), { code: 'blocked_address' })
})

t.test('a private network is reached on its own ports', async t => {
  const { port } = await serve(t, (_request, response) => response.end())
  const { request } = egress({ allow: [{ network: '127.0.0.0/8', ports: [port] }] })
  t.match(await request(`http://127.0.0.1:${port}/`), { status: 200 })
  t.match(await request(`http://inside.example:${port}/`), { status: 200 })
  await t.rejects(request('http://inside.example/'), { code: 'blocked_port' })
})

t.test('a redirect leads to no port that the private network does not have', async t => {
  const inner = await serve(t, (_request, response) => response.end('inside'))
  const outer = await serve(t, (request, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${request.url?.slice(1)}/` }).end()
  )
  const { request } = egress({
    allow: [
      { network: '127.0.0.1/32', ports: [outer.port] },
      { network: '127.0.0.2/32', ports: [443] }
    ],
    ports: [inner.port],
    requestPorts: [inner.port]
  })
  for (const port of [inner.port, outer.port])
    await t.rejects(
      request(`http://127.0.0.1:${outer.port}/${port}`, { maxRedirects: 1, ports: [inner.port, outer.port] }),
      { code: 'blocked_port', known: { url: `http://127.0.0.2:${port}/` } }
    )
})
