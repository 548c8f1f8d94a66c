import type { EgressResponse } from '@product-host/sdk'
import { rounded } from '../statistics.js'
import { isoText } from '../wording.js'
import type { ProbeDetail, ProbeMetrics } from './detail.js'
import { type Attempt, attemptCount } from './examine.js'
import type { Incident } from './history.js'
import { checksIn, uptimeIn } from './hours.js'
import { isUnusual, latencyOf } from './latency.js'
import type { Note } from './notes.js'
import type { Observation } from './observation.js'
import type { Kept } from './targets.js'

const dayHours = 24
const weekHours = 168

/** Everything that is known about a probe, whether it found its target in service or not. */
export function detailOf(observation: Observation, kept: Kept, now: number): ProbeDetail {
  const { plan, attempts, verdict } = observation
  const { response, assertions, known } = attempts.last
  const checkedUrl = response?.url ?? known?.url
  const address = response?.address ?? known?.address
  return {
    target: plan.url.href,
    name: plan.name,
    status: verdict.status,
    ...(checkedUrl !== undefined && { checkedUrl }),
    ...(address !== undefined && { address }),
    ...(response && { http: httpOf(response), phases: phasesOf(response) }),
    redirects: [...(response?.redirects ?? [])],
    ...(verdict.certificate && { tls: { ...verdict.certificate.says, daysLeft: verdict.certificate.daysLeft } }),
    assertions: [...assertions],
    attempts: [...attempts.earlier, attempts.last].map(attempt => attemptOf(attempt, observation)),
    history: historyOf(kept, now),
    ...(kept.rhythm && { rhythm: { ...kept.rhythm, nextAt: isoText(kept.rhythm.nextAt) } }),
    notes: [...notesOf(observation, kept)]
  }
}

/** The figures of a probe; those that are not known are left out. */
export function metricsOf({ attempts, verdict }: Observation, kept: Kept, now: number): ProbeMetrics {
  const { response, known } = attempts.last
  const totalMs = response?.totalMs ?? known?.totalMs
  const uptime24hPct = uptimeIn(kept.after.hours, now, dayHours)
  return {
    attempts: attemptCount(attempts),
    ...(totalMs !== undefined && { totalMs: rounded(totalMs, 1) }),
    ...(response && figuresOf(response)),
    ...(verdict.certificate && { certDaysLeft: verdict.certificate.daysLeft }),
    ...(uptime24hPct !== undefined && { uptime24hPct })
  }
}

function figuresOf(response: EgressResponse): Partial<ProbeMetrics> {
  const { dns, connect, tls, processing, transfer } = phasesOf(response)
  return {
    dnsMs: dns,
    connectMs: connect,
    tlsMs: tls,
    processingMs: processing,
    transferMs: transfer,
    httpStatus: response.status,
    bytes: response.bytes
  }
}

function phasesOf({ phases: { dns, connect, tls, processing, transfer } }: EgressResponse) {
  return {
    dns: rounded(dns, 1),
    connect: rounded(connect, 1),
    tls: rounded(tls, 1),
    processing: rounded(processing, 1),
    transfer: rounded(transfer, 1)
  }
}

function httpOf({ status, httpVersion, bytes, headers }: EgressResponse): NonNullable<ProbeDetail['http']> {
  const contentType = headers['content-type']
  return { status, version: httpVersion, bytes, ...(contentType !== undefined && { contentType }) }
}

function attemptOf({ ms, failure }: Attempt, { verdict }: Observation): ProbeDetail['attempts'][number] {
  if (!failure) return { status: verdict.status, ms: rounded(ms, 1) }
  return { status: failure.status, ms: rounded(ms, 1), error: failure.code, reason: failure.reason }
}

function historyOf({ isKept, after }: Kept, now: number): ProbeDetail['history'] {
  const uptime24h = uptimeIn(after.hours, now, dayHours)
  const uptime7d = uptimeIn(after.hours, now, weekHours)
  const p50 = latencyOf(after.checks, 0.5)
  const p95 = latencyOf(after.checks, 0.95)
  return {
    checks: checksIn(after.hours, now, weekHours),
    state: after.state,
    ...(uptime24h !== undefined && { uptime24h }),
    ...(uptime7d !== undefined && { uptime7d }),
    ...(p50 !== undefined && { p50: rounded(p50, 1) }),
    ...(p95 !== undefined && { p95: rounded(p95, 1) }),
    ...(isKept && { since: isoText(after.since) }),
    ...(after.lastIncident && { lastIncident: incidentOf(after.lastIncident) })
  }
}

function incidentOf({ startedAt, endedAt, code }: Incident): NonNullable<ProbeDetail['history']['lastIncident']> {
  return { startedAt: isoText(startedAt), ...(endedAt !== undefined && { endedAt: isoText(endedAt) }), code }
}

function* notesOf({ plan, attempts, verdict }: Observation, kept: Kept): Generator<Note> {
  const { response, failure } = attempts.last
  if (verdict.isSlow) yield 'slow'
  if (response && !failure && isUnusual(response.totalMs, kept.before.checks)) yield 'slow_for_this_target'
  if (verdict.certificate?.isEnding) yield 'certificate_ending'
  if (failure && kept.isKept && kept.after.state !== 'down') yield 'unconfirmed_down'
  if (response?.isCut) yield 'body_cut'
  if (plan.withholdsHeaders) yield 'headers_not_sent'
  if (kept.urlBefore !== undefined && kept.urlBefore !== plan.url.href) yield 'url_changed'
  if (!kept.isKept) yield 'not_kept'
}
