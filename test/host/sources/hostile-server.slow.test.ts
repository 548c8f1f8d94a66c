import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { root } from '../../fixtures/root.js'
import { start } from '../../fixtures/start-host.js'

const server = join(root, 'test/fixtures/hostile-mcp-server.mjs')

/** An entry of a server that answers by this code; it returns true where it has answered itself. */
function entryOf(slug: string, answer: string, mcp: object = {}): object {
  return { slug, sandbox: 'none', mcp: { command: ['node', server], env: { ANSWER: answer }, ...mcp } }
}

/** A host with such a server. */
async function served(
  t: Test,
  answer: string,
  { limits, ...mcp }: { limits?: object; [member: string]: unknown } = {}
) {
  const host = await start(t, { plugins: {}, sources: [{ ...entryOf('it', answer, mcp), limits }] })
  const run = (action = 'go') =>
    host.call('POST', '/api/v1/products/it/execute', { action }, { Authorization: `Bearer ${demoKey}` })
  return { ...host, run }
}

/** The answer of a tool, and before it what this code does. */
const onCall = (code: string) => `if (message.method === 'tools/call') { ${code} }`

const tools = (expression: string) =>
  `if (message.method === 'tools/list') { send({ id: message.id, result: ${expression} }); return true }`

t.test('a server that says nothing, too much or no end of tools is not served, and nothing of it is left', async t => {
  const before = process.env.TMPDIR
  const folder = t.testdir()
  process.env.TMPDIR = folder
  t.teardown(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const { host } = await start(t, {
    plugins: {},
    patienceMs: 20_000,
    sources: [
      entryOf('silent', 'return true'),
      entryOf(
        'listless',
        "if (message.method === 'tools/list') { process.on('SIGTERM', () => 0); setInterval(() => 0, 1000); console.error('thinking'); return true }"
      ),
      entryOf(
        'endless',
        tools('{ tools: [{ name: "a" + message.id, inputSchema: { type: "object" } }], nextCursor: "c" + message.id }')
      ),
      entryOf(
        'loud',
        "for (;;) if (!process.stdout.write('x'.repeat(1e6))) break; process.stdout.on('drain', () => process.stdout.write('x'.repeat(1e6))); return true"
      )
    ]
  })
  const reasons = host.report.map(({ error = 'served' }) => error)
  t.match(reasons, [
    /cannot be asked: /,
    /cannot be asked: .*thinking\)/,
    /cannot be asked: .*pagination/,
    /cannot be asked: /
  ])
  const begun = readdirSync(folder).filter(name => readdirSync(join(folder, name)).length === 0)
  t.strictSame(begun, [])
})

t.test('names, titles, descriptions and schemas of any kind become actions that can be described', async t => {
  const { call, run, host } = await served(
    t,
    tools(`{ tools: [
      { name: 'go', title: '', description: 'x'.repeat(1e6), inputSchema: { type: 'object' } },
      { name: 'constructor', title: 'y'.repeat(1e6), inputSchema:
        { type: 'object', properties: { constructor: {}, ok: { type: 'string', pattern: '(a+)+$' } } } },
      { name: '__proto__', description: '\\n', inputSchema: { type: 'object', properties: { a: { $ref: '#' } } } },
      { name: '☃', inputSchema: { type: 'object', $ref: '#/nowhere' } },
      { name: 'toString', inputSchema:
        JSON.parse('{ "type": "object", "properties": { "__proto__": { "type": "string" } }, "required": ["__proto__"] }') },
      { name: 'n'.repeat(5000), inputSchema: { type: 'object' } },
      { name: 'go', description: 'A second one.', inputSchema: { type: 'object' } }
    ] }`)
  )
  const { status, body } = await call('GET', '/api/v1/products/it/execute')
  t.equal(status, 200, host.report[0]?.error ?? 'served')
  t.ok(JSON.stringify(body).length < 100_000)
  t.strictSame(
    body.actions.map(({ name }: { name: string }) => name.slice(0, 12)),
    ['go', 'tool_constru', 'proto', 'tool', 'to_string', 'nnnnnnnnnnnn']
  )
  for (const { name } of body.actions) t.match(await run(name), { status: 200, body: { ok: true } }, name)
})

