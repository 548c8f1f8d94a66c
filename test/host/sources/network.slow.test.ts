import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { attemptingCode, attempts } from '../../fixtures/attempts.js'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { dataFolder } from '../../fixtures/host-process.js'
import { attempting, mcpServer } from '../../fixtures/mcp-source.js'
import { npmRegistry } from '../../fixtures/npm-registry.js'
import { Certificate } from '../egress/certificates.js'
import { listen } from '../egress/loopback.js'

/** An address of this machine that programs do not take for their own. */
const service = '127.0.0.2'

const python = '/usr/bin/python3'
const withoutPython = !existsSync(python) && 'Python is not installed where the sandbox sees it'

/** Node reads the variables from 24.5 and 22.21 on. */
const withoutVariables =
  !process.allowedNodeEnvironmentFlags.has('--use-env-proxy') && 'this Node does not read HTTP_PROXY'

/** A server on that address which says what it was asked for. */
function serveService(t: Test) {
  const server = createHttpServer(({ method, url }, response) => response.end(`${method} ${url}`))
  return listen(t, server, service)
}

/** A host with the server in a sandbox, whose deployment allows some ports of that address. */
function withNetwork(t: Test, ports: readonly number[], mcp: object = {}, entry: object = {}) {
  const deployment = { egress: { allow: ports.length > 0 ? [{ network: `${service}/32`, ports }] : [] } }
  return attempting(t, { sandbox: 'required', ...entry }, mcp, undefined, deployment)
}

/** Code that connects without the proxy. */
const connecting = (address: string, port: number) =>
  `new Promise((done, fail) => process.getBuiltinModule('net').connect(${port}, '${address}')
    .on('connect', () => done('connected')).on('error', fail))`

const fetched = (url: string) => `fetch('${url}').then(answer => answer.text())`

t.test(
  'a program of Node reaches what the deployment allows by the proxy, also by TLS',
  { skip: withoutSandbox || withoutVariables },
  async t => {
    const plain = await serveService(t)
    const authority = new Certificate({ subject: 'Test authority', isAuthority: true })
    const { key, pem } = new Certificate({ hosts: [service] }, authority)
    const secureServer = createHttpsServer({ key, cert: pem }, (_request, response) => response.end('by TLS'))
    const secure = await listen(t, secureServer, service)
    const trusted = join(t.testdir(), 'authority.pem')
    await writeFile(trusted, authority.pem)
    const mcp = { env: { NODE_EXTRA_CA_CERTS: trusted } }
    const { attempt, call, lines } = await withNetwork(t, [plain.port, secure.port], mcp, {
      files: { read: [trusted] }
    })
    t.equal(await attempt(fetched(`http://${service}:${plain.port}/a?b=c`)), 'done: GET /a?b=c')
    t.equal(await attempt(fetched(`https://${service}:${secure.port}/`)), 'done: by TLS')
    const { body } = await call('GET', '/api/v1/products/notebook/execute')
    t.strictSame(body.isolation, { kind: 'process', sandbox: true, notWithheld: [] })
    t.notOk(lines.some(line => line.includes('was refused')))
  }
)

t.test('so does a program in Python', { skip: withoutSandbox || withoutPython }, async t => {
  const { port } = await serveService(t)
  const { attempt } = await withNetwork(t, [port])
  const script = `import urllib.request as r; print(r.urlopen("http://${service}:${port}/p").read().decode(), end="")`
  const run = (text: string) =>
    attempt(`child.execFileSync('${python}', ['-c', ${JSON.stringify(text)}], { stdio: 'pipe' })`)
  t.equal(await run(script), 'done: GET /p')
  t.match(await run(script.replace(`${service}:${port}`, '10.0.0.1')), /^failed/)
})

