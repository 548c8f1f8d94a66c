import { inject, injectable } from '@product-host/sdk'
import { Problem } from '../problems.js'
import { BootReport } from '../products/boot-report.js'
import { Registry } from '../products/registry.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import type { HostRequest } from './message.js'
import { sendJson } from './reply.js'

const never = { 'Cache-Control': 'no-store' }

/** `GET /livez` and `GET /readyz`, for whatever watches the process. */
@injectable()
export class HealthRoutes {
  constructor(
    @inject(STORE) private readonly store: Store,
    private readonly boot: BootReport,
    private readonly registry: Registry
  ) {}

  /** The process answers. */
  live({ exchange }: HostRequest): void {
    sendJson(exchange, 200, { status: 'alive' }, never)
  }

  /** The host can serve: it is not stopping, the store answers, and the required products are there. */
  async ready({ exchange }: HostRequest, isDraining: boolean): Promise<void> {
    if (isDraining) throw new Problem('shutting_down', 'The host is stopping.', { retryAfter: 1 })
    const missing = this.boot.missing()
    if (missing.length > 0)
      throw new Problem('product_unavailable', `Required plugins are not served: ${missing.join(', ')}.`, {
        retryAfter: 5
      })
    const resting = this.registry.all().filter(({ entry, fence }) => entry.required && fence.isResting)
    if (resting.length > 0)
      throw new Problem(
        'product_unavailable',
        `Required products have failed repeatedly: ${resting.map(({ slug }) => slug).join(', ')}.`,
        { retryAfter: 5 }
      )
    await this.store.probe()
    sendJson(exchange, 200, { status: 'ready', products: this.#states() }, never)
  }

  #states(): readonly { readonly plugin: string; readonly state: string }[] {
    const standings = new Map(this.registry.all().map(({ fence }) => [fence.plugin, fence.breaker.standing]))
    return this.boot.states().map(({ plugin, state }) => ({ plugin, state: standings.get(plugin) ?? state }))
  }
}
