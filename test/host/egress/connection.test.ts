import { getEventListeners } from 'node:events'
import t from 'tap'
import { type EgressOptions, guardedEgress } from '../../../host/dist/egress/egress.js'
import { names, serveSockets } from './loopback.js'

const loopback = (port: number) => [{ network: '127.0.0.0/8', connectPorts: [port] }]

function egressTo(port: number, options: Partial<EgressOptions> = {}) {
  return guardedEgress({ allow: loopback(port), dns: true, own: () => [], ...options })
}

t.test('a connection is made and closed, and nothing is sent through it', async t => {
  let received = 0
  const { port, sockets, closed } = await serveSockets(t, socket =>
    socket.on('data', data => {
      received += data.length
    })
  )
  const made = await egressTo(port).connect('127.0.0.1', port)
  t.match(made, { address: '127.0.0.1', port, greeting: '', phases: { dns: 0, processing: 0 } })
  t.ok(made.phases.connect > 0 && made.phases.connect <= made.totalMs)
  await closed()
  t.strictSame([sockets.length, received], [1, 0])
})

t.test('a greeting is read up to the end of its line, however it arrives', async t => {
  const { port, closed } = await serveSockets(t, socket => {
    socket.write('220 mail.exa')
    setImmediate(() => socket.write('mple ready\r\n220 and more'))
  })
  const { greeting, phases } = await egressTo(port).connect('127.0.0.1', port, { greetingBytes: 1_000 })
  t.equal(greeting, '220 mail.example ready\r\n')
  t.ok(phases.processing > 0)
  await closed()
})

t.test('of a greeting no more bytes are read than were asked for, and 4,096 at most', async t => {
  const { port, closed } = await serveSockets(t, socket => socket.write('x'.repeat(100_000)))
  const { connect } = egressTo(port)
  t.equal((await connect('127.0.0.1', port, { greetingBytes: 10 })).greeting, 'x'.repeat(10))
  t.equal((await connect('127.0.0.1', port, { greetingBytes: 1_000_000 })).greeting.length, 4_096)
  await closed()
})

t.test('a greeting without an end of line is what has come when the time or the connection ends', async t => {
  const waiting = await serveSockets(t, socket => socket.write('hello'))
  const { connect } = egressTo(waiting.port)
  t.match(await connect('127.0.0.1', waiting.port, { greetingBytes: 99, timeoutMs: 80 }), { greeting: 'hello' })
  await waiting.closed()
  const ending = await serveSockets(t, socket => socket.end('hello'))
  t.match(await egressTo(ending.port).connect('127.0.0.1', ending.port, { greetingBytes: 99 }), { greeting: 'hello' })
})

t.test('a server that says nothing is a timeout, and one that hangs up is lost', async t => {
  const silent = await serveSockets(t, () => {})
  await t.rejects(egressTo(silent.port).connect('127.0.0.1', silent.port, { greetingBytes: 9, timeoutMs: 250 }), {
    name: 'EgressError',
    code: 'timeout',
    known: { url: `tcp://127.0.0.1:${silent.port}`, address: '127.0.0.1' }
  })
  await silent.closed()
  for (const end of ['end', 'resetAndDestroy'] as const) {
    const { port } = await serveSockets(t, socket => socket[end]())
    await t.rejects(egressTo(port).connect('127.0.0.1', port, { greetingBytes: 9 }), { code: 'connection_lost' }, end)
  }
})

t.test('a port that nobody listens on refuses', async t => {
  await t.rejects(egressTo(1).connect('127.0.0.1', 1), {
    code: 'connect_refused',
    message: 'Nothing accepts connections at that address and port.',
    known: { url: 'tcp://127.0.0.1:1', address: '127.0.0.1' }
  })
})

t.test('a port that the operator did not open is refused before anything is looked up', async t => {
  const { port, sockets } = await serveSockets(t, () => {})
  const resolver = names({ 'inside.example': [['127.0.0.1']], 'public.example': [['93.184.215.14']] })
  const isClosed = {
    code: 'blocked_port',
    message:
      `Connections to port ${port} are not allowed at this address. ` +
      'The operator opens ports with egress.connectPorts in the deployment file.',
    known: { forbiddenBy: 'egress.connectPorts' }
  }
  const forRequests = guardedEgress({
    allow: [{ network: '127.0.0.0/8', ports: [port] }],
    ports: [port],
    requestPorts: [port],
    dns: true,
    resolver
  })
  for (const host of ['127.0.0.1', 'inside.example', 'public.example', '93.184.215.14'])
    await t.rejects(forRequests.connect(host, port), isClosed, host)
  t.strictSame(resolver.asked, [])
  const elsewhere = guardedEgress({
    allow: [
      { network: '127.0.0.1/32', ports: [port] },
      { network: '10.0.0.0/8', connectPorts: [port] }
    ],
    connectPorts: [port],
    dns: true,
    own: () => [],
    resolver
  })
  for (const host of ['127.0.0.1', 'inside.example']) await t.rejects(elsewhere.connect(host, port), isClosed, host)
  t.strictSame(sockets, [])
})

