// Ten back-ups under eight writers: each is whole, and has every write that was acknowledged before it began.
// npx node dist-test/faults/backups.js [back-ups]
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'
import { productHost } from '../fixtures/run-product-host.js'
import { countLost, serve, Writers } from './serving-host.js'
import { ending, figure } from './store.js'

const times = Number(process.argv[2] ?? 10)

await ending(async t => {
  const folder = await dataFolder(t)
  const backups = await dataFolder(t)
  const host = await serve(t, folder)
  const writers = new Writers(host.url, 'backup', 8)
  const taken: { readonly file: string; readonly before: readonly string[] }[] = []
  for (let number = 0; number < times; number++) {
    await delay(200)
    const before = [...writers.acknowledged]
    const file = join(backups, `${number}.backup`)
    const { code, stderr } = await command('backup', folder, file)
    if (code !== 0) throw new Error(stderr)
    taken.push({ file, before })
  }
  await writers.end()
  await host.end('SIGTERM')
  figure('acknowledged writes', writers.acknowledged.size, writers.acknowledged.size > 0)
  let lost = 0
  let whole = 0
  for (const [number, { file, before }] of taken.entries()) {
    const restored = join(backups, String(number))
    await mkdir(restored)
    const { code, stderr } = await command('restore', restored, file)
    if (code !== 0) throw new Error(stderr)
    const database = new DatabaseSync(join(restored, 'store.sqlite'), { readOnly: true })
    if (database.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok') whole++
    database.close()
    const from = await serve(t, restored)
    lost += await countLost(from.url, before)
    await from.end('SIGKILL')
  }
  figure('back-ups', times)
  figure('that are whole', whole, whole === times)
  figure('writes acknowledged before a back-up that are not in it', lost, lost === 0)
})

function command(name: string, folder: string, file: string) {
  return productHost(root, [name, file], { DATA_DIR: folder, PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json' })
}
