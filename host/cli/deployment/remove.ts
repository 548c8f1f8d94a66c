import { setTimeout as delay } from 'node:timers/promises'
import { Command } from 'commander'
import { pino } from 'pino'
import { ProductData, type StoredAmount } from '../../accounts/product-data.js'
import { realClock } from '../../base/clock.js'
import { JobErasure } from '../../jobs/job-store.js'
import { SlugOwners } from '../../products/slug-owners.js'
import type { Store } from '../../storage/store.js'
import { hasStore, withOperations } from '../operations.js'
import { failAndExit, flushAndExit, isConfirmed, print, requireAnswer } from '../output.js'
import { withoutEntry, writeDeploymentText } from './edit-deployment.js'
import { type FoundEntry, findEntry } from './find-entry.js'

/** An entry that is no longer in the deployment file. */
export interface RemovedEntry {
  readonly file: string
  /** The package, or `mcp:` or `openapi:` with the slug. */
  readonly removed: string
  /** What accounts have stored with it; null where the deployment has no store. */
  readonly stored: StoredAmount | null
  readonly isErased: boolean
}

interface Options {
  readonly erase?: true
  readonly yes?: true
  readonly json?: true
}

/** How long hosts take to follow the file, in milliseconds: before that, calls of the product write. */
const followedMs = 3_000

const silent = pino({ enabled: false })

/** `product-host remove` */
export function removeCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('remove')
    .description('remove a product from the deployment file; what accounts have stored with it stays')
    .argument('<product>', 'its slug or its package')
    .option('--erase', 'delete what accounts have stored with it, too: records, jobs and settings')
    .option('--yes', 'do it without a question')
    .option('--json', 'for scripts')
    .action(async (named: string, { erase: isErasing, yes, json }: Options) => {
      requireAnswer(yes)
      const removed = await removeProduct(environment, named, isErasing === true, async entry => {
        if (yes) return true
        process.stderr.write(`${storedText(entry)}\n`)
        return isConfirmed(`Remove ${entry.removed} from ${entry.file}?`)
      }).catch(failAndExit)
      print(json, removed, [
        `Removed ${removed.removed} from ${removed.file}. A host that runs stops serving it within seconds.`,
        ...(yes ? [storedText(removed)] : [])
      ])
      await flushAndExit(0)
    })
}

/**
 * Removes the entry of a product from the deployment file when `isWanted` consents, and, where it is to be erased, what accounts have stored
 * with it. Rejects, in a sentence, when there is no such product.
 */
export async function removeProduct(
  environment: NodeJS.ProcessEnv,
  named: string,
  isErasing: boolean,
  isWanted: (entry: RemovedEntry) => Promise<boolean>
): Promise<RemovedEntry> {
  const found = await findEntry(environment, named)
  const { current, index, entry } = found
  const stored = (await hasStore(environment)) ? await storedWith(environment, found) : null
  const removed = { file: current.path, removed: entry.package, stored, isErased: isErasing }
  if (!(await isWanted(removed))) throw new Error('Nothing was changed.')
  await writeDeploymentText(current, withoutEntry(current, index))
  if (isErasing && stored) {
    await delay(followedMs)
    await erase(environment, found)
  }
  return removed
}

function storedText({ stored, isErased }: RemovedEntry): string {
  if (!stored) return 'There is no store yet, so nothing is stored with it.'
  const { accounts, records, configs } = stored
  const amount = `${records} records and ${configs} saved settings of ${accounts} accounts`
  return isErased
    ? `What accounts have stored with it is deleted: ${amount}.`
    : `What accounts have stored with it stays in the store, and is there again if it is added under the same slug: ${amount}.`
}

async function storedWith(environment: NodeJS.ProcessEnv, found: FoundEntry): Promise<StoredAmount> {
  return withOperations(environment, async ({ store }) => {
    const amounts = await Promise.all((await slugsOf(store, found)).map(slug => dataIn(store).amountOf(slug)))
    const sum = (count: (amount: StoredAmount) => number) => amounts.reduce((total, amount) => total + count(amount), 0)
    return {
      accounts: sum(({ accounts }) => accounts),
      records: sum(({ records }) => records),
      configs: sum(({ configs }) => configs)
    }
  })
}

async function erase(environment: NodeJS.ProcessEnv, found: FoundEntry): Promise<void> {
  await withOperations(environment, async ({ store, record }) => {
    const owners = new SlugOwners(store, silent)
    for (const slug of await slugsOf(store, found)) {
      await record('product_erased', slug)
      await dataIn(store).eraseForAll(slug)
      await owners.release(slug)
    }
  })
}

function dataIn(store: Store): ProductData {
  return new ProductData(store, realClock(), new JobErasure(store, silent))
}

/** The slugs under which the entry was served. */
async function slugsOf(store: Store, { entry }: FoundEntry): Promise<readonly string[]> {
  const owners = new SlugOwners(store, silent)
  await owners.read()
  return owners.slugsOf(entry)
}
