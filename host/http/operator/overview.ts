import { inject, injectable } from '@product-host/sdk'
import type { Request } from 'express'
import { retentionRows, usualRetention } from '../../base/retention.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import { configuration } from '../../operator/configuration.js'
import { ErrorRates, Health } from '../../operator/health.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { STORE, type Store } from '../../storage/store.js'
import { sendJson } from '../reply.js'
import { noStore } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

/** The member of the deployment file that the texts about retention name in place of its number. */
const numberMember = 'rate.idempotencyKeys'

/** What operators read of this host: products, errors, configuration and store. */
@injectable()
export class OverviewRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(DEPLOYMENT) private readonly deployment: Deployment,
    @inject(STORE) private readonly stored: Store,
    private readonly auth: OperatorAuth,
    private readonly state: Health,
    private readonly rates: ErrorRates
  ) {}

  async health(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, this.state.read(), noStore)
  }

  async errorRates(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, { rates: await this.rates.read() }, noStore)
  }

  async configuration(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, configuration(this.settings, this.deployment), noStore)
  }

  /** The space is null where it is not this host's to know, as with Redis. */
  async store(request: Request): Promise<void> {
    await this.auth.require(request)
    const usual = new Map(retentionRows(usualRetention).map(({ setting, storedFor }) => [setting, storedFor]))
    const retention = retentionRows(this.stored.retention).map(({ group, data, storedFor, setting }) => ({
      group,
      data,
      storedFor: this.#withNumber(storedFor),
      usual: storedFor === usual.get(setting) ? null : this.#withNumber(usual.get(setting) ?? ''),
      members: [`retention.${setting}`, ...(storedFor.includes(numberMember) ? [numberMember] : [])]
    }))
    sendJson(request.context, 200, { space: this.stored.space() ?? null, retention }, noStore)
  }

  /** A text with the number that the deployment file gives, in place of the member's name. */
  #withNumber(text: string): string {
    return text.replace(`\`${numberMember}\``, this.deployment.rates.idempotencyKeys.toLocaleString('en'))
  }
}
