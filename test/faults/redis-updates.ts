// 64 updates at once of one key from each of three processes: whether the sum is exact, and how many are done in a second.
// npx node dist-test/faults/redis-updates.js [updates a process]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSharedRedis } from '../../host/dist/start/shared-redis.js'
import { startRedis } from '../fixtures/redis-server.js'
import { ending, figure } from './store.js'

const count = Number(process.argv[2] ?? 5_000)
const processes = 3
await ending(async t => {
  const redis = await startRedis(t)
  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, 'redis-updates-child.js'), [redis.url, String(count)])
  )
  await Promise.all(children.map(child => once(child, 'message')))
  const begun = performance.now()
  const done = children.map(child => once(child, 'message'))
  for (const child of children) child.send('go')
  await Promise.all(done)
  const perSecond = Math.round((processes * count) / ((performance.now() - begun) / 1000))
  const { store } = await openSharedRedis(redis.url, error => console.error(error.message))
  const sum = await store.namespace('account', 'slug').get<number>('count')
  await store.close()
  figure('updates', processes * count)
  figure('sum', sum ?? 0, sum === processes * count)
  figure('updates a second', perSecond, perSecond >= 1_000)
})
