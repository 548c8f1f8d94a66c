import { injectable, Type } from '@product-host/sdk'
import { SecurityEvents } from '../../audit/security-events.js'
import { sessionKeyId } from '../../base/caller.js'
import { Problem } from '../../base/problems.js'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { claimName } from '../../execution/idempotency.js'
import { Outcomes } from '../../execution/outcomes.js'
import { Limits } from '../../limits/limits.js'
import { Authentication } from '../authentication.js'
import { clientOf } from '../client-address.js'
import { idempotencyKey } from '../execute.js'
import type { HostRequest } from '../message.js'
import { readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { bodyReader, isId, noStore } from '../request-body.js'

const readFinding = bodyReader(
  Type.Object({
    product: Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 64 }),
    outcome: Type.Enum(['done', 'not_done']),
    note: Type.Optional(Type.String({ maxLength: 1_000 })),
    id: Type.Optional(Type.String({ maxLength: 64 }))
  })
)

/** `/api/v1/products/outcomes`: what became of requests with an Idempotency-Key. */
@injectable()
export class OutcomeRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly limits: Limits,
    private readonly outcomes: Outcomes,
    private readonly events: SecurityEvents
  ) {}

  /** The outcomes of the key in the header; without one, the lost outcomes of the account. */
  async read(request: HostRequest): Promise<void> {
    const { caller, rates } = await this.authentication.identify(request)
    const product = readQuery(request, ['product'])('product')
    if (product !== undefined && mayNotSee(caller, product)) throw outOfScope()
    this.limits.require(rates)
    const key = idempotencyKey(request)
    const all = await (key === undefined ? this.outcomes.lost(caller) : this.outcomes.of(caller, key))
    const outcomes = all.filter(({ productId }) => product === undefined || productId === product)
    if (key !== undefined && outcomes.length === 0)
      throw new Problem('not_found', 'No product has an outcome for this Idempotency-Key that this key may see.')
    sendJson(request.context, 200, { outcomes }, noStore)
  }

  /** Settles the lost outcome of the key in the header, or of the id in the body. */
  async settle(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const key = idempotencyKey(request)
    const { product, outcome, note, id } = await readFinding(request)
    const name = key === undefined ? nameOf(product, id) : claimName(product, key)
    const settled = await this.outcomes.settle(caller, name, { isDone: outcome === 'done', note })
    const { account, keyId } = caller
    const by = keyId === sessionKeyId ? {} : { keyId }
    await this.events.record(account, { kind: 'outcome_settled', product, ...by, ...clientOf(request) })
    sendJson(request.context, 200, settled, noStore)
  }
}

function nameOf(product: string, id: string | undefined): string {
  if (id !== undefined && isId(id)) return `${product}/${id}`
  throw new Problem('invalid_input', 'The request names no call; see errors.', {
    errors: [
      {
        pointer: '#/id',
        code: 'required',
        detail: 'names no call',
        fix: 'Send the Idempotency-Key of the call in the header, or the id from the list of outcomes.'
      }
    ]
  })
}
