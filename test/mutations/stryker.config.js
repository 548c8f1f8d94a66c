import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The parts whose compiled code gets faults, each with the compiled tests that have to notice them. */
const tests = {
  'host/execution': ['host/execution/!(*.slow).test.js', 'host/jobs/*.test.js', 'host/webhooks/!(*.slow).test.js'],
  'host/limits': ['host/limits/!(*.slow).test.js', 'host/limits/*.slow.test.js'],
  'host/accounts': ['host/accounts/**/!(*.slow).test.js'],
  'host/storage': [
    'host/storage/**/!(*.slow).test.js',
    'host/storage/redis/*.slow.test.js',
    'host/storage/postgres/*.slow.test.js'
  ],
  'host/billing': ['host/billing/**/!(*.slow).test.js'],
  'sdk/runtime': ['sdk/!(*.slow).test.js', 'host/base/!(*.slow).test.js']
}

/**
 * `PART` names one of them, or files of one: `host/limits`, `host/execution/idempotency.js`. `SAMPLE=10` plants faults in every tenth line
 * alone, for a rough score in a tenth of the time: a fault that spans lines is left out then, and so are the slow tests of Redis with the
 * code that they alone run.
 */
const { PART: wanted = Object.keys(tests).join(','), SAMPLE: sample = '1' } = process.env
if (!/^[1-9]\d*$/.test(sample)) throw new Error(`SAMPLE is ${sample}; it has to be a whole number, such as 10.`)
const parts = wanted.split(',').map(path => {
  const part = Object.keys(tests).find(name => path === name || path.startsWith(`${name}/`))
  if (!part) throw new Error(`PART has ${path}; there are ${Object.keys(tests).join(', ')}.`)
  const [workspace, ...rest] = path.split('/')
  const compiled = [workspace, 'dist', ...rest].join('/')
  return { part, mutate: compiled.endsWith('.js') ? compiled : `${compiled}/**/*.js` }
})

const isRough = sample !== '1'

const mutate = isRough
  ? parts
      .flatMap(({ mutate }) =>
        globSync(mutate, { exclude: ['**/redis/**', '**/redis.js', '**/postgres/**', '**/postgres.js'] })
      )
      .flatMap(lines)
  : parts.map(({ mutate }) => mutate)

function lines(file) {
  const count = readFileSync(file, 'utf8').split('\n').length
  return Array.from(
    { length: Math.floor(count / sample) },
    (_, index) => `${file}:${(index + 1) * sample}-${(index + 1) * sample}`
  )
}

// The tests of a part run in one process: to start one and to load the host takes longer than most of them.
const mutatedParts = [...new Set(parts.map(({ part }) => part))]
// In seconds; together they take longer than tap lets a process run.
process.env.TAP_TIMEOUT = '600'
const isRun = pattern => !isRough || !pattern.endsWith('*.slow.test.js')
process.env.MUTATED = JSON.stringify(mutatedParts.map(part => [testsOf(part), tests[part].filter(isRun)]))

function testsOf(part) {
  return `dist-test/mutated/${part.replace('/', '-')}.js`
}

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
  mutate,
  plugins: ['@stryker-mutator/tap-runner', import.meta.filename],
  ignorers: ['decorators'],
  testRunner: 'tap',
  tap: { testFiles: mutatedParts.map(testsOf) },
  // Only the main thread's coverage is known: what runs in a thread or in another process would count as never run.
  coverageAnalysis: 'off',
  // A text is read by a person; its tests would repeat it.
  mutator: { excludedMutations: ['StringLiteral'] },
  symlinkNodeModules: false,
  buildCommand: `node ${join(import.meta.dirname, 'prepare-copy.js')}`,
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
