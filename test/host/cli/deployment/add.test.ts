import { chmod, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { aboutProduct, addProduct } from '../../../../host/dist/cli/deployment/add.js'
import { withEntry, withoutEntry } from '../../../../host/dist/cli/deployment/edit-deployment.js'
import { type EntryOptions, namedEntry } from '../../../../host/dist/cli/deployment/named-entry.js'
import { removeProduct } from '../../../../host/dist/cli/deployment/remove.js'
import { withoutSandbox } from '../../../fixtures/bubblewrap.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { says } from '../../../fixtures/products/says.js'
import { root } from '../../../fixtures/root.js'
import { deploymentFile } from '../../../fixtures/start-host.js'

const server = join(root, 'test/fixtures/mcp-server.mjs')

const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '2.0.1' },
  servers: [{ url: 'https://pets.example/v1' }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', summary: 'List\u001b[2J the\npets', responses: {} },
      post: { operationId: 'addPet', summary: 'Add a pet', responses: {} }
    }
  }
}

const yes = async () => true

/** A folder with a deployment file, or with none. */
async function folderWith(t: Test, text?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'product-host.json')
  if (text !== undefined) await writeFile(file, text)
  return { folder, ...commandsOn(file) }
}

/** The commands on a deployment file, as a person calls them who consents. */
function commandsOn(file: string) {
  const environment = { PRODUCT_HOST_CONFIG: file, DATA_DIR: dirname(file) }
  return {
    file,
    text: () => readFile(file, 'utf8'),
    add: (named: string, options: EntryOptions = {}, isWanted = yes) =>
      addProduct(environment, named, options, isWanted),
    remove: (named: string, isWanted = yes) => removeProduct(environment, named, false, isWanted)
  }
}

t.test('add writes a program that was tried at the end of the list; the rest of the file stays', async t => {
  const before = '{\n\t"rate": { "key": [5,  10] },\n\t"plugins": [\n\t],\n\t"billing":"none"\n}'
  const { add, text, file } = await folderWith(t, before)
  const added = await add(`mcp:node ${server}`, {
    slug: 'notebook',
    tools: ['keep', 'list-notes'],
    trustAnnotations: true,
    env: ['TOKEN=@token', 'MODE=test']
  })
  t.match(added, {
    file,
    isFileNew: false,
    slug: 'notebook',
    title: 'Test notes',
    version: '1.4.0',
    actions: [
      { name: 'keep', title: 'Keep', effect: 'write', destructive: false },
      { name: 'list_notes', title: 'List notes', effect: 'read', destructive: false }
    ],
    needs: ['SETTINGS'],
    settings: [{ name: 'token', title: 'token', isSecret: true }],
    server: null,
    isShared: false,
    network: withoutSandbox ? 'host' : 'proxy'
  })
  const [start, end] = before.split('[\n\t]')
  const entry = `{
\t\t\t"slug": "notebook",
\t\t\t"mcp": {
\t\t\t\t"command": ["node", "${server}"],
\t\t\t\t"env": { "TOKEN": { "setting": "token" }, "MODE": "test" },
\t\t\t\t"tools": ["keep", "list-notes"],
\t\t\t\t"trustAnnotations": true
\t\t\t}
\t\t}`
  t.equal(await text(), `${start}[\n\t\t${entry}\n\t]${end}`)
})

t.test('add shows where the requests of an HTTP interface go, and obeys no text of its document', async t => {
  const { add, folder, text } = await folderWith(t)
  await writeFile(join(folder, 'pets.yaml'), JSON.stringify(pets))
  const added = await add('openapi:pets.yaml', { operations: ['listPets'], header: ['X-Api-Key: @key'] })
  t.match(added, { isFileNew: true, server: 'https://pets.example/v1', isSandboxed: null })
  t.strictSame(aboutProduct(added), [
    'pets: Pets 2.0.1',
    'The HTTP interface Pets.',
    '',
    'ACTION     EFFECT  TITLE',
    'list_pets  read    List [2J the pets',
    '',
    'requests go to  https://pets.example/v1',
    'works with      SETTINGS',
    'accounts enter  key (key, secret)'
  ])
  t.strictSame(JSON.parse(await text()), {
    plugins: [
      {
        slug: 'pets',
        openapi: { document: 'pets.yaml', operations: ['listPets'], headers: { 'X-Api-Key': { setting: 'key' } } }
      }
    ]
  })
})

