import { publicActions } from '../describe.js'
import type { Mounted } from '../mounted.js'
import { headerMap } from './headers.js'
import { jsonAnswer, notModified, type Operation, type Paths } from './operation.js'
import { parameterList } from './parameters.js'
import { schema } from './reference.js'

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

function describe({ slug, mounted }: Mounted): Operation {
  return {
    operationId: `${slug}.describe`,
    tags: [slug],
    summary: `Describe ${mounted.product.title}`,
    description: 'The product with every action: its schemas, examples, errors and limits.',
    security: [],
    parameters: parameterList('If-None-Match'),
    door: 'describe',
    answers: {
      200: {
        description: 'The product.',
        headers: headerMap(['X-Request-Id', 'Server-Timing', 'ETag', 'Product-Contract', 'Link']),
        content: { 'application/json': { schema: schema('ProductDescription') } }
      },
      304: notModified(['Product-Contract', 'Link'])
    }
  }
}

function execute(product: Mounted): Operation {
  const { slug } = product
  const { title, description } = product.mounted.product
  return {
    operationId: `${slug}.execute`,
    tags: [slug],
    summary: `Run an action of ${title}`,
    description,
    parameters: parameterList('Idempotency-Key', 'Product-Contract'),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schema(`${slug}.request`), examples: requestExamples(product) } }
    },
    door: 'execute',
    answers: {
      200: {
        description: 'What the action did; `ok` is false when it could not do what was asked, for a reason it foresaw.',
        headers: headerMap(
          ['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit', 'Product-Contract'],
          ['Idempotent-Replayed', 'Deprecation', 'Sunset']
        ),
        content: { 'application/json': { schema: schema(`${slug}.answer`) } }
      }
    }
  }
}

/** Every example of every action, as a whole body. */
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

function readConfig(slug: string): Operation {
  return {
    operationId: `${slug}.config.read`,
    tags: [slug],
    summary: 'Read the config',
    description: "The account's config; secrets are masked.",
    parameters: parameterList(),
    door: 'config',
    answers: { 200: jsonAnswer('The config.', `${slug}.config`, ['ETag']) }
  }
}

function saveConfig(slug: string): Operation {
  return {
    operationId: `${slug}.config.save`,
    tags: [slug],
    summary: 'Save the config',
    description:
      'Saves `enabled` and `settings`, either or both. A secret that is sent as its mask is kept. Other members are refused.',
    parameters: parameterList('If-Match', 'dryRun'),
    requestBody: { required: true, content: { 'application/json': { schema: schema(`${slug}.config.change`) } } },
    door: 'save_config',
    answers: { 200: jsonAnswer('The config as it is now.', `${slug}.config`, ['ETag']) }
  }
}

function listRevisions(slug: string): Operation {
  return {
    operationId: `${slug}.config.revisions`,
    tags: [slug],
    summary: 'List the last changes of the config',
    description: 'The last 20: when, by which key, which names; no values.',
    parameters: parameterList(),
    door: 'config',
    answers: { 200: jsonAnswer('The changes, the newest first.', 'Revisions') }
  }
}

function explainAccess(slug: string): Operation {
  return {
    operationId: `${slug}.access`,
    tags: [slug],
    summary: 'May I run it?',
    description:
      'Every check that decides whether the account may run the product, with its outcome. The key needs any scope for the product.',
    parameters: parameterList(),
    door: 'access',
    answers: { 200: jsonAnswer('The checks and what they come to.', 'Access') }
  }
}
