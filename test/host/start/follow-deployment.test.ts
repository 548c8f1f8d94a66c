import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { DeploymentFollower } from '../../../host/dist/start/follow-deployment.js'
import { needing } from '../../fixtures/needing-plugin.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const notes = { package: '@test/notes', isolation: 'inline' }
const controlled = { package: '@test/controlled', isolation: 'inline' }

async function followed(t: Test, more: Readonly<Record<string, string>> = {}) {
  const plugins = { ...notesPlugin, ...controlledPlugin, ...more }
  const { host, url, call, deployment, lines: hostLines } = await start(t, { plugins })
  const file = join(deployment.folder, 'product-host.json')
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: text => void lines.push(text) })
  const follower = new DeploymentFollower(file, deployment, host, logger)
  const slugs = async () => {
    const { body } = await call('GET', '/api/v1/products')
    return body.products.map(({ slug }: { readonly slug: string }) => slug)
  }
  const write = async (content: unknown) => {
    // As an editor does it: another file takes the place of the former one.
    await writeFile(`${file}.new`, typeof content === 'string' ? content : JSON.stringify(content))
    await rename(`${file}.new`, file)
    await follower.look()
  }
  return { follower, file, write, slugs, lines, url, call, hostLines, reloads: host.reloads }
}

t.test('a host follows what the file says; nothing happens while the file is as it was', async t => {
  const { follower, write, slugs, lines } = await followed(t)
  await follower.look()
  t.strictSame(await slugs(), ['notes', 'controlled'])
  await write({ plugins: [notes] })
  t.strictSame(await slugs(), ['notes'])
  await write({ plugins: [notes, controlled] })
  t.strictSame(await slugs(), ['notes', 'controlled'])
  await follower.look()
  const member = 'plugins.@test/controlled'
  t.match(
    lines.map(line => JSON.parse(line)),
    [
      { changes: [{ member, from: 'served', to: null }], msg: 'the deployment file is followed' },
      { changes: [{ member, from: null, to: 'served' }], msg: 'the deployment file is followed' }
    ]
  )
  t.equal(lines.length, 2)
})

t.test('what changed in the file while the host started is followed when it is first looked at', async t => {
  const { write, slugs } = await followed(t)
  await write({ plugins: [controlled] })
  t.strictSame(await slugs(), ['controlled'])
})

t.test('what is no deployment file is logged once, and the host goes on', async t => {
  const { follower, file, write, slugs, lines } = await followed(t)
  await write('{ "plugins": [')
  await follower.look()
  t.equal(lines.length, 1)
  t.match(lines[0], /the deployment file is not followed: the host goes on as before/)
  await write({ plugins: [{ package: '@test/nowhere', required: true }] })
  t.match(lines[1], /requires the plugin @test\/nowhere/)
  await rm(file)
  await follower.look()
  t.strictSame(await slugs(), ['notes', 'controlled'])
  t.equal(lines.length, 2)
})

t.test('changes that need a restart are named until the file no longer has them', async t => {
  const { write, slugs, lines, call } = await followed(t)
  await write({ plugins: [notes], operator: true })
  t.match(
    lines.map(line => JSON.parse(line)),
    [
      { level: 30, changes: [{ member: 'plugins.@test/controlled' }] },
      {
        level: 40,
        changes: [{ member: 'operator', from: false, to: true }],
        msg: 'these changes of the deployment file need a restart'
      }
    ]
  )
  t.strictSame(await slugs(), ['notes'])
  t.equal((await call('GET', '/operator/api/overview', undefined, { Authorization: `Bearer ${demoKey}` })).status, 404)
  await write({ plugins: [notes] })
  t.match(lines[2], /the deployment file was read again: nothing has changed/)
  t.equal(lines.length, 3)
})

const key = { Authorization: `Bearer ${demoKey}` }

t.test('rates and limits are followed', async t => {
  const { write, call } = await followed(t)
  const plugins = [notes, controlled]
  const policy = async () =>
    (await call('GET', '/api/v1/products/usage', undefined, key)).headers.get('ratelimit-policy')
  t.equal(await policy(), '"key";q=500;w=10, "account";q=2000;w=10, "at-once";q=128;qu="concurrent-requests"')
  await write({ plugins, rate: { key: [3, 60], account: [100, 60], atOnce: 2, schedules: 1, waitSeconds: 1 } })
  t.equal(await policy(), '"key";q=3;w=60, "account";q=100;w=60, "at-once";q=2;qu="concurrent-requests"')
  t.equal((await call('GET', '/api/v1/products/usage', undefined, key)).status, 200)
  t.match(await call('GET', '/api/v1/products/usage', undefined, key), {
    status: 429,
    body: { detail: 'The key has sent more than 3 requests within 60 s.' }
  })
  await write({ plugins, rate: { schedules: 1, hooks: 1, webhookEndpoints: 1, openRuns: 1, keyless: [1, 60] } })
  const schedule = {
    name: 'Daily',
    cron: '0 0 * * *',
    timezone: 'UTC',
    product: 'controlled',
    action: 'pass',
    input: { id: 'one' }
  }
  t.equal((await call('POST', '/api/v1/products/schedules', schedule, key)).status, 201)
  t.match(await call('POST', '/api/v1/products/schedules', schedule, key), { status: 429 })
  t.equal((await call('GET', '/api/v1/products')).status, 200)
  t.match(await call('GET', '/api/v1/products'), {
    status: 429,
    body: { detail: 'More than 1 requests without a key came from this address within 60 s.' }
  })
  await write({ plugins, rate: { schedules: 2 } })
  t.equal((await call('POST', '/api/v1/products/schedules', schedule, key)).status, 201)
  t.equal((await call('GET', '/api/v1/products')).status, 200)
})

