import { type Static, Type } from '@product-host/sdk'

const Status = Type.Enum(['up', 'degraded', 'down', 'blocked'])
const Time = Type.String({ format: 'date-time' })
const Ms = Type.Number({ minimum: 0 })

/** What is answered about one probe. A probe that found its target down or blocked carries the same, beside `error`. */
export const ProbeDetail = Type.Object({
  target: Type.String(),
  name: Type.String(),
  status: Status,
  checkedUrl: Type.Optional(Type.String({ description: 'The address of the last hop.' })),
  address: Type.Optional(Type.String({ description: 'The IP address that answered.' })),
  http: Type.Optional(
    Type.Object({
      status: Type.Integer(),
      version: Type.String(),
      bytes: Type.Integer(),
      contentType: Type.Optional(Type.String())
    })
  ),
  phases: Type.Optional(
    Type.Object(
      { dns: Ms, connect: Ms, tls: Ms, processing: Ms, transfer: Ms },
      { description: 'Milliseconds of the last hop.' }
    )
  ),
  redirects: Type.Array(Type.Object({ url: Type.String(), status: Type.Integer() })),
  tls: Type.Optional(
    Type.Object({
      validTo: Type.String(),
      daysLeft: Type.Integer(),
      subject: Type.String(),
      issuer: Type.String(),
      protocol: Type.String()
    })
  ),
  assertions: Type.Array(
    Type.Object({ name: Type.String(), ok: Type.Boolean(), expected: Type.String(), actual: Type.String() })
  ),
  attempts: Type.Array(
    Type.Object({
      status: Status,
      ms: Ms,
      error: Type.Optional(Type.String({ description: 'The code.' })),
      reason: Type.Optional(Type.String())
    })
  ),
  history: Type.Object({
    uptime24h: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    uptime7d: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    p50: Type.Optional(Ms),
    p95: Type.Optional(Ms),
    checks: Type.Integer({ description: 'Checks of the last seven days.' }),
    state: Type.Enum(['new', 'up', 'down']),
    since: Type.Optional(Time),
    lastIncident: Type.Optional(Type.Object({ startedAt: Time, endedAt: Type.Optional(Time), code: Type.String() }))
  }),
  rhythm: Type.Optional(Type.Object({ everySeconds: Type.Integer(), nextAt: Time })),
  notes: Type.Array(Type.String())
})
export type ProbeDetail = Static<typeof ProbeDetail>

/** The figures of one probe. */
export const ProbeMetrics = Type.Object({
  totalMs: Type.Optional(Ms),
  dnsMs: Type.Optional(Ms),
  connectMs: Type.Optional(Ms),
  tlsMs: Type.Optional(Ms),
  processingMs: Type.Optional(Ms),
  transferMs: Type.Optional(Ms),
  httpStatus: Type.Optional(Type.Integer()),
  bytes: Type.Optional(Type.Integer()),
  certDaysLeft: Type.Optional(Type.Integer()),
  uptime24hPct: Type.Optional(Type.Number()),
  attempts: Type.Integer()
})
export type ProbeMetrics = Static<typeof ProbeMetrics>
