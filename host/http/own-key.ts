import { injectable } from '@product-host/sdk'
import { Keys } from '../accounts/keys.js'
import { SecurityEvents } from '../accounts/security-events.js'
import { Problem } from '../problems.js'
import { requireNoBody } from './body.js'
import { Callers } from './callers.js'
import { clientOf } from './client.js'
import type { HostRequest } from './message.js'
import { sendJson } from './reply.js'

/** `POST /api/v1/products/keys/self/revoke`: a key that has leaked can end itself, by whoever has it. */
@injectable()
export class OwnKeyRoute {
  constructor(
    private readonly callers: Callers,
    private readonly keys: Keys,
    private readonly events: SecurityEvents
  ) {}

  async revoke(request: HostRequest): Promise<void> {
    const { account, keyId } = await this.callers.byKey(request)
    Object.assign(request.exchange.notes, { account, keyId })
    await requireNoBody(request)
    const isNew = await this.keys.revoke(account, keyId)
    if (isNew === undefined)
      throw new Problem('insufficient_scope', 'This key is published for the demo and cannot be revoked.')
    if (isNew) await this.events.record(account, { kind: 'key_revoked', keyId, ...clientOf(request) })
    sendJson(request.exchange, 200, { id: keyId, revoked: true }, { 'Cache-Control': 'no-store' })
  }
}
