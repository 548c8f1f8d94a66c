import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../../base/log.js'
import { Registry } from '../../products/registry.js'
import type { Resilience } from '../../resilience/circuit-breaker.js'
import { AccountEvents } from '../../webhooks/account-events.js'

/** In which time a product is told of once, in milliseconds. */
const onceInMs = 3_600_000

/** Tells the accounts whose calls failed that the circuit of a product has opened: once an hour for a product, however many hosts it opens on. */
@injectable()
export class DegradedProducts {
  constructor(
    private readonly registry: Registry,
    private readonly events: AccountEvents,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /** Never rejects: an account that cannot be told now is not told. */
  async tell(resilience: Resilience, accounts: readonly string[]): Promise<void> {
    const slugs = [...this.registry.bySlug.values()].flatMap(product =>
      product.resilience === resilience ? [product.slug] : []
    )
    const hour = Math.floor(this.clock.now() / onceInMs)
    for (const slug of slugs)
      for (const account of accounts)
        try {
          const data = { productId: slug }
          await this.events.announce(account, { type: 'product.degraded', id: `${slug} ${hour}`, data })
        } catch (error) {
          this.logger.warn({ account, product: slug, err: error }, 'an account was not told of a failing product')
        }
  }
}
