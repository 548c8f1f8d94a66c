import '../../fixtures/teardown-order.js'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ConnectedMcpSessionPort,
  resultFromTaskOutcome,
  TaskCancelledError,
  withTasks
} from '@modelcontextprotocol/ext-tasks/client'
import {
  GetTaskResultV2Schema,
  isCreateTaskResultV2,
  isTaskStatusNotificationV2,
  readAcceptedTaskIdsV2
} from '@modelcontextprotocol/ext-tasks/core/v2'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { streamed } from '../../fixtures/event-stream.js'
import { connect, modernMeta, post } from '../../fixtures/mcp-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, type HostOptions, notesPlugin, start } from '../../fixtures/start-host.js'

const extension = 'io.modelcontextprotocol/tasks'
const declared = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { extensions: { [extension]: {} } } }

const listen = 'subscriptions/listen'
const following = {
  'Content-Type': 'application/json',
  Accept: 'text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': listen
}

/** A product whose action may take long, and may ask a person. */
const askingPlugin = {
  '@test/asking': `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const ask = defineAction({
      title: 'Ask', description: 'Asks nothing.', effect: 'read', input: Type.Object({}), detail: Type.Object({}),
      examples: [{ title: 'One', input: {} }], errors: { needs_confirmation: 'A person has to confirm.' },
      timeoutMs: 60_000, run: () => ({ summary: 'Did not ask.', detail: {} })
    })
    export default defineProduct({ slug: 'asking', title: 'Asking', description: 'Asks.', version: '1.0.0', actions: { ask } })`
}

async function host(t: Test, options: HostOptions = {}) {
  const plugins = { ...controlledPlugin, ...notesPlugin, ...askingPlugin }
  const started = await start(t, { plugins, deployment: { billing: 'none' }, ...options })
  const { url, keys, call } = started
  const keyOf = async (account: string, ...scopes: readonly string[]) =>
    (await keys.create(account, 'a key', undefined, scopes.length > 0 ? scopes : undefined)).key
  /** Sends a message of a client that declares the extension, unless the test says otherwise. */
  const send = async (
    method: string,
    params: object,
    { key = demoKey, meta = declared, path = '/mcp' }: Sender = {}
  ) => {
    const all = { name: undefined, taskId: undefined, ...params }
    const name = all.name ?? all.taskId
    const headers = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(name !== undefined && { 'Mcp-Name': String(name) }),
      Authorization: `Bearer ${key}`
    }
    const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }
    return (await post(url + path, message, headers)).body
  }
  const begin = async (sent: object, sender: Sender = {}) =>
    (await send('tools/call', { name: 'controlled_pass_long', arguments: sent }, sender)).result
  const get = (taskId: string, sender: Sender = {}) => send('tasks/get', { taskId }, sender)
  const ended = async (taskId: string, sender: Sender = {}) => {
    for (;;) {
      const { result } = await get(taskId, sender)
      if (result.status !== 'working') return result
      await delay(20)
    }
  }
  /** Follows tasks, and gives the messages of the stream as they come. */
  async function* follow(taskIds: readonly string[], { key = demoKey, meta = declared, path = '/mcp' }: Sender = {}) {
    const message = {
      jsonrpc: '2.0',
      id: 'follow',
      method: listen,
      params: { notifications: { taskIds }, _meta: meta }
    }
    for await (const { event, data } of streamed(
      t,
      url + path,
      { ...following, Authorization: `Bearer ${key}` },
      message
    )) {
      t.equal(event, 'message')
      yield data
    }
  }
  const over = (method: string, path: string) =>
    call(method, `/api/v1/products${path}`, undefined, { Authorization: `Bearer ${demoKey}` })
  return { ...started, keyOf, send, begin, get, ended, follow, over }
}

interface Sender {
  readonly key?: string
  readonly meta?: object
  readonly path?: string
}

t.test('a call of an action that may take long is a task, which is a run', async t => {
  const { begin, get, ended, over } = await host(t)
  const task = await begin({ id: 'a task', how: 'report' })
  t.ok(isCreateTaskResultV2(task), 'it has the form of the extension')
  t.match(task, { resultType: 'task', taskId: /^run_/, status: 'working', ttlMs: 7 * 24 * 60 * 60 * 1_000 })
  t.notOk('content' in task)
  await begun.reached('a task')
  let { result: working } = await get(task.taskId)
  while (working.statusMessage === undefined) {
    await delay(20)
    working = (await get(task.taskId)).result
  }
  t.equal(working.statusMessage, '1 of 2: Counted.', 'how far the action has come')
  t.ok(GetTaskResultV2Schema.safeParse(working).success)
  t.match(working, { resultType: 'complete', status: 'working', createdAt: task.createdAt })
  opened.reach('a task')
  const completed = await ended(task.taskId)
  t.ok(GetTaskResultV2Schema.safeParse(completed).success)
  t.match(completed, { status: 'completed', createdAt: task.createdAt })
  t.match(completed.result, {
    resultType: 'complete',
    content: [{ type: 'text', text: 'Passed a task.' }, { type: 'text' }],
    structuredContent: { summary: 'Passed a task.', detail: { runs: 1 } }
  })
  const { body } = await over('GET', `/runs/${task.taskId}`)
  t.match(body, { status: 'succeeded', endedAt: completed.lastUpdatedAt, result: { detail: { runs: 1 } } })
  t.equal(completed.result.structuredContent.requestId, body.requestId)
})

