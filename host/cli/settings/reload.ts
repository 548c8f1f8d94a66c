import { setTimeout as delay } from 'node:timers/promises'
import { Command } from 'commander'
import { billingMode } from '../../billing/provider.js'
import { readDeployment } from '../../deployment.js'
import { runningHosts } from '../../products/known-versions.js'
import { requireInstalled } from '../../products/locate.js'
import { readSettings } from '../../settings.js'
import { type ReloadAnswer, Reloads } from '../../start/reloads.js'
import type { Store } from '../../storage/store.js'
import { withStore } from '../operations.js'
import { failAndExit, flushAndExit, print } from '../output.js'

/** How long hosts have to answer, in milliseconds: an import of a plugin may take 10 s. */
const longestMs = 20_000

/** How often it is looked for answers, in milliseconds. */
const everyMs = 200

/** What became of a reload. */
export interface Reload {
  readonly answers: readonly ReloadAnswer[]
  /** The hosts that have not answered. */
  readonly silent: readonly string[]
}

/** `product-host reload` */
export function reloadCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('reload')
    .description(
      'have the hosts that run read their deployment files again, and wait until each says whether it follows'
    )
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      `
The deployment file of this command is checked first; if it is wrong, nothing is asked. Each host of the store reads its own file, and tries again
what could not be served. Exits with 0 if every host follows its file, and with 1 if one does not, or does not answer within ${longestMs / 1_000} s.
A host looks at its file every second anyway: the command is for what could not be served, and for its answer.`
    )
    .action(async ({ json }: { readonly json?: boolean }) => {
      const reload = await reloadHosts(environment).catch(failAndExit)
      print(json, reload, [
        ...reload.answers.flatMap(answerLines),
        ...reload.silent.map(host => `${host}: does not answer; it may have ended a moment ago`)
      ])
      const isFollowed = reload.answers.every(({ refused, failed }) => refused === undefined && failed.length === 0)
      await flushAndExit(isFollowed && reload.silent.length === 0 ? 0 : 1)
    })
}

function answerLines({ host, file, refused, failed }: ReloadAnswer): readonly string[] {
  if (refused !== undefined) return [`${host}: goes on as before: ${refused}`]
  return [`${host}: follows ${file}`, ...failed.map(({ plugin, reason }) => `  ${plugin}: ${reason}`)]
}

/** Has the hosts of a store read their deployment files again. Rejects, in a sentence, where the file is wrong or no host runs. */
export async function reloadHosts(environment: NodeJS.ProcessEnv): Promise<Reload> {
  const settings = readSettings(environment)
  const deployment = await readDeployment(settings.deploymentFile)
  requireInstalled(deployment)
  billingMode(deployment, settings)
  return withStore(environment, store => answersOf(store, new Reloads(store)))
}

async function answersOf(store: Store, reloads: Reloads): Promise<Reload> {
  const hosts = await runningHosts(store, Date.now())
  if (hosts.length === 0)
    throw new Error('No host of this store runs and serves a product; a host that starts reads its file.')
  const id = await reloads.ask()
  const until = performance.now() + longestMs
  for (;;) {
    const answers = await reloads.answers(id)
    const silent = hosts.filter(name => !answers.some(({ host }) => host === name))
    if (silent.length === 0 || performance.now() > until) return { answers, silent }
    await delay(everyMs)
  }
}
