// Ten thousand entries of one ledger, sent at once to three hosts on one server: whether they sum exactly.
// npx node dist-test/faults/shared-ledger.js redis|postgres [entries]
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { startShared } from '../fixtures/shared-servers.js'
import { writeLedger } from '../fixtures/write-ledger.js'
import { ending, figure } from './store.js'

const kind = process.argv[2] ?? 'redis'
const count = Number(process.argv[3] ?? 10_000)
await ending(async t => {
  const server = await startShared(t, kind)
  const environment = { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json', ...server?.environment, LOG_LEVEL: 'warn' }
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
