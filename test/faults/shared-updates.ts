// 64 updates at once of one key from each of three processes: whether the sum is exact, and how many are done in a second.
// npx node dist-test/faults/shared-updates.js redis|postgres [updates a process]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startShared } from '../fixtures/shared-servers.js'
import { ending, figure } from './store.js'

const kind = process.argv[2] ?? 'redis'
const count = Number(process.argv[3] ?? 5_000)
const processes = 3
await ending(async t => {
  const server = await startShared(t, kind)
  if (!server) throw new Error(`There is no server of the kind "${kind}".`)
  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, 'shared-updates-child.js'), [String(count)], {
      env: { ...process.env, ...server.environment }
    })
  )
  await Promise.all(children.map(child => once(child, 'message')))
  const begun = performance.now()
  const done = children.map(child => once(child, 'message'))
  for (const child of children) child.send('go')
  await Promise.all(done)
  const perSecond = Math.round((processes * count) / ((performance.now() - begun) / 1000))
  const { store } = await server.open()
  const sum = await store.namespace('account', 'slug').get<number>('count')
  figure('updates', processes * count)
  figure('sum', sum ?? 0, sum === processes * count)
  figure('updates a second', perSecond, perSecond >= 1_000)
})
