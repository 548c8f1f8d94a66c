import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { connectionPlugin, deploymentFile } from '../../../fixtures/start-host.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

/** Calls the connection product, and gives the status and the body. */
async function call(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v1/products/connection/execute`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demoKey}`, Connection: 'close', ...headers }
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies as they come
  const answer: any = await response.json()
  return { status: response.status, body: answer }
}

async function readiness(url: string): Promise<{ readonly status: string; readonly held?: true }> {
  const response = await fetch(`${url}/readyz`, { headers: { Connection: 'close' } })
  return response.json() as Promise<{ readonly status: string; readonly held?: true }>
}

t.test(
  'the drill: a back-up is verified, and its copy does nothing twice until it is resumed',
  { timeout },
  async t => {
    const [folder, copy] = [await dataFolder(t), await dataFolder(t)]
    const deployment = { PRODUCT_HOST_CONFIG: await deploymentFile(t, connectionPlugin) }
    const attempts = async (url: string) => (await call(url, { action: 'runs', id: 'one' })).body.detail.attempts
    const attempted = async (url: string) => {
      while ((await attempts(url)).length === 0) await delay(100)
    }
    const original = await startProcess(t, folder, deployment)
    await call(original.url, { action: 'plan', id: 'one', at: Date.now() + 5_000 })
    const file = join(folder, 'store.backup')
    const here = operator({ ...deployment, DATA_DIR: folder })
    t.match(await here.json('backup', file), { file })
    t.match(await here.json('restore', '--verify', file), { kinds: { jobs: 2 } })
    t.notMatch(await readiness(original.url), { held: true })
    await attempted(original.url)

    const there = operator({ ...deployment, DATA_DIR: copy })
    const restored = await there.run('restore', file)
    t.match(restored, { code: 0, out: /The store is held: .*until "product-host resume"\.\n$/ })
    await writeFile(join(copy, 'encryption.key'), await readFile(join(folder, 'encryption.key')), { mode: 0o600 })
    t.match(await operator({ ...deployment, DATA_DIR: copy, DEMO_MODE: 'local' }).run('check'), {
      code: 0,
      out: /^good {2}store: .*, schema 1, held until "product-host resume"$/m
    })
    const second = await startProcess(t, copy, deployment)
    t.match(await readiness(second.url), { status: 'ready', held: true })
    await delay(1_500)
    t.strictSame(await attempts(second.url), [], 'its due job waits')
    t.match(await call(second.url, { action: 'runs', id: 'one' }, { Prefer: 'respond-async' }), {
      status: 503,
      body: { code: 'held' }
    })
    t.match(await there.json('resume'), { held: false, isChanged: true })
    const resumedAt = performance.now()
    await attempted(second.url)
    t.ok(performance.now() - resumedAt < 5_000)
    t.notMatch(await readiness(second.url), { held: true })
    t.match(await there.json('resume'), { isChanged: false })
    t.match(await there.json('hold'), { held: true, isChanged: true })
    while (!(await readiness(second.url)).held) await delay(100)
    t.match(await there.json('operators', 'log'), [
      { what: 'store_held' },
      { what: 'store_resumed' },
      { what: 'store_resumed' }
    ])
    await second.end('SIGTERM')
    t.match(await there.json('restore', '--replace', '--resume', file), { held: false })
  }
)
