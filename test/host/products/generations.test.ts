import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { type Deployment, deploymentOf } from '../../../host/dist/deployment.js'
import { originOf, SlugOwners } from '../../../host/dist/products/slug-owners.js'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'
import { streamed } from '../../fixtures/event-stream.js'
import { fetchedVersion, says } from '../../fixtures/products/says.js'
import { type HostOptions, memoryStore, reexport, start } from '../../fixtures/start-host.js'

const silent = pino({ enabled: false })

/** A deployment with other entries in place of those of its file. */
function withPlugins({ folder }: Deployment, plugins: readonly object[]): Deployment {
  return deploymentOf(join(folder, 'product-host.json'), { plugins })
}

async function running(t: Test, options: HostOptions) {
  const host = await start(t, options)
  const say = (slug = 'says') =>
    host.call('POST', `/api/v1/products/${slug}/execute`, { action: 'say' }, { Authorization: `Bearer ${demoKey}` })
  const catalogue = async () => {
    const { body } = await host.call('GET', '/api/v1/products')
    return body.products.map(({ slug, description }: Record<string, string>) => `${slug}: ${description}`)
  }
  return { ...host, say, catalogue }
}

/** Calls at 40 a second until `end`, and what they answered. */
function load(say: () => Promise<{ readonly status: number; readonly body: { detail: { version: string } } }>) {
  const isEnded = new AbortController()
  const calls: ReturnType<typeof say>[] = []
  const calling = (async () => {
    while (!isEnded.signal.aborted) {
      calls.push(say())
      await delay(25)
    }
  })()
  return async () => {
    isEnded.abort()
    await calling
    return Promise.all(calls)
  }
}

for (const isolation of ['inline', 'thread', undefined])
  t.test(`an upgrade and a roll-back under load refuse no call: ${isolation ?? 'the default'}`, async t => {
    const name = '@test/says'
    const { host, say, catalogue, call, deployment, lines } = await running(t, {
      plugins: { [name]: says('1.0.0', { takesMs: 100 }) },
      entries: { [name]: { isolation } }
    })
    await fetchedVersion(deployment.folder, name, '2.0.0', says('2.0.0', { takesMs: 100 }))
    const first = withPlugins(deployment, [{ package: name, isolation }])
    const second = withPlugins(deployment, [{ package: name, version: '2.0.0', isolation }])
    const documents = async () => {
      const headers = { Authorization: `Bearer ${demoKey}`, Accept: 'application/json' }
      const tools = await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)
      const all = [tools, await call('GET', '/openapi.json'), await call('GET', '/api/v1/products/says/execute')]
      return all.map(({ body }) => /Says \d\.\d\.\d/.exec(JSON.stringify(body))?.[0])
    }
    const end = load(say)
    await delay(100)
    t.match(await host.follow(second), { report: [{ plugin: name, slug: 'says', phase: 'served' }], gone: [] })
    t.equal((await say()).body.detail.version, '2.0.0')
    t.strictSame(await catalogue(), ['says: Says 2.0.0.'])
    t.strictSame(await documents(), ['Says 2.0.0', 'Says 2.0.0', 'Says 2.0.0'])
    await host.follow(first)
    t.equal((await say()).body.detail.version, '1.0.0')
    t.strictSame(await documents(), ['Says 1.0.0', 'Says 1.0.0', 'Says 1.0.0'])
    const answers = await end()
    t.strictSame(new Set(answers.map(({ status }) => status)), new Set([200]))
    const versions = new Set(answers.map(({ body }) => body.detail.version))
    t.strictSame(versions, new Set(['1.0.0', '2.0.0']))
    t.notOk(
      lines.some(line => /plugin (thread|process) ended/.test(line)),
      'a thread that is closed has not crashed'
    )
    const said = lines.filter(line => line.includes('plugin runs in a process, which is the default'))
    t.match(
      said.map(line => JSON.parse(line)),
      isolation ? [] : [{ plugin: name, formerly: 'thread' }],
      'once'
    )
  })

