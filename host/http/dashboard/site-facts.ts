import { inject, injectable } from '@product-host/sdk'
import type { Request } from 'express'
import type { Rates } from '../../limits/limits.js'
import { problems } from '../../problems.js'
import type { Settings } from '../../settings.js'
import { HOST_SETTINGS, RATES } from '../../tokens.js'
import { largestBody } from '../body.js'
import { sendJson } from '../reply.js'

/** `GET /dashboard/api/site`: what the pages have to know of this deployment, for anyone to read. */
@injectable()
export class SiteFactsRoute {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(RATES) private readonly rates: Rates
  ) {}

  async show(request: Request): Promise<void> {
    const { isDemo, mail } = this.settings
    const { key, account, atOnce } = this.rates
    const facts = {
      demoKey: isDemo ? (await import('../../accounts/demo-key.js')).demoKey : null,
      sendsMail: mail !== undefined,
      limits: { key: shown(key), account: shown(account), atOnce, bodyBytes: largestBody },
      problems: Object.entries(problems).map(([code, { status, title, ...rest }]) => ({
        code,
        status,
        title,
        retryable: 'retryable' in rest
      }))
    }
    sendJson(request.exchange, 200, facts, { 'Cache-Control': 'no-cache' })
  }
}

function shown({ requests, seconds }: Rates['key']) {
  return { requests, seconds }
}
