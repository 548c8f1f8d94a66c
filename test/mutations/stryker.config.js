import { join } from 'node:path'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The parts whose compiled code gets faults, each with the compiled tests that have to notice them. */
const tests = {
  'host/execution': ['host/execution/!(*.slow).test.js', 'host/jobs/*.test.js'],
  'host/limits': ['host/limits/*.test.js'],
  'host/accounts': ['host/accounts/**/!(*.slow).test.js'],
  'host/storage': ['host/storage/**/!(*.slow).test.js', 'host/storage/redis/*.test.js'],
  'host/billing': ['host/billing/**/!(*.slow).test.js'],
  'sdk/runtime': ['sdk/!(*.slow).test.js', 'host/base/!(*.slow).test.js']
}

/** `PART` names one of them, or files of one: `host/limits`, `host/execution/idempotency.js`. */
const { PART: wanted = Object.keys(tests).join(',') } = process.env
const parts = wanted.split(',').map(path => {
  const part = Object.keys(tests).find(name => path === name || path.startsWith(`${name}/`))
  if (!part) throw new Error(`PART has ${path}; there are ${Object.keys(tests).join(', ')}.`)
  const [workspace, ...rest] = path.split('/')
  const compiled = [workspace, 'dist', ...rest].join('/')
  return { mutate: compiled.endsWith('.js') ? compiled : `${compiled}/**/*.js`, files: tests[part] }
})

/** What the compiler adds to a class with decorators is not ours to test. */
const decorators = {
  shouldIgnore({ node }) {
    const isHelper =
      (node.type === 'VariableDeclarator' && /^__(decorate|metadata|param)$/.test(node.id.name)) ||
      (node.type === 'CallExpression' && /^__(decorate|metadata|param)$/.test(node.callee.name))
    return isHelper ? 'written by the compiler' : undefined
  }
}
export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'decorators', decorators)]

export default {
  mutate: parts.map(({ mutate }) => mutate),
  plugins: ['@stryker-mutator/tap-runner', import.meta.filename],
  ignorers: ['decorators'],
  testRunner: 'tap',
  tap: { testFiles: parts.flatMap(({ files }) => files.map(file => `dist-test/${file}`)) },
  coverageAnalysis: 'perTest',
  // A text is read by a person; its tests would repeat it.
  mutator: { excludedMutations: ['StringLiteral'] },
  symlinkNodeModules: false,
  buildCommand: `node ${join(import.meta.dirname, 'link-packages.js')}`,
  ignorePatterns: ['.git', '.mutations', '.data', '.tap', 'test/clients', 'test/mutations'],
  tempDirName: '.mutations/copies',
  // The code is compiled already, by a compiler that it does not know.
  tsconfigFile: 'none',
  checkers: [],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.mutations/report.json' },
  allowConsoleColors: false,
  // Faults that were tried before are tried again only where the code or its tests changed.
  incremental: true,
  incrementalFile: '.mutations/results.json',
  concurrency: 2,
  timeoutMS: 20_000,
  thresholds: { high: 90, low: 85, break: 85 }
}