t.test('a version that could not be served leaves the former one in its place, until one can be', async t => {
  const name = '@test/says'
  const { host, say, deployment, lines } = await running(t, { plugins: { [name]: says('1.0.0') } })
  const entry = { package: name, isolation: 'inline' }
  const follow = (...entries: object[]) => host.follow(withPlugins(deployment, entries))
  t.match(await follow({ ...entry, version: '2.0.0' }), {
    report: [{ plugin: name, version: '1.2.3', phase: 'served', refused: /is not fetched in version 2\.0\.0/ }]
  })
  t.equal((await say()).body.detail.version, '1.0.0')
  t.equal((await host.readiness()).status, 200)
  t.ok(lines.some(line => line.includes('plugin not changed: it is served as before')))

  await fetchedVersion(deployment.folder, name, '2.0.0', 'throw new Error("not today")')
  t.match(await follow({ ...entry, version: '2.0.0' }), { report: [{ refused: /not today/ }] })
  await fetchedVersion(deployment.folder, name, '2.0.1', says('2.0.1'))
  t.match(await follow({ ...entry, version: '2.0.1' }), { report: [{ version: '2.0.1', phase: 'served' }] })
  t.equal((await say()).body.detail.version, '2.0.1')
  t.strictSame(await follow({ ...entry, version: '2.0.1' }), { report: [], gone: [] }, 'it is served so already')
})

/** A host with a product of two record versions, in the first one; the others are fetched. */
async function visited(t: Test, store?: HostOptions['store']) {
  const name = '@test/visits'
  const source = (release: string) => reexport('./products/visits.js', release)
  const running = await start(t, { plugins: { [name]: source('first') }, ...(store && { store }) })
  await fetchedVersion(running.deployment.folder, name, '2.0.0', source('second'))
  await fetchedVersion(running.deployment.folder, name, '2.1.0', source('final'))
  const entry = { package: name, isolation: 'inline' }
  const follow = (...versions: readonly object[]) =>
    running.host.follow(
      withPlugins(
        running.deployment,
        versions.map(version => ({ ...entry, ...version }))
      )
    )
  const visit = async () => {
    const input = { action: 'visit', place: 'Rome' }
    const headers = { Authorization: `Bearer ${demoKey}` }
    const { body } = await running.call('POST', '/api/v1/products/visits/execute', input, headers)
    return `${body.summary} ${body.detail?.count}`
  }
  return { ...running, follow, visit }
}

t.test('a running host upgrades stored records and takes them back, unless some would be lost', async t => {
  const { follow, visit } = await visited(t)
  t.equal(await visit(), 'Counted by 1.0.0. 1')
  await follow({ version: '2.0.0' })
  t.equal(await visit(), 'Counted by 2.0.0. 2')
  await follow({})
  t.equal(await visit(), 'Counted by 1.0.0. 3')
  await follow({ version: '2.1.0' })
  t.equal(await visit(), 'Counted by 2.1.0. 4')
  const refused = /^Of the stored records of "visits", 1 can be read only by a plugin with record version 2 or later/
  t.match(await follow({}), { report: [{ version: '2.1.0', phase: 'served', refused }] })
  t.equal(await visit(), 'Counted by 2.1.0. 5')
})

t.test('a running host serves a version as before while the next one waits for other hosts', async t => {
  const folder = t.testdir()
  const open = () => openStore(folder, error => t.fail(error.message))
  const [one, other] = [await visited(t, await open()), await visited(t, await open())]
  const waiting = { report: [{ phase: 'served', version: '1.2.3', waitsFor: [/, process \d+$/] }] }
  t.match(await one.follow({ version: '2.1.0' }), waiting)
  t.equal(await one.visit(), 'Counted by 1.0.0. 1')
  t.equal(await other.visit(), 'Counted by 1.0.0. 2')
  t.equal((await one.host.readiness()).status, 200)
  t.match(await other.follow(), { gone: ['@test/visits'] })
  while ((await one.visit()).startsWith('Counted by 1.0.0.')) await delay(100)
  t.match(await one.visit(), /^Counted by 2\.1\.0\. \d+$/)
  t.match(await other.follow({}), { report: [{ error: /^Of the stored records of "visits", 1 can be read only/ }] })
})

