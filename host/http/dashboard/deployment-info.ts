import { inject, injectable } from '@product-host/sdk'
import type { Request } from 'express'
import { problems } from '../../base/problems.js'
import { BILLING_MODE, type BillingMode } from '../../billing/checkout.js'
import { RATES, type Rates } from '../../deployment.js'
import { KeylessRequests } from '../../limits/address-limits.js'
import { apiCodes } from '../../products/openapi/refusals.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { sendJson } from '../reply.js'
import { largestBody } from '../request-body.js'

/** `GET /dashboard/api/site`: what the pages need to know about this deployment; public. */
@injectable()
export class DeploymentInfoRoute {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(RATES) private readonly rates: Rates,
    private readonly keyless: KeylessRequests,
    @inject(BILLING_MODE) private readonly billing: BillingMode
  ) {}

  async show(request: Request): Promise<void> {
    this.keyless.require(request.ip ?? '')
    const { isDemo, mail } = this.settings
    const { key, account, atOnce } = this.rates
    const info = {
      demoKey: isDemo ? (await import('../../accounts/keys/demo-key.js')).demoKey : null,
      sendsMail: mail !== undefined,
      hasTrial: this.billing !== 'none',
      limits: { key: shown(key), account: shown(account), atOnce, bodyBytes: largestBody },
      problems: Object.entries(problems).map(([code, { status, title }]) => ({
        code,
        status,
        title,
        isOfApi: apiCodes.has(code)
      }))
    }
    sendJson(request.context, 200, info, { 'Cache-Control': 'no-cache' })
  }
}

function shown({ requests, seconds }: Rates['key']) {
  return { requests, seconds }
}
