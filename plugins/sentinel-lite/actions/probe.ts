import { CLOCK, defineAction, EGRESS, ProductError, SETTINGS, Type } from '@product-host/sdk'
import { ProbeDetail, ProbeMetrics, probeViews } from '../probe/answer.js'
import { examine, resultOf } from '../probe/attempts.js'
import { ProbeInput, planOf } from '../probe/plan.js'
import { detailOf, metricsOf, summaryOf } from '../probe/report.js'
import { Targets } from '../probe/targets.js'
import intents from './intents.json' with { type: 'json' }

/** Checks one address now, and again and again when a rhythm is requested. */
export const probe = defineAction({
  title: 'Probe an address',
  description:
    'Asks an http or https address for an answer and checks it: reachable, in time, the right status and body, a sound ' +
    'certificate. Also checks that a TCP port accepts connections, and which DNS records a name has. With an interval it monitors ' +
    'the target: it goes on probing by itself, and sends alerts. Stores uptime, response times and incidents.',
  effect: 'external',
  idempotent: true,
  input: ProbeInput,
  detail: Type.Object(ProbeDetail.properties, { 'x-view': probeViews }),
  metrics: ProbeMetrics,
  decisiveFields: [
    'method',
    'expectStatus',
    'contains',
    'notContains',
    'matches',
    'expectJson',
    'timeoutMs',
    'degradedMs',
    'certWarnDays',
    'everySeconds'
  ],
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
    },
    { title: 'Does the database accept connections?', input: { url: 'tcp://db.example.com:5432' } },
    {
      title: 'Are the mail servers of a domain as they should be?',
      input: { url: 'dns:example.com?type=MX', contains: 'mail.example.com' }
    }
  ],
  intents: intents.probe,
  errors: {
    dns_not_found: 'Down: the name has no address, or no such records, or could not be looked up.',
    connect_refused: 'Down: the connection was refused, or lost before the answer was whole.',
    connect_timeout: 'Down: no connection came about within the time-out.',
    timeout: 'Down: no whole answer came within the time-out.',
    tls_expired: 'Down: the certificate has expired.',
    tls_untrusted: 'Down: the certificate is not trusted, or no secure connection came about.',
    tls_hostname: 'Down: the certificate is for another host.',
    http_status: 'Down: the status is none of those that were expected, or the answer is not HTTP.',
    body_mismatch: 'Down: a condition on the body does not hold.',
    too_many_redirects: 'Down: more redirects than the call allows.',
    blocked_address: 'Blocked: the address, or one that it redirects to, may not be asked from here.',
    blocked_port: 'Blocked: the port is not among those that are allowed.',
    blocked_dns: 'Blocked: the operator of this host does not allow DNS lookups (egress.dns).',
    name_taken:
      'No interval was set or ended and nothing was probed: the target of that name is monitored at another address.',
    quota_exceeded: 'No interval was set and nothing was probed: 100 targets have one already.'
  },
  needs: { egress: EGRESS, settings: SETTINGS, clock: CLOCK, targets: Targets },
  timeoutMs: 75_000,

  async run(input, { egress, settings, clock, targets, signal }) {
    const plan = planOf(input, settings, await targets.nameOf(input))
    const trigger = { by: 'call' as const, input }
    await targets.admit(plan, trigger)
    const attempts = await examine(plan, { egress, clock, signal })
    const observation = { plan, attempts, result: resultOf(plan, attempts, clock.now()) }
    const stored = await targets.record(observation, trigger)
    const summary = summaryOf(observation)
    const metrics = metricsOf(observation, stored, clock.now())
    const detail = detailOf(observation, stored, clock.now())
    const { failure } = attempts.last
    if (failure) {
      const retryable = failure.status === 'down'
      throw new ProductError(failure.code, summary, { details: detail, metrics, retryable })
    }
    return { summary, metrics, detail }
  }
})