t.test('what the file no longer names is not served; another plugin takes its slug at once', async t => {
  const store = await memoryStore()
  const { host, say, catalogue, deployment } = await running(t, {
    plugins: { '@test/says': says('1.0.0'), '@test/other': says('5.0.0', { slug: 'other' }) },
    store
  })
  const [says1, other] = ['@test/says', '@test/other'].map(name => ({ package: name, isolation: 'inline' }))
  t.match(await host.follow(withPlugins(deployment, [says1 ?? {}])), { report: [], gone: ['@test/other'] })
  t.strictSame(await catalogue(), ['says: Says 1.0.0.'])
  t.match(await say('other'), { status: 404, body: { code: 'unknown_product' } })

  await host.follow(withPlugins(deployment, [says1 ?? {}, other ?? {}]))
  t.equal((await say('other')).body.detail.version, '5.0.0')

  await fetchedVersion(deployment.folder, '@test/third', '1.0.0', says('9.0.0'))
  const third = { package: '@test/third', version: '1.0.0', isolation: 'inline' }
  const both = await host.follow(withPlugins(deployment, [says1 ?? {}, third]))
  t.match(both.report, [{ error: /^The slug "says" belongs to the package @test\/says/ }])
  await new SlugOwners(store, silent).give('says', { package: '@test/third' })
  t.match((await host.follow(withPlugins(deployment, [says1 ?? {}, third]))).report, [
    { error: 'Both @test/says and @test/third declare the product "says".' }
  ])
  t.match(await host.follow(withPlugins(deployment, [third])), { report: [{ phase: 'served' }], gone: ['@test/says'] })
  t.equal((await say()).body.detail.version, '9.0.0')
})

t.test(
  'a slug belongs to the source that was served first under it, until an operator gives it to another',
  async t => {
    const store = await memoryStore()
    await running(t, { plugins: { '@test/says': says('1.0.0') }, store })
    const other = await running(t, { plugins: { '@test/other': says('5.0.0') }, store })
    t.match(await other.say(), { status: 404 })
    t.equal(
      other.host.report[0]?.error,
      'The slug "says" belongs to the package @test/says, and so does what accounts have stored under it: ' +
        '"product-host take-over says" gives it to the package @test/other.'
    )
    const owners = new SlugOwners(store, silent)
    await owners.give('says', { package: '@test/other' })
    t.match(await other.host.follow(other.deployment), { report: [{ slug: 'says', phase: 'served' }] })
    t.equal((await other.say()).body.detail.version, '5.0.0')
  }
)

