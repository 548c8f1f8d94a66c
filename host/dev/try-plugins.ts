import { CLOCK, LOGGER, type Logger } from '@product-host/sdk'
import type { Provide } from '@product-host/sdk/runtime'
import { container } from 'tsyringe'
import { realClock } from '../clock.js'
import { readDeployment } from '../deployment.js'
import { providedTokens } from '../execution/services.js'
import { loadPlugins } from '../products/load.js'
import { Registry } from '../products/registry.js'
import type { Settings } from '../settings.js'
import type { Tried } from './messages.js'

/** Loads and mounts the deployment's plugins beside any host, and says which of them a host would serve. */
export async function tryPlugins(settings: Settings): Promise<Tried> {
  const registry = new Registry()
  const report = await loadPlugins(await readDeployment(settings.deploymentFile), registry, {
    tokens: providedTokens,
    provideFor: () => lifelong,
    container: container.createChildContainer()
  })
  await Promise.all(registry.all().map(({ mounted }) => mounted.close()))
  return {
    sound: report.flatMap(({ plugin, slug, version = 'unknown' }) => (slug ? [{ plugin, slug, version }] : [])),
    unsound: report.flatMap(({ plugin, error }) => (error === undefined ? [] : [{ plugin, reason: error }]))
  }
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
const services = new Map<unknown, unknown>([
  [CLOCK, realClock()],
  [LOGGER, silent]
])

const lifelong: Provide = token => services.get(token) as (typeof token)['provides']
