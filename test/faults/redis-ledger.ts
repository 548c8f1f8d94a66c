// Ten thousand entries of one ledger, sent to three hosts on one Redis at once: whether they sum exactly.
// npx node dist-test/faults/redis-ledger.js [entries]
import { dataFolder, startProcess } from '../journeys/process.js'
import { writeLedger } from '../journeys/write-ledger.js'
import { startRedis } from '../storage/redis-server.js'
import { ending, figure } from './store.js'

const count = Number(process.argv[2] ?? 10_000)
await ending(async t => {
  const redis = await startRedis(t)
  const environment = { PRODUCT_HOST_CONFIG: 'test/unlimited.json', REDIS_URL: redis.url, LOG_LEVEL: 'warn' }
  const folder = await dataFolder(t)
  const hosts = await Promise.all([1, 2, 3].map(() => startProcess(t, folder, environment)))
  const begun = performance.now()
  const ledger = await writeLedger(
    hosts.map(({ url }) => url),
    count
  )
  figure('entries', ledger.entries, ledger.entries === ledger.written)
  figure('their sum', ledger.monthCostGbp, ledger.monthCostGbp === ledger.sumGbp)
  const chain = JSON.stringify(ledger.verification)
  figure('chain', chain, chain.includes('"intact":true'))
  figure('entries a second', Math.round(count / ((performance.now() - begun) / 1000)))
})
