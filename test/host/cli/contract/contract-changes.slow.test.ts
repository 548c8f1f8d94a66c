import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { diffContracts } from '../../../../host/dist/cli/contract/contract.js'
import { contractChanges, contractHistory } from '../../../../host/dist/cli/contract/contract-changes.js'
import { description, readContract, readDocument } from '../../../../host/dist/cli/contract/read-contract.js'
import type { Ending } from '../../../fixtures/host-process.js'
import { root } from '../../../fixtures/root.js'
import { productHost } from '../../../fixtures/run-product-host.js'
import { notesPlugin, start } from '../../../fixtures/start-host.js'

/** The source of a product with one action; members of the product and of the action as the test gives them. */
const source = (version: string, action = '', members = '') => `
  import { defineAction, defineProduct, Type } from '@product-host/sdk'
  const greet = defineAction({
    title: 'Greet', description: 'Greets.', effect: 'read',
    input: Type.Object({ name: Type.String({ default: 'world', maxLength: 80 }) }),
    detail: Type.Object({ greeting: Type.String(), language: Type.String() }),
    metrics: Type.Object({ characters: Type.Integer() }), errors: { shy: 'It does not speak.' },
    examples: [{ title: 'One', input: {} }], run: () => ({ summary: 'Greeted.', metrics: {}, detail: {} }), ${action}
  })
  export default defineProduct({
    slug: 'hello', title: 'Hello', description: 'Greets.', version: '${version}', actions: { greet }, ${members}
  })`

async function packages(t: Ending, sources: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-contract-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules/@product-host'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@product-host/sdk'))
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(join(folder, name))
    const manifest = { name: 'hello', version: '9.9.9', type: 'module', exports: './index.js' }
    await writeFile(join(folder, name, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, name, 'index.js'), text)
  }
  return folder
}

const optional = `input: Type.Object({
  name: Type.String({ default: 'world', maxLength: 80 }), loud: Type.Optional(Type.Boolean())
})`
const removed = 'detail: Type.Object({ greeting: Type.String() })'

