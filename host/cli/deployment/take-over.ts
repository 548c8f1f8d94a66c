import { Command } from 'commander'
import { pino } from 'pino'
import { originOf, SlugOwners } from '../../products/slug-owners.js'
import { withOperations } from '../operations.js'
import { failAndExit, flushAndExit, print } from '../output.js'
import { findEntry } from './find-entry.js'

/** `product-host take-over` */
export function takeOverCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('take-over')
    .description('give a slug, and what accounts have stored under it, to the product that the deployment file has now')
    .argument('<product>', 'the slug')
    .option('--json', 'for scripts')
    .addHelpText('after', '\nHosts that run serve the product within seconds.')
    .action(async (slug: string, { json }: { readonly json?: boolean }) => {
      const taken = await takeOver(environment, slug).catch(failAndExit)
      print(json, taken, [`The slug ${slug} belongs to ${taken.owner} now.`])
      await flushAndExit(0)
    })
}

/** Gives a slug to the entry of the deployment file that declares it. Rejects, in a sentence, when none does. */
export async function takeOver(
  environment: NodeJS.ProcessEnv,
  slug: string
): Promise<{ readonly slug: string; readonly owner: string }> {
  const { entry } = await findEntry(environment, slug)
  const owner = originOf(entry)
  await withOperations(environment, async ({ store, record }) => {
    await record('slug_taken_over', slug)
    await new SlugOwners(store, pino({ enabled: false })).give(slug, entry)
  })
  return { slug, owner }
}