t.test('add and remove know an installed package by its name and its slug', async t => {
  const source = says('1.0.0', { needs: 'storage: STORAGE, clock: CLOCK' })
  const file = await deploymentFile(t, { '@test/says': source })
  const { add, remove, text } = commandsOn(file)
  t.match(await remove('says'), { removed: '@test/says' })
  const added = await add('@test/says', { required: true })
  t.match(added, { slug: 'says', server: null, needs: ['CLOCK', 'STORAGE'], isSandboxed: !withoutSandbox })
  t.equal(await text(), '{"plugins":[{ "package": "@test/says", "required": true }]}')
  await t.rejects(add(`mcp:node ${server}`, { slug: 'says' }), { message: /has the product "says" already/ })
  await t.rejects(add('@test/says'), { message: /has the product "@test\/says" already/ })
  t.match(await remove('@test/says'), { removed: '@test/says' })
  await t.rejects(remove('says'), { message: /has no product "says"; it has: none\.$/ })
})

t.test('what is refused leaves the file as it is', async t => {
  const before = `{ "plugins": [{ "slug": "mine", "mcp": { "command": ["node", "${server}"] } }] }`
  const { add, remove, text, file } = await folderWith(t, before)
  const program = `mcp:node ${server}`
  const refused: readonly [string, EntryOptions, RegExp][] = [
    [program, { slug: 'mine' }, /has the product "mine" already: choose another slug, or remove it first\.$/],
    [program, { slug: 'Mine' }, /^The slug "Mine" is not of the form/],
    [program, { tools: ['none'] }, /^The product would not be served: .*Its server has no tool "none"; it has keep/],
    [
      program,
      { shared: true, env: ['A=@b'] },
      /^The new entry gives the setting "b" of an account to a server that all/
    ],
    [program, { title: 'x'.repeat(101) }, /^In the new entry, #\/title /],
    [program, { header: ['A: b'] }, /^--header is not an option of a program\.$/],
    [program, { env: ['A'] }, /^Give a variable such as "API_TOKEN=@token"\.$/],
    ['mcp:node "none.js', {}, /a quote begins and does not end\.$/],
    ['mcp:@test/none', {}, /^The package @test\/none is not installed in /],
    ['mcp:', {}, /^Say after "mcp:" what is served, such as mcp:mcp-server-memory/],
    ['mcp:http://127.0.0.1:1/', {}, /^Name the product with --slug\./],
    ['openapi:none.yaml', {}, /^The product would not be served: Its document none\.yaml cannot be read: ENOENT/],
    [
      'openapi:none.yaml',
      { trustAnnotations: true },
      /^--trust-annotations is not an option of an OpenAPI document\.$/
    ],
    [
      '@test/none@./here',
      {},
      /^"\.\/here" is neither a version, nor a range such as \^2\.1\.0, nor a tag such as latest\.$/
    ],
    [
      'events@^3',
      {},
      /^The package events has the name of a module of Node, which .*"npm install my-events@npm:events"/
    ],
    ['@test/none', { title: 'None' }, /^--title is not an option of a package\.$/],
    ['mcp:http://tracker.example', { sandbox: 'none' }, /^--sandbox is not an option of a URL of an MCP server\.$/],
    ['tool:none', {}, /^"tool:none" is not the name of a package\. A server is mcp:/]
  ]
  for (const [named, options, message] of refused) await t.rejects(add(named, options), { message }, named)
  await t.rejects(
    add(program, {}, async () => false),
    { message: 'Nothing was changed.' }
  )
  await t.rejects(
    remove('mine', async () => false),
    { message: 'Nothing was changed.' }
  )
  const { refusal } = operator({ PRODUCT_HOST_CONFIG: file })
  t.match(await refusal('add', program), /^There is no terminal to ask on: add --yes/)
  t.match(await refusal('remove', 'mine'), /^There is no terminal to ask on: add --yes/)
  t.equal(await text(), before)
  await writeFile(file, '{ "plugins": [], "surplus": 1 }')
  await t.rejects(add(program), { name: 'SettingsError', message: /surplus/ })
  const nowhere = commandsOn(join(file, '..', 'none', 'product-host.json'))
  await t.rejects(nowhere.add(program), { name: 'SettingsError', message: /does not exist/ })
})

t.test(
  'a deployment file keeps its mode and stays a link, and is not replaced when it was changed meanwhile',
  async t => {
    const { file, folder, add, remove, text } = await folderWith(t, '{ "plugins": [] }')
    const real = join(folder, 'real.json')
    await writeFile(real, '{ "plugins": [] }')
    await chmod(real, 0o640)
    await rm(file)
    await symlink('real.json', file)
    await writeFile(join(folder, 'pets.json'), JSON.stringify(pets))
    await add('openapi:pets.json')
    t.ok((await lstat(file)).isSymbolicLink())
    t.equal((await stat(real)).mode & 0o777, 0o640)
    t.equal(await text(), '{ "plugins": [{ "slug": "pets", "openapi": { "document": "pets.json" } }] }')
    const changed = '{ "plugins": [] }\n'
    await t.rejects(
      remove('pets', async () => {
        await writeFile(real, changed)
        return true
      }),
      { message: /was changed meanwhile; nothing was written\.$/ }
    )
    t.equal(await text(), changed)
  }
)

t.test('a server is named as people write it: its slug, its command and what accounts enter', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const entry = (named: string, options: EntryOptions = {}) => namedEntry(named, options, folder)
  t.strictSame(await entry('mcp:mcp-server-memory'), { slug: 'memory', mcp: { command: ['mcp-server-memory'] } })
  t.strictSame(await entry(`mcp:npx -y @acme/server-files@1.2.0 "a b" 'C:\\d'`), {
    slug: 'files',
    mcp: { command: ['npx', '-y', '@acme/server-files@1.2.0', 'a b', 'C:\\d'] }
  })
  t.strictSame(await entry('mcp:https://mcp.tracker.example/mcp', { header: ['Authorization: Bearer @token'] }), {
    slug: 'tracker',
    mcp: {
      url: 'https://mcp.tracker.example/mcp',
      headers: { Authorization: { setting: 'token', prefix: 'Bearer ' } }
    }
  })
  t.match(await entry('mcp:https://tracker.example', { header: ['From: a@example.com', 'X-Key:k'], shared: true }), {
    mcp: { headers: { From: 'a@example.com', 'X-Key': 'k' }, tenancy: 'shared' }
  })
  t.match(await entry('openapi:https://api.pets.example/openapi.json', { tags: ['pet'] }), {
    slug: 'pets',
    openapi: { tags: ['pet'] }
  })
  const file = await deploymentFile(t, { '@acme/server-files': '' })
  const manifest = join(file, '../node_modules/@acme/server-files/package.json')
  await writeFile(manifest, JSON.stringify({ name: '@acme/server-files', bin: { 'files-server': 'index.js' } }))
  t.strictSame(await namedEntry('mcp:@acme/server-files /data', {}, join(file, '..')), {
    slug: 'files',
    mcp: { command: ['files-server', '/data'] }
  })
  const withheld = { sandbox: 'required', network: 'none', read: ['/data'], requiresCard: true } as const
  t.strictSame(await entry('mcp:mcp-server-memory', withheld), {
    slug: 'memory',
    requires: ['payment_card'],
    sandbox: 'required',
    files: { read: ['/data'] },
    mcp: { command: ['mcp-server-memory'], network: 'none' }
  })
  const isolated = { isolation: 'process', write: ['out'], required: true } as const
  t.strictSame(await namedEntry('@acme/server-files', isolated, join(file, '..')), {
    package: '@acme/server-files',
    isolation: 'process',
    files: { write: ['out'] },
    required: true
  })
})

