import { readDeployment } from '../deployment.js'
import { inspectPlugins } from '../products/inspect.js'
import type { Settings } from '../settings.js'
import type { Tried } from './messages.js'

/** Loads and mounts the deployment's plugins beside any host, and says which of them a host would serve. */
export async function tryPlugins(settings: Settings): Promise<Tried> {
  const report = await inspectPlugins(await readDeployment(settings.deploymentFile))
  return {
    sound: report.flatMap(({ plugin, slug, version = 'unknown' }) => (slug ? [{ plugin, slug, version }] : [])),
    unsound: report.flatMap(({ plugin, error }) => (error === undefined ? [] : [{ plugin, reason: error }]))
  }
}
