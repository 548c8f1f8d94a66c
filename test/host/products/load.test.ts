import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CLOCK, LOGGER, type Logger, STORAGE, type Token } from '@product-host/sdk'
import { MountedProduct } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t from 'tap'
import { container } from 'tsyringe'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import type { PlacedEntry } from '../../../host/dist/deployment.js'
import { Tunnels } from '../../../host/dist/egress/tunnels.js'
import { loadPlugins } from '../../../host/dist/products/load.js'
import { locate, requireInstalled } from '../../../host/dist/products/locate.js'
import { Registry } from '../../../host/dist/products/registry.js'
import { noWatch, Resilience } from '../../../host/dist/resilience/circuit-breaker.js'
import { root } from '../../fixtures/root.js'
import { deploy, notesPlugin, start } from '../../fixtures/start-host.js'

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** What plugins are loaded on by a host that provides these tokens. */
function groundOf(tokens: readonly Token<unknown>[]) {
  return {
    tokens,
    provideFor:
      () =>
      <Service>(token: Token<Service>) =>
        (token.symbol === LOGGER.symbol ? silent : token.provides) as Service,
    container: container.createChildContainer(),
    tunnels: new Tunnels({ allow: [], ports: [] }),
    resilienceFor: (entry: PlacedEntry) => new Resilience(entry, pino({ enabled: false }), Date.now, noWatch),
    now: Date.now
  }
}

/** The source of a plugin whose product differs from a sound one in the given members. */
function product(members: string, action = ''): string {
  return `
    import { defineAction, defineProduct, Token, Type } from '@product-host/sdk'
    const look = defineAction({
      title: 'Look', description: 'Looks.', effect: 'read', input: Type.Object({}), detail: Type.Object({}), metrics: Type.Object({}),
      examples: [{ title: 'One', input: {} }], run: () => ({ summary: 'Looked.', metrics: {}, detail: {} }), ${action}
    })
    export default defineProduct({
      slug: 'odd', title: 'Odd', description: 'Odd.', version: '1.0.0', actions: { look }, ${members}
    })`
}

/** What a plugin of contract 1 is refused with: every rename, in one sentence. */
const fromContract1 = new RegExp(
  '^It is written for contract 1, and this host knows contract 2: rename asks to intents .* briefing ' +
    'to overview, Fault to Issue .*"productHost": \\{ "contract": 2 \\} into its package\\.json\\.$'
)

