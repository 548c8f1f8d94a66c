import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { conform } from '@product-host/sdk/testing'
import t, { type Test } from 'tap'
import { reexport } from '../fixtures/start-host.js'

/** The module of a package that has this code. */
async function planted(t: Test, code: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-conform-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: '@acme/planted', type: 'module' }))
  await writeFile(join(folder, 'index.js'), code)
  return pathToFileURL(join(folder, 'index.js'))
}

const late =
  / did not end within 1 s, after which a host gives it up: a loop, or an "await" at the top level of a module\.$/
const never =
  / never ends: an "await" at the top level of a module waits for what does not come\. A host gives it up after 1 s\.$/

/** What a module does, and how the sentence about its import ends. */
const faults: Readonly<Record<string, readonly [code: string, end: RegExp]>> = {
  'loops without end': ['while (true) {}', late],
  'loops after an await': ['await undefined\nwhile (true) {}', late],
  'waits, and has a timer that runs': ['setInterval(() => {}, 10)\nawait new Promise(() => {})', late],
  'blocks outside JavaScript': ['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', late],
  'waits for what does not come': ['await new Promise(() => {})', never],
  'ends the process': ['process.exit(0)', / ended the process by process\.exit\(0\)\.$/],
  'ends the process by a signal': [
    `process.kill(process.pid, 'SIGTERM')\nawait new Promise(() => {})`,
    / by SIGTERM\.$/
  ]
}

for (const [what, [code, end]] of Object.entries(faults))
  t.test(`an import that ${what} ends with a sentence that names the package`, async t => {
    const module = await planted(t, code)
    const error = await conform(module, { importMs: 1_000 }).catch(error => error)
    t.match(error.message, /^The import of @acme\/planted \(\S+index\.js\) /)
    t.match(error.message, end)
  })

t.test('a module that throws is told as it throws, and one without a product as such', async t => {
  await t.rejects(conform(await planted(t, `throw new Error('No licence.')`)), { message: 'No licence.' })
  await t.rejects(conform(await planted(t, 'export default 7')), { message: /^What conform was given is not/ })
})

t.test('a product is proved from its module, whatever that leaves running in the other process', async t => {
  const code = reexport('./products/notes.js', 'notes')
  await conform(await planted(t, `${code}\nsetInterval(() => {}, 1_000).unref()`), { runs: 5 })
})
