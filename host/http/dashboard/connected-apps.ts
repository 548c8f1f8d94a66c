import { inject, injectable, Type } from '@product-host/sdk'
import { ConnectedApps, type ListedApp } from '../../accounts/keys/connected-apps.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { Problem } from '../../base/problems.js'
import { Access } from '../../execution/access.js'
import { clientOf } from '../client-address.js'
import { LOAD_OAUTH } from '../listener.js'
import type { HostRequest } from '../message.js'
import type { OAuthService } from '../oauth/service.js'
import { queryOf } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, isId, noStore, requireNoBody } from '../request-body.js'
import { requireOwnPage } from './csrf.js'
import { SessionAuth } from './session-auth.js'

/** The query is that of the address to which the application has sent the browser. */
const decision = bodyReader(Type.Object({ query: Type.String({ maxLength: 8_000 }), allow: Type.Boolean() }))

/** `/dashboard/api/apps` and `/dashboard/api/authorization`: the applications that the signed-in account lets in by OAuth. */
@injectable()
export class ConnectedAppRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly apps: ConnectedApps,
    private readonly access: Access,
    private readonly events: SecurityEvents,
    @inject(LOAD_OAUTH) private readonly loadOAuth: () => Promise<OAuthService>
  ) {}

  async list(request: HostRequest): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    sendJson(request.context, 200, { apps: (await this.apps.list(account)).map(shown) }, noStore)
  }

  async revoke(request: HostRequest, id: string): Promise<void> {
    const { account, session } = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    if (!isId(id) || !(await this.apps.revoke(account, id))) throw new Problem('not_found', 'You have no such app.')
    await this.events.record(account, {
      kind: 'app_disconnected',
      keyId: id,
      sessionId: session.id,
      ...clientOf(request)
    })
    sendEmpty(request.context, 204, noStore)
  }

  /** What the page asks before an application is let in. */
  async question(request: HostRequest): Promise<void> {
    requireOwnPage(request)
    const { account } = await this.auth.requireSignIn(request)
    const service = await this.loadOAuth()
    sendJson(request.context, 200, await service.question(account, queryOf(request)), noStore)
  }

  /** Lets an application in or not, and says where the browser goes. To refuse one takes neither a recent sign-in nor a plan. */
  async decide(request: HostRequest): Promise<void> {
    const signedIn = await this.auth.requireSignIn(request)
    const { account, session } = signedIn
    const { query, allow } = await decision(request)
    if (allow) {
      this.auth.requireRecent(signedIn)
      await this.access.requireTrialStarted(account)
    }
    const service = await this.loadOAuth()
    const { redirectTo, isConnected } = await service.answer(account, new URLSearchParams(query), allow)
    if (isConnected)
      await this.events.record(account, { kind: 'app_connected', sessionId: session.id, ...clientOf(request) })
    sendJson(request.context, 200, { redirectTo }, noStore)
  }
}

function shown({ keyId, name, clientId, scopes, resource, createdAt, expiresAt, lastUsedAt }: ListedApp) {
  return { id: keyId, name, clientId, scopes, resource, createdAt, expiresAt, lastUsedAt: lastUsedAt ?? null }
}
