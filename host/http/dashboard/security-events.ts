import { injectable } from '@product-host/sdk'
import { Keys } from '../../accounts/keys/keys.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { securityEventKind } from '../../base/security-event.js'
import { HookStore, isHookId } from '../../hooks/hook-store.js'
import type { HostRequest } from '../message.js'
import { readLimit, readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { noStore } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

/** Most events of a page. */
const mostEvents = 100
/** The default number of events of a page. */
const usualEvents = 20

/** `GET /dashboard/api/accounts/me/events`: the security events of the signed-in account, newest first. */
@injectable()
export class SecurityEventRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly events: SecurityEvents,
    private readonly keys: Keys,
    private readonly hooks: HookStore
  ) {}

  async list(request: HostRequest): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const { limit, after } = pageOf(request)
    const { events, next } = await this.events.page(account, limit, after)
    const names = await this.#keyNames(
      account,
      events.flatMap(({ keyId }) => keyId ?? [])
    )
    const titled = events.map(event => {
      const keyName = names.get(event.keyId ?? '')
      return { ...event, title: securityEventKind(event.kind).title, ...(keyName !== undefined && { keyName }) }
    })
    sendJson(request.context, 200, { events: titled, next }, noStore)
  }

  /** What the account calls these keys and hooks today; without those that are no longer stored. */
  async #keyNames(account: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const named = await Promise.all(
      [...new Set(ids)].map(async id => {
        const one = isHookId(id) ? await this.hooks.get(account, id) : await this.keys.find(account, id)
        return one ? [[id, one.name] as const] : []
      })
    )
    return new Map(named.flat())
  }
}

function pageOf(request: HostRequest) {
  const query = readQuery(request, ['limit', 'after'])
  return { limit: readLimit('limit', query('limit'), usualEvents, mostEvents), after: query('after') }
}
