import { type AccountEventType, accountEventTypes } from '../../webhooks/event-types.js'
import { parameterList, schema } from './components.js'
import { emptyAnswer, jsonAnswer, type Paths } from './operations.js'
import { eventSchemaName } from './webhook-schemas.js'

const body = (name: string) => ({ required: true, content: { 'application/json': { schema: schema(name) } } })

/** What a message is signed with (Standard Webhooks 1.0). */
const signatureHeaders = [
  ['webhook-id', 'The id of the event: the same for every attempt.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by full stops; one for each valid secret.'
  ]
] as const

/** A request that the host sends with an event. */
function eventRequest(operationId: string, summary: string, description: string, event: string): object {
  return {
    operationId,
    tags: ['account'],
    summary,
    description,
    security: [],
    parameters: signatureHeaders.map(([name, about]) => ({
      name,
      in: 'header',
      required: true,
      description: about,
      schema: { type: 'string' }
    })),
    requestBody: body(event),
    responses: {
      '2XX': { description: 'The event was received. Answer fast, and work on it afterwards.' },
      410: { description: 'The receiver wants nothing more: the endpoint is paused.' },
      default: { description: 'The event is sent again later.' }
    }
  }
}

/** The addresses of webhook endpoints. */
export const webhookPaths: Paths = {
  '/api/v1/products/webhooks': {
    get: {
      operationId: 'webhooks',
      tags: ['account'],
      summary: 'List the webhook endpoints',
      description:
        'Where the account is told of events. The key needs the scope `account:webhooks`, as for all of these.',
      parameters: parameterList(),
      kind: 'webhooks',
      answers: { 200: jsonAnswer('The endpoints, the oldest first.', 'WebhookEndpoints') }
    },
    post: {
      operationId: 'make_webhook',
      tags: ['account'],
      summary: 'Make a webhook endpoint',
      description: 'Events are sent to its address, signed by Standard Webhooks. The secret is in this answer alone.',
      parameters: parameterList(),
      requestBody: body('NewWebhookEndpoint'),
      callbacks: {
        event: {
          '{$request.body#/url}': {
            post: eventRequest(
              'receive_event',
              'An event',
              'What the endpoint asks for in `events`, as long as it is there; `webhooks` has each type of event.',
              'AccountEvent'
            )
          }
        }
      },
      kind: 'make_webhook',
      answers: { 201: jsonAnswer('The endpoint with its secret.', 'WebhookEndpoint', ['Location']) }
    }
  },
  '/api/v1/products/webhooks/{id}': {
    get: {
      operationId: 'webhook',
      tags: ['account'],
      summary: 'Read a webhook endpoint',
      description: 'An endpoint, without its secret, and why nothing is sent to it.',
      parameters: parameterList('webhookId'),
      kind: 'webhook',
      answers: { 200: jsonAnswer('The endpoint.', 'WebhookEndpoint') }
    },
    patch: {
      operationId: 'change_webhook',
      tags: ['account'],
      summary: 'Change a webhook endpoint',
      description:
        'Changes the members that are sent. Another address gets another secret; `enabled: true` ends a pause.',
      parameters: parameterList('webhookId'),
      requestBody: body('WebhookEndpointChange'),
      kind: 'change_webhook',
      answers: { 200: jsonAnswer('The endpoint as it is now.', 'WebhookEndpoint') }
    },
    delete: {
      operationId: 'delete_webhook',
      tags: ['account'],
      summary: 'Delete a webhook endpoint',
      description: 'Nothing is sent to it any more, and its deliveries are forgotten. The request has no body.',
      parameters: parameterList('webhookId'),
      kind: 'decide_webhook',
      answers: { 204: emptyAnswer('It is deleted.') }
    }
  },
  '/api/v1/products/webhooks/{id}/secret': {
    post: {
      operationId: 'renew_webhook_secret',
      tags: ['account'],
      summary: 'Make a new secret for a webhook endpoint',
      description:
        'Messages are signed with it from now on, and for a day with the one before too. The request has no body.',
      parameters: parameterList('webhookId'),
      kind: 'decide_webhook',
      answers: { 200: jsonAnswer('The endpoint with its new secret.', 'WebhookEndpoint') }
    }
  },
  '/api/v1/products/webhooks/{id}/test': {
    post: {
      operationId: 'test_webhook',
      tags: ['account'],
      summary: 'Send a test event',
      description: 'Sends a test event once, also while the endpoint is paused. The request has no body.',
      parameters: parameterList('webhookId'),
      kind: 'decide_webhook',
      answers: { 202: jsonAnswer('The id of the event.', 'SentEvent') }
    }
  },
  '/api/v1/products/webhooks/{id}/deliveries': {
    get: {
      operationId: 'webhook_deliveries',
      tags: ['account'],
      summary: 'What was sent to a webhook endpoint',
      description: 'Each attempt, the newest first: the latest 500.',
      parameters: parameterList('webhookId', 'after', 'limit'),
      kind: 'deliveries',
      answers: { 200: jsonAnswer('A page of attempts.', 'WebhookDeliveries') }
    }
  },
  '/api/v1/products/webhooks/{id}/deliveries/{event}/replay': {
    post: {
      operationId: 'replay_webhook_event',
      tags: ['account'],
      summary: 'Send an event again',
      description: 'Sends an event again, with the same id. The request has no body.',
      parameters: parameterList('webhookId', 'eventId'),
      kind: 'replay_webhook_event',
      answers: { 202: jsonAnswer('The id of the event.', 'SentEvent') }
    }
  },
  '/api/v1/products/webhooks/{id}/replay': {
    post: {
      operationId: 'replay_webhook',
      tags: ['account'],
      summary: 'Send all events since a time again',
      description: 'Sends what the endpoint asks for and has happened since a time, at most 1,000 events.',
      parameters: parameterList('webhookId'),
      requestBody: body('WebhookReplay'),
      kind: 'replay_webhook',
      answers: { 202: jsonAnswer('How many are sent again.', 'ReplayedEvents') }
    }
  }
}

/** The requests that the host sends to the endpoints of accounts. */
export const sentWebhooks = Object.fromEntries(
  (Object.keys(accountEventTypes) as readonly AccountEventType[]).map(type => {
    const { description } = accountEventTypes[type]
    return [type, { post: eventRequest(type.replace('.', '_'), type, description, eventSchemaName(type)) }]
  })
)
