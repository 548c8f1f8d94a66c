import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, oneProduct, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'

/** Every host is a process of its own, and the machine may be busy. */
const timeout = 230_000

/** A request whose body is half sent when the host has its headers, and the answer to it. */
async function sendHalf(t: Test, url: string): Promise<{ readonly answer: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  t.teardown(() => socket.destroy())
  socket.write(
    `POST /api/v1/products/leadconnect/execute HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${demoKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n'
  )
  const [interim] = await once(socket, 'data')
  t.equal(String(interim), 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('{"action":')
  return { answer: text(socket) }
}

/** The environment of a demo host whose store is in a folder. */
function environmentOf(folder: string) {
  return { PATH: process.env.PATH, DEMO_MODE: 'local', PORT: '0', DATA_DIR: folder, ...oneProduct }
}

function isShuttingDown(t: Test, answer: string): void {
  t.match(answer, /^HTTP\/1\.1 503 Service Unavailable\r\n/)
  t.match(answer, /\r\nConnection: close\r\n/i)
  t.match(answer, /"code":"shutting_down"/)
}

t.test('a half-sent body gets its 503 when SIGTERM stops the host', { timeout }, async t => {
  const host = await startProcess(t, await dataFolder(t), { ...oneProduct, SHUTDOWN_GRACE_MS: '300' })
  const { answer } = await sendHalf(t, host.url)
  const ended = host.end('SIGTERM')
  isShuttingDown(t, await answer)
  t.equal(await ended, 0)
})

t.test('a half-sent body gets its 503 when SIGHUP stops the host', { timeout }, async t => {
  const child = spawn('script', ['-qfc', `exec ${process.execPath} ${join(root, 'host/dist/main.js')}`, '/dev/null'], {
    cwd: root,
    env: { ...environmentOf(await dataFolder(t)), SHUTDOWN_GRACE_MS: '300' },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const url = await untilPrinted(child, /listens on (http:\S+),/)
  const { answer } = await sendHalf(t, url)
  // Its terminal is closed, as by the end of a connection of ssh.
  child.kill('SIGKILL')
  isShuttingDown(t, await answer)
  while (await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined)) await delay(50)
})

t.test('where there is no terminal, SIGHUP has the deployment file read again', { timeout }, async t => {
  const child = spawn(process.execPath, [join(root, 'host/dist/main.js')], {
    cwd: root,
    env: environmentOf(await dataFolder(t)),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true
  })
  t.teardown(() => child.kill('SIGKILL'))
  await untilLogged(child, 'listening')
  child.kill('SIGHUP')
  await untilLogged(child, 'the deployment file was read again: nothing has changed')
  child.kill('SIGTERM')
  t.strictSame(await once(child, 'exit'), [0, null])
})

for (const [how, command, signal] of [
  // A shell that is not interactive ignores SIGINT for what it starts in the background.
  ['nohup', 'nohup "$@" & wait', 'SIGINT'],
  ["a shell with trap '' HUP TERM", 'trap \'\' HUP TERM; "$@" & wait', 'SIGTERM']
] as const)
  t.test(`where ${how} started the host, SIGHUP stays ignored and ${signal} stops it`, { timeout }, async t => {
    const child = spawn('bash', ['-c', command, 'bash', process.execPath, join(root, 'host/dist/cli.js'), 'start'], {
      cwd: root,
      env: environmentOf(await dataFolder(t)),
      stdio: ['ignore', 'pipe', 'ignore']
    })
    t.teardown(() => child.kill('SIGKILL'))
    const { pid } = JSON.parse(await untilLogged(child, 'listening'))
    t.teardown(() => isRunning(pid) && process.kill(pid, 'SIGKILL'))
    process.kill(pid, 'SIGHUP')
    await untilLogged(child, 'signal ignored')
    process.kill(pid, signal)
    await untilLogged(child, 'stopped')
  })

t.test(
  'with a delay, a stopping host answers new connections with 503 at /readyz until it closes',
  { timeout },
  async t => {
    const environment = { ...oneProduct, SHUTDOWN_DELAY_MS: '8000', SHUTDOWN_GRACE_MS: '300' }
    const host = await startProcess(t, await dataFolder(t), environment)
    const headers = { Connection: 'close' }
    t.equal((await fetch(`${host.url}/readyz`, { headers })).status, 200)
    const ended = host.end('SIGTERM')
    await untilLogged(host.child, 'stopping')
    const ready = await fetch(`${host.url}/readyz`, { headers })
    t.equal(ready.status, 503)
    t.match(await ready.json(), { code: 'shutting_down' })
    const body = JSON.stringify({ action: 'route', dryRun: true })
    const asked = { ...headers, Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' }
    const served = await fetch(`${host.url}/api/v1/products/leadconnect/execute`, {
      method: 'POST',
      headers: asked,
      body
    })
    t.equal(served.status, 200, 'requests that still come are served')
    t.equal(await ended, 0)
    await t.rejects(fetch(`${host.url}/readyz`, { headers }))
  }
)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

t.test('SIGUSR2 does not end the host', { timeout }, async t => {
  const host = await startProcess(t, await dataFolder(t), oneProduct)
  host.child.kill('SIGUSR2')
  await delay(300)
  t.equal((await fetch(`${host.url}/livez`, { headers: { Connection: 'close' } })).status, 200)
  t.equal(await host.end('SIGTERM'), 0)
})

t.test('SIGUSR1 opens no debugger in production', { timeout }, async t => {
  const child = spawn(process.execPath, [join(root, 'host/dist/main.js'), '--new-store'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: await dataFolder(t),
      PUBLIC_URL: 'https://products.example',
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
      ...oneProduct
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const errors = text(child.stderr)
  await untilLogged(child, 'listening')
  child.kill('SIGUSR1')
  await untilLogged(child, 'signal ignored')
  await delay(300)
  child.kill('SIGTERM')
  t.strictSame(await once(child, 'exit'), [0, null])
  t.notMatch(await errors, /Debugger/)
})

/** The line of the log with the message. */
function untilLogged(child: ChildProcess, message: string): Promise<string> {
  return untilPrinted(child, new RegExp(`^(.*"msg":"${message}".*)$`, 'm'))
}

/** The group of a pattern in what was printed. */
function untilPrinted(child: ChildProcess, expected: RegExp): Promise<string> {
  let printed = ''
  return new Promise<string>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`The host ended with ${code} before it printed ${expected}.`)))
    child.stdout?.on('data', data => {
      printed += data
      const [, found] = expected.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
  })
}
