import { CLOCK, type Clock, type Issue, inject, injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { hasExpired } from '../../accounts/keys/check-key.js'
import { type KeyPageOptions, type ListedKey, mostKeysPerPage } from '../../accounts/keys/key-records.js'
import { type CreatedKey, type KeyChange, Keys } from '../../accounts/keys/keys.js'
import type { Session } from '../../accounts/sessions.js'
import { SecurityEvents } from '../../audit/security-events.js'
import type { Budget } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { allScopes, Scope, webhooksScope } from '../../base/scopes.js'
import type { SecurityEventKind } from '../../base/security-event.js'
import { Access } from '../../execution/access.js'
import { budgetIssues, budgetOf, NewBudget } from '../../limits/budget.js'
import { Registry } from '../../products/registry.js'
import { clientOf } from '../client-address.js'
import { readLimit, readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, isId, noStore, requireNoBody } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Scopes = Type.Array(Scope, { minItems: 1, maxItems: 100, uniqueItems: true })
const ExpiresAt = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])
const BudgetOrNone = Type.Optional(Type.Union([NewBudget, Type.Null()]))
const newKey = bodyReader(
  Type.Object({
    name: Name,
    scopes: Type.Optional(Scopes),
    expiresAt: Type.Optional(ExpiresAt),
    budget: BudgetOrNone
  })
)
const keyChange = bodyReader(
  Type.Object({
    name: Type.Optional(Name),
    scopes: Type.Optional(Scopes),
    expiresAt: Type.Optional(ExpiresAt),
    budget: BudgetOrNone
  })
)
/** An hour by default; thirty days at most. */
const overlap = bodyReader(
  Type.Object({ overlapSeconds: Type.Integer({ minimum: 0, maximum: 30 * 24 * 60 * 60, default: 3_600 }) })
)

