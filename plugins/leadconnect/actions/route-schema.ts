import { type Static, Type } from '@product-host/sdk'
import { ShownProgress } from '../delivery/shown.js'
import { longestEmail } from '../leads/email.js'
import { longestPayload } from '../leads/payload.js'
import { ShownLead } from '../routing/shown.js'

/** What `route` reads. */
export const RouteInput = Type.Object({
  leadId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Route this lead.' })),
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: longestEmail,
      description: 'Route the lead of this person, which is kept if it is new.'
    })
  ),
  payload: Type.Optional(
    Type.String({ maxLength: longestPayload, description: 'What the person says: a JSON object, or text.' })
  ),
  attributes: Type.Record(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
    Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]),
    {
      default: {},
      additionalProperties: false,
      maxProperties: 50,
      description: 'More for the rules to go by: country, employees, score, grade, industry …'
    }
  ),
  deliver: Type.Boolean({ default: false, description: 'True tells the destination (lead.routed).' }),
  dryRun: Type.Boolean({ default: false, description: 'True shows what would happen and changes nothing.' }),
  retry: Type.Boolean({
    default: false,
    description: 'True tries waiting and held deliveries now, and routes nothing.'
  }),
  replay: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The eventId of a dead letter that is sent once more.' })
  ),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 50, description: 'Most leads, or deliveries, in this call.' })
})
/** What `route` reads. */
export type RouteInput = Static<typeof RouteInput>

/** What `route` answers. */
export const RouteDetail = Type.Object({
  dryRun: Type.Boolean(),
  routed: Type.Array(ShownLead),
  unrouted: Type.Array(Type.Object({ leadId: Type.String(), reason: Type.String() })),
  deliveries: Type.Optional(
    Type.Array(
      Type.Object({
        eventId: Type.String(),
        leadId: Type.String(),
        destination: Type.String(),
        ...ShownProgress.properties
      }),
      { description: 'What retry and replay were about.' }
    )
  ),
  queue: Type.Object({
    waiting: Type.Integer(),
    held: Type.Integer(),
    dead: Type.Integer(),
    nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' })),
    letters: Type.Array(
      Type.Object({
        eventId: Type.String({ description: 'For replay.' }),
        leadId: Type.String(),
        destination: Type.String(),
        reason: Type.String(),
        diedAt: Type.String({ format: 'date-time' })
      }),
      { description: 'The five newest dead letters.' }
    )
  })
})
/** What `route` answers. */
export type RouteDetail = Static<typeof RouteDetail>

/** What `route` counts. */
export const RouteMetrics = Type.Object({
  leads: Type.Integer({ description: 'Leads that were looked at.' }),
  routed: Type.Integer(),
  fallback: Type.Integer({ description: 'Of these, those that no rule could give to anyone.' }),
  delivered: Type.Integer(),
  failed: Type.Integer({ description: 'Deliveries that were given up.' }),
  queued: Type.Integer({ description: 'Deliveries that wait or are held, after this call.' })
})
