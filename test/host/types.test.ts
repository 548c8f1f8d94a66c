import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { typeOf } from '../../host/dist/products/typescript.js'
import { root } from '../journeys/process.js'
import { gatePlugin, notesPlugin, start } from './start.js'

const run = promisify(execFile)

/** What the compiler says of a module that uses the generated types. */
async function compile(t: Test, types: string, source: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-types-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules/@product-host'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@product-host/sdk'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'products.d.ts'), types)
  await writeFile(join(folder, 'use.ts'), source)
  return faultsOf([join(folder, 'use.ts'), join(folder, 'products.d.ts')])
}

/** What the compiler says of modules where there is a browser and no Node. */
function faultsOf(files: readonly string[]): readonly string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: []
  })
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

t.test('one command writes types that hold a client to what the host takes and gives', { timeout: 60_000 }, async t => {
  const { url } = await start(t, { plugins: { ...notesPlugin, ...gatePlugin } })
  const { stdout } = await run(process.execPath, [join(root, 'host/dist/cli.js'), 'types', url])
  t.match(
    stdout,
    /^\/\/ Written by `product-host types http:\S+`\.\n\/\/ notes 1\.0\.0, contract sha256-[0-9a-f]{64}\n/
  )
  t.match(stdout, '@deprecated Use count.')
  const faults = await compile(
    t,
    stdout,
    `
import { Client } from '@product-host/sdk/client'
import type { Products } from './products.js'

const client = new Client<Products>({ url: 'http://127.0.0.1:3000', key: 'key' })
const kept = await client.execute('notes', 'add', { text: 'milk' })
if (kept.ok) {
  const id: string = kept.detail.id
  const characters: number = kept.metrics.characters
  void [id, characters, kept.detail.ignoredFields]
} else {
  const code: string = kept.detail.error.code
  void code
}
await client.execute('notes', 'latest', {})
await client.execute('notes', 'latest', { limit: 3 })
await client.describe('gate')
// @ts-expect-error: a number is no text
await client.execute('notes', 'add', { text: 5 })
// @ts-expect-error: the text is missing
await client.execute('notes', 'add', {})
// @ts-expect-error: no such field
await client.execute('notes', 'add', { text: 'milk', colour: 'blue' })
// @ts-expect-error: no such action
await client.execute('notes', 'remove', {})
// @ts-expect-error: no such product
await client.describe('none')
// @ts-expect-error: the detail has no such member
if (kept.ok) void kept.detail.colour
`
  )
  t.strictSame(faults, [])
})

t.test('the client asks for nothing that a browser does not have', async t => {
  t.strictSame(faultsOf([join(root, 'sdk/client/index.ts')]), [])
  t.not(faultsOf([join(root, 'host/node-version.ts')]).length, 0)
})

t.test('a schema becomes a type', async t => {
  for (const [schema, type] of [
    [{ type: 'integer' }, 'number'],
    [{ const: 'a' }, '"a"'],
    [{ enum: ['a', null, 1] }, '"a" | null | 1'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] }, 'string | (readonly number[])'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
    [{ type: 'array', items: { type: 'array', items: {} } }, 'readonly (readonly unknown[])[]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ readonly [name: string]: number }'],
    [{ type: 'object', patternProperties: { '^a': { type: 'string' } } }, '{ readonly [name: string]: string }'],
    [{ type: 'object' }, '{}'],
    [{ allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, {}] }, '{\n  a?: string\n} & unknown'],
    [{ type: 'object', properties: { 'a-b': { const: true } }, required: ['a-b'] }, '{\n  "a-b": true\n}'],
    [{ $ref: '#/$defs/A' }, 'unknown'],
    [{ $ref: '#/$defs/A', $defs: { A: { type: 'string' } } }, 'string'],
    [
      { $ref: 'A', $defs: { A: { $id: 'A', type: 'object', properties: { a: { $ref: 'A' } } } } },
      '{\n  a?: unknown\n}'
    ],
    [true, 'unknown'],
    [false, 'never']
  ] as const)
    t.equal(typeOf(schema), type)
  t.equal(
    typeOf({ type: 'object', properties: { a: { type: 'string', description: 'Ends */ here.', default: 'x' } } }),
    '{\n  /**\n   * Ends * / here.\n   * @default "x"\n   */\n  a?: string\n}'
  )
})