const broken: Readonly<Record<string, readonly [source: string, reason: RegExp]>> = {
  '@test/throws': ['throw new Error("not today")', /^It throws when it is imported: not today$/],
  '@test/syntax': ['export default {', /^It throws when it is imported: /],
  '@test/no-product': ['export default { slug: "odd" }', /^Its default export is not what defineProduct returns\.$/],
  '@test/nothing': ['export const answer = 42', /^Its default export is not what defineProduct returns\.$/],
  '@test/taken': [product(`slug: 'notes'`), /^Both @test\/notes and @test\/taken declare the product "notes"\.$/],
  '@test/reserved': [product(`slug: 'usage'`), /^The slug "usage" is reserved by the host\.$/],
  '@test/runs': [product(`slug: 'runs'`), /^The slug "runs" is reserved by the host\.$/],
  '@test/ill-formed': [product(`slug: 'Odd_One'`), /^The slug "Odd_One" is not of the form/],
  '@test/contract-1': [product('contract: 1'), fromContract1],
  '@test/asks': [product('', `asks: { sentences: ['have a look'], cues: ['look'] }`), fromContract1],
  '@test/briefing': [product(`briefing: { action: 'look', input: {} }`), fromContract1],
  '@test/destructive': [
    product('', 'destructive: true'),
    /^The action "look" only reads, so that it cannot be destructive\.$/
  ],
  '@test/progress': [
    product('', `needs: { progress: new Token('MOON') }`),
    /^The action "look" calls a need "progress", which is a name of the context\.$/
  ],
  '@test/no-action': [product('actions: {}'), /^It declares no action\.$/],
  '@test/action-name': [product('actions: { LookHere: look }'), /^The action name "LookHere" is not of the form/],
  '@test/constructor': [product('actions: { constructor: look }'), /"constructor"/],
  '@test/reserved-property': [
    product('', 'input: Type.Object({ action: Type.String() })'),
    /declares the reserved property "action"/
  ],
  '@test/proto': [
    product('', `input: Type.Object(JSON.parse('{"__proto__":{"type":"string"}}'))`),
    /reserved property "__proto__"/
  ],
  '@test/no-schema': [product('', 'input: Type.String()'), /^The input schema of "look" is not an object schema\.$/],
  '@test/unsound': [
    product('', `input: Type.Object({ a: { type: 'strin' } })`),
    /^The input schema of "look" does not compile: /
  ],
  '@test/unknown-keyword': [
    product('', `detail: Type.Object({ a: { type: 'string', minLenght: 1 } })`),
    /^The detail schema of "look" does not compile: .*minLenght/
  ],
  '@test/tuple': [
    product('', 'detail: Type.Object({ a: Type.Tuple([Type.String()]) })'),
    /Type\.Tuple is not supported/
  ],
  '@test/runaway': [
    product('', `input: Type.Object({ a: Type.String({ pattern: '^(?=a)(a+)+$' }) })`),
    /^The input schema of "look" does not compile: /
  ],
  '@test/view-kind': [
    product(
      '',
      `detail: Type.Object({ rows: Type.Array(Type.String()) }, { 'x-view': [{ view: 'tabel', items: '/rows' }] })`
    ),
    /^A view of "look" is "tabel"; it is one of status, table, series, calendar, messages, score, timeline, checklist, cards\.$/
  ],
  '@test/view-form': [
    product(
      '',
      `detail: Type.Object({ rows: Type.Array(Type.String()) }, { 'x-view': [{ view: 'table', rows: '/rows' }] })`
    ),
    /^The view table of "look" is not well formed: #\/items is missing\.$/
  ],
  '@test/view-list': [
    product('', `detail: Type.Object({ rows: Type.String() }, { 'x-view': [{ view: 'table', items: '/rows' }] })`),
    /^The view table of "look" shows \/rows, which is no list of its detail schema\.$/
  ],
  '@test/view-pointer': [
    product(
      '',
      `detail: Type.Object(
        { rows: Type.Array(Type.Object({ name: Type.String() })) },
        { 'x-view': [{ view: 'table', items: '/rows', columns: ['/name', '/nmae'] }] }
      )`
    ),
    /^The view table of "look" points to \/nmae by "columns", which its detail schema does not declare\.$/
  ],
  '@test/view-elsewhere': [
    product('', `input: Type.Object({}, { 'x-view': [{ view: 'status', value: '/status' }] })`),
    /^A schema of "look" has "x-view" in a place other than the detail schema itself\.$/
  ],
  '@test/record-kind': [
    product(
      `recordKinds: { 'note:': { title: 'Note' } }`,
      `input: Type.Object({ of: Type.Optional(Type.Array(Type.Object({ note: Type.String({ 'x-record': 'note' }) }))) })`
    ),
    /^"x-record" in the input schema of "look" is "note", which is no record kind of the product\.$/
  ],
  '@test/record-list': [
    product(
      `recordKinds: { 'note:': { title: 'Note' } }`,
      `input: Type.Object({ notes: Type.Array(Type.String(), { default: [], 'x-record': 'note:' }) })`
    ),
    /^A schema of "look" has "x-record" in a place other than a string of the input schema\.$/
  ],
  '@test/record-detail': [
    product(
      `recordKinds: { 'note:': { title: 'Note' } }`,
      `detail: Type.Object({ note: Type.Optional(Type.String({ 'x-record': 'note:' })) })`
    ),
    /^A schema of "look" has "x-record" in a place other than a string of the input schema\.$/
  ],
  '@test/record-setting': [
    product(
      `recordKinds: { 'note:': { title: 'Note' } }, settings: Type.Object({ note: Type.Optional(Type.String({ 'x-record': 'note:' })) })`
    ),
    /^The settings schema has "x-record", which belongs to the input schema of an action\.$/
  ],
  '@test/record-event': [
    product(
      `recordKinds: { 'note:': { title: 'Note' } }, webhookEvents: {
        'note.sent': { description: 'A note was sent.', data: Type.Object({ note: Type.String({ 'x-record': 'note:' }) }) }
      }`
    ),
    /^The data schema of the event "note\.sent" has "x-record", which belongs to the input schema of an action\.$/
  ],
  '@test/metric': [
    product('', 'metrics: Type.Object({ a: Type.String() })'),
    /^The metric "a" of "look" is not a number\.$/
  ],
  '@test/stranger': [
    product('', `needs: { moon: new Token('MOON') }`),
    /^The action "look" needs MOON, which this host does not provide\.$/
  ],
  '@test/undecorated': [
    product('', 'needs: { it: class Thing { constructor(storage) {} } }'),
    /^The class Thing asks for services but is not @injectable\(\)\.$/
  ],
  '@test/example': [product('', 'examples: []'), /^The action "look" shows no example\.$/],
  '@test/misfit': [
    product('', `examples: [{ title: 'One', input: { colour: 'blue' } }]`),
    /^The example "One" of "look" is refused by its own schema: #\/colour is not a known property\.$/
  ],
  '@test/overview': [
    product(`overview: { action: 'look', input: {} }`, `effect: 'write'`),
    /^Its overview runs "look", which does more than read\.$/
  ],
  '@test/since': [
    product('', `deprecated: { since: 'March' }`),
    /^The action "look" is deprecated since "March", which is no date by ISO 8601\.$/
  ],
  '@test/sunset': [
    product('', `deprecated: { since: '2026-01-01', sunset: '2025-01-01' }`),
    /^The action "look" has its sunset before it is deprecated\.$/
  ]
}