t.test('an entry is written as the others are, and a removed one leaves no trace', async t => {
  const a = '{ "package": "a" }'
  const spread = '{\n      "package": "a"\n    }'
  const texts: readonly [before: string, after: string][] = [
    ['{"plugins":[]}', '{"plugins":[{ "package": "b" }]}'],
    [`{ "plugins": [${a}] }`, `{ "plugins": [${a}, { "package": "b" }] }`],
    [`{\n  "plugins": [\n    ${a}\n  ]\n}\n`, `{\n  "plugins": [\n    ${a},\n    { "package": "b" }\n  ]\n}\n`],
    [
      `{\n  "plugins": [\n    ${spread}\n  ]\n}`,
      `{\n  "plugins": [\n    ${spread},\n    {\n      "package": "b"\n    }\n  ]\n}`
    ],
    [
      `\ufeff{\r\n  "plugins": [\r\n    ${a}\r\n  ]\r\n}`,
      `\ufeff{\r\n  "plugins": [\r\n    ${a},\r\n    { "package": "b" }\r\n  ]\r\n}`
    ],
    [
      `{"x":{"plugins":["]"]},"plug\\u0069ns" :[ ${a} ]}`,
      `{"x":{"plugins":["]"]},"plug\\u0069ns" :[ ${a}, { "package": "b" } ]}`
    ]
  ]
  const read = (text: string) => ({
    path: '',
    text,
    isNew: false,
    content: JSON.parse(text.replace('\ufeff', ''))
  })
  for (const [before, after] of texts) {
    t.equal(withEntry(read(before), { package: 'b' }), after)
    const { plugins } = read(after).content
    t.equal(withoutEntry(read(after), plugins.length - 1), before)
  }
  t.equal(withoutEntry(read(`{"plugins":[${a}, 2,3]}`), 0), '{"plugins":[2,3]}')
  t.equal(withoutEntry(read(`{"plugins":[${a}, 2,3]}`), 1), `{"plugins":[${a},3]}`)
})