t.test('the extension is declared to clients of its revision', async t => {
  const { send, url } = await host(t)
  const discovered = await send('server/discover', {})
  t.strictSame(discovered.result.capabilities.extensions, { [extension]: {} })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const { body } = await post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
  t.notOk('extensions' in body.result.capabilities)
})

t.test(
  'a call is answered at once where it may not be long, may ask a person, or its client declares no tasks',
  async t => {
    const { send, begin, url } = await host(t)
    const quick = async (name: string, sent: object, sender: Sender = {}) =>
      (await send('tools/call', { name, arguments: sent }, sender)).result.resultType
    t.equal(await quick('controlled_pass', { id: 'short' }), 'complete')
    t.equal(await quick('asking_ask', {}), 'complete')
    t.equal(await quick('controlled_pass_long', { id: 'undeclared' }, { meta: modernMeta }), 'complete')
    for (const value of [null, true, 'yes'])
      t.not(
        await quick('controlled_pass_long', { id: 'odd' }, { meta: metaWith(value) }).catch(() => 'refused'),
        'task'
      )
    t.equal((await begin({ id: 'with progress' }, { meta: { ...declared, progressToken: 1 } })).resultType, 'task')
    const one = await send('tools/call', { name: 'pass_long', arguments: { id: 'one' } }, { path: '/mcp/controlled' })
    t.equal(one.result.resultType, 'task')
    const { 'io.modelcontextprotocol/protocolVersion': _version, ...unversioned } = declared
    const params = { name: 'controlled_pass_long', arguments: { id: 'unversioned' }, _meta: unversioned }
    const { body } = await post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.notOk(body.result && 'taskId' in body.result, 'a message of an earlier revision')
    const old = await connect(t, `${url}/mcp`, '2025-11-25')
    t.match(await old.callTool({ name: 'controlled_pass_long', arguments: { id: 'old client' } }), {
      structuredContent: { detail: { runs: 1 } }
    })
  }
)

t.test('an action may be long where its deadline is over half a minute', async t => {
  for (const [timeoutMs, resultType] of [
    [30_000, 'complete'],
    [30_001, 'task']
  ] as const) {
    const { begin } = await host(t, { entries: { '@test/controlled': { limits: { timeoutMs } } } })
    t.equal((await begin({ id: `at ${timeoutMs}` })).resultType, resultType)
  }
})

function metaWith(value: unknown) {
  return { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { extensions: { [extension]: value } } }
}

t.test('what fails is the result that the call would have had', async t => {
  const { begin, ended, over } = await host(t)
  for (const [how, expected] of [
    ['bug', { code: 'product_error' }],
    ['refuse', { code: 'invalid_input', errors: undefined }],
    ['fail', { code: 'closed', fix: 'The run was told to fail.' }]
  ] as const) {
    const { taskId } = await begin({ id: `task ${how}`, how })
    const { status, result } = await ended(taskId)
    t.equal(status, 'completed')
    t.match(result, { isError: true, resultType: 'complete', structuredContent: undefined })
    t.match(JSON.parse(result.content[1].text), expected)
  }
  const count = (await over('GET', '/runs')).body.runs.length
  const refused = await begin({})
  t.match(refused, { isError: true })
  t.match(JSON.parse(refused.content[1].text), { code: 'invalid_input', errors: [{ pointer: '#/id' }] })
  t.equal((await over('GET', '/runs')).body.runs.length, count, 'a refused call starts nothing')
})

t.test('a task is cancelled, and an update of it is acknowledged', async t => {
  const { begin, ended, send, over } = await host(t)
  const { taskId } = await begin({ id: 'a cancelled task', how: 'wait' })
  await begun.reached('a cancelled task')
  t.match(await send('tasks/update', { taskId, inputResponses: {} }), { result: { resultType: 'complete' } })
  const cancelled = await send('tasks/cancel', { taskId })
  t.strictSame(Object.keys(cancelled.result).sort(), ['_meta', 'resultType'])
  const task = await ended(taskId)
  t.match(task, { status: 'cancelled' })
  t.ok(GetTaskResultV2Schema.safeParse(task).success)
  t.match((await over('GET', `/runs/${taskId}`)).body, { status: 'cancelled' })
})

