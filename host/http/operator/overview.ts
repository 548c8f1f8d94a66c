import { inject, injectable } from '@product-host/sdk'
import type { Request } from 'express'
import { type Retention, retentionRows, usualRetention } from '../../base/retention.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import { configuration } from '../../operator/configuration.js'
import { ErrorRates, Health, StoppedCalls } from '../../operator/health.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { STORE, type Store } from '../../storage/store.js'
import { sendJson } from '../reply.js'
import { noStore } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

/** What operators read of this host: products, errors, configuration and store. */
@injectable()
export class OverviewRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(DEPLOYMENT) private readonly deployment: Deployment,
    @inject(STORE) private readonly stored: Store,
    private readonly auth: OperatorAuth,
    private readonly state: Health,
    private readonly rates: ErrorRates,
    private readonly stoppedCalls: StoppedCalls
  ) {}

  async health(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, this.state.read(), noStore)
  }

  async errorRates(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, { rates: await this.rates.read(), ...(await this.stoppedCalls.read()) }, noStore)
  }

  async configuration(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, configuration(this.settings, this.deployment), noStore)
  }

  /** The space is null where it is not this host's to know, as with Redis or PostgreSQL. */
  async store(request: Request): Promise<void> {
    await this.auth.require(request)
    const usual = new Map(this.#retention(usualRetention).map(({ members, storedFor }) => [members[0], storedFor]))
    const retention = this.#retention(this.stored.retention).map(row => {
      const otherwise = usual.get(row.members[0])
      return { ...row, usual: otherwise === row.storedFor ? null : otherwise }
    })
    sendJson(request.context, 200, { space: this.stored.space() ?? null, retention }, noStore)
  }

  /** What is stored, how long, and the members of the deployment file that decide it. */
  #retention(retention: Retention) {
    const most = this.deployment.rates.idempotencyKeys.toLocaleString('en')
    return retentionRows(retention).map(({ group, data, storedFor, setting, mostMember }) => ({
      group,
      data,
      storedFor: mostMember === undefined ? storedFor : storedFor.replace(`\`${mostMember}\``, most),
      members: [`retention.${setting}`, ...(mostMember === undefined ? [] : [mostMember])]
    }))
  }
}
