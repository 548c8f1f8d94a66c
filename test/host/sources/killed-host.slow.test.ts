import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { dataFolder, startProcess } from '../../fixtures/host-process.js'
import { root } from '../../fixtures/root.js'
import { send } from '../../fixtures/send.js'

const server = join(root, 'test/fixtures/mcp-server.mjs')

/** The processes whose environment or command line names a text. */
function processesOf(text: string): readonly string[] {
  const names = (pid: string) =>
    ['cmdline', 'environ'].some(file => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
  return readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && names(pid))
}

for (const sandbox of ['none', 'required']) {
  const skip = sandbox === 'required' && withoutSandbox
  t.test(`a host that is killed leaves no program behind, with the sandbox "${sandbox}"`, { skip }, async t => {
    const folder = await dataFolder(t)
    const mark = `mark-${process.pid}-${sandbox}`
    const entry = { slug: 'notebook', sandbox, mcp: { command: ['node', server], env: { MARK: mark } } }
    const file = join(folder, 'product-host.json')
    await writeFile(file, JSON.stringify({ plugins: [{ ...entry, required: true }] }))
    const host = await startProcess(t, folder, { PRODUCT_HOST_CONFIG: file })
    const code = "child.spawn('sleep', ['300'], { stdio: 'ignore' }).pid"
    const body = JSON.stringify({ action: 'attempt', code: sandbox === 'none' ? '1' : code })
    const headers = { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' }
    const { status } = await send(`${host.url}/api/v1/products/notebook/execute`, 'POST', headers, body)
    t.equal(status, 200)
    t.ok(processesOf(mark).length >= (sandbox === 'none' ? 1 : 2))
    await host.end('SIGKILL')
    while (processesOf(mark).length > 0) await delay(20)
  })
}