t.test('a client follows its tasks in a stream, and gets what tasks/get says whenever it is new', async t => {
  const { begin, get, follow } = await host(t)
  const { taskId } = await begin({ id: 'followed', how: 'report' })
  const short = await begin({ id: 'soon over' })
  const never = `run_${'0'.repeat(26)}`
  const tasks: { taskId: string; status: string; statusMessage?: string }[] = []
  let acknowledged: { readonly params: object } | undefined
  let ended: object | undefined
  for await (const message of follow([taskId, short.taskId, never, 'x', taskId])) {
    if (message.method === 'notifications/subscriptions/acknowledged') acknowledged = message
    else if (message.method === 'notifications/tasks') {
      t.ok(isTaskStatusNotificationV2(message))
      const { _meta, ...task } = message.params
      t.strictSame(_meta, { 'io.modelcontextprotocol/subscriptionId': 'follow' })
      tasks.push(task)
      if (task.statusMessage !== undefined) opened.reach('followed')
    } else ended = message
  }
  t.strictSame(readAcceptedTaskIdsV2(acknowledged?.params), [taskId, short.taskId])
  t.match(ended, { id: 'follow', result: { resultType: 'complete' } }, 'it ends with the last of its tasks')
  for (const id of [taskId, short.taskId]) {
    const { _meta, resultType, ...task } = (await get(id)).result
    const own = tasks.filter(each => each.taskId === id)
    t.strictSame(own.at(-1), task)
    t.match(task, { status: 'completed' })
    t.equal(new Set(own.map(each => JSON.stringify(each))).size, own.length, 'nothing is told twice')
  }
  const steps = tasks.filter(each => each.taskId === taskId).map(({ statusMessage }) => statusMessage)
  t.ok(steps.includes('1 of 2: Counted.'), 'how far the action has come')
})

t.test('a stream of tasks shows its caller its own, and is one of few', async t => {
  const { begin, follow, keyOf, call, send } = await host(t, {
    deployment: { billing: 'none', rate: { openStreams: 1 } }
  })
  const key = await keyOf('ada', 'controlled:execute')
  const { taskId } = await begin({ id: 'followed by its own', how: 'wait' }, { key })
  for (const other of [await keyOf('bob'), await keyOf('ada', 'notes:execute'), demoKey]) {
    const all: object[] = []
    for await (const message of follow([taskId], { key: other })) all.push(message)
    t.match(all, [{ params: { notifications: { taskIds: [] } } }, { id: 'follow', result: {} }])
    t.equal(all.length, 2)
  }
  const stream = follow([taskId], { key })
  t.match((await stream.next()).value, { params: { notifications: { taskIds: [taskId] } } })
  t.match((await stream.next()).value, { params: { taskId, status: 'working' } })
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: listen,
    params: { notifications: { taskIds: [taskId] }, _meta: declared }
  }
  const second = await call('POST', '/mcp', message, { ...following, Authorization: `Bearer ${key}` })
  t.match(second, { status: 429, body: { error: { data: { code: 'too_many_concurrent' } } } })
  t.equal((await send('tasks/cancel', { taskId }, { key })).error, undefined)
  const rest: object[] = []
  for await (const message of stream) rest.push(message)
  t.match(rest.slice(-2), [{ params: { taskId, status: 'cancelled' } }, { id: 'follow', result: {} }])
})

t.test('a stream of tasks breaks off when its key has ended', async t => {
  const { begin, follow, keyOf, call } = await host(t)
  const key = await keyOf('ada')
  const { taskId } = await begin({ id: 'of an ended key', how: 'steps' }, { key })
  const seen: string[] = []
  const answered: unknown[] = []
  const reading = async () => {
    for await (const { id, params } of follow([taskId], { key })) {
      if (id !== undefined) answered.push(id)
      if (params?.statusMessage === undefined) continue
      seen.push(params.statusMessage)
      if (seen.length === 1)
        await call('POST', '/api/v1/products/keys/self/revoke', undefined, { Authorization: `Bearer ${key}` })
      opened.reach(`of an ended key ${seen.length}`)
    }
  }
  // Whether a stream that is cut off is an error to its reader depends on the version of Node.
  await reading().catch(() => undefined)
  t.strictSame(answered, [], 'the request to follow is not answered')
  t.strictSame(seen, ['1 of 3', '2 of 3'], 'what came before the next look at the key')
  opened.reach('of an ended key 2')
  opened.reach('of an ended key 3')
})

