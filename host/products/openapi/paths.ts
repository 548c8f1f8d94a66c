import { publicActions } from '../describe.js'
import type { Mounted } from '../registry.js'
import { headerMap, parameterList, schema } from './components.js'
import { hookPaths } from './hook-paths.js'
import { type ApiOperation, jsonAnswer, notModified, openAnswer, type Paths } from './operations.js'
import { runPaths } from './run-paths.js'
import { webhookPaths } from './webhook-paths.js'

/** The addresses of every deployment. */
export const hostPaths: Paths = {
  '/api/v1/products': {
    get: {
      operationId: 'catalogue',
      tags: ['catalogue'],
      summary: 'List the products',
      description: 'A summary of every product, always in the same order.',
      security: [],
      parameters: parameterList('If-None-Match'),
      kind: 'document',
      answers: { 200: openAnswer('The products.', 'Catalogue', ['ETag']), 304: notModified() }
    }
  },
  '/api/v1/products/usage': {
    get: {
      operationId: 'usage',
      tags: ['account'],
      summary: 'What the account used',
      description:
        'Calls, errors, replays, refusals and latencies by day, product, action and key, for products that the key has any scope for.',
      parameters: parameterList('period', 'from', 'to', 'product', 'key', 'format'),
      kind: 'usage',
      answers: {
        200: {
          description: 'The usage of the requested days or period.',
          headers: headerMap(['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit']),
          content: { 'application/json': { schema: schema('Usage') }, 'text/csv': { schema: { type: 'string' } } }
        }
      }
    }
  },
  ...runPaths,
  ...webhookPaths,
  ...hookPaths,
  '/api/v1/products/keys/self/revoke': {
    post: {
      operationId: 'revoke_own_key',
      tags: ['account'],
      summary: 'Revoke the key that authenticates the request',
      description: 'Revokes a leaked key for good: anyone who has it may do this. The request has no body.',
      parameters: parameterList(),
      kind: 'own_key',
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
      kind: 'document',
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
      description: 'Does not check the store or the products.',
      security: [],
      parameters: parameterList(),
      kind: 'open',
      answers: { 200: openAnswer('It does.', 'Liveness') }
    }
  },
  '/readyz': {
    get: {
      operationId: 'ready',
      tags: ['deployment'],
      summary: 'The host can serve',
      description:
        'It is not stopping, the store answers, and every required product is there. Other products may still be loading: `products` has the state of each.',
      security: [],
      parameters: parameterList(),
      kind: 'ready',
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
      kind: 'metrics',
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

/** The addresses of one product. */
export function productPaths(product: Mounted): Paths {
  const { slug, mounted } = product
  const at = `/api/v1/products/${slug}`
  return {
    [`${at}/execute`]: { get: describe(product), post: execute(product) },
    ...(mounted.settings && {
      [`${at}/config`]: { get: readConfig(slug), put: saveConfig(slug) },
      [`${at}/config/revisions`]: { get: listRevisions(slug) }
    }),
    [`${at}/access`]: { get: explainAccess(slug) }
  }
}

function describe({ slug, mounted }: Mounted): ApiOperation {
  return {
    operationId: `${slug}.describe`,
    tags: [slug],
    summary: `Describe ${mounted.product.title}`,
    description: 'The product with every action: its schemas, examples, errors and limits.',
    security: [],
    parameters: parameterList('If-None-Match'),
    kind: 'describe',
    answers: {
      200: {
        description: 'The product.',
        headers: headerMap(['X-Request-Id', 'Server-Timing', 'ETag', 'Product-Contract', 'Link']),
        content: { 'application/json': { schema: schema('ProductDescription') } }
      },
      304: notModified(['Product-Contract'])
    }
  }
}

function execute(product: Mounted): ApiOperation {
  const { slug } = product
  const { title, description } = product.mounted.product
  return {
    operationId: `${slug}.execute`,
    tags: [slug],
    summary: `Run an action of ${title}`,
    description,
    parameters: parameterList('Idempotency-Key', 'Product-Contract', 'Prefer'),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schema(`${slug}.request`), examples: requestExamples(product) } }
    },
    kind: 'execute',
    answers: {
      200: {
        description: 'What the action did; `ok` is false after an expected failure.',
        headers: headerMap(
          ['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit', 'Product-Contract'],
          ['Idempotent-Replayed', 'Deprecation', 'Sunset', 'Preference-Applied']
        ),
        content: { 'application/json': { schema: schema(`${slug}.answer`) } }
      },
      202: {
        description: 'The call is accepted as a run: `Prefer: respond-async`.',
        headers: headerMap(
          [
            'X-Request-Id',
            'Server-Timing',
            'RateLimit-Policy',
            'RateLimit',
            'Location',
            'Retry-After',
            'Preference-Applied'
          ],
          ['Idempotent-Replayed', 'Deprecation', 'Sunset']
        ),
        content: { 'application/json': { schema: schema('Run') } }
      }
    }
  }
}

/** All examples of all actions, as complete bodies. */
function requestExamples(product: Mounted): Readonly<Record<string, object>> {
  return Object.fromEntries(
    publicActions(product).flatMap(([name, { examples }]) =>
      examples.map(({ title, input }, index) => [
        `${name}.${index + 1}`,
        { summary: title, value: { action: name, ...input } }
      ])
    )
  )
}

function readConfig(slug: string): ApiOperation {
  return {
    operationId: `${slug}.config.read`,
    tags: [slug],
    summary: 'Read the config',
    description: "The account's config; secrets are masked.",
    parameters: parameterList(),
    kind: 'config',
    answers: { 200: jsonAnswer('The config.', `${slug}.config`, ['ETag']) }
  }
}

function saveConfig(slug: string): ApiOperation {
  return {
    operationId: `${slug}.config.save`,
    tags: [slug],
    summary: 'Save the config',
    description:
      'Saves `enabled` and `settings`, either or both. A secret that is sent as its mask does not change. Other members are refused.',
    parameters: parameterList('If-Match', 'dryRun'),
    requestBody: { required: true, content: { 'application/json': { schema: schema(`${slug}.config.change`) } } },
    kind: 'save_config',
    answers: { 200: jsonAnswer('The config as it is now.', `${slug}.config`, ['ETag']) }
  }
}

function listRevisions(slug: string): ApiOperation {
  return {
    operationId: `${slug}.config.revisions`,
    tags: [slug],
    summary: 'List the last changes of the config',
    description: 'The last 20: when, by which key, which names; no values.',
    parameters: parameterList(),
    kind: 'config',
    answers: { 200: jsonAnswer('The changes, the newest first.', 'Revisions') }
  }
}

function explainAccess(slug: string): ApiOperation {
  return {
    operationId: `${slug}.access`,
    tags: [slug],
    summary: 'May I run it?',
    description:
      'Every check that decides whether the account may run the product, with its outcome. The key needs any scope for the product.',
    parameters: parameterList(),
    kind: 'access',
    answers: { 200: jsonAnswer('The checks and their result.', 'Access') }
  }
}
