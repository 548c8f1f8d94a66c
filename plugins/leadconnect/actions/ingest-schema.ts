import { type Static, Type } from '@product-host/sdk'
import { ShownAttempt } from '../delivery/shown.js'
import { Email } from '../leads/classify.js'
import { longestEmail } from '../leads/email.js'
import { longestPayload } from '../leads/payload.js'

/** What `ingest` reads. */
export const IngestInput = Type.Object({
  email: Type.String({ minLength: 3, maxLength: longestEmail, description: 'The e-mail address of the person.' }),
  destination: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'A configured destination; inbox keeps the lead; route lets the rules say where it goes.'
  }),
  payload: Type.String({
    maxLength: longestPayload,
    description: 'A JSON object, whose members become fields, or text.'
  }),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Where the lead comes from.' })),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Your own name for the lead; it is taken once for each destination.'
    })
  ),
  deliver: Type.Boolean({ default: true, description: 'False keeps the lead and sends nothing.' }),
  dedupeHours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 720,
      description: 'Hours in which the same lead is taken once; the setting dedupeHours when left out.'
    })
  )
})
/** What `ingest` reads. */
export type IngestInput = Static<typeof IngestInput>

/** What `ingest` answers. */
export const IngestDetail = Type.Object({
  leadId: Type.String({ description: 'The same for everything that comes from one person.' }),
  eventId: Type.String({ description: 'The webhook-id of every try; of a duplicate, that of the first.' }),
  status: Type.Enum(['delivered', 'retrying', 'held', 'stored', 'duplicate', 'dead']),
  destination: Type.String(),
  email: Email,
  owner: Type.Optional(Type.String({ description: 'Who the rules gave the lead to; only with destination route.' })),
  rule: Type.Optional(Type.String({ description: 'What decided: sticky, rule.1 …, or fallback.' })),
  attempt: Type.Optional(ShownAttempt),
  nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' })),
  signature: Type.Object({
    scheme: Type.Literal('v1'),
    keyed: Type.Boolean({ description: 'False where the destination has no secret: deliveries are then not signed.' })
  })
})
/** What `ingest` answers. */
export type IngestDetail = Static<typeof IngestDetail>

/** What `ingest` counts. */
export const IngestMetrics = Type.Object({
  attempts: Type.Integer(),
  deliveryMs: Type.Optional(Type.Integer()),
  httpStatus: Type.Optional(Type.Integer()),
  quality: Type.Optional(Type.Number()),
  leads: Type.Integer({ description: 'Leads that are kept.' }),
  queued: Type.Integer({ description: 'Deliveries that wait for their next try or are held.' }),
  dead: Type.Integer({ description: 'Dead letters.' })
})
