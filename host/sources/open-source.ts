import { type Action, defineAction, defineProduct, type Logger, Type } from '@product-host/sdk'
import type { Source } from '../deployment.js'
import type { Tunnels } from '../egress/tunnels.js'
import { type Approvals, addresses } from './approvals.js'
import type { OpenedSource } from './opened-source.js'
import { SourceUnavailable } from './source-unavailable.js'

/** The dependencies of products that are no packages. */
export interface SourceDependencies {
  /** What operators have approved; left out where nothing is served. */
  readonly approvals?: Approvals
  /** How programs reach other machines. */
  readonly tunnels: Tunnels
}

/**
 * Asks a server, or reads a document, for what the product has. The libraries are loaded only by a deployment that has such a source.
 */
export async function openSource(
  source: Source,
  folder: string,
  logger: Logger,
  { approvals, tunnels }: SourceDependencies
): Promise<OpenedSource> {
  const opened = source.mcp
    ? await (await import('./mcp/open-mcp.js')).openMcp(source, folder, logger, tunnels)
    : await (await import('./openapi/open-openapi.js')).openOpenapi(source, folder, logger)
  try {
    return approvals ? await screened(opened, approvals, logger) : opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/**
 * With actions that wait for an operator answering 503, and nothing of what the source now says of them. Where the settings of accounts
 * would go to another origin than before, they are withheld until the account saves them again: it entered them for that one.
 */
async function screened(opened: OpenedSource, approvals: Approvals, logger: Logger): Promise<OpenedSource> {
  const { product, offered, sentTo } = opened
  const description = `The settings of accounts are sent to ${sentTo.join(' and ')}.`
  const address = sentTo.length > 0 ? [{ name: addresses, sent: sentTo, description }] : []
  const waiting = await approvals.screen(product.slug, [...address, ...offered.values()])
  const destination =
    sentTo.length > 0 ? await approvals.destination(product.slug, sentTo, waiting.get(addresses)) : undefined
  if (waiting.size === 0) return { ...opened, ...(destination && { destination }) }
  logger.warn('actions of the product wait for approval: see product-host approve', {
    actions: [...waiting.values()].slice(0, 20).map(({ name, kind }) => `${name} (${kind})`),
    count: waiting.size
  })
  const actions = Object.entries(product.actions).map(([name, action]) => {
    const isWaiting = waiting.has(offered.get(name)?.name ?? '')
    return [name, isWaiting ? waitingAction(name) : action] as const
  })
  return {
    ...opened,
    ...(destination && { destination }),
    product: defineProduct({ ...product, actions: Object.fromEntries(actions) })
  }
}

/** Seconds after which a call may be tried again: an operator has to look first. */
const retryAfter = 300

function waitingAction(name: string): Action {
  return defineAction({
    title: name,
    description: 'It is new, or has changed since an operator approved it, and is not served until an operator has.',
    effect: 'external',
    destructive: true,
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: `Calling ${name}`, input: {} }],
    run() {
      throw new SourceUnavailable('The action waits for the approval of an operator.', retryAfter)
    }
  })
}
