import { headerMap } from './headers.js'
import { notModified, openAnswer, type Paths } from './operation.js'
import { parameterList } from './parameters.js'
import { schema } from './reference.js'

/** The addresses that are there whatever products are. */
export const hostPaths: Paths = {
  '/api/v1/products': {
    get: {
      operationId: 'catalogue',
      tags: ['catalogue'],
      summary: 'List the products',
      description: 'Every product in short, always in the same order.',
      security: [],
      parameters: parameterList('If-None-Match'),
      door: 'open',
      answers: { 200: openAnswer('The products.', 'Catalogue', ['ETag']), 304: notModified() }
    }
  },
  '/api/v1/products/usage': {
    get: {
      operationId: 'usage',
      tags: ['account'],
      summary: 'What the account used',
      description:
        'Calls, errors, replays, refusals and latencies by day, product, action and key, of the products that the key has any scope for.',
      parameters: parameterList('from', 'to', 'product', 'format'),
      door: 'usage',
      answers: {
        200: {
          description: 'The use of the days that were asked for.',
          headers: headerMap(['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit']),
          content: { 'application/json': { schema: schema('Usage') }, 'text/csv': { schema: { type: 'string' } } }
        }
      }
    }
  },
  '/api/v1/products/keys/self/revoke': {
    post: {
      operationId: 'revoke_own_key',
      tags: ['account'],
      summary: 'End the key that this is sent with',
      description: 'For a key that has leaked: whoever has it can end it, and it stays ended. The request has no body.',
      parameters: parameterList(),
      door: 'own_key',
      answers: { 200: openAnswer('The key is revoked.', 'RevokedKey') }
    }
  },
  '/openapi.json': {
    get: {
      operationId: 'interface',
      tags: ['deployment'],
      summary: 'This document',
      description: 'The interface of this deployment, in OpenAPI 3.1.',
      security: [],
      parameters: parameterList('If-None-Match'),
      door: 'open',
      answers: {
        200: {
          description: 'The document.',
          headers: headerMap(['X-Request-Id', 'Server-Timing', 'ETag']),
          content: { 'application/json': { schema: { type: 'object' } } }
        },
        304: notModified()
      }
    }
  },
  '/livez': {
    get: {
      operationId: 'alive',
      tags: ['deployment'],
      summary: 'The process answers',
      description: 'Says nothing of the store or of products.',
      security: [],
      parameters: parameterList(),
      door: 'open',
      answers: { 200: openAnswer('It does.', 'Liveness') }
    }
  },
  '/readyz': {
    get: {
      operationId: 'ready',
      tags: ['deployment'],
      summary: 'The host can serve',
      description: 'It is not stopping, the store answers, and every required product is there.',
      security: [],
      parameters: parameterList(),
      door: 'ready',
      answers: { 200: openAnswer('It can.', 'Readiness') }
    }
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['deployment'],
      summary: 'Figures for Prometheus',
      description:
        "With the operator's token, where the deployment sets one; in production without one, only from the host's own machine.",
      security: [{}, { metrics: [] }],
      parameters: parameterList(),
      door: 'metrics',
      answers: {
        200: {
          description: 'The figures, in the text format of Prometheus.',
          headers: headerMap(['X-Request-Id', 'Server-Timing']),
          content: { 'text/plain': { schema: { type: 'string' } } }
        }
      }
    }
  }
}
