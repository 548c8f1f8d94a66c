import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const tests = dirname(import.meta.dirname)
const plugins = join(dirname(tests), 'plugins')

/** Folders of fewer tests share a process with others: to start one and to load the host takes about 1 s of CPU time. */
const leastFiles = 10

/** The most files of a process that several folders share. */
const mostShared = 24

/** Folders that share no process: their tests set variables of the process. */
const alone = new Set(['test/host/isolation'])

/**
 * The compiled quick tests by the group that runs in one process: a plugin, a folder of `test/host` or of `test`, or several small
 * folders. The name is short: tap makes file names of it.
 */
export function quickTests(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  const add = (name: string, file: string) => groups.set(name, [...(groups.get(name) ?? []), file])
  for (const file of testsIn(tests)) add(`test/${folderOf(file)}`, join(tests, file))
  for (const name of readdirSync(plugins).filter(name => existsSync(join(plugins, name, 'test'))))
    for (const file of testsIn(join(plugins, name, 'dist-test')))
      add(`plugins/${name}`, join(plugins, name, 'dist-test', file))
  return joined(groups)
}

/** The groups, with small ones as one. */
function joined(groups: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, readonly string[]>()
  let count = 0
  let shared: readonly string[] = []
  const close = () => {
    if (shared.length > 0) result.set(`small folders ${++count}`, shared)
    shared = []
  }
  for (const [name, files] of groups) {
    if (files.length >= leastFiles || alone.has(name)) {
      result.set(name, files)
      continue
    }
    if (shared.length + files.length > mostShared) close()
    shared = [...shared, ...files]
  }
  close()
  return result
}

/** The compiled tests in a folder and below, without those that are named slow or have no source any more. */
function testsIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const source = join(dirname(folder), 'test')
  return names
    .filter(name => /(?<!\.slow)\.test\.js$/.test(name) && existsSync(join(source, name.replace(/js$/, 'ts'))))
    .sort()
}

function folderOf(file: string): string {
  const folders = dirname(file).split(sep)
  return folders.slice(0, folders[0] === 'host' ? 2 : 1).join('/')
}
