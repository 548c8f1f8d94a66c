// Puts one fault at a time into a copy of the compiled host, and runs the test that has to fail by it; before that, the test has to pass
// without the fault. npx node dist-test/faults/seeded.js [areas]
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../fixtures/root.js'
import { type SeededFault, seededFaults } from './seeded-faults.js'
import { figure, temporaryFolder } from './store.js'

/** What one run of a test printed. */
interface Outcome {
  readonly hasFailed: boolean
  /** The names of the tests that failed, or the figures outside their bounds. */
  readonly failed: readonly string[]
}

const areas = process.argv.slice(2)
const copy = copyOfBuild()
const passing = new Map<string, Promise<Outcome>>()

for (const fault of seededFaults) if (areas.length === 0 || areas.includes(fault.area)) await seed(fault)

async function seed({ area, what, file, from, to, test }: SeededFault): Promise<void> {
  const name = `${area}: ${what}`
  const path = join(copy, file)
  const good = readFileSync(path, 'utf8')
  if (good.split(from).length !== 2) return figure(name, `${file} does not have once: ${from}`, false)
  const before = await (passing.get(test) ?? run(test))
  passing.set(test, Promise.resolve(before))
  if (before.hasFailed) return figure(name, `${test} fails without the fault: ${before.failed.join('; ')}`, false)
  writeFileSync(
    path,
    good.replace(from, () => to)
  )
  const { hasFailed, failed } = await run(test)
  writeFileSync(path, good)
  figure(
    name,
    hasFailed ? `found by ${test}: ${failed[0] ?? 'it did not end by itself'}` : `not found by ${test}`,
    hasFailed
  )
}

/** Runs a test of the copy, or one of these scenarios. */
function run(test: string): Promise<Outcome> {
  const [script = '', ...words] = test.split(' ')
  const child = spawn(process.execPath, [join(copy, 'dist-test', script), ...words], {
    cwd: copy,
    env: { ...process.env, TAP_TIMEOUT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000
  })
  let text = ''
  child.stdout.on('data', data => {
    text += data
  })
  return new Promise(resolve =>
    child.once('close', code => {
      const failed = [...text.matchAll(/^(?:not ok \d+ - |! )(.*)$/gm)]
      resolve({ hasFailed: code !== 0, failed: failed.map(([, name = '']) => name.replace(/ # time=.*/, '')) })
    })
  )
}

/** A copy of everything that was built, with the installed packages of this one. */
function copyOfBuild(): string {
  const folder = temporaryFolder()
  for (const part of ['host', 'sdk', 'plugins', 'dist-test', 'test/fixtures', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
  const own = '@product-host'
  mkdirSync(join(folder, 'node_modules'))
  cpSync(join(root, 'node_modules', own), join(folder, 'node_modules', own), {
    recursive: true,
    verbatimSymlinks: true
  })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== own) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}
