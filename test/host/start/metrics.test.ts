import t from 'tap'
import { Metrics } from '../../../host/dist/base/metrics.js'
import { measureStore } from '../../../host/dist/start/metrics.js'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'

t.test('the space of the embedded store and the checkpoints of its log are measured', async t => {
  const store = await openStore(t.testdir(), error => {
    throw error
  })
  t.teardown(() => store.close())
  const metrics = new Metrics()
  measureStore(store, metrics)
  const measured = async (name: string) => {
    const line = (await metrics.text()).split('\n').find(each => each.startsWith(`${name} `))
    return Number(line?.split(' ')[1])
  }
  const space = (part: string) => measured(`product_host_store_space_bytes{part="${part}"}`)
  const records = store.own('test')
  const before = await measured('product_host_store_checkpoints_total')
  // SQLite writes the log into the file after 1,000 pages of 4 KiB.
  for (let index = 0; index < 12; index++) await records.set(`large-${index}`, 'x'.repeat(900_000))
  t.ok((await measured('product_host_store_checkpoints_total')) > before)
  t.ok((await space('file')) > 4_000_000)
  t.ok((await space('log')) > 0)
  t.ok((await space('disk_free')) > 0)
  const free = await space('free')
  for (let index = 0; index < 12; index++) await records.delete(`large-${index}`)
  for (let index = 0; index < 12; index++) await records.set('filler', 'x'.repeat(900_000))
  t.ok((await space('free')) > free, 'deleted records leave free pages')
})
