import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const tests = dirname(import.meta.dirname)
const plugins = join(dirname(tests), 'plugins')

/** The compiled quick tests by their folder: a plugin, a folder of `test/host` or of `test`. */
export function quickTests(): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>()
  const add = (name: string, file: string) => folders.set(name, [...(folders.get(name) ?? []), file])
  for (const file of testsIn(tests, false)) add(`test/${folderOf(file)}`, join(tests, file))
  for (const name of testedPlugins())
    for (const file of testsIn(join(plugins, name, 'dist-test'), false))
      add(`plugins/${name}`, join(plugins, name, 'dist-test', file))
  return folders
}

/** The compiled slow tests. */
export function slowTests(): readonly string[] {
  const own = testsIn(tests, true).map(file => join(tests, file))
  const others = testedPlugins().flatMap(name =>
    testsIn(join(plugins, name, 'dist-test'), true).map(file => join(plugins, name, 'dist-test', file))
  )
  return [...own, ...others]
}

/** Folders in parts that are about as large as each other, by the bytes of their tests; the largest part is the first. */
export function partsOf(folders: ReadonlyMap<string, readonly string[]>, count: number): readonly string[][] {
  const sized = [...folders].map(([name, files]) => ({
    name,
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0)
  }))
  const parts = Array.from({ length: count }, () => ({ bytes: 0, names: [] as string[] }))
  for (const { name, bytes } of sized.toSorted((one, other) => other.bytes - one.bytes)) {
    const least = parts.reduce((one, other) => (other.bytes < one.bytes ? other : one))
    least.bytes += bytes
    least.names.push(name)
  }
  return parts.toSorted((one, other) => other.bytes - one.bytes).map(({ names }) => names)
}

function testedPlugins(): readonly string[] {
  return readdirSync(plugins).filter(name => existsSync(join(plugins, name, 'test')))
}

/** The compiled tests in a folder and below that are slow, or those that are not, without those that have no source any more. */
function testsIn(folder: string, areSlow: boolean): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const source = join(dirname(folder), 'test')
  return names
    .filter(name => name.endsWith('.test.js') && name.endsWith('.slow.test.js') === areSlow)
    .filter(name => existsSync(join(source, name.replace(/js$/, 'ts'))))
    .sort()
}

function folderOf(file: string): string {
  const folders = dirname(file).split(sep)
  return folders.slice(0, folders[0] === 'host' ? 2 : 1).join('/')
}
