import type { EgressPhases, EgressResponse } from '@product-host/sdk'
import { counted, grouped, rounded } from '@product-host/toolkit/numbers'
import { cut } from '@product-host/toolkit/text'
import { isoText } from '../wording.js'
import { type Address, shownAddress } from './address.js'
import type { Note, ProbeDetail, ProbeMetrics } from './answer.js'
import { type Attempt, attemptCount, type Observation, type Reply } from './attempts.js'
import { checksIn, type Incident, isUnusual, latencyOf, uptimeIn } from './history.js'
import type { StoredCheck } from './targets.js'

/** Most characters of a greeting, most records, and most characters of a record that an answer shows. */
const longestGreeting = 200
const mostRecords = 20
const longestRecord = 300

const dayHours = 24

const weekHours = 168

/** Everything that is known about a probe, whether it found its target in service or not. */
export function detailOf(observation: Observation, stored: StoredCheck, now: number): ProbeDetail {
  const { plan, attempts, result } = observation
  const { reply, assertions, known } = attempts.last
  const { response, connection } = reply ?? {}
  const checkedUrl = response?.url ?? known?.url
  const address = response?.address ?? connection?.address ?? known?.address
  return {
    target: plan.address.url.href,
    name: plan.name,
    status: result.status,
    ...(checkedUrl !== undefined && { checkedUrl }),
    ...(address !== undefined && { address }),
    ...(response && { http: httpOf(response) }),
    ...shownTcp(reply),
    ...shownDns(observation),
    ...(reply && shownPhases(reply)),
    redirects: [...(response?.redirects ?? [])],
    ...(result.certificate && { tls: { ...result.certificate.details, daysLeft: result.certificate.daysLeft } }),
    assertions: [...assertions],
    attempts: [...attempts.earlier, attempts.last].map(attempt => attemptOf(attempt, observation)),
    history: historyOf(stored, now),
    ...(stored.rhythm && { rhythm: { ...stored.rhythm, nextAt: isoText(stored.rhythm.nextAt) } }),
    notes: [...notesOf(observation, stored)]
  }
}

/** The figures of a probe; those that are not known are left out. */
export function metricsOf({ attempts, result }: Observation, stored: StoredCheck, now: number): ProbeMetrics {
  const { reply, known, ms } = attempts.last
  const totalMs = reply ? ms : known?.totalMs
  const uptime24hPct = uptimeIn(stored.after.hours, now, dayHours)
  return {
    attempts: attemptCount(attempts),
    ...(totalMs !== undefined && { totalMs: rounded(totalMs, 1) }),
    ...(reply && figuresOf(reply)),
    ...(result.certificate && { certDaysLeft: result.certificate.daysLeft }),
    ...(uptime24hPct !== undefined && { uptime24hPct })
  }
}

function figuresOf({ response, connection, records }: Reply): Partial<ProbeMetrics> {
  if (response) {
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
  if (!connection) return { records: records?.length ?? 0 }
  const { dns, connect, processing } = connection.phases
  return { dnsMs: rounded(dns, 1), connectMs: rounded(connect, 1), processingMs: rounded(processing, 1) }
}

function shownPhases({ response, connection }: Reply): Pick<ProbeDetail, 'phases'> {
  if (response) return { phases: phasesOf(response) }
  return connection ? { phases: phasesOf({ phases: { tls: 0, transfer: 0, ...connection.phases } }) } : {}
}

function phasesOf({ phases: { dns, connect, tls, processing, transfer } }: { readonly phases: EgressPhases }) {
  return {
    dns: rounded(dns, 1),
    connect: rounded(connect, 1),
    tls: rounded(tls, 1),
    processing: rounded(processing, 1),
    transfer: rounded(transfer, 1)
  }
}

function shownTcp({ connection }: Reply = {}): Pick<ProbeDetail, 'tcp'> {
  if (!connection) return {}
  const { port, greeting } = connection
  return { tcp: { port, ...(greeting !== '' && { greeting: cut(greeting.trimEnd(), longestGreeting) }) } }
}

function shownDns({ plan: { address }, attempts }: Observation): Pick<ProbeDetail, 'dns'> {
  const { records } = attempts.last.reply ?? {}
  if (address.kind !== 'dns' || !records) return {}
  const shown = records.slice(0, mostRecords).map(record => cut(record, longestRecord))
  return { dns: { type: address.type, records: shown } }
}

function httpOf({ status, httpVersion, bytes, headers }: EgressResponse): NonNullable<ProbeDetail['http']> {
  const contentType = headers['content-type']
  return { status, version: httpVersion, bytes, ...(contentType !== undefined && { contentType }) }
}

function attemptOf({ ms, failure }: Attempt, { result }: Observation): ProbeDetail['attempts'][number] {
  if (!failure) return { status: result.status, ms: rounded(ms, 1) }
  return { status: failure.status, ms: rounded(ms, 1), error: failure.code, reason: failure.reason }
}

function historyOf({ kind, after }: StoredCheck, now: number): ProbeDetail['history'] {
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
    ...(kind !== 'none' && { since: isoText(after.since) }),
    ...(after.lastIncident && { lastIncident: incidentOf(after.lastIncident) })
  }
}

function incidentOf({ startedAt, endedAt, code }: Incident): NonNullable<ProbeDetail['history']['lastIncident']> {
  return { startedAt: isoText(startedAt), ...(endedAt !== undefined && { endedAt: isoText(endedAt) }), code }
}

function* notesOf({ plan, attempts, result }: Observation, stored: StoredCheck): Generator<Note> {
  const { reply, failure, ms } = attempts.last
  if (result.isSlow) yield 'slow'
  if (reply && !failure && isUnusual(ms, stored.before.checks)) yield 'slow_for_this_target'
  if (result.certificate?.isEnding) yield 'certificate_ending'
  if (failure && stored.kind === 'counted' && stored.after.state !== 'down') yield 'unconfirmed_down'
  if (reply?.response?.isCut) yield 'body_cut'
  if (plan.withholdsHeaders) yield 'headers_not_sent'
  if (stored.urlBefore !== undefined && stored.urlBefore !== plan.address.url.href) yield 'url_changed'
  if (stored.kind === 'apart') yield 'not_counted'
  if (stored.kind === 'none') yield 'not_kept'
}

/** What a probe found, in one sentence. */
export function summaryOf({ plan, attempts, result }: Observation): string {
  const { reply, failure } = attempts.last
  const found = `${shownAddress(plan.address)} is ${result.status}`
  if (failure || !reply) {
    const tried = attempts.earlier.length > 0 ? ` (${counted(attemptCount(attempts), 'attempt')})` : ''
    return `${found}: ${failure?.reason ?? 'nothing came'}${tried}.`
  }
  const slow = result.isSlow ? ` (over ${grouped(plan.degradedMs)} ms)` : ''
  const answer = `${replyText(plan.address, reply)} in ${grouped(attempts.last.ms)} ms${slow}`
  if (!result.certificate) return `${found}: ${answer}.`
  return `${found}: ${answer}, certificate valid ${counted(result.certificate.daysLeft, 'day')}.`
}

function replyText(address: Address, { response, records = [] }: Reply): string {
  if (response) return String(response.status)
  return address.kind === 'dns' ? counted(records.length, `${address.type} record`) : 'connected'
}
