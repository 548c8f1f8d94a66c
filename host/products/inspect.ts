import 'reflect-metadata'
import { CLOCK, LOGGER, type Logger, type Product, type Token } from '@product-host/sdk'
import type { RecordVersions } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import { container as root } from 'tsyringe'
import { realClock } from '../base/clock.js'
import type { Deployment } from '../deployment.js'
import { Tunnels } from '../egress/tunnels.js'
import { providedTokens } from '../isolation/import-plugin.js'
import { noWatch, Resilience } from '../resilience/circuit-breaker.js'
import { neededTokens } from './describe.js'
import { type LoadedPlugin, loadPlugins } from './load.js'
import { Registry } from './registry.js'

/** A plugin as it would be served. */
export interface Inspected extends LoadedPlugin {
  /** The tokens that its actions work with; none if it would not be served. */
  readonly needs: readonly string[]
  /** Left out if it would not be served. */
  readonly product?: Product
  /** The versions of its records; left out if it would not be served. */
  readonly records?: RecordVersions
  /** Only of one that runs in processes: whether they would run in a sandbox. */
  readonly isSandboxed?: boolean | undefined
  /** Whether its sandbox has the network of the host. */
  readonly hasHostNetwork?: boolean | undefined
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Loads and mounts the plugins of a deployment as a start does, and closes them again, without listening or storing
 * anything. What the products log is for `logger`.
 */
export async function inspectPlugins(deployment: Deployment, logger = silent): Promise<readonly Inspected[]> {
  const registry = new Registry()
  const container = root.createChildContainer()
  const clock = realClock()
  const now = () => clock.now()
  const resilienceLogger = pino({ level: 'silent' })
  const services = new Map<unknown, unknown>([
    [LOGGER.symbol, logger],
    [CLOCK.symbol, clock]
  ])
  const provide = <Provided>(token: Token<Provided>) => {
    if (!services.has(token.symbol)) throw new Error(`This host does not provide ${token.name} here.`)
    return services.get(token.symbol) as Provided
  }
  const { report } = await loadPlugins(deployment, registry, {
    tokens: providedTokens,
    provideFor: () => provide,
    container,
    resilienceFor: entry => new Resilience(entry, resilienceLogger, now, noWatch),
    tunnels: new Tunnels(deployment.egress),
    now
  })
  const inspected = report.map(loaded => {
    const served = loaded.slug === undefined ? undefined : registry.bySlug.get(loaded.slug)
    return served
      ? {
          ...loaded,
          needs: neededTokens(served),
          product: served.mounted.product,
          records: served.mounted.records,
          isSandboxed: served.mounted.isSandboxed,
          hasHostNetwork: served.mounted.hasHostNetwork
        }
      : { ...loaded, needs: [] }
  })
  for (const { mounted } of registry.all()) await mounted.close()
  await container.dispose()
  return inspected
}
