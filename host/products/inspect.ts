import 'reflect-metadata'
import { CLOCK, LOGGER, type Logger, type Token } from '@product-host/sdk'
import { pino } from 'pino'
import { container as root } from 'tsyringe'
import { realClock } from '../clock.js'
import type { Deployment } from '../deployment.js'
import { providedTokens } from '../execution/provided-tokens.js'
import { Fence } from '../fence/fence.js'
import { noWatch } from '../fence/watch.js'
import { neededTokens } from './describe.js'
import { type Loaded, loadPlugins } from './load.js'
import { Registry } from './registry.js'

/** A plugin as it would be served. */
export interface Inspected extends Loaded {
  /** The tokens that its actions work with; none where it would not be served. */
  readonly needs: readonly string[]
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Loads and mounts the plugins of a deployment as a start does, and lets go of them again: nothing listens, nothing is kept. */
export async function inspectPlugins(deployment: Deployment): Promise<readonly Inspected[]> {
  const registry = new Registry()
  const container = root.createChildContainer()
  const clock = realClock()
  const now = () => clock.now()
  const lines = pino({ level: 'silent' })
  const services = new Map<unknown, unknown>([
    [LOGGER.symbol, silent],
    [CLOCK.symbol, clock]
  ])
  const provide = <Provided>(token: Token<Provided>) => {
    if (!services.has(token.symbol)) throw new Error(`This host does not provide ${token.name} here.`)
    return services.get(token.symbol) as Provided
  }
  const report = await loadPlugins(deployment, registry, {
    tokens: providedTokens,
    provideFor: () => provide,
    container,
    fenceFor: entry => new Fence(entry, lines, now, noWatch),
    now
  })
  const inspected = report.map(loaded => {
    const served = loaded.slug === undefined ? undefined : registry.find(loaded.slug)
    return { ...loaded, needs: served ? neededTokens(served) : [] }
  })
  for (const { mounted } of registry.all()) await mounted.close()
  await container.dispose()
  return inspected
}