/** `/dashboard/api/keys`: the bearer keys of the signed-in account. */
@injectable()
export class KeyRoutes {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    private readonly auth: SessionAuth,
    private readonly keys: Keys,
    private readonly registry: Registry,
    private readonly access: Access,
    private readonly events: SecurityEvents
  ) {}

  async create(request: Request): Promise<void> {
    const { account, session } = await this.auth.requireRecentSignIn(request)
    const { name, scopes, expiresAt, budget } = await newKey(request)
    this.#requireSound({ name, scopes, expiresAt, budget })
    await this.access.requireTrialStarted(account)
    const made = await this.keys.create(
      account,
      name,
      endOf(expiresAt) ?? undefined,
      scopes,
      limitsOf(budget) ?? undefined
    )
    await this.#note(request, session, 'key_created', made.record.keyId)
    this.#sendMade(request, made)
  }

  async list(request: Request): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const { keys, next = null } = await this.keys.page(account, pageOf(request))
    sendJson(request.context, 200, { keys: keys.map(key => this.#shown(key)), next }, noStore)
  }

  async change(request: Request, id: string): Promise<void> {
    const signedIn = await this.auth.requireSignIn(request)
    const { account } = signedIn
    const { name, scopes, expiresAt, budget } = await keyChange(request)
    this.#requireSound({ name, scopes, expiresAt, budget })
    // Wider scopes, a later expiry or more calls are as sensitive as a new key; a name is not.
    if (scopes !== undefined || expiresAt !== undefined || budget !== undefined) this.auth.requireRecent(signedIn)
    const change: KeyChange = { name, scopes, expiresAt: endOf(expiresAt), budget: limitsOf(budget) }
    if (!isId(id) || !(await this.keys.change(account, id, change))) throw noSuchKey()
    await this.#sendOne(request, account, id)
  }

  async rotate(request: Request, id: string): Promise<void> {
    const { account, session } = await this.auth.requireRecentSignIn(request)
    const { overlapSeconds } = await overlap(request)
    const made = isId(id) ? await this.keys.rotate(account, id, overlapSeconds * 1000) : undefined
    if (!made) throw noSuchKey()
    await this.#note(request, session, 'key_rotated', id)
    this.#sendMade(request, made)
  }

  async revoke(request: Request, id: string): Promise<void> {
    const { account, session } = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    const isNew = isId(id) ? await this.keys.revoke(account, id) : undefined
    if (isNew === undefined) throw noSuchKey()
    if (isNew) await this.#note(request, session, 'key_revoked', id)
    sendEmpty(request.context, 204, noStore)
  }

  async revokeAll(request: Request): Promise<void> {
    const { account, session } = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    const revoked = await this.keys.revokeAll(account)
    if (revoked > 0)
      await this.events.record(account, { kind: 'all_keys_revoked', sessionId: session.id, ...clientOf(request) })
    sendJson(request.context, 200, { revoked }, noStore)
  }

  /** Throws a `Problem` for a name of blanks alone, for scopes of unknown products, and for an expiry in the past. */
  #requireSound({ name, scopes = [], expiresAt = null, budget }: SentKey): void {
    const unknown: readonly Issue[] = scopes.flatMap((scope, index) => {
      const [slug = ''] = scope.split(':')
      if (slug === '*' || scope === webhooksScope || this.registry.bySlug.get(slug)) return []
      const fix = 'Send the slug of a product, or "*" for all.'
      return [
        { pointer: `#/scopes/${index}`, code: 'unknown_product', detail: 'is not a product of this deployment', fix }
      ]
    })
    const errors = [...unknown, ...budgetIssues(budget, '#/budget')]
    if (name?.trim() === '')
      errors.push({
        pointer: '#/name',
        code: 'blank',
        detail: 'has blanks alone',
        fix: 'Send a name with another character.'
      })
    if (expiresAt !== null && Date.parse(expiresAt) <= this.clock.now())
      errors.push({ pointer: '#/expiresAt', code: 'past', detail: 'is in the past', fix: 'Send a later time.' })
    if (errors.length > 0) throw new Problem('invalid_input', 'The body does not fit; see errors.', { errors })
  }

  async #note(request: Request, { id, account }: Session, kind: SecurityEventKind, keyId: string): Promise<void> {
    await this.events.record(account, { kind, keyId, sessionId: id, ...clientOf(request) })
  }

  async #sendOne(request: Request, account: string, id: string): Promise<void> {
    const key = await this.keys.find(account, id)
    if (!key) throw noSuchKey()
    sendJson(request.context, 200, this.#shown(key), noStore)
  }

  #sendMade(request: Request, { key, record }: CreatedKey): void {
    const { id, ...rest } = this.#shown(record)
    sendJson(request.context, 201, { id, key, ...rest }, noStore)
  }

  #shown(key: ListedKey) {
    const { keyId, name, lastFour, scopes = allScopes, createdAt, expiresAt = null } = key
    const { lastUsedAt = null, revokedAt = null, replacedBy = null, budget = null } = key
    const status = revokedAt ? 'revoked' : hasExpired(key, this.clock.now()) ? 'expired' : 'good'
    const times = { createdAt, expiresAt, lastUsedAt, revokedAt }
    return { id: keyId, name, lastFour, scopes, status, ...times, replacedBy, budget }
  }
}

/** What is sent of a key. */
interface SentKey extends Pick<KeyChange, 'name' | 'scopes' | 'expiresAt'> {
  readonly budget?: NewBudget | null | undefined
}

/** A budget as it is stored; null for none, undefined when it was omitted. */
function limitsOf(budget: NewBudget | null | undefined): Budget | null | undefined {
  return budget === undefined ? undefined : (budgetOf(budget) ?? null)
}

/** An expiry as it is stored; null for none, undefined when it was omitted. */
function endOf(expiresAt: string | null | undefined): string | null | undefined {
  return typeof expiresAt === 'string' ? isoTime(Date.parse(expiresAt)) : expiresAt
}

/** The requested page; the largest by default. */
function pageOf(request: Request): KeyPageOptions {
  const query = readQuery(request, ['limit', 'after'])
  const after = query('after')
  const limit = readLimit('limit', query('limit'), mostKeysPerPage, mostKeysPerPage)
  return { limit, ...(after !== undefined && { after }) }
}

function noSuchKey(): Problem {
  return new Problem('not_found', 'You have no such key.')
}