t.test('the exit code says whether the version says what changed', async t => {
  const folder = await packages(t, {
    old: source('1.0.0'),
    same: source('1.0.0'),
    'minor-as-patch': source('1.0.1', optional),
    'minor-as-minor': source('1.1.0', optional),
    'major-as-minor': source('1.1.0', removed),
    'major-as-major': source('2.0.0', removed),
    'major-unsaid': source('1.0.0', removed),
    'words-as-patch': source('1.0.1', `description: 'Greets people.'`),
    zero: source('0.3.0'),
    'zero-minor-as-patch': source('0.3.1', optional),
    'zero-major-as-patch': source('0.3.1', removed),
    'zero-major-as-minor': source('0.4.0', removed)
  })
  const diff = (old: string, current: string) => productHost(folder, ['contract', 'diff', old, current])
  t.match(await diff('old', 'same'), { code: 0, stdout: 'Nothing changed for callers between 1.0.0 and 1.0.0.\n' })
  t.match(await diff('old', 'minor-as-patch'), {
    code: 1,
    stdout:
      /^minor {2}#\/actions\/greet\/input\/properties\/loud {2}is new and optional\n\nThe change is minor, but 1\.0\.0 to 1\.0\.1 allows a patch one\.\n$/
  })
  t.match(await diff('old', 'major-as-major'), {
    code: 0,
    stdout: /The change is major, and 1\.0\.0 to 2\.0\.0 allows a major one/
  })
  t.match(await diff('old', 'major-unsaid'), { code: 1, stdout: /but the version did not rise from 1\.0\.0/ })
  t.match(await diff('old', 'words-as-patch'), { code: 0, stdout: /^patch {2}#\/actions\/greet\/description/ })
  const read = (name: string) => readContract(join(folder, name))
  for (const [old, current, isEnough, level] of [
    ['old', 'minor-as-minor', true, 'minor'],
    ['old', 'major-as-minor', false, 'major'],
    ['zero', 'zero-minor-as-patch', true, 'minor'],
    ['zero', 'zero-major-as-patch', false, 'major'],
    ['zero', 'zero-major-as-minor', true, 'major']
  ] as const)
    t.match(diffContracts(await read(old), await read(current)), { isEnough, level }, current)
  t.match(contractChanges(await read('old'), await read('major-as-minor')), [
    { level: 'major', pointer: '#/actions/greet/detail/properties/language', detail: 'was removed' }
  ])
})

t.test('what an action does, how it fails, and the settings are part of the contract', async t => {
  const folder = await packages(t, {
    old: source('1.0.0', '', 'settings: Type.Object({ colour: Type.String() })'),
    new: source(
      '1.0.0',
      `effect: 'write', errors: { loud: 'It shouts.' }`,
      `settings: Type.Object({ colour: Type.Optional(Type.String()), token: Type.String({ writeOnly: true }) })`
    ),
    more: source('1.1.0', '', 'actions: { greet, again: greet }')
  })
  const { stdout } = await productHost(folder, ['contract', 'diff', 'old', 'new', '--json'])
  const { level, declared, isEnough, changes } = JSON.parse(stdout)
  t.match({ level, declared, isEnough }, { level: 'major', declared: undefined, isEnough: false })
  t.strictSame(
    changes.map((each: { level: string; pointer: string }) => `${each.level} ${each.pointer}`),
    [
      'major #/actions/greet/effect',
      'major #/actions/greet/idempotent',
      'minor #/actions/greet/errors/shy',
      'minor #/actions/greet/errors/loud',
      'minor #/settings/properties/colour',
      'major #/settings/properties/token'
    ]
  )
  const gone = await productHost(folder, ['contract', 'diff', 'old', 'more'])
  t.match(gone.stdout, /minor {2}#\/actions\/again {2}is new\nmajor {2}#\/settings {2}were removed/)
})

t.test('an address, a file and a folder are compared alike', async t => {
  const { url } = await start(t, { plugins: { 'hello-plugin': source('1.0.0'), ...notesPlugin } })
  const folder = await packages(t, { hello: source('1.0.0') })
  const shown = await productHost(folder, ['contract', 'show', 'hello'])
  await writeFile(join(folder, 'shown.json'), shown.stdout)
  await cp(join(folder, 'shown.json'), join(folder, 'kept.json'))
  const address = `${url}/api/v1/products/hello/execute`
  for (const [old, current] of [
    [address, 'hello'],
    ['kept.json', address],
    ['hello', 'kept.json']
  ] as const)
    t.match(await productHost(folder, ['contract', 'diff', old, current]), { code: 0, stdout: /^Nothing changed/ })
  t.match(await productHost(folder, ['contract', 'diff', 'kept.json', `${url}/api/v1/products/notes/execute`]), {
    code: 1,
    stdout: /major {2}#\/slug {2}is "notes" and was "hello"/
  })
})

t.test('what an answer refers to is compared wherever it stands', async t => {
  const described = (definitions: object, atRoot: boolean) => {
    const detail = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, ...(!atRoot && { $defs: definitions }) }
    const outputSchema = { oneOf: [{ properties: { detail, metrics: {} } }], ...(atRoot && { $defs: definitions }) }
    const action = { name: 'look', effect: 'read', inputSchema: {}, outputSchema }
    return readDocument({ slug: 'a', version: '1.0.0', actions: [action] }, 'a test')
  }
  const [one, other] = [{ a: { type: 'string' } }, { a: { type: 'integer' } }]
  t.strictSame(contractChanges(described(one, true), described(one, false)), [])
  t.match(contractChanges(described(one, true), described(other, true)), [
    { level: 'major', pointer: '#/actions/look/detail/$defs' }
  ])
})

/** The action of a description: its annotations and how people ask for it, as contract 1 or contract 2 has them. */
const describedAction = (members: object) => ({
  name: 'clear',
  title: 'Clear',
  description: 'Deletes everything.',
  effect: 'write',
  inputSchema: {
    type: 'object',
    properties: { action: { type: 'string', const: 'clear' }, name: { type: 'string' } },
    required: ['action', 'name']
  },
  outputSchema: {
    oneOf: [{ properties: { detail: { type: 'object', properties: {} }, metrics: { type: 'object', properties: {} } } }]
  },
  examples: [],
  limits: { timeoutMs: 10_000 },
  errors: [],
  ...members
})

/** A description as a host of contract 1 printed it. */
const ofContract1 = {
  ...{ productId: 'board', slug: 'board', title: 'Board', description: 'A board.', version: '1.0.0' },
  contract: { version: 1, digest: 'sha256-0' },
  actions: [
    describedAction({
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
      asks: { sentences: ['clear the board'], cues: ['clear'] }
    })
  ],
  config: { supported: false }
}

/** The same product as a host of contract 2 prints it. */
const ofContract2 = (destructiveHint: boolean) => ({
  ...ofContract1,
  contract: { version: 2, digest: 'sha256-1' },
  actions: [
    describedAction({
      annotations: { readOnlyHint: false, destructiveHint, idempotentHint: true, openWorldHint: false },
      intents: { phrases: ['clear the board'], keywords: ['clear'] }
    })
  ]
})

t.test('a description of contract 1 is still read, and says nothing of what an action destroys', async t => {
  const source = `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const clear = defineAction({
      title: 'Clear', description: 'Deletes everything.', effect: 'write', destructive: true, idempotent: true,
      input: Type.Object({ name: Type.String() }), detail: Type.Object({}), examples: [{ title: 'One', input: { name: 'a' } }],
      run: () => ({ summary: 'Cleared.', detail: {} })
    })
    export default defineProduct({ slug: 'board', title: 'Board', description: 'A board.', version: '1.0.0', actions: { clear } })`
  const folder = await packages(t, { today: source })
  const files = { 'one.json': ofContract1, 'harmless.json': ofContract2(false), 'destructive.json': ofContract2(true) }
  for (const [name, description] of Object.entries(files))
    await writeFile(join(folder, name), JSON.stringify(description))
  const changes = async (old: string, current: string) =>
    contractChanges(await readContract(join(folder, old)), await readContract(join(folder, current)))
  for (const [old, current] of [
    ['one.json', 'harmless.json'],
    ['one.json', 'destructive.json'],
    ['one.json', 'today'],
    ['today', 'one.json'],
    ['destructive.json', 'today']
  ] as const)
    t.strictSame(await changes(old, current), [], `${old} ${current}`)
  const pointer = '#/actions/clear/destructive'
  t.match(await changes('harmless.json', 'destructive.json'), [{ level: 'major', pointer, detail: 'is true now' }])
  t.match(await changes('destructive.json', 'harmless.json'), [
    { level: 'minor', pointer, detail: 'is no longer true' }
  ])
})

t.test('what cannot be compared is said in a sentence, with an exit code of its own', async t => {
  const folder = await packages(t, {
    hello: source('1.0.0'),
    broken: 'throw new Error("no")',
    bare: 'export default 1'
  })
  await writeFile(join(folder, 'list.json'), '[]')
  await writeFile(join(folder, 'text.json'), 'text')
  await writeFile(join(folder, 'odd.json'), '{ "slug": "hello", "version": "one", "actions": [] }')
  await mkdir(join(folder, 'empty'))
  const { url } = await start(t)
  const refusals: Readonly<Record<string, RegExp>> = {
    nowhere: /There is no file or folder .*nowhere\./,
    'list.json': /list\.json holds no description of a product/,
    'text.json': /text\.json is not JSON: line 1, column 1: a value is expected, not "t"\./,
    'odd.json': /The version "one" of hello is not a semantic version/,
    broken: /The package in .*broken cannot be imported: no; is it built\?/,
    bare: /The default export of the package in .*bare is no product\./,
    empty: /The folder .*empty is no package/,
    [`${url}/api/v1/products/nothing/execute`]: /answers with status 404\./,
    'http://127.0.0.1:1/': /does not answer/
  }
  const diff = (current: string) => productHost(folder, ['contract', 'diff', 'hello', current])
  t.match(await diff('nowhere'), { code: 2, stderr: /There is no file or folder nowhere\./, stdout: '' })
  t.match(await diff('odd.json'), { code: 2, stderr: /"one" of hello is not a semantic version/, stdout: '' })
  for (const [name, message] of Object.entries(refusals)) {
    const source = name.startsWith('http') ? name : join(folder, name)
    const compared = async () => diffContracts(await readContract(join(folder, 'hello')), await readContract(source))
    await t.rejects(compared, { message }, name)
  }
})

t.test('stored contracts are compared one by one, and the last one with the build', async t => {
  const folder = await packages(t, {
    first: source('1.0.0'),
    second: source('1.10.0', optional),
    hello: source('2.0.0', `${optional}, ${removed}, description: 'Greets people.'`)
  })
  const plugin = join(folder, 'hello')
  t.strictSame(await contractHistory(plugin), [], 'nothing is stored')
  const contracts = join(plugin, 'contracts')
  await mkdir(contracts)
  for (const [name, version] of [
    ['first', '1.0.0'],
    ['second', '1.10.0'],
    ['hello', '2.0.0']
  ] as const)
    await writeFile(join(contracts, `${version}.json`), JSON.stringify(await description(join(folder, name))))
  t.strictSame(await contractHistory(plugin), [
    {
      from: '1.10.0',
      to: '2.0.0',
      changes: [{ level: 'major', pointer: '#/actions/greet/detail/properties/language', detail: 'was removed' }],
      changedTexts: 1
    },
    {
      from: '1.0.0',
      to: '1.10.0',
      changes: [{ level: 'minor', pointer: '#/actions/greet/input/properties/loud', detail: 'is new and optional' }],
      changedTexts: 0
    }
  ])
  await writeFile(join(contracts, '0.1.0.json'), '{ "slug": "other", "version": "0.1.0", "actions": [] }')
  await t.rejects(contractHistory(plugin), /contracts holds a contract of other, not of hello/)
  await writeFile(join(contracts, '0.1.0.json'), '{}')
  await t.rejects(contractHistory(plugin), /0\.1\.0\.json holds no description of a product/)
})