t.test('ports for connections are for connections alone', async t => {
  const { port } = await serveSockets(t, socket => socket.end('HTTP/1.1 204 Done\r\n\r\n'))
  const { request, connect } = egressTo(port, { connectPorts: [port] })
  await t.rejects(request(`http://127.0.0.1:${port}/`), { code: 'blocked_port' })
  await t.rejects(request(`http://93.184.215.14:${port}/`, { ports: [port] }), { code: 'blocked_port' })
  t.match(await connect('127.0.0.1', port), { address: '127.0.0.1' })
})

t.test('a network without ports of its own has those of public addresses', async t => {
  const { port } = await serveSockets(t, () => {})
  const { connect } = egressTo(port, { allow: ['127.0.0.0/8'], connectPorts: [port] })
  t.match(await connect('127.0.0.1', port), { address: '127.0.0.1' })
})

t.test('no spelling of a private address, and no name of one, is connected to', async t => {
  const { port, sockets } = await serveSockets(t, () => {})
  const resolver = names({
    'private.example': [['127.0.0.1']],
    'two.example': [['93.184.215.14', '127.0.0.1']],
    'families.example': [['93.184.215.14', '::1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'own.example': [['93.184.216.34']]
  })
  const { connect } = egressTo(port, { allow: [], connectPorts: [port], resolver, own: () => ['93.184.216.34'] })
  const blocked = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '１２７.0.0.1', '127.0.0.1.', '0', '0.0.0.0'],
    '%31%32%37.0.0.1',
    ...['10.0.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '168.63.129.16', '93.184.216.34', '224.0.0.1'],
    ...['::1', '[::1]', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', 'fe80::1', 'fc00::1'],
    ...['localhost', 'LOCALHOST.', 'db.localhost', 'printer.local', 'redis.internal'],
    ...['private.example', 'two.example', 'families.example', 'mapped.example', 'own.example']
  ]
  for (const host of blocked) await t.rejects(connect(host, port), { code: 'blocked_address' }, host)
  const nonsense = ['', 'a b.example', 'a/b.example', 'user@private.example', 'private.example:80', 'fe80::1%eth0']
  for (const host of [...nonsense, 'http://127.0.0.1', '[127.0.0.1', '999.1.1.1'])
    await t.rejects(connect(host, port), { code: 'invalid_request' }, host)
  t.strictSame(sockets, [])
})

t.test('a name is looked up once, and what it answers later changes nothing', async t => {
  const { port } = await serveSockets(t, () => {})
  const resolver = names({ 'rebinding.example': [['127.0.0.1'], ['169.254.169.254']] })
  const { connect } = egressTo(port, { resolver })
  t.match(await connect('rebinding.example', port), { address: '127.0.0.1' })
  t.strictSame(resolver.asked, ['rebinding.example'])
  await t.rejects(connect('rebinding.example', port), { code: 'blocked_address' })
})

t.test('of a name with several addresses the next is tried when one refuses, four at most', async t => {
  const { port, sockets } = await serveSockets(t, () => {})
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.1']
  const resolver = names({ 'two.example': [['127.0.0.2', '127.0.0.1']], 'many.example': [addresses] })
  const { connect } = egressTo(port, { resolver })
  t.match(await connect('two.example', port), { address: '127.0.0.1' })
  await t.rejects(connect('many.example', port), { code: 'connect_refused', known: { address: '127.0.0.5' } })
  t.equal(sockets.length, 1)
})

t.test('the caller may call a connection off, and it leaves nothing behind', async t => {
  const caller = new AbortController()
  const { port, closed } = await serveSockets(t, () => caller.abort())
  await t.rejects(egressTo(port).connect('127.0.0.1', port, { greetingBytes: 9, signal: caller.signal }), {
    code: 'aborted'
  })
  await closed()
  const { signal } = new AbortController()
  const timers = () => process.getActiveResourcesInfo().filter(resource => resource === 'Timeout').length
  const before = timers()
  await egressTo(port).connect('127.0.0.1', port, { signal })
  t.ok(timers() <= before, 'those of other tests may have ended')
  t.strictSame(getEventListeners(signal, 'abort'), [])
})

t.test('a signal that is aborted already opens nothing', async t => {
  const { port, sockets } = await serveSockets(t, () => {})
  await t.rejects(egressTo(port).connect('127.0.0.1', port, { signal: AbortSignal.abort() }), { code: 'aborted' })
  t.strictSame(sockets, [])
})