t.test(
  'a required product that is new and cannot be served leaves the host ready; metrics name what is served alone',
  async t => {
    const { host, deployment } = await running(t, { plugins: { '@test/says': says('1.0.0') } })
    await fetchedVersion(deployment.folder, '@test/new', '1.0.0', 'throw new Error("not today")')
    const entry = { package: '@test/says', isolation: 'inline' }
    const broken = { package: '@test/new', version: '1.0.0', isolation: 'inline', required: true }
    t.match((await host.follow(withPlugins(deployment, [entry, broken]))).report, [{ error: /not today/ }])
    t.equal((await host.readiness()).status, 200)
    t.match(await host.metrics(), /product_host_product_circuit\{product="says"/)
    await host.follow(withPlugins(deployment, []))
    t.notMatch(await host.metrics(), /product_host_product_\w+\{product="says"/)
  }
)

t.test('a product that another host serves alone is unavailable here, and not unknown', async t => {
  const store = await memoryStore()
  const one = await running(t, { plugins: { '@test/says': says('1.0.0') }, store })
  const two = await running(t, { plugins: {}, store })
  t.match(await two.say(), { status: 404 }, 'nothing was looked at yet')
  await two.host.followChanges()
  t.match(await two.say(), {
    status: 503,
    body: { code: 'product_unavailable', detail: /^Another host serves this product/ }
  })
  t.match(await two.say('none'), { status: 404 })
  await one.host.follow(withPlugins(one.deployment, []))
  const later = async () => {
    await delay(20)
    await two.host.followChanges()
    return two.say()
  }
  let reply = await later()
  while (reply.status === 503) reply = await later()
  t.match(reply, { status: 404 }, 'no host has it')
})

t.test('what a slug belongs to has neither version nor options', t => {
  const origins = [
    { package: '@acme/notes', version: '1.0.0' },
    { package: '', source: { slug: 'a', mcp: { command: ['/usr/bin/npx', '-y', '@acme/server@1.2.3', '--quiet'] } } },
    { package: '', source: { slug: 'a', mcp: { command: ['mcp-server-memory'] } } },
    { package: '', source: { slug: 'a', mcp: { url: 'https://tracker.example/mcp?v=2' } } },
    { package: '', source: { slug: 'a', openapi: { document: 'pets.yaml' } } }
  ].map(entry => originOf(entry as Parameters<typeof originOf>[0]))
  t.strictSame(origins, [
    'the package @acme/notes',
    'the program npx @acme/server',
    'the program mcp-server-memory',
    'the server https://tracker.example',
    'the document pets.yaml'
  ])
  t.end()
})

t.test(
  'a product that is switched off answers 503, and nobody finds it; what it was is there when it is switched on',
  async t => {
    const { host, say, catalogue, deployment } = await running(t, {
      plugins: { '@test/says': says('1.0.0') },
      sources: [{ slug: 'off', mcp: { command: ['node', 'nowhere.js'] }, enabled: false }]
    })
    const entry = { package: '@test/says', isolation: 'inline' }
    const off = {
      status: 503,
      body: { code: 'product_unavailable', detail: 'The operator has switched this product off.' }
    }
    t.match(await say('off'), off)
    t.match(await host.follow(withPlugins(deployment, [{ ...entry, enabled: false }])), { gone: ['@test/says'] })
    t.match(await say(), off)
    t.strictSame(await catalogue(), [])
    t.match(await say('off'), { status: 404 }, 'the file no longer has it')
    t.match(await host.follow(withPlugins(deployment, [entry])), { report: [{ slug: 'says', phase: 'served' }] })
    t.equal((await say()).status, 200)
  }
)

t.test('a client that follows the lists is told when other products are served, until the host stops', async t => {
  const { url, host, deployment, call, stop } = await running(t, { plugins: { '@test/says': says('1.0.0') } })
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} }
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', ...capabilities }
  const message = {
    jsonrpc: '2.0',
    id: 'lists',
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true, resourcesListChanged: true }, _meta }
  }
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'subscriptions/listen',
    Authorization: `Bearer ${demoKey}`
  }
  const messages = streamed(t, `${url}/mcp`, headers, message)
  const next = async () => (await messages.next()).value?.data
  t.match(await next(), {
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { toolsListChanged: true, resourcesListChanged: true, taskIds: undefined } }
  })
  await host.follow(withPlugins(deployment, []))
  t.match(await next(), { method: 'notifications/tools/list_changed', params: { _meta: {} } })
  t.match(await next(), { method: 'notifications/resources/list_changed' })
  t.strictSame((await call('GET', '/api/v1/products')).body, { products: [] })
  const stopped = stop()
  t.match(await next(), { id: 'lists', result: { resultType: 'complete' } })
  await stopped
})

t.test('a slug that was refused beside a product that is new is served once it is given', async t => {
  const store = await memoryStore()
  await running(t, { plugins: { '@test/says': says('1.0.0') }, store })
  const plugins = { '@test/other': says('5.0.0'), '@test/new': says('6.0.0', { slug: 'new' }) }
  const { host, say } = await running(t, { plugins, store })
  t.strictSame(await host.followChanges(), { report: [], gone: [] })
  await new SlugOwners(store, silent).give('says', { package: '@test/other' })
  t.match((await host.followChanges()).report, [{ plugin: '@test/other', phase: 'served' }])
  t.equal((await say()).body.detail.version, '5.0.0')
  t.strictSame(await host.followChanges(), { report: [], gone: [] })
})