t.test('a tool that runs only as a task is left out, and a server that has no other is not served', async t => {
  const task = (name: string, support: string) =>
    `{ name: '${name}', inputSchema: { type: 'object' }, execution: { taskSupport: '${support}' } }`
  const list = (...all: string[]) => tools(`{ tools: [${all.join()}] }`)
  const { call, lines, host } = await start(t, {
    plugins: {},
    sources: [
      entryOf('some', list(task('go', 'optional'), task('research', 'required'))),
      entryOf('none', list(task('research', 'required')))
    ]
  })
  const { body } = await call('GET', '/api/v1/products/some/execute')
  t.strictSame(
    body.actions.map(({ name }: { name: string }) => name),
    ['go']
  )
  t.match(
    lines.find(line => line.includes('tools are left out')),
    /"research"/
  )
  t.match(host.report.find(({ error }) => error !== undefined)?.error, /run only as tasks/)
})

/** What a hostile server does with a call, and what the caller gets. */
const calls: Readonly<Record<string, readonly [code: string, answer: object]>> = {
  'content of an unknown kind': [
    "send({ id: message.id, result: { content: [{ type: 'hologram', data: 1 }] } }); return true",
    { status: 502, body: { code: 'product_error' } }
  ],
  'members that would change every object': [
    `const content = '[{"type":"text","text":"a","__proto__":{"polluted":1}}]'
     const result = '{"content":' + content + ',"structuredContent":{"__proto__":{"polluted":1}}}'
     process.stdout.write('{"jsonrpc":"2.0","id":' + message.id + ',"result":' + result + '}\\n')
     return true`,
    { status: 200 }
  ],
  'answers of other calls, batches and garbage': [
    `send({ id: 9999, result: {} })
     send({ id: 'x', error: { code: 1, message: 'm' } })
     process.stdout.write('[{"jsonrpc":"2.0","id":1,"result":{}}]\\n{}\\nnull\\n\\u0000garbage\\n')`,
    { status: 200 }
  ],
  'questions to the host': [
    `for (const method of ['sampling/createMessage', 'elicitation/create', 'roots/list', 'nothing/such'])
       send({ id: 'q' + method, method, params: {} })`,
    { status: 200 }
  ],
  'a flood of progress, of log messages and of lines': [
    `const { progressToken = 0 } = message.params._meta ?? {}
     for (let i = 0; i < 20000; i++) {
       send({ method: 'notifications/progress', params: { progressToken, progress: i, message: 'm'.repeat(200) } })
       send({ method: 'notifications/message', params: { level: 'info', data: 'x' } })
     }
     for (let i = 0; i < 5000; i++) console.error('line ' + i)
     process.stderr.write('x'.repeat(5e6))`,
    { status: 200 }
  ],
  'a message that is too large': [
    "send({ id: message.id, result: { content: [{ type: 'text', text: 'x'.repeat(13 * 1024 * 1024) }] } }); return true",
    { status: 503, body: { code: 'product_unavailable' } }
  ],
  'no more output': [
    "process.stdout.end(); require('node:fs').closeSync(1); setInterval(() => 0, 1000); return true",
    { status: 503 }
  ]
}

for (const [what, [code, answer]] of Object.entries(calls))
  t.test(`a server answers a call with ${what}`, async t => {
    const { run, lines } = await served(t, `const require = process.getBuiltinModule;${onCall(code)}`, {
      limits: { timeoutMs: 8_000 }
    })
    const startedAt = performance.now()
    const reply = await run()
    t.match(reply, answer, JSON.stringify(reply.body).slice(0, 300))
    t.comment(`${Math.round(performance.now() - startedAt)} ms`)
    t.equal(({} as Record<string, unknown>).polluted, undefined)
    t.ok(lines.length < 200)
  })

t.test('a server that reads no more ends, and the next call starts another', async t => {
  const { run } = await served(
    t,
    onCall("process.getBuiltinModule('node:fs').closeSync(0); setInterval(() => 0, 1000)"),
    {
      limits: { timeoutMs: 8_000 }
    }
  )
  const { body } = await run()
  t.match(await run(), { status: 503, body: { code: 'product_unavailable' } })
  const next = await run()
  t.match(next, { status: 200 })
  t.not(next.body.summary, body.summary)
})
