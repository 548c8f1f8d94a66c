import { type EgressPhases, type EgressResponse, type Static, Type, type View } from '@product-host/sdk'
import { counted, grouped, rounded } from '@product-host/toolkit/numbers'
import { cut } from '@product-host/toolkit/text'
import { describedCodes, isoText } from '../wording.js'
import { type Address, shownAddress } from './address.js'
import { type Attempt, attemptCount, type Observation, type Reply } from './attempts.js'
import { checksIn, type Incident, isUnusual, latencyOf, uptimeIn } from './history.js'
import type { StoredCheck } from './targets.js'

const Status = Type.Enum(['up', 'degraded', 'down', 'blocked'], { title: 'Status' })

const time = (title: string) => Type.String({ format: 'date-time', title })

const ms = (title: string) => Type.Number({ minimum: 0, title })

const percent = (title: string) => Type.Number({ minimum: 0, maximum: 100, title })

const text = (title: string, description?: string) =>
  Type.String({ title, ...(description !== undefined && { description }) })

const count = (title: string, description?: string) =>
  Type.Integer({ title, ...(description !== undefined && { description }) })

/** The notes of an answer: what it says about a probe beside its status. */
const notes = {
  slow: 'The answer took longer than the limit from which a target is degraded.',
  slow_for_this_target: 'The answer took unusually long, compared with the last good checks of this target.',
  certificate_ending: 'The certificate expires within the days of the certificate warning.',
  unconfirmed_down:
    'The check failed, but fewer checks in a row failed than the confirmations that the settings require.',
  body_cut: 'The body was longer than 256 KiB; the conditions were checked on its first 256 KiB.',
  headers_not_sent: 'The address does not have the origin of the settings, so the secret headers were not sent.',
  url_changed: 'The last check of this target used another address.',
  not_counted: 'The target is monitored: this one-off probe does not count for its history and raises no alert.',
  not_kept: 'Nothing was stored: the target is new and blocked, or 100 targets are stored already.'
} as const

/** The code of a note. */
type Note = keyof typeof notes

/** What is answered about one probe. A probe that found its target down or blocked carries the same, beside `error`. */
export const ProbeDetail = Type.Object({
  target: text('Address'),
  name: text('Name of the target'),
  status: Status,
  checkedUrl: Type.Optional(text('Last address', 'The address of the last hop.')),
  address: Type.Optional(text('IP address', 'The IP address that answered.')),
  http: Type.Optional(
    Type.Object(
      {
        status: count('HTTP status'),
        version: text('HTTP version'),
        bytes: count('Bytes of the body'),
        contentType: Type.Optional(text('Content type'))
      },
      { title: 'HTTP response' }
    )
  ),
  tcp: Type.Optional(
    Type.Object(
      {
        port: count('Port'),
        greeting: Type.Optional(
          text('Greeting', 'The first line that was sent; read where something is expected of it.')
        )
      },
      { title: 'TCP connection' }
    )
  ),
  dns: Type.Optional(
    Type.Object(
      {
        type: text('Type of the records'),
        records: Type.Array(text('Record'), { title: 'Records', description: 'The first 20.' })
      },
      { title: 'DNS records' }
    )
  ),
  phases: Type.Optional(
    Type.Object(
      {
        dns: ms('DNS lookup (ms)'),
        connect: ms('Connection (ms)'),
        tls: ms('TLS handshake (ms)'),
        processing: ms('Wait for the first byte (ms)'),
        transfer: ms('Transfer (ms)')
      },
      { title: 'Phases', description: 'Milliseconds of the last hop.' }
    )
  ),
  redirects: Type.Array(Type.Object({ url: text('Address'), status: count('HTTP status') }, { title: 'Redirect' }), {
    title: 'Redirects'
  }),
  tls: Type.Optional(
    Type.Object(
      {
        validTo: text('Valid until'),
        daysLeft: count('Days left'),
        subject: text('Issued for'),
        issuer: text('Issued by'),
        protocol: text('Protocol')
      },
      { title: 'Certificate' }
    )
  ),
  assertions: Type.Array(
    Type.Object(
      {
        name: text('Condition'),
        ok: Type.Boolean({ title: 'Holds' }),
        expected: text('Expected'),
        actual: text('Found')
      },
      { title: 'Condition' }
    ),
    { title: 'Conditions' }
  ),
  attempts: Type.Array(
    Type.Object(
      {
        status: Status,
        ms: ms('Time (ms)'),
        error: Type.Optional(text('Error code', 'The code.')),
        reason: Type.Optional(text('Reason'))
      },
      { title: 'Attempt' }
    ),
    { title: 'Attempts' }
  ),
  history: Type.Object(
    {
      uptime24h: Type.Optional(percent('Uptime of 24 hours (%)')),
      uptime7d: Type.Optional(percent('Uptime of 7 days (%)')),
      p50: Type.Optional(ms('Median response time (ms)')),
      p95: Type.Optional(ms('95th percentile of response times (ms)')),
      checks: count('Checks', 'Checks of the last seven days.'),
      state: Type.Enum(['new', 'up', 'down'], { title: 'State' }),
      since: Type.Optional(time('Since')),
      lastIncident: Type.Optional(
        Type.Object(
          { startedAt: time('Started at'), endedAt: Type.Optional(time('Ended at')), code: text('Error code') },
          { title: 'Last incident' }
        )
      )
    },
    {
      title: 'History',
      description:
        'Of the checks at the interval of the target; of a target without one, of the probes that asked and expected the same.'
    }
  ),
  rhythm: Type.Optional(
    Type.Object({ everySeconds: count('Interval (s)'), nextAt: time('Next check') }, { title: 'Interval' })
  ),
  notes: Type.Array(text('Note'), { title: 'Notes', description: describedCodes(notes) })
})

export type ProbeDetail = Static<typeof ProbeDetail>

/** The figures of one probe. */
export const ProbeMetrics = Type.Object({
  totalMs: Type.Optional(ms('Total time (ms)')),
  dnsMs: Type.Optional(ms('DNS lookup (ms)')),
  connectMs: Type.Optional(ms('Connection (ms)')),
  tlsMs: Type.Optional(ms('TLS handshake (ms)')),
  processingMs: Type.Optional(ms('Wait for the first byte (ms)')),
  transferMs: Type.Optional(ms('Transfer (ms)')),
  httpStatus: Type.Optional(count('HTTP status')),
  bytes: Type.Optional(count('Bytes of the body')),
  records: Type.Optional(count('DNS records')),
  certDaysLeft: Type.Optional(count('Days left of the certificate')),
  uptime24hPct: Type.Optional(Type.Number({ title: 'Uptime of 24 hours (%)' })),
  attempts: count('Attempts')
})

export type ProbeMetrics = Static<typeof ProbeMetrics>

/** How an answer of probe is shown. */
export const probeViews: readonly View[] = [
  {
    view: 'status',
    value: '/status',
    tones: { up: 'good', degraded: 'warning', down: 'danger', blocked: 'danger' },
    strip: { items: '/attempts', status: '/status', text: '/reason', title: 'Attempts' },
    meters: [
      { value: '/history/uptime24h', title: 'Up in the last 24 hours' },
      { value: '/history/uptime7d', title: 'Up in the last 7 days' }
    ]
  },
  { view: 'table', title: 'Checks', items: '/assertions', columns: ['/name', '/expected', '/actual', '/ok'] }
]

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
