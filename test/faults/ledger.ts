// 10,000 entries of wealthnode's ledger, written 64 at a time through two host processes on one embedded store: prints what was
// written, what the ledger says and whether its hash chain verifies. npx node dist-test/faults/ledger.js [entries]
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { writeLedger } from '../fixtures/write-ledger.js'
import { figure } from './store.js'

const ends: (() => unknown)[] = []
const script = { teardown: (end: () => unknown) => void ends.unshift(end) }
const unlimited = { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json' }
const folder = await dataFolder(script)
const hosts = [await startProcess(script, folder, unlimited), await startProcess(script, folder, unlimited)]
const startedAt = performance.now()
const ledger = await writeLedger(
  hosts.map(({ url }) => url),
  Number(process.argv[2] ?? 10_000)
)
const { written, entries, sumGbp, monthCostGbp } = ledger
const verification = ledger.verification as { readonly intact: boolean; readonly checked: number }
figure('seconds', (performance.now() - startedAt) / 1000, true)
figure('entries written', written, true)
figure('entries in the ledger', entries, entries === written)
figure('sum, exact', sumGbp, true)
figure('sum in the ledger', monthCostGbp, monthCostGbp === sumGbp)
figure('links of the chain that hold', verification.checked, verification.intact && verification.checked === written)
for (const end of ends) await end()
