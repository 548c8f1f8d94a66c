import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { mcpServer } from '../../fixtures/mcp-source.js'
import { root } from '../../fixtures/root.js'
import { notesPlugin, type Reply, start } from '../../fixtures/start-host.js'

const execute = '/api/v1/products/notebook/execute'

const config = '/api/v1/products/notebook/config'

const withoutPython =
  process.env.CI || spawnSync('python3', ['--version']).status === 0 ? false : 'Python is not installed on this machine'

/** A host with the server of the fixtures as the product `notebook`, and calls of it by the demo account and by another. */
async function served(t: Test, mcp: object = {}, entry: object = {}) {
  const sources = [{ slug: 'notebook', sandbox: 'none', ...entry, mcp: { command: ['node', mcpServer], ...mcp } }]
  const host = await start(t, { plugins: {}, sources })
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
  const callBy =
    (headers: Record<string, string>) =>
    (action: string, input: object = {}): Promise<Reply> =>
      host.call('POST', execute, { action, ...input }, headers)
  const [mine, theirs] = [bearer(demoKey), bearer((await host.keys.create('other', 'a key')).key)]
  const environment = async (run: ReturnType<typeof callBy>) =>
    JSON.parse((await run('whoami')).body.detail.content[0].text)
  return { ...host, mine, theirs, run: callBy(mine), runAsOther: callBy(theirs), environment }
}