t.test('executions that run count towards a limit that is lowered, and end as they began', async t => {
  const { write, call } = await followed(t)
  const plugins = [notes, controlled]
  const execute = (id: string, how: string) =>
    call('POST', '/api/v1/products/controlled/execute', { action: 'pass', id, how }, key)
  const running = execute('lowered', 'wait')
  await begun.reached('lowered')
  await write({ plugins, rate: { atOnce: 1 } })
  t.match(await execute('refused', 'well'), { status: 429, body: { code: 'too_many_concurrent' } })
  await write({ plugins, rate: { atOnce: 2 } })
  t.equal((await execute('admitted', 'well')).status, 200)
  opened.reach('lowered')
  t.equal((await running).status, 200)
})

t.test('retention and the log level are followed, and what is left out again is as the environment has it', async t => {
  const { write, call, hostLines } = await followed(t)
  const plugins = [notes, controlled]
  const storedMs = async () => (await call('GET', '/dashboard/api/reference')).body.idempotency.storedMs
  const logsRequests = async () => {
    const before = hostLines.length
    await call('GET', '/livez')
    return hostLines.length > before
  }
  const dayMs = 24 * 60 * 60 * 1_000
  t.strictSame([await storedMs(), await logsRequests()], [dayMs, true])
  await write({ plugins, retention: { idempotencyAnswerDays: 2 }, logLevel: 'error' })
  t.strictSame([await storedMs(), await logsRequests()], [2 * dayMs, false])
  await write({ plugins })
  t.strictSame([await storedMs(), await logsRequests()], [dayMs, true])
})

t.test('scheduled backups are followed', async t => {
  const { write, url } = await followed(t)
  const plugins = [notes, controlled]
  const isMeasured = async () => {
    const response = await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })
    return /^product_host_backup_last_success_bytes 0$/m.test(await response.text())
  }
  t.equal(await isMeasured(), false)
  await write({ plugins, backup: { folder: 'backups' } })
  t.equal(await isMeasured(), true)
  await write({ plugins })
  t.equal(await isMeasured(), false)
})

t.test('egress is followed', async t => {
  const server = createServer((_request, response) => response.end('here'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const asking = { package: '@test/asking', isolation: 'inline' }
  const { write, call } = await followed(t, {
    '@test/asking': `
      import { defineAction, defineProduct, EGRESS, Type } from '@product-host/sdk'
      const ask = defineAction({
        title: 'Ask', description: 'Asks.', effect: 'read', input: Type.Object({ url: Type.String() }),
        detail: Type.Object({ answer: Type.String() }), examples: [{ title: 'One', input: { url: 'http://a.example' } }],
        needs: { egress: EGRESS },
        async run({ url }, { egress }) {
          const answer = await egress.request(url).then(({ body }) => body, ({ code }) => code)
          return { summary: 'Asked.', detail: { answer } }
        }
      })
      export default defineProduct({
        slug: 'asking', title: 'Asking', description: 'Asks.', version: '1.0.0', actions: { ask }
      })`
  })
  const ask = async () => {
    const body = { action: 'ask', url: `http://127.0.0.1:${port}/` }
    return (await call('POST', '/api/v1/products/asking/execute', body, key)).body.detail.answer
  }
  t.equal(await ask(), 'blocked_port')
  await write({ plugins: [asking], egress: { allow: [{ network: '127.0.0.0/8', ports: [port] }] } })
  t.equal(await ask(), 'here')
  await write({ plugins: [asking] })
  t.equal(await ask(), 'blocked_port')
})

t.test('of a file that is wrong in one place, nothing is followed', async t => {
  const { write, call, lines } = await followed(t)
  await write({ plugins: [notes], rate: { key: [1, 60] }, egress: { allow: ['10.0.0.0/99'] } })
  t.match(lines[0], /the deployment file is not followed/)
  for (const _ of [1, 2, 3])
    t.equal((await call('GET', '/api/v1/products/controlled/execute', undefined, key)).status, 200)
})

t.test('a host that is asked to reload reads the file again, and says what became of it', async t => {
  const { follower, file, write, lines, reloads } = await followed(t)
  const answer = async () => {
    const id = await reloads.ask()
    await follower.look()
    await follower.look()
    const [found, ...others] = await reloads.answers(id)
    t.strictSame(others, [])
    return found
  }
  await follower.look()
  t.match(await answer(), { host: /, process \d+$/, file, failed: [] })
  t.match(lines[0], /the deployment file was read again: nothing has changed/)
  t.equal(lines.length, 1, 'each question is answered once')
  await write({ plugins: [notes, controlled, { package: '@test/nowhere' }] })
  t.match(await answer(), { failed: [{ plugin: '@test/nowhere', reason: /installed/ }] })
  await write('{ "plugins": [')
  t.match(await answer(), { file, failed: [], refused: /In the deployment file|The deployment file/ })
  await rm(file)
  t.match(await answer(), { refused: /does not exist/ })
})

t.test('a product is served once the one that it needs is, and goes on without it', async t => {
  const digest = { package: '@test/digest', isolation: 'inline' }
  const { write, slugs } = await followed(t, { '@test/digest': needing('digest', { notes: {} }) })
  await write({ plugins: [controlled] })
  await write({ plugins: [controlled, digest] })
  t.strictSame(await slugs(), ['controlled'])
  await write({ plugins: [notes, controlled, digest] })
  t.strictSame((await slugs()).sort(), ['controlled', 'digest', 'notes'])
  await write({ plugins: [controlled, digest] })
  t.strictSame((await slugs()).sort(), ['controlled', 'digest'])
})
