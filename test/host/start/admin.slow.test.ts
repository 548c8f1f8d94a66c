import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../../fixtures/host-process.js'
import { deploymentFile } from '../../fixtures/start-host.js'

/** An action that keeps the event loop of the host from turning. */
const blockingPlugin = {
  '@test/blocking': `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const block = defineAction({
      title: 'Block', description: 'Blocks.', effect: 'read', timeoutMs: 60000, detail: Type.Object({}),
      input: Type.Object({ ms: Type.Integer() }), examples: [{ title: 'Once', input: { ms: 1 } }],
      async run({ ms }) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
        return { summary: 'Blocked.', detail: {} }
      }
    })
    export default defineProduct({
      slug: 'blocking', title: 'Blocking', description: 'Blocks.', version: '1.0.0', actions: { block }
    })`
}

t.test('while the event loop is blocked, ADMIN_PORT answers; /livez fails after ten seconds', async t => {
  const config = await deploymentFile(t, blockingPlugin, { '@test/blocking': { isolation: 'inline' } })
  const host = await startProcess(t, await dataFolder(t), { PRODUCT_HOST_CONFIG: config, ADMIN_PORT: '0' })
  while (!host.logged().includes('"admin listener"')) await delay(20)
  const [, port] = /"port":(\d+),"msg":"admin listener"/.exec(host.logged()) ?? []
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
  t.match(await ask('/metrics'), { status: 200, text: /product_host_requests_total/ })
  const blocked = fetch(`${host.url}/api/v1/products/blocking/execute`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'block', ms: 15_000 })
  })
  await delay(6_000)
  t.equal((await ask('/livez')).status, 200)
  t.match(await ask('/readyz'), { status: 200, text: /"ready"/ })
  t.match(await ask('/metrics'), { status: 200, text: /product_host_requests_total/ })
  let isBlocked = true
  const ended = blocked.then(({ status }) => {
    isBlocked = false
    return status
  })
  while ((await ask('/livez')).status === 200 && isBlocked) await delay(100)
  t.ok(isBlocked, '/livez fails while the event loop is blocked')
  t.equal(await ended, 200)
  while ((await ask('/livez')).status === 503) await delay(100)
  const exited = once(host.child, 'exit')
  host.child.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
})
