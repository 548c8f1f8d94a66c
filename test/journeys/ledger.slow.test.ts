import t from 'tap'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { writeLedger } from '../fixtures/write-ledger.js'

/** All that the writers send has to be taken. */
const unlimited = { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json' }

t.test('two hosts on one store keep one exact ledger', async t => {
  const folder = await dataFolder(t)
  const hosts = [await startProcess(t, folder, unlimited), await startProcess(t, folder, unlimited)]
  const ledger = await writeLedger(
    hosts.map(({ url }) => url),
    1_000
  )
  t.equal(ledger.entries, ledger.written)
  t.equal(ledger.monthCostGbp, ledger.sumGbp)
  t.match(ledger.verification, { intact: true, checked: ledger.written })
})