t.test('each broken plugin gets its one sentence, and the others are served', async t => {
  const sources = Object.fromEntries(Object.entries(broken).map(([name, [source]]) => [name, source]))
  const { host, call } = await start(t, { plugins: { ...notesPlugin, ...sources } })
  const errors = new Map(host.report.map(({ plugin, error }) => [plugin, error]))
  t.equal(errors.get('@test/notes'), undefined)
  for (const [name, [, reason]] of Object.entries(broken)) t.match(errors.get(name), reason, name)
  t.equal(host.report.length, Object.keys(broken).length + 1)
  t.strictSame(
    (await call('GET', '/api/v1/products')).body.products.map(({ slug }: { slug: string }) => slug),
    ['notes']
  )
  const reply = await call(
    'POST',
    '/api/v1/products/notes/execute',
    { action: 'add', text: 'milk' },
    { Authorization: `Bearer ${demoKey}` }
  )
  t.equal(reply.status, 200)
})

t.test('the report names plugin, version, phase and time', async t => {
  const { host, lines } = await start(t, { plugins: { ...notesPlugin, '@test/throws': 'throw new Error("no")' } })
  t.match(host.report, [
    { plugin: '@test/notes', slug: 'notes', version: '1.2.3', phase: 'served', ms: Number, required: false },
    { plugin: '@test/throws', version: '1.2.3', phase: 'import', ms: Number, error: String }
  ])
  t.equal(lines.filter(line => line.includes('"msg":"plugin not served"')).length, 1)
})

t.test(
  'a plugin that is not installed, or that brings its own copy of the sdk, is refused before it is imported',
  async t => {
    const deployment = await deploy(t, { '@test/copies': product(''), '@test/di': product('') })
    const place = (name: string) => join(deployment.folder, 'node_modules', name, 'node_modules')
    await mkdir(join(place('@test/copies'), '@product-host'), { recursive: true })
    await cp(join(root, 'sdk/package.json'), join(place('@test/copies'), '@product-host/sdk/package.json'))
    await mkdir(place('@test/di'))
    await cp(join(root, 'node_modules/tsyringe/package.json'), join(place('@test/di'), 'tsyringe/package.json'))
    const locating = (name: string) => locate({ package: name }, deployment.folder)
    await t.rejects(
      locating('@test/copies'),
      /^It brings its own copy of @product-host\/sdk; declare it as a peer dependency/
    )
    await t.rejects(locating('@test/di'), /^It brings its own copy of tsyringe;/)
    await t.rejects(locating('@test/absent'), /^The package is not installed in /)
  }
)

