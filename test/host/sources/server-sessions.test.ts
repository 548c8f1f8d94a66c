import { readdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Logger, Settings } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { McpMember } from '../../../host/dist/entries/mcp.js'
import { ServerSessions } from '../../../host/dist/sources/mcp/server-sessions.js'
import { root } from '../../fixtures/root.js'

const server = join(root, 'test/fixtures/hostile-mcp-server.mjs')

/** The sessions of a server whose answers this code makes, and the folder in which their programs begin. */
function sessionsOf(t: Test, answer: string, member: object = {}) {
  const before = process.env.TMPDIR
  const folder = t.testdir()
  process.env.TMPDIR = folder
  const mcp = { command: ['node', server], ...member, env: { ANSWER: answer, ...Reflect.get(member, 'env') } }
  if ('url' in member) Object.assign(mcp, { command: undefined, env: {} })
  t.strictSame(compileInput(McpMember)(mcp), [])
  const lines: string[] = []
  const note = (...parts: readonly unknown[]) =>
    void lines.push(parts.map(part => JSON.stringify(part, shown)).join(' '))
  const logger = { info: note, warn: note, error: note, debug: note } as unknown as Logger
  const sessions = new ServerSessions({ slug: 'it', mcp: mcp as unknown as McpMember }, folder, undefined, logger)
  t.teardown(async () => {
    await sessions.close()
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const call = (account: string, settings: Settings = {}, signal = new AbortController().signal) =>
    sessions.call({ account, settings, tool: 'go', input: {}, signal, progress: () => undefined })
  return { sessions, call, lines, folders: () => readdirSync(folder) }
}

function shown(_: string, value: unknown): unknown {
  return value instanceof Error ? `${value.stack} ${JSON.stringify(value.cause ?? '')}` : value
}

function textOf({ content }: CallToolResult): string {
  return content[0]?.type === 'text' ? content[0].text : ''
}

const onCall = (code: string) => `if (message.method === 'tools/call') { ${code} }`

/** Whether a process runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

t.test('calls that come at once start one process, and several accounts no more than there may be', async t => {
  const { sessions, call, folders } = sessionsOf(t, "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)", {
    sessions: 2
  })
  const [first, second] = await Promise.all([call('a'), call('a')])
  t.equal(textOf(first), textOf(second))
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, folders().length)
  }, 20)
  const pids = [Number(textOf(first).slice(4))]
  for (const account of ['b', 'c', 'd']) pids.push(Number(textOf(await call(account)).slice(4)))
  clearInterval(timer)
  t.ok(most <= 3, `${most} folders`)
  t.strictSame(pids.filter(isRunning).length, 2)
  await sessions.close()
  t.strictSame(pids.filter(isRunning), [])
  t.strictSame(folders(), [])
})

t.test('a call keeps its process while others of many accounts need room', async t => {
  const { call } = sessionsOf(t, '', { sessions: 3 })
  await Promise.all(['a', 'b', 'c'].map(account => call(account)))
  const accounts = ['a', 'd', 'b', 'e', 'a', 'c']
  const ended = await Promise.allSettled(accounts.map(account => call(account)))
  t.notOk(ended.some(each => each.status === 'rejected' && /ended during the call/.test(String(each.reason))))
})

t.test('a program that fails leaves no folder, and other settings need not wait for it', async t => {
  const { call, folders, lines } = sessionsOf(t, '', {
    env: { ANSWER: { setting: 'code' }, TOKEN: { setting: 'token' } }
  })
  const wrong = {
    code: "console.error('wrong: ' + process.env.TOKEN); process.exit(1)",
    token: 'begin-phrase\nend-phrase'
  }
  await t.rejects(call('a', wrong), /could not be started/)
  await t.rejects(call('a', wrong), /started again soon/)
  t.match(textOf(await call('a', { code: '', token: 'right' })), /^pid/)
  t.equal(folders().length, 1)
  t.notOk(lines.some(line => line.includes('phrase')))
})

t.test('an error that repeats the secret of an account shows none', async t => {
  const { call } = sessionsOf(
    t,
    onCall("send({ id: message.id, error: { code: -32603, message: 'bad ' + process.env.TOKEN } }); return true"),
    { env: { TOKEN: { setting: 'token', prefix: 'Bearer ' } } }
  )
  const error = await call('a', { token: 'phrase' }).catch(error => error)
  t.match(error.message, /bad Bearer \*{8}$/)
  t.notMatch(`${error.stack}`, 'phrase')
})

t.test('a shared session goes on at the deadline of one call while it answers others', async t => {
  const { call } = sessionsOf(t, onCall('if (!globalThis.isSecond) { globalThis.isSecond = true; return true }'), {
    tenancy: 'shared'
  })
  const deadline = new AbortController()
  const waiting = call('a', {}, deadline.signal)
  const pid = textOf(await call('b'))
  const other = call('b')
  deadline.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  await t.rejects(waiting)
  t.equal(textOf(await other), pid)
})

t.test('a host that stops while a program starts does not wait for it', async t => {
  const { sessions, call, folders } = sessionsOf(t, 'return true')
  const waiting = call('a')
  while (folders().length === 0) await delay(10)
  const startedAt = performance.now()
  await Promise.all([sessions.close(), t.rejects(waiting)])
  t.ok(performance.now() - startedAt < 5_000)
  t.strictSame(folders(), [])
})

/** A server at a URL. */
async function listening(t: Test, answer: RequestListener): Promise<string> {
  const listener = createServer(answer)
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void listener.close().closeAllConnections())
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
}

t.test('no header of an account follows a redirect', async t => {
  const seen: (string | undefined)[] = []
  const elsewhere = await listening(t, (request, response) => {
    seen.push(request.headers.authorization)
    response.end()
  })
  const url = await listening(t, (_, response) => response.writeHead(307, { Location: elsewhere }).end())
  const { call, lines } = sessionsOf(t, '', { url, headers: { Authorization: { setting: 'key' } } })
  await t.rejects(call('a', { key: 'phrase' }))
  t.strictSame(seen, [])
  t.notOk(lines.some(line => line.includes('phrase')))
})

t.test('an answer without an end is cut off, and the server is told that a session ends', async t => {
  const ended: string[] = []
  const url = await listening(t, async (request, response) => {
    if (request.method === 'DELETE') ended.push(String(request.headers['mcp-session-id']))
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    if (id === undefined) return void response.writeHead(202).end()
    response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'one' })
    const capabilities = { tools: {} }
    const serverInfo = { name: 'far', version: '1.0.0' }
    if (method === 'initialize')
      return void response.end(
        JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities, serverInfo } })
      )
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const { sessions, call } = sessionsOf(t, '', { url })
  await t.rejects(call('a'), /more than 12582912 bytes/)
  await sessions.close()
  t.strictSame(ended, ['one'])
})
