import { Command } from 'commander'
import { failAndExit, flushAndExit, isConfirmed, print, requireAnswer } from '../output.js'
import { withoutEntry, writeDeploymentText } from './edit-deployment.js'
import { findEntry } from './find-entry.js'

/** An entry that is no longer in the deployment file. */
export interface RemovedEntry {
  readonly file: string
  /** The package, or `mcp:` or `openapi:` with the slug. */
  readonly removed: string
}

const stays =
  'What accounts have stored with it stays in the store, and is there again if it is added under the same slug.'

/** `product-host remove` */
export function removeCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('remove')
    .description('remove a product from the deployment file; what accounts have stored with it stays')
    .argument('<product>', 'its slug or its package')
    .option('--yes', 'write it without a question')
    .option('--json', 'for scripts')
    .action(async (named: string, { yes, json }: { readonly yes?: true; readonly json?: true }) => {
      requireAnswer(yes)
      const removed = await removeProduct(environment, named, async ({ file, removed: entry }) => {
        if (yes) return true
        process.stderr.write(`${stays}\n`)
        return isConfirmed(`Remove ${entry} from ${file}?`)
      }).catch(failAndExit)
      print(json, removed, [
        `Removed ${removed.removed} from ${removed.file}. A host that runs stops serving it within seconds.`,
        ...(yes ? [stays] : [])
      ])
      await flushAndExit(0)
    })
}

/** Removes the entry of a product from the deployment file when `isWanted` consents. Rejects, in a sentence, when there is none. */
export async function removeProduct(
  environment: NodeJS.ProcessEnv,
  named: string,
  isWanted: (entry: RemovedEntry) => Promise<boolean>
): Promise<RemovedEntry> {
  const { current, index, entry } = await findEntry(environment, named)
  const removed = { file: current.path, removed: entry.package }
  if (!(await isWanted(removed))) throw new Error('Nothing was changed.')
  await writeDeploymentText(current, withoutEntry(current, index))
  return removed
}