t.test('a plugin with the name of a module of Node is not served, and is under another name', async t => {
  const { folder, plugins } = await deploy(t, { process: product(''), 'my-events': product('') })
  const manifest = join(folder, 'node_modules/my-events/package.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"my-events"', '"events"'))
  const registry = new Registry()
  const { report } = await loadPlugins({ folder, plugins }, registry, groundOf([STORAGE, CLOCK]))
  t.teardown(() => registry.bySlug.get('odd')?.mounted.close())
  t.match(report, [
    {
      plugin: 'process',
      phase: 'locate',
      error:
        'The package has the name of a module of Node, which would be imported in its place: install it under another name, ' +
        'as by "npm install my-process@npm:process", and name my-process.'
    },
    { plugin: 'my-events', slug: 'odd', phase: 'served' }
  ])
  const required = plugins.map(entry => ({ ...entry, required: true }))
  t.throws(() => requireInstalled({ folder, plugins: required }), {
    message: /^The deployment requires the plugin process, which has the name of a module of Node/
  })
})

t.test('what a plugin needs is judged before its code is run, in one sentence', async t => {
  const code = `throw new Error('This code was run.')`
  const needs: Readonly<Record<string, readonly [manifest: object, reason: RegExp | undefined]>> = {
    '@needs/node': [{ engines: { node: '>=99' } }, /^It needs Node >=99, and this is \d+\.\d+\.\d+\.$/],
    '@needs/sdk': [
      { peerDependencies: { '@product-host/sdk': '^9.0.0' } },
      /^It needs @product-host\/sdk \^9\.0\.0, and \d+\.\d+\.\d+ is installed\.$/
    ],
    '@needs/absent': [
      { peerDependencies: { 'left-hand': '^1.0.0' } },
      /^It needs left-hand \^1\.0\.0, which is not installed beside it\.$/
    ],
    '@needs/peer': [
      { peerDependencies: { '@needs/node': '~1.1.0' } },
      /^It needs @needs\/node ~1\.1\.0, and 1\.2\.3 is installed\.$/
    ],
    '@needs/contract': [{ productHost: { contract: 7 } }, /^It declares contract 7; this host knows contract 2\.$/],
    '@needs/contract-1': [{ productHost: { contract: 1 } }, fromContract1],
    '@needs/no-contract': [{ productHost: undefined, peerDependencies: { 'left-hand': '^1.0.0' } }, fromContract1],
    '@needs/process': [
      { productHost: { contract: 2, isolation: 'container' } },
      /^Its package\.json declares a "productHost"\."isolation" that this host does not know; write "process", "thread" or "inline", or leave it out\.$/
    ],
    '@needs/nothing': [
      {
        engines: { node: '>=22.16.0', npm: '>=99' },
        peerDependencies: { '@product-host/sdk': '^0.2.0', tsyringe: 'workspace:*', optional: '^1.0.0' },
        peerDependenciesMeta: { optional: { optional: true } }
      },
      undefined
    ]
  }
  const deployment = await deploy(t, Object.fromEntries(Object.keys(needs).map(name => [name, code])))
  for (const [name, [members]] of Object.entries(needs)) {
    const manifest = {
      ...{ name, version: '1.2.3', type: 'module', exports: './index.js', productHost: { contract: 2 } },
      ...members
    }
    await writeFile(join(deployment.folder, 'node_modules', name, 'package.json'), JSON.stringify(manifest))
  }
  for (const [name, [, reason]] of Object.entries(needs)) {
    const locating = locate({ package: name }, deployment.folder)
    if (reason) await t.rejects(locating, { message: reason }, name)
    else t.equal((await locating).version, '1.2.3')
  }
})

