import { hash, timingSafeEqual } from 'node:crypto'
import { inject, injectable } from '@product-host/sdk'
import ipaddr from 'ipaddr.js'
import { Metrics } from '../base/metrics.js'
import { Problem } from '../base/problems.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { isForwarded } from './listener.js'
import type { HostRequest } from './message.js'
import { sendReply } from './reply.js'

/**
 * `GET /metrics`, for Prometheus. With METRICS_TOKEN, only for callers that send it; without it, for everybody, but in
 * production only for this machine.
 */
@injectable()
export class MetricsRoute {
  readonly #token: Buffer | undefined

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly metrics: Metrics
  ) {
    const { metricsToken } = settings
    this.#token = metricsToken === undefined ? undefined : digest(metricsToken)
  }

  async read(request: HostRequest): Promise<void> {
    if (this.#token) requireToken(request, this.#token)
    else if (this.settings.isProduction) requireThisMachine(request, this.settings)
    const text = await this.metrics.text()
    const headers = { 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }
    sendReply(request.context, { status: 200, headers, text })
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

/** Behind a proxy every request comes from the proxy's address, so that the address says nothing. */
function requireThisMachine({ socket: { remoteAddress = '' }, headers }: HostRequest, { trustProxy }: Settings): void {
  const isLocal = ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback'
  if (isLocal && trustProxy === undefined && !isForwarded(headers)) return
  throw new Problem(
    'missing_key',
    'In production, the operator has to set METRICS_TOKEN and the caller to send it as a bearer token; without ' +
      'it, /metrics answers only this machine, without a proxy.',
    { headers: { 'WWW-Authenticate': 'Bearer' } }
  )
}

/** Digests are of one length, so that comparing them tells nothing. */
function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
