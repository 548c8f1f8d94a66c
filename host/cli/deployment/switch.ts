import { Command } from 'commander'
import { failAndExit, flushAndExit, print } from '../output.js'
import { withOtherEntry, writeDeploymentText } from './edit-deployment.js'
import { findEntry } from './find-entry.js'

/** A product that was switched on or off. */
export interface SwitchedProduct {
  readonly file: string
  /** The package, or `mcp:` or `openapi:` with the slug. */
  readonly product: string
  readonly isEnabled: boolean
}

/** `product-host enable` and `product-host disable` */
export function switchCommands(environment: NodeJS.ProcessEnv): readonly Command[] {
  const command = (name: string, description: string, isEnabled: boolean) =>
    new Command(name)
      .description(description)
      .argument('<product>', 'its slug or its package')
      .option('--json', 'for scripts')
      .action(async (named: string, { json }: { readonly json?: boolean }) => {
        const switched = await switchProduct(environment, named, isEnabled).catch(failAndExit)
        const state = isEnabled ? 'on: hosts that run serve it' : 'off: hosts that run answer its calls with 503'
        print(json, switched, [`${switched.product} is switched ${state} within seconds.`])
        await flushAndExit(0)
      })
  return [
    command('enable', 'serve a product that was switched off', true),
    command('disable', 'switch a product off, and leave its entry in the deployment file', false)
  ]
}

/** Switches a product of the deployment file on or off. Rejects, in a sentence, when there is none. */
export async function switchProduct(
  environment: NodeJS.ProcessEnv,
  named: string,
  isEnabled: boolean
): Promise<SwitchedProduct> {
  const { current, index, written, entry } = await findEntry(environment, named)
  const { enabled = true, ...others } = written
  const changed = isEnabled ? others : { ...others, enabled: false }
  if (enabled !== isEnabled) await writeDeploymentText(current, withOtherEntry(current, index, changed))
  return { file: current.path, product: entry.package, isEnabled }
}
