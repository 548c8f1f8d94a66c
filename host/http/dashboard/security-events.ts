import { injectable } from '@product-host/sdk'
import { kindOf } from '../../accounts/security-event-kinds.js'
import { SecurityEvents } from '../../accounts/security-events.js'
import type { HostRequest } from '../message.js'
import { readLimit, readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { noStore } from './fields.js'
import { SessionDoor } from './session-door.js'

/** Most events of a page. */
const mostEvents = 100
/** How many it has when nobody says. */
const usualEvents = 20

/** `GET /dashboard/api/accounts/me/events`: what has happened to the security of who is signed in, the newest first. */
@injectable()
export class SecurityEventRoutes {
  constructor(
    private readonly door: SessionDoor,
    private readonly events: SecurityEvents
  ) {}

  async list(request: HostRequest): Promise<void> {
    const { account } = await this.door.open(request)
    const { limit, after } = pageOf(request)
    const { events, next } = await this.events.page(account, limit, after)
    const titled = events.map(event => ({ ...event, title: kindOf(event.kind).title }))
    sendJson(request.exchange, 200, { events: titled, next }, noStore)
  }
}

function pageOf(request: HostRequest) {
  const query = readQuery(request, ['limit', 'after'])
  return { limit: readLimit('limit', query('limit'), usualEvents, mostEvents), after: query('after') }
}