t.test(
  'what the deployment does not allow is refused, and the log names the product',
  { skip: withoutSandbox },
  async t => {
    const { port, sockets } = await serveService(t)
    const { attempt, lines, host } = await withNetwork(t, [])
    const asked = (options: object) => `new Promise((done, fail) => process.getBuiltinModule('http')
      .request(${JSON.stringify({ host: '127.0.0.1', port: 3128, ...options })})
      .on('response', answer => answer.on('data', data => done(answer.statusCode + ' ' + data)))
      .on('connect', ({ statusCode }, _, head) => done(statusCode + ' ' + head)).on('error', fail).end())`
    const plain = { path: `http://${service}:${port}/path?token=phrase` }
    t.match(await attempt(asked(plain)), /^done: 403 blocked_port: .* What programs may reach is "egress"/)
    t.match(await attempt(asked({ method: 'CONNECT', path: '192.168.0.1:443' })), /^done: 403 /)
    t.equal(sockets.length, 0)
    const told = lines.filter(line => line.includes('was refused')).map(line => JSON.parse(line))
    t.match(told, [
      { level: 40, product: 'notebook', fields: { account: 'demo', host: service, port, code: 'blocked_port' } },
      {
        level: 40,
        product: 'notebook',
        fields: { account: 'demo', host: '192.168.0.1', port: 443, code: 'blocked_address' }
      }
    ])
    t.equal(told.length, 2)
    t.notMatch(JSON.stringify(told), /phrase|path/)
    const [counted] = /^product_host_program_connections_total.*refused.*/m.exec((await host.metrics()) ?? '') ?? []
    t.equal(counted, 'product_host_program_connections_total{product="notebook",outcome="refused"} 2')
  }
)

t.test('a program that goes past the proxy reaches nothing', { skip: withoutSandbox }, async t => {
  const { port, sockets } = await listen(t, createServer(), '127.0.0.1')
  const received: string[] = []
  const datagrams = process.getBuiltinModule('node:dgram').createSocket('udp4')
  datagrams.on('message', message => received.push(String(message))).bind(port, '127.0.0.1')
  await once(datagrams, 'listening')
  t.teardown(() => void datagrams.close())
  const abstract = `\0product-host-network-${process.pid}`
  await listen(t, createServer(), '127.0.0.1')
  const other = createServer().listen(abstract)
  t.teardown(() => void other.close())
  const socket = join(await dataFolder(t), 'socket')
  const file = createServer().listen(socket)
  t.teardown(() => void file.close())
  for (const network of ['proxy', 'none']) {
    const { attempt } = await withNetwork(t, [port], { network })
    const about = { port, abstract, socket }
    const tried = (index: number) => attempt(`(async () => { ${attemptingCode(about)}; return seenBy(${index}) })()`)
    const seen = attempts.flatMap(({ kind, what }, index) => (kind === 'sockets' ? [[what, index] as const] : []))
    const results: Record<string, string> = {}
    for (const [what, index] of seen) results[what] = (await tried(index)).replace(/^(?:done|failed): ?/, '')
    t.strictSame(
      results,
      {
        'connect to a server of the machine': 'ECONNREFUSED',
        'send a request past EGRESS': 'ECONNREFUSED',
        // In a network of its own, where nothing else is.
        'listen on a port': '',
        'send a datagram': '',
        'connect to a socket that is a file': 'ENOENT',
        'connect to an abstract socket': 'ECONNREFUSED'
      },
      network
    )
    const interfaces = "Object.keys(process.getBuiltinModule('node:os').networkInterfaces()).join()"
    t.equal(await attempt(interfaces), 'done: lo')
    const away = connecting('192.0.2.1', 443)
    t.equal(await attempt(away), 'failed: ENETUNREACH')
  }
  t.strictSame(received, [])
  t.equal(sockets.length, 0)
})

t.test('an entry gives a program the network of the host, or none', { skip: withoutSandbox }, async t => {
  const { port } = await serveService(t)
  const direct = connecting(service, port)
  const open = await withNetwork(t, [], { network: 'host' })
  t.equal(await open.attempt(direct), 'done: connected')
  t.equal(await open.attempt('process.env.HTTP_PROXY'), 'done: undefined')
  const { body } = await open.call('GET', '/api/v1/products/notebook/execute')
  t.strictSame(body.isolation, { kind: 'process', sandbox: true, notWithheld: ['network'] })
  const closed = await withNetwork(t, [port], { network: 'none' })
  t.match(await closed.attempt(direct), /^failed: (?:ECONNREFUSED|ENETUNREACH)$/)
  t.match(await closed.attempt(fetched(`http://${service}:${port}/`)), /^failed/)
  t.equal(await closed.attempt('process.env.HTTP_PROXY'), 'done: undefined')
})