t.test('what is no request to follow tasks is refused', async t => {
  const { url } = await host(t)
  const taskIds = [`run_${'0'.repeat(26)}`]
  const ask = async (params: object, headers: Record<string, string> = {}, id: unknown = 1) => {
    const message = { jsonrpc: '2.0', id, method: listen, params: { _meta: declared, ...params } }
    const { status, body } = await post(`${url}/mcp`, message, { ...following, ...headers })
    return [status, body.error.code]
  }
  const notifications = { taskIds }
  t.strictSame(await ask({ notifications, _meta: modernMeta }), [400, -32_021], 'the extension is not declared')
  for (const other of [{ promptsListChanged: false }, { toolsListChanged: false }, {}])
    t.strictSame(await ask({ notifications: other }), [404, -32_601], 'nothing else can be followed')
  t.strictSame(await ask({ notifications: { toolsListChanged: 'yes' } }), [400, -32_602])
  for (const wrong of ['x', [7], {}, Array(21).fill('x')])
    t.strictSame(await ask({ notifications: { taskIds: wrong } }), [400, -32_602])
  t.strictSame(await ask({ notifications }, {}, null), [400, -32_600])
  t.strictSame(await ask({ notifications }, { 'Mcp-Method': 'tools/call' }), [400, -32_020])
  t.strictSame(await ask({ notifications }, { 'MCP-Protocol-Version': '2025-11-25' }), [400, -32_020])
  t.strictSame(await ask({ notifications }, { Accept: 'application/json' }), [406, -32_000])
})

t.test('the task of another account is as unknown as one that never was', async t => {
  const { begin, ended, send, keyOf } = await host(t)
  const owner = { key: await keyOf('ada') }
  const { taskId } = await begin({ id: 'a private task', how: 'wait' }, owner)
  await begun.reached('a private task')
  const never = taskId.replace(/.{8}$/, '00000000')
  for (const key of [await keyOf('bob'), await keyOf('ada', 'notes:execute'), demoKey])
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error: foreign } = await send(method, { taskId, inputResponses: {} }, { key })
      const { error: unknown } = await send(method, { taskId: never, inputResponses: {} }, { key })
      t.match(foreign, { code: -32_602 })
      t.strictSame(foreign, unknown)
    }
  for (const malformed of ['', '../keys', 'run_0', 'x'.repeat(2_000), 7])
    t.match(await send('tasks/get', { taskId: malformed }, owner), { error: { code: -32_602 } })
  const narrow = { key: await keyOf('ada', 'controlled:execute') }
  t.match(await send('tasks/cancel', { taskId }, narrow), {
    error: { code: -32_602, data: { code: 'insufficient_scope' } }
  })
  opened.reach('a private task')
  t.match(await ended(taskId, owner), { status: 'completed', result: { structuredContent: { detail: { runs: 1 } } } })
  const seen = await ended(taskId, narrow)
  t.match(seen, { status: 'completed', result: { isError: true, structuredContent: undefined } })
  t.match(JSON.parse(seen.result.content[1].text), { code: 'insufficient_scope' })
})

t.test('a client that does not declare the extension has none of its methods', async t => {
  const { send, url } = await host(t)
  const taskId = `run_${'0'.repeat(26)}`
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    t.match(await send(method, { taskId, inputResponses: {} }, { meta: modernMeta }), {
      error: { code: -32_021, data: { requiredCapabilities: { extensions: { [extension]: {} } } } }
    })
  const { body } = await post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId } })
  t.match(body, { error: { code: -32_601 } })
})

t.test('the extension’s own client runs a tool to its end, and cancels one', async t => {
  const { send } = await host(t)
  const session = withTasks(portOf(send))
  t.teardown(() => session.close())
  opened.reach('of the client')
  const execution = await session.callTool('controlled_pass_long', { id: 'of the client', how: 'wait' })
  t.equal(execution.kind, 'task')
  const { outcome } = await execution.settle()
  t.match(resultFromTaskOutcome(outcome), { structuredContent: { detail: { runs: 1 } } })
  const short = await session.callTool('controlled_pass', { id: 'at once' })
  t.match(resultFromTaskOutcome((await short.settle()).outcome), { structuredContent: { detail: { runs: 1 } } })
  const long = await session.callTool('controlled_pass_long', { id: 'given up', how: 'wait' })
  await begun.reached('given up')
  await long.cancel()
  const ended = (await long.settle()).outcome
  t.throws(() => resultFromTaskOutcome(ended), TaskCancelledError)
})

/** What the extension's client sends its requests with. */
function portOf(send: Awaited<ReturnType<typeof host>>['send']): ConnectedMcpSessionPort {
  return {
    endpointId: 'a host',
    taskCapabilities: { generation: 'v2', capabilities: {} },
    invalidated: false,
    async dispatch(request) {
      const { method, params } = JSON.parse(JSON.stringify(request))
      const meta = { ...modernMeta, ...params._meta }
      const { result, error } = await send(method, params, { meta })
      return error ? { kind: 'error', error } : { kind: 'result', result }
    },
    onServerRequest: () => () => undefined,
    onNotification: () => () => undefined,
    onInvalidated: () => () => undefined
  }
}
