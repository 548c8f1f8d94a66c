import { CLOCK, defineAction, EGRESS, ProductError, SETTINGS } from '@product-host/sdk'
import { ProbeDetail, ProbeMetrics } from '../probe/detail.js'
import { examine } from '../probe/examine.js'
import { ProbeInput } from '../probe/input.js'
import { planOf } from '../probe/plan.js'
import { detailOf, metricsOf } from '../probe/report.js'
import { summaryOf } from '../probe/summary.js'
import { Targets } from '../probe/targets.js'
import { verdictOf } from '../probe/verdict.js'
import { probeAsks } from './probe-asks.js'

/** Checks one address now, and goes on checking it when a rhythm is asked for. */
export const probe = defineAction({
  title: 'Probe an address',
  description:
    'Asks an http or https address for an answer and judges it: reachable, in time, the right status and body, a sound ' +
    'certificate. Keeps uptime, times of answer and incidents of each target, and can go on probing by itself.',
  effect: 'external',
  input: ProbeInput,
  detail: ProbeDetail,
  metrics: ProbeMetrics,
  examples: [
    { title: 'Is it up?', input: { url: 'https://example.com' } },
    {
      title: 'A health endpoint, every five minutes',
      input: {
        url: 'https://example.com/health',
        name: 'shop health',
        expectStatus: '200',
        expectJson: { path: 'status', equals: 'ok' },
        everySeconds: 300
      }
    }
  ],
  asks: probeAsks,
  errors: {
    dns_not_found: 'Down: the name has no address, or could not be looked up.',
    connect_refused: 'Down: the connection was refused, or lost before the answer was whole.',
    connect_timeout: 'Down: no connection came about within the time-out.',
    timeout: 'Down: no whole answer came within the time-out.',
    tls_expired: 'Down: the certificate has expired.',
    tls_untrusted: 'Down: the certificate is not trusted, or no secure connection came about.',
    tls_hostname: 'Down: the certificate is for another host.',
    http_status: 'Down: the status is none of those that were expected, or the answer is not HTTP.',
    body_mismatch: 'Down: a condition on the body does not hold.',
    too_many_redirects: 'Down: more redirects than maxRedirects allows.',
    blocked_address: 'Blocked: the address, or one that it redirects to, may not be asked from here.',
    blocked_port: 'Blocked: the port is not among those that are allowed.',
    quota_exceeded: 'No rhythm was set and nothing was probed: 100 targets have one already.'
  },
  needs: { egress: EGRESS, settings: SETTINGS, clock: CLOCK, targets: Targets },
  timeoutMs: 75_000,

  async run(input, { egress, settings, clock, targets, signal }) {
    const plan = planOf(input, settings)
    const occasion = { by: 'call' as const, input }
    await targets.admit(plan.name, occasion)
    const attempts = await examine(plan, egress, signal)
    const observation = { plan, attempts, verdict: verdictOf(plan, attempts, clock.now()) }
    const kept = await targets.record(observation, occasion)
    const summary = summaryOf(observation)
    const metrics = metricsOf(observation, kept, clock.now())
    const detail = detailOf(observation, kept, clock.now())
    const { failure } = attempts.last
    if (failure) {
      const retryable = failure.status === 'down'
      throw new ProductError(failure.code, summary, { details: detail, metrics, retryable })
    }
    return { summary, metrics, detail }
  }
})
