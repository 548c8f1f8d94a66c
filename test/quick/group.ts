import { enableCompileCache, registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../fixtures/root.js'
import { quickTests } from './groups.js'

// Runs the quick tests of the group that it is given, one file after the other, in this process.
const [, , group = ''] = process.argv
const files = quickTests().get(group)
if (!files) throw new Error(`There is no group ${group}; there are ${[...quickTests().keys()].join(', ')}.`)

// Each process loads the host and tap: the code that V8 made for an earlier one is used again.
enableCompileCache(join(root, 'node_modules/.cache/quick-tests'))

// tap follows every promise to the test that made it, so that an error that nothing catches fails that test: a tenth of all CPU time.
// Tests of a group run one after the other. Without these hooks such an error fails the innermost test that runs.
const asyncHooks =
  'export const createHook = () => ({ enable() {}, disable() {} })\nexport const executionAsyncId = () => 0'
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async_hooks' && context.parentURL?.includes('/async-hook-domain/')
      ? { url: `data:text/javascript,${encodeURIComponent(asyncHooks)}`, format: 'module', shortCircuit: true }
      : next(specifier, context)
})

const { default: t } = await import('tap')
for (const file of files) {
  t.comment(relative(process.cwd(), file))
  await import(pathToFileURL(file).href)
}
