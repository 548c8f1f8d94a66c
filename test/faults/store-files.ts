// Files of the embedded store deleted under a host that writes: it refuses at once, loses nothing that it acknowledged, and serves when
// they are back or it was started again. npx node dist-test/faults/store-files.js
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder } from '../fixtures/host-process.js'
import { core, countLost, send, serve, Writers } from './serving-host.js'
import { ending, figure } from './store.js'

await ending(async t => {
  for (const suffix of ['-wal', '-shm', '']) {
    console.log(`store.sqlite${suffix} deleted, the host killed:`)
    const folder = await dataFolder(t)
    const file = join(folder, `store.sqlite${suffix}`)
    const host = await serve(t, folder)
    const writers = new Writers(host.url, 'file', 8)
    await delay(500)
    if (suffix === '') renameSync(file, `${file}.away`)
    else rmSync(file)
    await delay(1_000)
    const refused = await core(host.url, { action: 'remember', key: 'late', value: 'late' })
    const readiness = await send(host.url, 'GET', '/readyz')
    await host.end('SIGKILL')
    await writers.end()
    if (suffix === '') renameSync(`${file}.away`, file)
    figure('writes afterwards', refused.status, refused.status === 503)
    figure('/readyz afterwards', readiness.status, readiness.status === 503)
    const next = await serve(t, folder)
    const lost = await countLost(next.url, writers.acknowledged)
    figure('acknowledged writes', writers.acknowledged.size, writers.acknowledged.size > 0)
    figure('lost', lost, lost === 0)
    await next.end('SIGTERM')
  }

  console.log('The store is missing beside its encryption key:')
  const folder = await dataFolder(t)
  const host = await serve(t, folder)
  await host.end('SIGTERM')
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `store.sqlite${suffix}`), { force: true })
  const error = await serve(t, folder).then(
    () => 'the host started',
    (error: Error) => error.message
  )
  figure('the start', error.trim().slice(0, 200), /ended with 78/.test(error))
  figure(
    'a store was created',
    existsSync(join(folder, 'store.sqlite')) ? 'yes' : 'no',
    !existsSync(join(folder, 'store.sqlite'))
  )
})
