import { hash, timingSafeEqual } from 'node:crypto'
import { inject, injectable } from '@product-host/sdk'
import { Metrics } from '../metrics/metrics.js'
import { Problem } from '../problems.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import type { HostRequest } from './message.js'
import { sendReply } from './reply.js'

/** `GET /metrics`, for Prometheus; where the operator has set a token, for who has it. */
@injectable()
export class MetricsRoute {
  readonly #token: Buffer | undefined

  constructor(
    @inject(HOST_SETTINGS) { metricsToken }: Settings,
    private readonly metrics: Metrics
  ) {
    this.#token = metricsToken === undefined ? undefined : digest(metricsToken)
  }

  async read(request: HostRequest): Promise<void> {
    if (this.#token) requireToken(request, this.#token)
    const text = await this.metrics.text()
    const headers = { 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }
    sendReply(request.exchange, { status: 200, headers, text })
  }
}

function requireToken({ headers: { authorization = '' } }: HostRequest, expected: Buffer): void {
  const [, token] = /^Bearer +(.+)$/i.exec(authorization) ?? []
  if (token === undefined)
    throw new Problem('missing_key', 'Send METRICS_TOKEN as a bearer token.', {
      headers: { 'WWW-Authenticate': 'Bearer' }
    })
  if (!timingSafeEqual(digest(token), expected))
    throw new Problem('invalid_key', 'This is not the token that METRICS_TOKEN names.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' }
    })
}

/** Digests are of one length, so that comparing them tells nothing. */
function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
