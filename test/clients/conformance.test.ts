import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startConformanceHost } from '../../dist-test/fixtures/mcp-conformance-host.js'
import { here, made } from './started-host.ts'

const run = promisify(execFile)

/** Scenarios of each revision, those that it does not require included, and those that pass in full, without a warning. */
const expected = { '2026-07-28': { all: 50, passed: 16 }, '2025-11-25': { all: 33, passed: 13 } }

for (const [revision, counts] of Object.entries(expected))
  test(`the protocol’s conformance tests of ${revision}`, async t => {
    const ending = { teardown: (end: () => unknown) => t.after(async () => void (await end())) }
    const url = await startConformanceHost(ending)
    const words = ['--url', url, '--requirements', revision, '--output-dir', join(made, revision)]
    const baseline = ['--expected-failures', join(here, `conformance-${revision}.yml`)]
    const file = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
    const { stdout } = await run(process.execPath, [file, 'server', ...words, ...baseline], {
      cwd: here,
      maxBuffer: 16 * 1024 * 1024
    }).catch(error => {
      throw new Error(`${error.message}\n${error.stdout}`)
    })
    const [, summary = ''] = stdout.split('=== SUMMARY ===')
    const all = [...summary.matchAll(/^[✓✗] [\w-]+: \d+ passed/gm)].length
    const notDeclared = new Set([...summary.matchAll(/^ *[✗~] ([\w-]+)/gm)].map(([, scenario]) => scenario))
    const seen = { all, passed: all - notDeclared.size }
    t.diagnostic(`${seen.passed} of ${seen.all} scenarios pass`)
    assert.deepEqual(seen, counts)
  })

/** Scenarios of the extension for tasks, with the checks of each that pass and all of its checks. */
const tasks = {
  // No call of a tool ends with an error of the protocol: a fault of a product is a result with isError.
  'tasks-lifecycle': [8, 9],
  'tasks-capability-negotiation': [5, 5],
  'tasks-wire-fields': [4, 4],
  'tasks-request-state-removal': [3, 3],
  'tasks-request-headers': [5, 5],
  // No task asks its client for input: an action that may ask a person is answered at once.
  'tasks-dispatch-and-envelope': [8, 9]
} as const

test('the conformance tests of the extension for tasks', async t => {
  const ending = { teardown: (end: () => unknown) => t.after(async () => void (await end())) }
  const url = await startConformanceHost(ending)
  const file = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  for (const [scenario, [passed, all]] of Object.entries(tasks)) {
    const words = [file, 'server', '--url', `${url}/work`, '--scenario', scenario]
    const stdout = await run(process.execPath, words, { cwd: made }).then(
      done => done.stdout,
      failed => String(failed.stdout)
    )
    assert.deepEqual(/Passed: (\d+)\/(\d+)/.exec(stdout)?.slice(1).map(Number), [passed, all], `${scenario}\n${stdout}`)
  }
})
