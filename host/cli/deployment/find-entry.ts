import type { JsonObject } from '../../base/json.js'
import { type Deployment, deploymentOf, type PluginEntry } from '../../deployment.js'
import { inspectPlugins } from '../../products/inspect.js'
import { readSettings, SettingsError } from '../../settings.js'
import { type DeploymentText, readDeploymentText } from './edit-deployment.js'

/** An entry of a deployment file. */
export interface FoundEntry {
  readonly current: DeploymentText
  readonly deployment: Deployment
  readonly index: number
  /** As it is written. */
  readonly written: JsonObject
  /** As the host understands it. */
  readonly entry: PluginEntry
}

/** The entry of a product by its slug or package, one that is switched off too. Rejects, in a sentence, when there is none. */
export async function findEntry(environment: NodeJS.ProcessEnv, named: string): Promise<FoundEntry> {
  const { deploymentFile } = readSettings(environment)
  const current = await readDeploymentText(deploymentFile)
  const { path, content, isNew } = current
  if (isNew) throw new SettingsError(`The deployment file ${path} does not exist.`)
  const deployment = deploymentOf(path, structuredClone(content))
  const all = [...deployment.plugins, ...deployment.disabled]
  const entry = await entryNamed(all, deployment, named)
  const index = content.plugins.findIndex(({ package: name, slug }) => {
    return entry?.source ? slug === entry.source.slug : name !== undefined && name === entry?.package
  })
  const written = content.plugins[index]
  if (entry && written) return { current, deployment, index, written, entry }
  const names = all.map(({ package: name, source }) => source?.slug ?? name)
  throw new Error(`The deployment file ${path} has no product "${named}"; it has: ${names.join(', ') || 'none'}.`)
}

/** By the package or the slug; that of a package is known once it is loaded. */
async function entryNamed(
  all: readonly PluginEntry[],
  deployment: Deployment,
  named: string
): Promise<PluginEntry | undefined> {
  const found = all.find(entry => entry.package === named || entry.source?.slug === named)
  if (found) return found
  const loaded = await inspectPlugins({ ...deployment, plugins: all.filter(({ source }) => !source) })
  const plugin = loaded.find(({ slug }) => slug === named)?.plugin
  return all.find(entry => entry.package === plugin)
}
