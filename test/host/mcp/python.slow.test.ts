import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../../fixtures/host-process.js'
import { root } from '../../fixtures/root.js'

/** A Python that has the package `mcp`, 2.3 or later. */
const python = process.env.MCP_PYTHON ?? 'python3'
const hasClient = spawnSync(python, ['-c', 'import mcp.types, mcp; mcp.Client']).status === 0

t.test(
  'Python’s client lists and calls every tool, over both revisions',
  { timeout: 230_000, skip: hasClient ? false : 'Python has no package mcp; MCP_PYTHON may name one that has' },
  async t => {
    const host = await startProcess(t, await dataFolder(t))
    const program = join(root, 'test/host/mcp/python-client.py')
    const { stdout } = await promisify(execFile)(python, [program, `${host.url}/mcp`, demoKey])
    const expected = (revision: string) => ({
      tools: 18,
      called: 18,
      recalled: revision,
      refused: 'invalid_input',
      unknown: -32_602
    })
    t.strictSame(JSON.parse(stdout), { legacy: expected('legacy'), '2026-07-28': expected('2026-07-28') })
  }
)