/** Whether a process runs; one that has ended and was not collected does not. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(20)
}

t.test(
  'the tools of a server are the actions of a product, which may do anything without the word of the operator',
  async t => {
    const { call } = await served(t)
    const { body } = await call('GET', execute)
    t.match(body, {
      title: 'Test notes',
      description: 'The tools of the server test-notes.',
      version: '1.4.0',
      config: { supported: false }
    })
    t.strictSame(
      body.actions.map(({ name, title, effect }: Record<string, string>) => `${name}: ${title}, ${effect}`),
      [
        'keep: Keep',
        'list_notes: List notes',
        'act: Act',
        'whoami: Whoami',
        'fail: Fail',
        'die: Die',
        'lie: Lie',
        'wait: Wait',
        'attempt: Attempt',
        'steps: Steps'
      ].map(each => `${each}, external`)
    )
    t.match(body.actions[1], {
      description: 'The tool list-notes of the server.',
      annotations: { destructiveHint: true, readOnlyHint: false }
    })
    t.match(body.actions[2].inputSchema, {
      properties: {
        action: { const: 'act' },
        action_: { type: 'string' },
        size: { anyOf: [{ type: 'integer' }, { type: 'null' }] }
      },
      required: ['action', 'action_']
    })
  }
)

t.test(
  'the effects are those that the server declares where the operator trusts it, and only the tools that the entry names are served',
  async t => {
    const { call } = await served(
      t,
      { trustAnnotations: true, tools: ['keep', 'list-notes', 'fail'] },
      { title: 'Notebook', description: 'Notes.' }
    )
    const { body } = await call('GET', execute)
    t.match(body, { title: 'Notebook', description: 'Notes.' })
    t.strictSame(
      body.actions.map(
        ({
          name,
          effect,
          annotations
        }: {
          name: string
          effect: string
          annotations: { destructiveHint: boolean }
        }) => [name, effect, annotations.destructiveHint]
      ),
      [
        ['keep', 'write', false],
        ['list_notes', 'read', false],
        ['fail', 'external', true]
      ]
    )
  }
)

t.test('a tool answers in the eight members of every product', async t => {
  const { run } = await served(t)
  t.match(await run('keep', { note: 'milk' }), {
    status: 200,
    body: {
      ok: true,
      productId: 'notebook',
      action: 'keep',
      summary: 'Kept 1.',
      detail: { content: [{ type: 'text', text: 'Kept 1.' }] }
    }
  })
  t.match((await run('list_notes')).body, { summary: '1 notes', detail: { notes: ['milk'] } })
  t.match((await run('act', { action_: 'go', size: 2 })).body, { summary: '{"action":"go","size":2}' })
  t.match((await run('fail')).body, {
    ok: false,
    summary: 'The tool cannot do that.',
    detail: { error: { code: 'tool_failed' } }
  })
  t.match(await run('lie'), { status: 502, body: { code: 'invalid_output' } })
  t.match(await run('keep', { note: '' }), { status: 400, body: { errors: [{ pointer: '#/note' }] } })
})

t.test('an account never sees what another told a server', async t => {
  const { run, runAsOther } = await served(t)
  await run('keep', { note: 'my secret' })
  t.strictSame((await runAsOther('list_notes')).body.detail.notes, [])
  t.strictSame((await run('list_notes')).body.detail.notes, ['my secret'])
})

t.test('accounts share a server only if the operator says so, and describe says it', async t => {
  const { call, run, runAsOther } = await served(t, { tenancy: 'shared' })
  await run('keep', { note: 'for all' })
  t.strictSame((await runAsOther('list_notes')).body.detail.notes, ['for all'])
  t.match((await call('GET', execute)).body, { description: /All accounts share one session of the server\.$/ })
})

t.test('a process has the variables that its entry names and nothing of the host', async t => {
  process.env.HOST_SECRET = 'of the host'
  t.teardown(() => delete process.env.HOST_SECRET)
  const { environment, run } = await served(t, { env: { REGION: 'eu' } })
  const { PATH, HOME, TMPDIR, LANG, REGION, pid, cwd, ...others } = await environment(run)
  t.strictSame({ REGION, LANG, others }, { REGION: 'eu', LANG: 'C.UTF-8', others: {} })
  t.ok([HOME, TMPDIR].every(folder => folder === cwd))
})

t.test('a server gets the settings of the account that calls it, and their secrets are in no log', async t => {
  const { call, run, runAsOther, environment, mine, lines } = await served(t, {
    env: {
      TOKEN: { setting: 'token', title: 'API token', prefix: 'key-' },
      REGION: { setting: 'region', secret: false, required: false }
    }
  })
  t.match((await run('whoami')).body, { ok: false, detail: { setting: 'token', error: { code: 'setting_missing' } } })
  t.match(await call('PUT', config, { settings: { token: 'phrase-of-mine' } }, mine), {
    status: 200,
    body: { settings: { token: '********' } }
  })
  t.match(await environment(run), { TOKEN: 'key-phrase-of-mine', REGION: undefined })
  t.match(await call('PUT', config, { settings: { token: 'another-phrase', region: 'eu' } }, mine), { status: 200 })
  t.match(await environment(run), { TOKEN: 'key-another-phrase', REGION: 'eu' })
  t.match((await runAsOther('whoami')).body, { detail: { error: { code: 'setting_missing' } } })
  await until(() => lines.some(line => line.includes('started with key-********')))
  t.notOk(lines.some(line => line.includes('phrase-of-mine')))
})

t.test('a server that ends is a 503 for its own account alone, and the next call starts it again', async t => {
  const { run, runAsOther, lines } = await served(t)
  await runAsOther('keep', { note: 'stays' })
  t.match(await run('die'), { status: 503, body: { code: 'product_unavailable', retryable: false } })
  t.match(await run('list_notes'), { status: 200, body: { detail: { notes: [] } } })
  t.strictSame((await runAsOther('list_notes')).body.detail.notes, ['stays'])
  t.equal(lines.filter(line => line.includes('the server of the product ended by itself')).length, 1)
})

t.test('a server that ends before it has answered anything is started again later and later', async t => {
  const { run } = await served(t)
  t.match(await run('die'), { status: 503 })
  t.match(await run('die'), { status: 503 })
  const { status, headers, body } = await run('list_notes')
  t.match({ status, body }, { status: 503, body: { detail: /started again soon/, retryable: true } })
  t.equal(headers.get('Retry-After'), '2')
})

t.test('a call past its deadline ends the process with everything that it started', async t => {
  const { run, environment } = await served(t, {}, { limits: { timeoutMs: 1_000 } })
  const { pid, cwd } = await environment(run)
  const waiting = run('wait', { child: true })
  await until(() => existsSync(join(cwd, 'child.pid')))
  const child = Number(readFileSync(join(cwd, 'child.pid'), 'utf8'))
  t.ok(isRunning(child))
  t.match(await waiting, { status: 504, body: { code: 'product_timeout' } })
  await until(() => !isRunning(pid) && !isRunning(child))
  t.match(await run('list_notes'), { status: 200 })
})

t.test('a process without calls is ended, and its folder with it', async t => {
  const { run, environment } = await served(t, { idleSeconds: 1 })
  const { pid, cwd } = await environment(run)
  await until(() => !isRunning(pid) && !existsSync(cwd))
  t.match(await run('list_notes'), { status: 200 })
})

t.test('there are as many processes as the entry says: the idle one makes room, a busy one does not', async t => {
  const { run, runAsOther, environment } = await served(t, { sessions: 1 }, { limits: { timeoutMs: 3_000 } })
  const { pid } = await environment(run)
  t.match(await runAsOther('list_notes'), { status: 200 })
  await until(() => !isRunning(pid))
  const waiting = runAsOther('wait')
  await delay(200)
  t.match(await run('list_notes'), { status: 503, body: { code: 'product_unavailable', retryable: true } })
  t.match(await waiting, { status: 504 })
})

t.test('no process is left when the host has stopped', async t => {
  const { run, runAsOther, environment, stop } = await served(t)
  const pids = [(await environment(run)).pid, (await environment(runAsOther)).pid]
  await stop()
  t.strictSame(pids.filter(isRunning), [])
})

t.test(
  'a server that cannot be asked for its tools is not served, and the reason has its last line of standard error',
  async t => {
    const sources = [
      { slug: 'refusing', mcp: { command: ['node', mcpServer], env: { REFUSE_TO_START: 'yes' } } },
      { slug: 'missing', mcp: { command: ['no-such-program'] } },
      { slug: 'other-tools', mcp: { command: ['node', mcpServer], tools: ['fly'] } }
    ]
    const { call, host } = await start(t, { sources })
    const reasons = host.report.map(({ plugin, error = 'served' }) => `${plugin}: ${error}`)
    t.match(reasons, [
      '@test/notes: served',
      /^mcp:refusing: .*its last line of standard error: the token is missing/,
      /^mcp:missing: .*no-such-program/,
      /^mcp:other-tools: .*Its server has no tool "fly"; it has keep, list-notes, act/
    ])
    t.match(await call('GET', '/api/v1/products/refusing/execute'), { status: 404 })
  }
)

t.test('a server in another language is a product', { skip: withoutPython }, async t => {
  const command = ['python3', join(root, 'test/fixtures/mcp_server.py')]
  const { run } = await served(t, { command, env: { PATH: process.env.PATH } })
  t.match((await run('count', { by: 2 })).body, { summary: 'The count is 2.', detail: { count: 2 } })
  t.match((await run('count')).body, { detail: { count: 3 } })
  t.match(await run('count', { by: 0 }), { status: 400, body: { errors: [{ pointer: '#/by' }] } })
})

t.test(
  'a server at a URL gets the headers of the account that calls it, and its refusals are no fault of the host',
  async t => {
    const remote = await start(t, { plugins: notesPlugin })
    const { key } = await remote.keys.create('writer', 'a key')
    const headers = { Authorization: { setting: 'key', prefix: 'Bearer ', sample: demoKey } }
    const host = await start(t, {
      plugins: {},
      sources: [{ slug: 'far', mcp: { url: `${remote.url}/mcp/notes`, headers } }]
    })
    const mine = { Authorization: `Bearer ${demoKey}` }
    const add = () => host.call('POST', '/api/v1/products/far/execute', { action: 'add', text: 'milk' }, mine)
    t.match((await add()).body, { ok: false, detail: { error: { code: 'setting_missing' } } })
    await host.call('PUT', '/api/v1/products/far/config', { settings: { key } }, mine)
    t.match(await add(), {
      status: 200,
      body: { ok: true, productId: 'far', summary: /^Kept note/ }
    })
    const latest = { action: 'latest', limit: 5 }
    t.match(
      (await remote.call('POST', '/api/v1/products/notes/execute', latest, { Authorization: `Bearer ${key}` })).body,
      {
        detail: { notes: [{ text: 'milk' }] }
      }
    )
    await remote.stop()
    t.match(await add(), { status: 503, body: { code: 'product_unavailable' } })
  }
)
