import { enableCompileCache, registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../fixtures/root.js'
import { partsOf, quickTests } from './files.js'

// Runs the quick tests of the folders that it is given, or of a part of all folders such as 2/6, one file after the other, in this process.
const [, , ...given] = process.argv
const all = quickTests()
const [part, parts] = (given[0] ?? '').split('/').map(Number)
const folders = part && parts ? (partsOf(all, parts)[part - 1] ?? []) : given
const unknown = folders.filter(folder => !all.has(folder))
if (folders.length === 0 || unknown.length > 0)
  throw new Error(`There is no folder of tests ${unknown.join(', ')}; there are ${[...all.keys()].join(', ')}.`)

// Each process loads the host and tap: the code that V8 made for an earlier one is used again.
enableCompileCache(join(root, 'node_modules/.cache/quick-tests'))

// tap follows every promise to the test that made it, so that an error that nothing catches fails that test: a tenth of all CPU time.
// Tests of a process run one after the other. Without these hooks such an error fails the innermost test that runs.
const asyncHooks =
  'export const createHook = () => ({ enable() {}, disable() {} })\nexport const executionAsyncId = () => 0'
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async_hooks' && context.parentURL?.includes('/async-hook-domain/')
      ? { url: `data:text/javascript,${encodeURIComponent(asyncHooks)}`, format: 'module', shortCircuit: true }
      : next(specifier, context)
})

const { default: t } = await import('tap')
for (const file of folders.flatMap(folder => all.get(folder) ?? [])) {
  t.comment(relative(process.cwd(), file))
  await import(pathToFileURL(file).href)
}
