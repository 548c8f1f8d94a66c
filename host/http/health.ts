import { inject, injectable } from '@product-host/sdk'
import { Problem } from '../problems.js'
import { BootReport } from '../products/boot-report.js'
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
    private readonly boot: BootReport
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
    await this.store.probe()
    sendJson(exchange, 200, { status: 'ready', products: this.boot.states() }, never)
  }
}
