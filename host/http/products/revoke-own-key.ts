import { injectable } from '@product-host/sdk'
import { Keys } from '../../accounts/keys/keys.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { Problem } from '../../base/problems.js'
import { Authentication } from '../authentication.js'
import { clientOf } from '../client-address.js'
import type { HostRequest } from '../message.js'
import { sendJson } from '../reply.js'
import { requireNoBody } from '../request-body.js'

/** `POST /api/v1/products/keys/self/revoke`: revokes the key that authenticates the request, such as a leaked one. */
@injectable()
export class RevokeOwnKeyRoute {
  constructor(
    private readonly authentication: Authentication,
    private readonly keys: Keys,
    private readonly events: SecurityEvents
  ) {}

  async revoke(request: HostRequest): Promise<void> {
    const { account, keyId } = await this.authentication.byKey(request)
    Object.assign(request.context.notes, { account, keyId })
    await requireNoBody(request)
    const isNew = await this.keys.revoke(account, keyId)
    if (isNew === undefined)
      throw new Problem('insufficient_scope', 'This key is published for the demo and cannot be revoked.')
    if (isNew) await this.events.record(account, { kind: 'key_revoked', keyId, ...clientOf(request) })
    sendJson(request.context, 200, { id: keyId, revoked: true }, { 'Cache-Control': 'no-store' })
  }
}
