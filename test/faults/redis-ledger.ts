// Ten thousand entries of one ledger, sent to three hosts on one Redis at once: whether they sum exactly.
// npx node dist-test/faults/redis-ledger.js [entries]
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { startRedis } from '../fixtures/redis-server.js'
import { writeLedger } from '../fixtures/write-ledger.js'
import { ending, figure } from './store.js'

const count = Number(process.argv[2] ?? 10_000)
await ending(async t => {
  const redis = await startRedis(t)
  const environment = { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json', REDIS_URL: redis.url, LOG_LEVEL: 'warn' }
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
