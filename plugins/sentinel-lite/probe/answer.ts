import { type Static, Type, type View } from '@product-host/sdk'
import { describedCodes } from '../wording.js'

const statuses = ['up', 'degraded', 'down', 'blocked'] as const

const time = (title: string, description: string) => Type.String({ format: 'date-time', title, description })

const ms = (title: string, description: string) => Type.Number({ minimum: 0, title, description })

const percent = (title: string, description: string) => Type.Number({ minimum: 0, maximum: 100, title, description })

const text = (title: string, description: string) => Type.String({ title, description })

const count = (title: string, description: string) => Type.Integer({ title, description })

const phaseTexts = {
  dns: 'How long the lookup of the host name took.',
  connect: 'How long it took to open the TCP connection.',
  tls: 'How long the TLS handshake took; 0 without TLS.',
  processing: 'The wait for the first byte of the response, or of the greeting.',
  transfer: 'From the first to the last byte of the response.'
} as const

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
export type Note = keyof typeof notes

/** What is answered about one probe. A probe that found its target down or blocked carries the same, beside `error`. */
export const ProbeDetail = Type.Object({
  target: text('Address', 'The address that was probed, in its normal form.'),
  name: text('Name of the target', 'The name under which its history is stored.'),
  status: Type.Enum(statuses, {
    title: 'Status',
    description:
      '`up`: all conditions hold; `degraded`: they hold, but it is slow or its certificate ends soon; `down`: no ' +
      'answer or a wrong one; `blocked`: the host refuses to call this address.'
  }),
  checkedUrl: Type.Optional(text('Last address', 'The address that gave the answer, after the redirects.')),
  address: Type.Optional(text('IP address', 'The IP address that answered.')),
  http: Type.Optional(
    Type.Object(
      {
        status: count('HTTP status', 'The status of the last response, such as 200.'),
        version: text('HTTP version', 'The version of HTTP, such as `1.1` or `2`.'),
        bytes: count('Bytes of the body', 'The number of bytes that were read; at most 256 KiB.'),
        contentType: Type.Optional(text('Content type', 'The header `content-type` of the response.'))
      },
      { title: 'HTTP response', description: 'Only for an http or https address that answered.' }
    )
  ),
  tcp: Type.Optional(
    Type.Object(
      {
        port: count('Port', 'The number of the port that accepted the connection.'),
        greeting: Type.Optional(
          text(
            'Greeting',
            'The first line that the service sent, at most 200 characters. Read only if the request has a condition on it.'
          )
        )
      },
      { title: 'TCP connection', description: 'Only for a tcp address that accepted a connection.' }
    )
  ),
  dns: Type.Optional(
    Type.Object(
      {
        type: text('Type of the records', 'The type that was looked up, such as `MX` or `TXT`.'),
        records: Type.Array(text('Record', 'One record as text.'), {
          title: 'Records',
          description: 'The first 20 records, each as a line of text.'
        })
      },
      { title: 'DNS records', description: 'Only for a dns address whose lookup succeeded.' }
    )
  ),
  phases: Type.Optional(
    Type.Object(
      {
        dns: ms('DNS lookup (ms)', phaseTexts.dns),
        connect: ms('Connection (ms)', phaseTexts.connect),
        tls: ms('TLS handshake (ms)', phaseTexts.tls),
        processing: ms('Wait for the first byte (ms)', phaseTexts.processing),
        transfer: ms('Transfer (ms)', phaseTexts.transfer)
      },
      { title: 'Phases', description: 'Where the time of the last request went, in milliseconds.' }
    )
  ),
  redirects: Type.Array(
    Type.Object(
      {
        url: text('Address', 'The address that redirected.'),
        status: count('HTTP status', 'The status of the redirect, such as 301.')
      },
      { title: 'Redirect' }
    ),
    {
      title: 'Redirects',
      description: 'The redirects that were followed, in their order.'
    }
  ),
  tls: Type.Optional(
    Type.Object(
      {
        validTo: text('Valid until', 'When the certificate expires, as an ISO 8601 time.'),
        daysLeft: count('Days left', 'Whole days until then.'),
        subject: text('Issued for', 'The common name of the certificate, else its first domain.'),
        issuer: text('Issued by', 'The name of the authority that issued it.'),
        protocol: text('Protocol', 'The version of TLS, such as `TLSv1.3`.')
      },
      { title: 'Certificate', description: 'The certificate of the server. Only for an https address that answered.' }
    )
  ),
  assertions: Type.Array(
    Type.Object(
      {
        name: text(
          'Condition',
          'The field of the request that asks for it, such as `contains`; `status` or `records` for what is always checked.'
        ),
        ok: Type.Boolean({ title: 'Holds', description: 'Whether the answer fulfils the condition.' }),
        expected: text('Expected', 'What the answer should be or have.'),
        actual: text('Found', 'What the answer is, or whether the text was found.')
      },
      { title: 'Condition' }
    ),
    { title: 'Conditions', description: 'What was checked in the answer. Empty if no answer came.' }
  ),
  attempts: Type.Array(
    Type.Object(
      {
        status: Type.Enum(statuses, {
          title: 'Status',
          description: 'What this attempt found: the same values as `detail.status`.'
        }),
        ms: ms('Time (ms)', 'How long the attempt took, in milliseconds.'),
        error: Type.Optional(
          text('Error code', 'Why it failed, such as `timeout` or `http_status`. Left out after success.')
        ),
        reason: Type.Optional(text('Reason', 'The same in words.'))
      },
      { title: 'Attempt' }
    ),
    { title: 'Attempts', description: 'The first attempt and its retries, in their order. The last one counts.' }
  ),
  history: Type.Object(
    {
      uptime24h: Type.Optional(
        percent(
          'Uptime of 24 hours (%)',
          'The share of checks in this hour and the 23 before that found the target up or degraded.'
        )
      ),
      uptime7d: Type.Optional(
        percent(
          'Uptime of 7 days (%)',
          'The share of checks in the last 168 hours that found the target up or degraded.'
        )
      ),
      p50: Type.Optional(ms('Median response time (ms)', 'Half of the stored good checks were faster.')),
      p95: Type.Optional(ms('95th percentile of response times (ms)', '95 of 100 stored good checks were faster.')),
      checks: count('Checks', 'How many checks of the last seven days count.'),
      state: Type.Enum(['new', 'up', 'down'], {
        title: 'State',
        description:
          '`new`: no check decided yet; `up`: in service, also if degraded; `down`: as many checks in a row failed as the settings require.'
      }),
      since: Type.Optional(time('Since', 'When this state began.')),
      lastIncident: Type.Optional(
        Type.Object(
          {
            startedAt: time('Started at', 'When the first of the failed checks was made.'),
            endedAt: Type.Optional(time('Ended at', 'When the target was up again. Left out while it is down.')),
            code: text('Error code', 'Why the check failed, such as `connect_refused`.')
          },
          { title: 'Last incident', description: 'The last time that the target was down. Left out if it never was.' }
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
    Type.Object(
      {
        everySeconds: count('Interval (s)', 'Seconds from one check to the next.'),
        nextAt: time('Next check', 'When the target is probed again.')
      },
      { title: 'Interval', description: 'Only of a target that is monitored.' }
    )
  ),
  notes: Type.Array(text('Note', 'A code.'), { title: 'Notes', description: describedCodes(notes) })
})

export type ProbeDetail = Static<typeof ProbeDetail>

/** The figures of one probe. */
export const ProbeMetrics = Type.Object({
  totalMs: Type.Optional(ms('Total time (ms)', 'How long the last attempt took, redirects included.')),
  dnsMs: Type.Optional(ms('DNS lookup (ms)', phaseTexts.dns)),
  connectMs: Type.Optional(ms('Connection (ms)', phaseTexts.connect)),
  tlsMs: Type.Optional(ms('TLS handshake (ms)', phaseTexts.tls)),
  processingMs: Type.Optional(ms('Wait for the first byte (ms)', phaseTexts.processing)),
  transferMs: Type.Optional(ms('Transfer (ms)', phaseTexts.transfer)),
  httpStatus: Type.Optional(count('HTTP status', 'The status of the last response, such as 200.')),
  bytes: Type.Optional(count('Bytes of the body', 'The number of bytes that were read; at most 256 KiB.')),
  records: Type.Optional(count('DNS records', 'How many records the name has. Only for a dns address.')),
  certDaysLeft: Type.Optional(
    count('Days left of the certificate', 'Whole days until it expires. Only for an https address.')
  ),
  uptime24hPct: Type.Optional(
    Type.Number({ title: 'Uptime of 24 hours (%)', description: 'From 0 to 100. Left out if no check counts.' })
  ),
  attempts: count('Attempts', 'Attempts that this call made: 1 and the retries.')
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
  {
    view: 'checklist',
    title: 'Checks',
    items: '/assertions',
    heading: ['/name'],
    facts: ['/expected', '/actual'],
    status: '/ok',
    tones: { true: 'good', false: 'danger' }
  }
]
