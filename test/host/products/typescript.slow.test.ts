import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { typeOf } from '../../../host/dist/products/typescript.js'
import { root } from '../../fixtures/root.js'
import { runOutsideTap } from '../../fixtures/run-npm.js'
import { controlledPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const run = promisify(execFile)

/** What the compiler says of a module that uses the generated types. */
async function compile(t: Test, types: string, source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-types-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules/@product-host'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@product-host/sdk'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'products.d.ts'), types)
  await writeFile(join(folder, 'use.ts'), source)
  return faultsOf([join(folder, 'use.ts'), join(folder, 'products.d.ts')])
}

/** What the compiler prints of modules where there is a browser and no Node: nothing, where it finds no fault. */
async function faultsOf(files: readonly string[]): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const settings = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom']
  try {
    return await runOutsideTap(process.execPath, [compiler, '--ignoreConfig', ...settings, ...files], { cwd: root })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && error.stdout !== '') return String(error.stdout)
    throw error
  }
}

t.test(
  'one command writes types that hold a client to what the host takes and gives',
  { timeout: 230_000 },
  async t => {
    const { url } = await start(t, { plugins: { ...notesPlugin, ...controlledPlugin } })
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
  const code: 'too_dull' = kept.detail.error.code
  void code
}
await client.execute('notes', 'latest', {})
await client.execute('notes', 'latest', { limit: 3 })
await client.describe('controlled')
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
    t.equal(faults, '')
  }
)

t.test('the client asks for nothing that a browser does not have', { timeout: 230_000 }, async t => {
  const asksForNode = 'host/start/node-version.ts'
  const faults = await faultsOf(['sdk/client/index.ts', asksForNode])
  const places = faults.match(/^\S+(?=\(\d+,\d+\): error)/gm)
  t.strictSame([...new Set(places)], [asksForNode])
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
