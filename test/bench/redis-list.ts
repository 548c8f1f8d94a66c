// The cost of a list over a namespace of 100 records with 100 and with 1,000,000 other records in Redis, in turn with the same list on
// a Redis that holds nothing else. npx node dist-test/bench/redis-list.js [others]
import { openSharedRedis } from '../../host/dist/start/shared-redis.js'
import type { Store } from '../../host/dist/storage/store.js'
import { ending, figure } from '../faults/store.js'
import { startRedis } from '../fixtures/redis-server.js'

const others = Number(process.argv[2] ?? 1_000_000)
/** Lists that are timed together. */
const lists = 200

await ending(async t => {
  const [few, many] = await Promise.all([filled(100), filled(others)])
  const costs = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 10; round++) {
    costs.few = Math.min(costs.few, await costOf(few))
    costs.many = Math.min(costs.many, await costOf(many))
  }
  figure('list with 100 others, µs', Math.round(costs.few))
  figure(`list with ${others} others, µs`, Math.round(costs.many))
  figure('ratio', (costs.many / costs.few).toFixed(2))

  async function filled(count: number): Promise<Store> {
    const redis = await startRedis(t, { appendonly: 'no' })
    const { store } = await openSharedRedis(redis.url, () => undefined)
    t.teardown(() => store.close())
    for (let namespace = 0; namespace < count / 100; namespace += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, count / 100 - namespace) }, (_, index) =>
          fill(store, `other${namespace + index}`)
        )
      )
    await fill(store, 'mine')
    return store
  }
})

/** Writes 100 records into a namespace. */
async function fill(store: Store, account: string): Promise<void> {
  const writes = Array.from({ length: 100 }, (_, index) => ({ key: `record:${index}`, value: { index } }))
  await store.namespace(account, 'slug').update([], () => ({ writes, result: undefined }))
}

/** Microseconds of one list, one at a time. */
async function costOf(store: Store): Promise<number> {
  const storage = store.namespace('mine', 'slug')
  const begun = performance.now()
  for (let list = 0; list < lists; list++) {
    const found = await storage.list('record:')
    if (found.length !== 100) throw new Error(`The list gave ${found.length} records.`)
  }
  return ((performance.now() - begun) / lists) * 1000
}
