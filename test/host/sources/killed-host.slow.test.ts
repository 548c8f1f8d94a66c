import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { withoutSandbox } from '../../fixtures/bubblewrap.js'
import { dataFolder, startProcess } from '../../fixtures/host-process.js'
import { mcpServer, processesOf } from '../../fixtures/mcp-source.js'
import { send } from '../../fixtures/send.js'

for (const sandbox of ['none', 'required']) {
  const skip = sandbox === 'required' && withoutSandbox
  t.test(`a host that is killed leaves no program behind, with the sandbox "${sandbox}"`, { skip }, async t => {
    const folder = await dataFolder(t)
    const mark = `mark-${process.pid}-${sandbox}`
    const entry = { slug: 'notebook', sandbox, mcp: { command: ['node', mcpServer], env: { MARK: mark } } }
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