t.test(
  'a package of others runs where the deployment file says, else in a process, whatever it says itself',
  async t => {
    const declared = { '@test/none': undefined, '@test/inline': 'inline', '@test/thread': 'thread' } as const
    const asked = ['left out', 'inline', 'thread'] as const
    const source = (name: string) => product(`slug: ${JSON.stringify(name.slice('@test/'.length))},`)
    const deployment = await deploy(t, Object.fromEntries(Object.keys(declared).map(name => [name, source(name)])))
    const { folder, plugins } = deployment
    for (const [name, isolation] of Object.entries(declared)) {
      const manifest = join(folder, 'node_modules', name, 'package.json')
      const content = JSON.parse(await readFile(manifest, 'utf8'))
      await writeFile(manifest, JSON.stringify({ ...content, productHost: { contract: 2, isolation } }))
    }
    for (const isolation of asked) {
      const registry = new Registry()
      const entries = plugins.map(({ isolation: _, ...entry }) => ({
        ...entry,
        ...(isolation !== 'left out' && { isolation })
      }))
      const { report } = await loadPlugins({ ...deployment, plugins: entries }, registry, groundOf([]))
      const formerly = isolation === 'left out' ? ['thread', 'inline', 'thread'] : [undefined, undefined, undefined]
      t.strictSame(
        report.map(({ error, ...line }) => [error, line.formerly]),
        formerly.map(each => [undefined, each])
      )
      const placed = Object.fromEntries(registry.all().map(({ slug, entry }) => [slug, entry.isolation]))
      const packages = { none: 'process', inline: 'process', thread: 'process' }
      const expected = Object.fromEntries(Object.keys(packages).map(slug => [slug, isolation]))
      t.strictSame(placed, isolation === 'left out' ? packages : expected)
      for (const { mounted, entry } of registry.all()) {
        t.equal(mounted instanceof MountedProduct, entry.isolation === 'inline')
        await mounted.close()
      }
    }
  }
)

t.test('a package.json may begin with a byte order mark, and a fault in it is told with its place', async t => {
  const { folder } = await deploy(t, notesPlugin)
  const manifest = join(folder, 'node_modules/@test/notes/package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, `\ufeff${text}`)
  t.equal((await locate({ package: '@test/notes' }, folder)).version, '1.2.3')
  await writeFile(manifest, text.replace('{', '{ "version": "9.9.9",'))
  await t.rejects(locate({ package: '@test/notes' }, folder), {
    message: /^Its package\.json has the member "version" twice: line 1, column 3 and line 1, column \d+; remove one of/
  })
})

t.test('a deployment whose plugins all fail still answers', async t => {
  const { call } = await start(t, { plugins: { '@test/throws': 'throw new Error("no")' } })
  t.match((await call('GET', '/api/v1/products')).body, { products: [] })
})

const key = { Authorization: `Bearer ${demoKey}` }

const hanging = 'await new Promise(() => setInterval(() => {}, 1000).unref())'

t.test('a plugin that hangs while it is imported is given up', async t => {
  const deployment = await deploy(t, {
    ...notesPlugin,
    '@test/hangs': hanging
  })
  const ground = groundOf([STORAGE, CLOCK])
  const registry = new Registry()
  t.teardown(() => Promise.all(registry.all().map(({ mounted }) => mounted.close())))
  const { report, late } = await loadPlugins(deployment, registry, ground, { importTimeoutMs: 3_000 })
  t.match(report, [
    { plugin: '@test/notes', phase: 'served' },
    { plugin: '@test/hangs', phase: 'import', error: 'It was not imported within 3 s.' }
  ])
  t.strictSame(late, [])
})

for (const isolation of ['inline', 'thread'])
  t.test(`a plugin that hangs while it is imported and is not required delays nobody: ${isolation}`, async t => {
    const notes = '@test/notes'
    const hangs = Object.fromEntries([1, 2, 3].map(count => [`@test/hangs-${count}`, hanging]))
    const { call, host, lines } = await start(t, {
      plugins: { ...hangs, ...notesPlugin },
      entries: {
        ...Object.fromEntries(Object.keys(hangs).map(name => [name, { isolation }])),
        [notes]: { required: true, isolation }
      },
      patienceMs: 0
    })
    t.strictSame(
      host.report.map(({ phase, error }) => phase === 'served' || error),
      [undefined, undefined, undefined, true]
    )
    t.match(await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, key), { status: 200 })
    const other = await call('POST', '/api/v1/products/other/execute', { action: 'latest' }, key)
    t.match(other, { status: 503, body: { code: 'product_unavailable', retryable: true } })
    t.match(
      (await call('GET', '/readyz')).body.products.map(({ state }: { state: string }) => state === 'loading'),
      [true, true, true, false]
    )
    t.match(lines.join(''), /"plugin":"@test\/hangs-1".*still being imported/)
  })

