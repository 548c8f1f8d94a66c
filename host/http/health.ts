import { inject, injectable } from '@product-host/sdk'
import { Problem } from '../base/problems.js'
import { jsonReply, type Reply } from '../base/reply.js'
import { BootReport } from '../products/boot-report.js'
import { Registry } from '../products/registry.js'
import { Hold } from '../storage/hold.js'
import { STORE, type Store } from '../storage/store.js'
import type { HostRequest } from './message.js'
import { sendJson, sendReply } from './reply.js'

const never = { 'Cache-Control': 'no-store' }

/** `GET /livez` and `GET /readyz`, for process supervisors and load balancers. */
@injectable()
export class HealthRoutes {
  constructor(
    @inject(STORE) private readonly store: Store,
    private readonly boot: BootReport,
    private readonly registry: Registry,
    private readonly hold: Hold
  ) {}

  /** The process answers. */
  live({ context }: HostRequest): void {
    sendJson(context, 200, { status: 'alive' }, never)
  }

  /** The host can serve: it is not stopping, the store answers, and the required products are there. */
  async ready({ context }: HostRequest, isDraining: boolean): Promise<void> {
    sendReply(context, await this.readiness(isDraining))
  }

  /** The answer when it can serve. Throws a `Problem` when it cannot. */
  async readiness(isDraining: boolean): Promise<Reply> {
    if (isDraining) throw new Problem('shutting_down', 'The host is stopping.', { retryAfter: 1 })
    const missing = this.boot.missing()
    if (missing.length > 0)
      throw new Problem('product_unavailable', `Required plugins are not served: ${missing.join(', ')}.`, {
        retryAfter: 5
      })
    const openCircuits = this.registry.all().filter(({ entry, resilience }) => entry.required && resilience.isResting)
    if (openCircuits.length > 0)
      throw new Problem(
        'product_unavailable',
        `Required products have failed repeatedly: ${openCircuits.map(({ slug }) => slug).join(', ')}.`,
        { retryAfter: 5 }
      )
    await this.store.probe()
    const held = this.hold.held ? { held: true } : {}
    return jsonReply(200, JSON.stringify({ status: 'ready', ...held, products: this.#states() }), never)
  }

  #states(): readonly { readonly plugin: string; readonly state: string }[] {
    const circuits = new Map(this.registry.all().map(({ resilience }) => [resilience.plugin, resilience.breaker.state]))
    return this.boot.states().map(({ plugin, state }) => ({ plugin, state: circuits.get(plugin) ?? state }))
  }
}