t.test(
  'names of the own machine are those of the sandbox, unless the entry says otherwise',
  { skip: withoutSandbox },
  async t => {
    const { port } = await serveService(t)
    const own = `new Promise(done => {
    const server = process.getBuiltinModule('http').createServer((_, response) => response.end('own')).listen(0, '127.0.0.1', () =>
      fetch('http://127.0.0.1:' + server.address().port).then(answer => answer.text()).then(done).finally(() => server.close())) })`
    const { attempt } = await withNetwork(t, [port])
    t.equal(await attempt(own), 'done: own')
    const said = await withNetwork(t, [port], { env: { no_proxy: service } })
    t.equal(await said.attempt('[process.env.no_proxy, process.env.NO_PROXY].join()'), `done: ${service},`)
    t.match(await said.attempt(fetched(`http://${service}:${port}/`)), /^failed/)
  }
)

t.test('nothing of the proxy is left when the program has ended', { skip: withoutSandbox }, async t => {
  const server = await listen(t, createServer(), service)
  const { attempt, stop, restart } = await withNetwork(t, [server.port])
  const tunnel = `new Promise(done => process.getBuiltinModule('http').request({ port: 3128, method: 'CONNECT', path: '${service}:${server.port}' })
    .on('connect', ({ statusCode }) => done(statusCode)).end())`
  const before = openSockets()
  t.equal(await attempt(tunnel), 'done: 200')
  const during = openSockets().filter(socket => !before.includes(socket))
  // The listener, its connection, that of the tunnel at both ends, and the three of the program.
  t.ok(during.length >= 7, `${during.length} sockets`)
  await restart()
  await server.closed()
  while (openSockets().some(socket => during.includes(socket))) await delay(5)
  t.equal(await attempt(tunnel), 'done: 200')
  t.equal(server.sockets.length, 2)
  await stop()
  await server.closed()
  while (openSockets().some(socket => !before.includes(socket))) await delay(5)
})

/** The sockets of this process, which is the host's too. */
function openSockets(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap(name => {
    try {
      const target = readlinkSync(join('/proc/self/fd', name))
      return target.startsWith('socket:') ? [target] : []
    } catch {
      return []
    }
  })
}

t.test(
  'a program that floods the proxy is ended, and others are answered meanwhile',
  { skip: withoutSandbox },
  async t => {
    const { attempt, attemptAsOther, lines } = await withNetwork(t, [])
    await attemptAsOther('1')
    const flood = `new Promise(() => { const net = process.getBuiltinModule('net')
    const next = () => net.connect(3128, '127.0.0.1').on('connect', function () { this.destroy() }).on('error', () => 0).on('close', next)
    for (let count = 0; count < 200; count++) next() })`
    const flooding = attempt(flood)
    let isOver = false
    const made = flooding.finally(() => {
      isOver = true
    })
    let slowest = 0
    while (!isOver) {
      const startedAt = performance.now()
      t.equal(await attemptAsOther('2'), 'done: 2')
      slowest = Math.max(slowest, performance.now() - startedAt)
      await delay(20)
    }
    t.match(await made, /ended during the call/)
    t.ok(slowest < 5_000, `${slowest} ms`)
    t.equal(
      lines.filter(line => line.includes('was ended: it opened more than 1000 connections in a second')).length,
      1
    )
    t.equal(await attempt('3'), 'done: 3')
  }
)

t.test('a program that npx fetches when it starts is fetched by the proxy', { skip: withoutSandbox }, async t => {
  const registry = await npmRegistry(t)
  const source = `#!/usr/bin/env node\n${await readFile(mcpServer, 'utf8')}`
  await registry.publish('fetched-notes', '1.0.0', source, { bin: 'index.js', peerDependencies: {} })
  const { npm_config_registry: url } = registry.environment
  const egress = { allow: [{ network: '127.0.0.1/32', ports: [Number(new URL(url).port)] }] }
  const mcp = { command: ['npx', '-y', 'fetched-notes'], env: { npm_config_registry: url, NO_PROXY: '' } }
  const { attempt, host } = await attempting(t, { sandbox: 'required' }, mcp, undefined, { egress })
  t.equal(await attempt('1'), 'done: 1')
  t.match(await host.metrics(), /program_connections_total\{product="notebook",outcome="opened"\} [1-9]/)
})
