import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { backupInProcess } from '../../../../host/dist/storage/backups/make-backup.js'
import { dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { createStore, dataFolder, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { startPostgres, withoutPostgres } from '../../../fixtures/postgres-server.js'
import { startRedis, withoutRedis } from '../../../fixtures/redis-server.js'
import { deploymentFile, notesPlugin } from '../../../fixtures/start-host.js'

const timeout = 230_000

/** Waits until a folder has so many back-ups that are complete, and gives their names. */
async function untilMade(folder: string, count: number): Promise<readonly string[]> {
  for (;;) {
    const names = readdirSync(folder).filter(name => name.endsWith('.backup'))
    if (names.length >= count) return names.sort()
    await delay(100)
  }
}

t.test('a host makes a back-up while it serves, which is restored elsewhere', { timeout }, async t => {
  const [folder, into, copy] = [await dataFolder(t), await dataFolder(t), await dataFolder(t)]
  const backup = { folder: into, everyMinutes: 60, keep: 2 }
  const deployment = { PRODUCT_HOST_CONFIG: await deploymentFile(t, notesPlugin, {}, { backup }) }
  const here = operator({ ...deployment, DATA_DIR: folder, DEMO_MODE: 'local' })
  const call = async (url: string, body: object) => {
    const response = await fetch(`${url}/api/v1/products/notes/execute`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demoKey}`, Connection: 'close' }
    })
    return response.json()
  }
  const metrics = async (url: string) => (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text()

  const first = await startProcess(t, folder, deployment)
  t.match(await metrics(first.url), /product_host_backup_last_success_timestamp_seconds 0\n/)
  await call(first.url, { action: 'add', text: 'blue' })
  const [name = ''] = await untilMade(into, 1)
  const file = join(into, name)
  t.match(name, /^product-host-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)
  t.equal(statSync(file).mode & 0o777, 0o600)
  let text = ''
  while (!text.includes(`product_host_backup_last_success_bytes ${statSync(file).size}\n`)) {
    await delay(100)
    text = await metrics(first.url)
  }
  t.match(text, /product_host_backup_failures_total 0\n/)
  t.match(await here.json('restore', '--verify', file), { kinds: { 'product notes': Number } })
  t.match(await here.run('check'), { out: /^good {2}backups: every 60 minutes into .*, of which 2 are kept$/m })
  await first.end('SIGTERM')

  const second = await startProcess(t, folder, deployment)
  await delay(6_000)
  t.strictSame(await untilMade(into, 1), [name], 'the next is not due')
  await second.end('SIGTERM')

  await operator({ ...deployment, DATA_DIR: copy }).run('restore', '--resume', file)
  const third = await startProcess(t, copy, deployment)
  t.match(await call(third.url, { action: 'latest' }), { detail: { notes: [{ text: 'blue' }] } })
})

t.test('a folder that is not there is reported by check, the log and the metrics', { timeout }, async t => {
  const folder = await dataFolder(t)
  const backup = { folder: join(folder, 'none') }
  const deployment = { PRODUCT_HOST_CONFIG: await deploymentFile(t, notesPlugin, {}, { backup }) }
  const { run } = operator({ ...deployment, DATA_DIR: folder, DEMO_MODE: 'local' })
  t.match(await run('check'), { code: 1, out: /^BAD {3}backups: The folder .*none cannot be written to: create it/m })
  const { url } = await startProcess(t, folder, deployment)
  const failed = async () => await (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text()
  while (!/product_host_backup_failures_total 1\n/.test(await failed())) await delay(100)
  t.match(await failed(), /product_host_backup_last_success_bytes 0\n/)
})

for (const [setting, without, startServer] of [
  ['REDIS_URL', withoutRedis, startRedis],
  ['DATABASE_URL', withoutPostgres, startPostgres]
] as const)
  t.test(`the process backs up a store of ${setting}`, { skip: without, timeout }, async t => {
    const [folder, into] = [await dataFolder(t), await dataFolder(t)]
    await createStore(folder)
    const exported = join(into, 'export.jsonl')
    await operator({ DATA_DIR: folder }).json('export', exported)
    const { url } = await startServer(t)
    const { records } = await operator({ DATA_DIR: folder, DEMO_MODE: 'local', [setting]: url }).json(
      'import',
      exported
    )
    const make = backupInProcess({ dataFolder: folder, server: { setting, url } })
    const file = join(into, 'one.backup')
    t.equal(await make(file, new AbortController().signal), statSync(file).size)
    t.equal(dumpSnapshot(file, true).count, records + 1, 'and that the store is held')
  })
