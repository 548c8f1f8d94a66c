import { Type } from '@product-host/sdk'
import { type AccountEventType, accountEventTypes, eventFilters } from '../../webhooks/event-types.js'
import { time } from './run-schemas.js'

const url = Type.String({ format: 'uri', maxLength: 2_048, description: 'Where events are sent by POST.' })
const events = Type.Array(Type.Enum(eventFilters), {
  minItems: 1,
  maxItems: eventFilters.length,
  uniqueItems: true,
  default: ['*'],
  description: 'Which events are sent: of one type, all about runs, or all.'
})
const description = Type.String({ maxLength: 200 })
const enabled = Type.Boolean({ default: true })
const closed = { additionalProperties: false }
const members = Type.Object({ url, events, description, enabled })
const next = Type.Union([Type.String(), Type.Null()], {
  description: 'Where the next page starts; null on the last one.'
})

const WebhookEndpoint = Type.Object({
  id: Type.String({ pattern: '^whe_[0-9A-Z]{26}$' }),
  url,
  events,
  description: Type.Optional(description),
  enabled,
  createdAt: time,
  updatedAt: time,
  keyId: Type.String({ description: 'Of the key that decided on it.' }),
  paused: Type.Optional(
    Type.Object(
      { code: Type.String(), detail: Type.String(), since: time },
      { description: 'Why nothing is sent, until somebody sends `enabled: true`.' }
    )
  ),
  failingSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'Of which on every attempt has failed.' })
  ),
  previousSecretUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'Until when messages are signed with the secret before too.' })
  ),
  secret: Type.Optional(Type.String({ pattern: '^whsec_', description: 'Where it is new.' })),
  links: Type.Object({ self: Type.String(), deliveries: Type.String() })
})

const WebhookDeliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      eventId: Type.String({ description: 'The `webhook-id` of the message.' }),
      type: Type.String(),
      status: Type.Enum(['delivered', 'failed']),
      attempt: Type.Integer({ minimum: 1 }),
      at: time,
      ms: Type.Integer({ minimum: 0 }),
      httpStatus: Type.Optional(Type.Integer({ description: 'Left out if no answer came.' })),
      error: Type.Optional(Type.String({ description: 'Why it failed, such as `http_500` or `connect_timeout`.' })),
      response: Type.Optional(Type.String({ description: 'The first characters of the answer.' }))
    })
  ),
  next
})

/** The name of the schema of an event. */
export function eventSchemaName(type: AccountEventType): string {
  return `event.${type}`
}

const eventTypes = Object.keys(accountEventTypes) as readonly AccountEventType[]

function eventReference(type: AccountEventType): string {
  return `#/components/schemas/${eventSchemaName(type)}`
}

/** The schemas of webhooks by their names. */
export const webhookSchemas: Readonly<Record<string, object>> = {
  WebhookEndpoint,
  WebhookEndpoints: Type.Object({
    endpoints: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/WebhookEndpoint' }))
  }),
  NewWebhookEndpoint: { ...members, ...closed, required: ['url'] },
  WebhookEndpointChange: { ...Type.Partial(members, closed) },
  WebhookDeliveries,
  WebhookReplay: Type.Object({ since: time }, closed),
  SentEvent: Type.Object({ eventId: Type.String() }),
  AccountEvent: {
    description: 'An event of any type; later versions may add types.',
    oneOf: eventTypes.map(type => ({ $ref: eventReference(type) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(eventTypes.map(type => [type, eventReference(type)]))
    }
  },
  ReplayedEvents: Type.Object({
    replayed: Type.Integer({ minimum: 0 }),
    next: Type.Union([time, Type.Null()], { description: 'The `since` of the next request; null if all are sent.' })
  }),
  ...Object.fromEntries(
    eventTypes.map(type => [
      eventSchemaName(type),
      Type.Object(
        {
          type: Type.Literal(type),
          timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
          data: accountEventTypes[type].data
        },
        { description: accountEventTypes[type].description }
      )
    ])
  )
}