t.test('a plugin that becomes ready after the host listens is served in its place, and in the documents', async t => {
  const opened = `globalThis.open ??= Promise.withResolvers(); await globalThis.open.promise\n`
  const { call } = await start(t, {
    plugins: { '@test/late': opened + product(''), ...notesPlugin },
    entries: { '@test/notes': { required: true }, '@test/late': { isolation: 'inline' } },
    patienceMs: 0
  })
  t.notOk((await call('GET', '/openapi.json')).body.components.schemas['odd.request'])
  const { open } = globalThis as unknown as { open: PromiseWithResolvers<void> }
  open.resolve()
  const odd = () => call('POST', '/api/v1/products/odd/execute', { action: 'look' }, key)
  let answer = await odd()
  for (let tries = 0; tries < 100 && answer.status === 503; tries++) {
    await setTimeout(20)
    answer = await odd()
  }
  t.match(answer, { status: 200, body: { summary: 'Looked.' } })
  t.ok((await call('GET', '/openapi.json')).body.components.schemas['odd.request'])
  const { products } = (await call('GET', '/api/v1/products')).body
  t.match(products, [{ slug: 'odd' }, { slug: 'notes' }], 'in the order of the deployment')
  t.match(await call('POST', '/api/v1/products/other/execute', { action: 'look' }, key), { status: 404 })
})

t.test('an inline plugin that ends the process is named, and the exit is no success', async t => {
  const { folder } = await deploy(t, { '@test/exits': 'process.exit(0)' }, { '@test/exits': { isolation: 'inline' } })
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'host/dist/cli.js'), 'check'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PORT: '0',
      DEMO_MODE: 'local',
      PRODUCT_HOST_CONFIG: join(folder, 'product-host.json'),
      DATA_DIR: folder
    }
  })
  t.match(stderr, 'the plugin @test/exits ended the process by process.exit(0)')
  t.equal(status, 1)
})

t.test('a plugin that was compiled to CommonJS is served', async t => {
  const compiled = `
    Object.defineProperty(exports, '__esModule', { value: true })
    const { defineAction, defineProduct, Type } = require('@product-host/sdk')
    const look = defineAction({
      title: 'Look', description: 'Looks.', effect: 'read', input: Type.Object({}), detail: Type.Object({}),
      examples: [{ title: 'One', input: {} }], run: () => ({ summary: 'Looked.', detail: {} })
    })
    exports.default = defineProduct({ slug: 'odd', title: 'Odd', description: 'Odd.', version: '1.0.0', actions: { look } })`
  for (const isolation of ['inline', 'thread']) {
    const { folder, plugins } = await deploy(t, { '@test/common': compiled }, { '@test/common': { isolation } })
    const manifest = join(folder, 'node_modules/@test/common/package.json')
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"type":"module",', ''))
    const registry = new Registry()
    const { report } = await loadPlugins(
      { ...(await deploy(t, {})), folder, plugins },
      registry,
      groundOf([STORAGE, CLOCK])
    )
    t.match(report, [{ slug: 'odd', phase: 'served' }])
    await Promise.all(registry.all().map(({ mounted }) => mounted.close()))
  }
})
