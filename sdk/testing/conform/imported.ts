import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shortened } from './code-location.js'

/** Bound before any test replaces them. */
const { setTimeout, clearTimeout } = globalThis

/** What the other process runs: on its fourth stream it says how the import has ended. Node has nothing left to do `beforeExit`. */
const script = `import { writeSync } from 'node:fs'
const say = word => { writeSync(3, word); process.exit() }
process.on('beforeExit', () => say('waits'))
import(process.argv[1]).then(() => say('imported'), () => say('threw'))`

/**
 * The default export of a module, which another process has imported first: an import that never returns can be ended only there. Rejects
 * with a sentence for one that takes longer than a host waits, or ends the process.
 */
export async function imported(module: URL, importMs: number): Promise<unknown> {
  const name = `The import of ${packageOf(module)} (${shortened(module.href)})`
  const fault = await tried(module, importMs)
  if (fault !== undefined) throw new Error(`${name} ${fault}`)
  return (await import(module.href)).default
}

async function tried(module: URL, importMs: number): Promise<string | undefined> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const loaders = process.execArgv.filter(each => !/^--(?:test|inspect|watch)/.test(each))
  const child = spawn(process.execPath, [...loaders, '--input-type=module', '--eval', script, module.href], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe']
  })
  let said = ''
  child.stdio[3]?.on('data', chunk => {
    said += chunk
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, importMs)
  const [code, signal] = await once(child, 'close').finally(() => clearTimeout(timer))
  const seconds = `${importMs / 1_000} s`
  if (isLate)
    return `did not end within ${seconds}, after which a host gives it up: a loop, or an "await" at the top level of a module.`
  if (said === 'waits')
    return `never ends: an "await" at the top level of a module waits for what does not come. A host gives it up after ${seconds}.`
  // What it throws is thrown again, with its stack, by the import in this process.
  return said !== '' ? undefined : `ended the process by ${signal ?? `process.exit(${code})`}.`
}

/** The name in the nearest package.json. */
function packageOf(module: URL): string {
  for (let folder = dirname(fileURLToPath(module)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) {
      const { name } = JSON.parse(readFileSync(file, 'utf8'))
      if (typeof name === 'string') return name
    }
    if (dirname(folder) === folder) return 'the module'
  }
}
