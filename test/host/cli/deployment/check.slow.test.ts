import '../../../fixtures/teardown-order.js'
import { once } from 'node:events'
import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { callsArgument } from '../../../../host/dist/cli/output.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'
import { withoutSandbox } from '../../../fixtures/bubblewrap.js'
import { createStore, dataFolder, oneProduct, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { says } from '../../../fixtures/products/says.js'
import { root } from '../../../fixtures/root.js'
import { deploy, notesPlugin } from '../../../fixtures/start-host.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

const broken = { '@test/broken': 'setInterval(() => undefined, 1000); throw new Error("not today")' }

t.test('plugins says how each would come up, also where one hangs on to the process', { timeout }, async t => {
  const { folder } = await deploy(t, { ...notesPlugin, ...broken }, { '@test/notes': { required: true } })
  const { run } = operator({ PRODUCT_HOST_CONFIG: join(folder, 'product-host.json') })
  t.match(JSON.parse((await run('plugins', '--json')).out), [
    {
      package: '@test/notes',
      version: '1.2.3',
      slug: 'notes',
      state: 'ready',
      required: true,
      needs: ['CLOCK', 'STORAGE'],
      reason: null
    },
    { package: '@test/broken', slug: null, state: 'failed', needs: [], reason: /It throws .*: not today/ }
  ])
  const { code, out } = await run('plugins')
  t.equal(code, 1, 'one of them would not be served')
  t.match(out, /^@test\/notes +1\.2\.3 +notes +ready +required +CLOCK STORAGE$/m)
  t.match(out, /^@test\/broken: It throws when it is imported: not today$/m)
})

t.test('check finds nothing wrong where nothing is, and makes nothing', { timeout }, async t => {
  const folder = await dataFolder(t)
  const { json, run } = operator({ DATA_DIR: join(folder, 'new'), DEMO_MODE: 'local' })
  const { isGood, checks } = await json('check')
  t.ok(isGood)
  t.match(checks.slice(0, 5), [
    { what: 'settings', detail: 'demo' },
    { what: 'deployment file', detail: /^6 plugins, in .*; billing: local$/ },
    { what: 'address', detail: '127.0.0.1' },
    { what: 'encryption keys', detail: /will be made at the first start/ },
    { what: 'store', detail: /new\/store\.sqlite, will be made at the first start$/ }
  ])
  t.match(await operator({ DATA_DIR: join(folder, 'new'), DEMO_MODE: 'local' }).run('accounts', 'list'), {
    error: /There is no store/
  })
  await createStore(folder)
  t.match(await operator({ ...oneProduct, DATA_DIR: folder, DEMO_MODE: 'local' }).run('check'), {
    code: 0,
    out: /good {2}store: .*, schema 1\n/
  })
  t.match(await run('check'), { code: 0, out: /good {2}plugin @product-host\/core: \d+\.\d+\.\d+ as core\n/ })
})

t.test(
  'check --diff says of each change of the deployment file whether a running host follows it',
  { timeout },
  async t => {
    const data = await dataFolder(t)
    const { folder } = await deploy(t, notesPlugin, {}, { rate: { key: [600, 10] }, operator: true })
    const environment = { DATA_DIR: data, DEMO_MODE: 'local', PRODUCT_HOST_CONFIG: join(folder, 'product-host.json') }
    const { run } = operator(environment)
    const before = join(data, 'before.json')
    await writeFile(before, '{ "plugins": [] }')
    const { out } = await run('check', '--diff', before)
    t.match(out, /^followed {9}rate\.key: \[500,10\] -> \[600,10\]$/m)
    t.match(out, /^followed {9}plugins\.@test\/notes: nothing -> "served"$/m)
    t.match(out, /^needs a restart {2}operator: false -> true$/m)
    t.match(JSON.parse((await run('check', '--json', '--diff', before)).out).changes, [
      { member: 'rate.key', isFollowed: true },
      { member: 'operator', from: false, to: true, isFollowed: false },
      { member: 'plugins.@test/notes' }
    ])
    t.match(await run('check', '--diff', environment.PRODUCT_HOST_CONFIG), { out: /\nNothing changes\.\n/ })
    await writeFile(before, '{ "plugins": 1 }')
    t.match(await run('check', '--diff', before), { code: 78, error: /before\.json, #\/plugins/ })
  }
)

t.test('check tells what would not be served from what would stop the start', { timeout }, async t => {
  const data = await dataFolder(t)
  const { folder } = await deploy(t, broken, {}, { retention: { usageDays: 800 } })
  const file = join(folder, 'product-host.json')
  const check = async (environment: Readonly<Record<string, string>>) =>
    operator({ DATA_DIR: data, PRODUCT_HOST_CONFIG: file, ...environment }).run('check')
  t.match(await check({}), { code: 1, out: /^BAD {3}plugin @test\/broken: It throws .*: not today$/m })
  t.match(await check({}), { out: /^good {2}deployment file: .*; retention: usageDays 800$/m })
  t.match(await check({ PORT: 'none' }), { code: 78, out: /^BAD {3}settings: PORT is not a whole number/ })
  t.match(await check({ PRODUCT_HOST_CONFIG: 'plugins/product-host.json' }), {
    code: 78,
    out: /^BAD {3}deployment file: The deployment file bills by Stripe, but STRIPE_SECRET_KEY/m
  })
  t.match(await check({ PRODUCT_HOST_CONFIG: join(folder, 'none.json') }), {
    code: 78,
    out: /^BAD {3}deployment file: The deployment file .*none\.json does not exist; PRODUCT_HOST_CONFIG says/m
  })
  t.match(await check({ HOST: 'not_a_host' }), { code: 78, out: /^BAD {3}settings: HOST is neither an IP address nor/ })
  t.match(await check({ HOST: '192.0.2.1' }), { code: 1, out: /^BAD {3}address: .*EADDRNOTAVAIL/m })
  t.match(await check({ TRUST_PROXY: 'true' }), { code: 78, out: /^BAD {3}settings: TRUST_PROXY is not a number/ })
  t.match(await check({ ENCRYPTION_KEYS_FILE: join(data, 'none') }), {
    code: 78,
    out: /^BAD {3}settings: The file that ENCRYPTION_KEYS_FILE names cannot be read/
  })
  await writeFile(join(data, 'store.sqlite'), 'this is no store at all')
  await writeFile(join(data, 'encryption.key'), 'short')
  const { code, out } = await check({})
  t.equal(code, 78)
  t.match(out, /^BAD {3}store: The store's file .*store\.sqlite is not a store: restore it from a back-up/m)
  t.match(out, /^BAD {3}encryption keys: The file .*encryption\.key does not hold a key of 32 bytes/m)
})

t.test(
  'check says which plugin does not read what is stored, and which waits for other hosts',
  { timeout },
  async t => {
    const data = await dataFolder(t)
    await createStore(data)
    const { folder } = await deploy(t, notesPlugin)
    const { run } = operator({ DATA_DIR: data, PRODUCT_HOST_CONFIG: join(folder, 'product-host.json') })
    const known = async (value: object, record?: object) => {
      const store = await openStore(data, error => t.fail(error.message))
      await store.own('record-versions').set('known', value)
      if (record) await store.namespace('one', 'notes').set('note:1', record)
      await store.close()
    }
    const host = { name: 'one, process 7', until: Date.now() + timeout, versions: { notes: 0 } }
    await known({ readableFrom: {}, hosts: { one: host } })
    const waits =
      /^good {2}plugin @test\/notes: 1\.2\.3 as notes; it is served when these hosts have ended: one, process 7$/m
    t.match(await run('check'), { code: 0, out: waits })
    await known({ readableFrom: { notes: 2 }, hosts: {} })
    t.match(await run('check'), { code: 0 }, 'no record is of version 2')
    await known({ readableFrom: { notes: 2 }, hosts: {} }, { '@record': 2, value: {} })
    const refused =
      /^BAD {3}plugin @test\/notes: Of the stored records of "notes", 1 can be read only by a plugin with record version 2/m
    t.match(await run('check'), { code: 1, out: refused })
  }
)

t.test('start refuses what check refuses, with the same code and sentence', { timeout }, async t => {
  const data = await dataFolder(t)
  await createStore(data)
  await writeFile(join(data, 'encryption.key'), 'short')
  const { folder } = await deploy(t, notesPlugin)
  const environment = { DATA_DIR: data, PORT: '0', PRODUCT_HOST_CONFIG: join(folder, 'product-host.json') }
  for (const [more, sentence] of [
    [{}, /The file .*encryption\.key does not hold a key of 32 bytes in base64\.\n/],
    [{ HOST: 'not_a_host' }, /HOST is neither an IP address nor a host name\.\n/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY is not a number of proxies/],
    [{ METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: 'b' }, /METRICS_TOKEN and METRICS_TOKEN_FILE are both set/]
  ] as const) {
    const { run } = operator({ ...environment, ...more })
    t.match(await run('start'), { code: 78, error: sentence })
    t.match(await run('check'), { code: 78, out: sentence })
  }
})

t.test('plugins are looked up from the folder of the deployment file, and then from the host', { timeout }, async t => {
  const data = await dataFolder(t)
  const file = join(data, 'product-host.json')
  const { run } = operator({ DATA_DIR: join(data, 'store'), DEMO_MODE: 'local', PORT: '0', PRODUCT_HOST_CONFIG: file })
  const plugins = (...list: object[]) => writeFile(file, JSON.stringify({ plugins: list }))
  await plugins({ package: '@product-host/leadconnect', required: true })
  t.match(await run('check'), { code: 0, out: /good {2}plugin @product-host\/leadconnect: \S+ as leadconnect\n/ })
  const host = await startProcess(t, join(data, 'store'), { PRODUCT_HOST_CONFIG: file })
  const { products } = (await (await fetch(`${host.url}/api/v1/products`)).json()) as { products: { slug: string }[] }
  t.match(products, [{ slug: 'leadconnect' }])
  await host.end('SIGTERM')

  const where = `is not installed in ${data}, the folder of the deployment file, nor with the host in ${join(root, 'host')}\\.\n`
  await plugins({ package: '@product-host/leadconnect' }, { package: '@test/absent', required: true })
  t.match(await run('start'), {
    code: 78,
    error: new RegExp(`The deployment requires the plugin @test/absent, which ${where}`)
  })
  t.match(await run('check'), { code: 78, out: new RegExp(`^BAD {3}plugin @test/absent: The package ${where}`, 'm') })
  await plugins({ package: '@product-host/leadconnect' }, { package: '@test/absent' })
  t.match(await run('check'), { code: 1, out: new RegExp(`^BAD {3}plugin @test/absent: The package ${where}`, 'm') })
})

t.test('check says what a plugin loses whose entry names no isolation', { timeout }, async t => {
  const reads = `import { readFileSync } from 'node:fs'; readFileSync(${JSON.stringify(join(root, 'package.json'))}); ${says('1.0.0')}`
  const { folder } = await deploy(t, { '@test/says': says('1.0.0'), '@test/reads': reads })
  const file = join(folder, 'product-host.json')
  const { run } = operator({ DATA_DIR: await dataFolder(t), PORT: '0', PRODUCT_HOST_CONFIG: file })
  const write = (entry: object) => writeFile(file, JSON.stringify({ plugins: [{ package: '@test/says' }, entry] }))
  await write({ package: '@test/reads' })
  const place = withoutSandbox
    ? 'without a sandbox: files, network, processes are not withheld from it'
    : 'with a sandbox'
  const sockets = withoutSandbox ? '' : 'sockets, '
  const lost = `files but its own and those of its dependencies, ${sockets}child processes, threads and native add-ons`
  const { out } = await run('check')
  t.match(
    out,
    `1.2.3 as says, in a process ${place}; it ran in a thread before, and as its entry names no "isolation", it loses ${lost}\n`
  )
  t.match(
    out,
    /^BAD {3}plugin @test\/reads: It throws when it is imported: .*choose the isolation "thread", which withholds/m
  )
  const files = { read: [join(root, 'package.json')] }
  await write({ package: '@test/reads', files })
  t.match((await run('check')).out, /Both @test\/says and @test\/reads declare/, 'it was imported')
})

t.test('the deployment file may begin with a byte order mark, and says a member once', { timeout }, async t => {
  const { folder } = await deploy(t, { '@test/says': says('1.0.0') })
  const file = join(folder, 'product-host.json')
  const { run } = operator({ DATA_DIR: await dataFolder(t), PORT: '0', PRODUCT_HOST_CONFIG: file })
  await writeFile(file, '\ufeff{ "plugins": [{ "package": "@test/says", "isolation": "inline" }] }')
  t.match(await run('check'), { code: 0, out: /^good {2}plugin @test\/says: 1\.2\.3 as says$/m })
  for (const [text, sentence] of [
    ['{ "plugins": [],\n  "plugins": [] }', /has the member "plugins" twice: line 1, column 3 and line 2, column 3; /],
    ['{ "plugins": [\n}', /product-host\.json is not JSON: line 2, column 1: a value is expected, not "}"\.\n/]
  ] as const) {
    await writeFile(file, text)
    t.match(await run('start'), { code: 78, error: sentence })
    t.match(await run('check'), { code: 78, out: sentence })
  }
})

t.test(
  'a store that is missing beside its key stops the start, unless a new one is asked for',
  { timeout },
  async t => {
    const data = await dataFolder(t)
    const first = await startProcess(t, data, oneProduct)
    await first.end('SIGTERM')
    const { run } = operator({ ...oneProduct, DATA_DIR: data, DEMO_MODE: 'local', PORT: '0' })
    t.match(await run('check'), { code: 0 })
    for (const name of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm'])
      await rm(join(data, name), { force: true })
    const sentence = /holds encryption\.key but no store: restore the store from a back-up, or start with --new-store/
    t.match(await run('start'), { code: 78, error: sentence })
    t.match(await run('check'), { code: 78, out: sentence })
    t.strictSame(await readdir(data), ['encryption.key'])
    await writeFile(join(data, 'store.sqlite'), '')
    t.match(await run('start'), { code: 78, error: sentence })
    const second = await startProcess(t, data, oneProduct, ['--new-store'])
    t.equal(await second.end('SIGTERM'), 0)
  }
)

t.test('a store that this user cannot read is not taken for a missing one', { timeout }, async t => {
  const data = await dataFolder(t)
  const first = await startProcess(t, data, oneProduct)
  await first.end('SIGTERM')
  await chmod(data, 0o755)
  const isRoot = process.getuid?.() === 0
  const { run } = operator(
    { ...oneProduct, DATA_DIR: data, DEMO_MODE: 'local', PORT: '0' },
    isRoot ? { uid: 65_534 } : {}
  )
  const refused = async (path: string) => {
    const sentence = new RegExp(
      `${path} cannot be read by this user \\(EACCES\\): change its permissions or its path\\.\n`
    )
    const started = await run('start')
    t.match(started, { code: 78, error: sentence })
    t.notMatch(started.error, /no store|--new-store/)
    const checked = await run('check')
    t.match(checked, { code: 78, out: sentence })
    t.notMatch(checked.out, /no store|--new-store|will be made/)
    t.match(await run('accounts', 'list'), { code: 78, error: sentence })
    t.match(await run('export'), { code: 78, error: sentence })
  }
  await chmod(join(data, 'store.sqlite'), isRoot ? 0o600 : 0)
  await refused('store\\.sqlite')
  await chmod(data, isRoot ? 0o700 : 0)
  await refused('store\\.sqlite')
  await chmod(data, 0o700)
})

t.test('in production an empty DATA_DIR stops the start, unless a new store is asked for', { timeout }, async t => {
  const folder = await dataFolder(t)
  const data = join(folder, 'data')
  await writeFile(join(folder, 'keys'), Buffer.alloc(32, 7).toString('base64'))
  const environment = {
    ...oneProduct,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://products.example',
    ENCRYPTION_KEYS_FILE: join(folder, 'keys'),
    DATA_DIR: data,
    PORT: '0'
  }
  const { run, start } = operator(environment)
  const sentence = new RegExp(
    `There is no store in ${data}\\. .* For a new deployment, start once with --new-store\\.\n`
  )
  t.match(await run('start'), { code: 78, error: sentence })
  t.match(await run('check'), { code: 78, out: sentence })
  t.strictSame(await readdir(folder), ['keys'], 'nothing was made')
  t.match(await run('check', '--new-store'), { code: 0 })
  for (const words of [['start', '--new-store'], ['start']]) {
    const child = start(...words)
    t.teardown(() => child.kill('SIGKILL'))
    await new Promise<void>(resolve => {
      child.stdout.on('data', data => String(data).includes('"msg":"listening"') && resolve())
    })
    child.kill('SIGTERM')
    t.strictSame(await once(child, 'exit'), [0, null])
  }
  t.match(await run('check'), { code: 0 })
})

t.test('start and check name the secrets that none of the keys decrypts', { timeout }, async t => {
  const data = await dataFolder(t)
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const first = await startProcess(t, data, { ...oneProduct, ENCRYPTION_KEYS: key(1) })
  const headers = { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ settings: { signingSecret: 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQh' } })
  const saved = await fetch(`${first.url}/api/v1/products/leadconnect/config`, { method: 'PUT', headers, body })
  t.equal(saved.status, 200, await saved.text())
  await first.end('SIGTERM')
  const { run } = operator({ ...oneProduct, DATA_DIR: data, DEMO_MODE: 'local', ENCRYPTION_KEYS: key(2) })
  t.match(await run('check'), {
    code: 1,
    out: /1 of the 1 stored secrets were encrypted with none of these keys: .* They are: signingSecret of leadconnect, account demo\.\n/
  })
  const { logged, end } = await startProcess(t, data, { ...oneProduct, ENCRYPTION_KEYS: key(2) })
  while (!logged().includes('none of the keys of this host: signingSecret of leadconnect, account demo'))
    await delay(50)
  t.equal(await end('SIGTERM'), 0)
})

t.test('a command makes no store under a mistyped DATA_DIR', { timeout }, async t => {
  const data = await dataFolder(t)
  const { run } = operator({ DATA_DIR: data })
  for (const words of [
    ['keys', 'create', '--account', 'acme'],
    ['accounts', 'create', 'ada@example.org', '--generate']
  ])
    t.match(await run(...words), { code: 1, out: '', error: /There is no store in .*; set DATA_DIR to the folder/ })
  t.strictSame(await readdir(data), [])
})

t.test('check names a folder of the store that cannot be one, as start does', { timeout }, async t => {
  const data = await dataFolder(t)
  await writeFile(join(data, 'file'), '')
  const { run } = operator({ ...oneProduct, DATA_DIR: join(data, 'file'), DEMO_MODE: 'local', PORT: '0' })
  t.match(await run('check'), { code: 1, out: /^BAD {3}store: .*file is not a folder, .*: change DATA_DIR/m })
  t.match(await run('start'), { code: 1, error: /store\.sqlite cannot be created or opened: / })
})

t.test('keys create refuses the scope of a product that there is not', { timeout }, async t => {
  const data = await dataFolder(t)
  await createStore(data)
  const { run, json } = operator({ ...oneProduct, DATA_DIR: data })
  const create = ['keys', 'create', '--account', 'acme', '--scopes']
  t.match(await run(...create, 'nosuch:execute,leadconnect:execute'), {
    code: 1,
    out: '',
    error: /A scope names the product nosuch, which this deployment does not serve; it serves leadconnect\./
  })
  t.strictSame(await json('keys', 'list', '--account', 'acme'), [])
  t.match(await json(...create, 'leadconnect:execute,*:config'), { scopes: ['leadconnect:execute', '*:config'] })
})

t.test('keys create sets the budget of a key', { timeout }, async t => {
  const data = await dataFolder(t)
  await createStore(data)
  const { run, json } = operator({ DATA_DIR: data })
  const create = ['keys', 'create', '--account', 'acme']
  t.match(await json(...create, '--warn-at', 'day=80', '--stop-at', 'day=100,month=2000'), {
    budget: { day: { warnAt: 80, stopAt: 100 }, month: { stopAt: 2000 } }
  })
  t.match(await run(...create, '--warn-at', 'day=101', '--stop-at', 'day=100'), {
    code: 1,
    error: /--warn-at is more than --stop-at/
  })
  const sentence = /Give numbers of calls such as day=1000/
  t.match(await run(...create, '--stop-at', 'week=1'), { out: '', error: sentence })
  for (const wrong of ['day', 'day=0', 'day=1.5', 'day=9999999999'])
    t.throws(() => callsArgument(wrong), { message: sentence }, wrong)
  t.match(await json('keys', 'list', '--account', 'acme'), [{ budget: { month: { stopAt: 2000 } } }])
})