t.test('a process ends although a plugin that it tried would keep it alive', async t => {
  const file = await deploymentFile(t, { '@test/broken': 'setInterval(() => 1, 1000); throw new Error("not today")' })
  const manifest = join(file, '../node_modules/@test/broken/package.json')
  const parts = { name: '@test/broken', version: '1.0.0', type: 'module', exports: './index.js' }
  await writeFile(manifest, JSON.stringify({ ...parts, productHost: { contract: 2, isolation: 'inline' } }))
  await writeFile(file, '{ "plugins": [] }')
  t.match(await operator({ PRODUCT_HOST_CONFIG: file }).run('add', '@test/broken', '--yes'), {
    code: 1,
    error: /^product-host: The product would not be served: It throws when it is imported: not today\n$/
  })
})

t.test('a process adds and removes for a script', async t => {
  const { file, text } = await folderWith(t)
  const { json, run } = operator({ PRODUCT_HOST_CONFIG: file, DATA_DIR: dirname(file) })
  t.match(await json('add', `mcp:node ${server}`, '--slug', 'notebook', '--tools', 'keep,act', '--yes'), {
    isFileNew: true,
    slug: 'notebook',
    actions: [{ name: 'keep' }, { name: 'act', effect: 'external', destructive: true }],
    needs: []
  })
  t.match(await run('remove', 'notebook', '--yes'), {
    code: 0,
    out: /^Removed mcp:notebook from .*\. A host that runs stops serving it within seconds\.\nThere is no store yet/
  })
  t.match(await run('remove', 'notebook', '--yes', '--json'), { code: 1, error: /"code":"command_failed"/ })
  t.equal(await text(), '{\n  "plugins": []\n}\n')
})
