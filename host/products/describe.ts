import type { Action } from '@product-host/sdk'
import { type JsonSchema, wireSchema } from '@product-host/sdk/runtime'
import type { Mounted } from './mounted.js'
import { deadlineOf } from './plan.js'

/** A product in full, as `GET …/execute` answers it. */
export function describeProduct(served: Mounted): JsonSchema {
  const { mounted, digest, slug } = served
  const { title, description, version, contract } = mounted.product
  return {
    productId: slug,
    slug,
    title,
    description,
    version,
    contract: { version: contract, digest },
    status: served.fence.breaker.standing,
    availability: availabilityOf(served),
    needs: neededTokens(served),
    auth: { scheme: 'bearer', header: 'Authorization' },
    actions: publicActions(served).map(([name]) => describeAction(name, served)),
    config: describeConfig(served),
    links: { self: `/api/v1/products/${slug}/execute`, catalogue: '/api/v1/products' }
  }
}

/** What an account must have beside its plan. */
function availabilityOf({ entry: { requires } }: Mounted): JsonSchema {
  return { waitlist: requires.length > 0, requires }
}

function describeConfig({ mounted }: Mounted): JsonSchema {
  const { settings } = mounted.product
  if (!settings || !mounted.settings) return { supported: false }
  const { settings: rules } = mounted
  return {
    supported: true,
    settingsSchema: wireSchema(settings),
    secrets: [...Object.keys(settings.properties).filter(name => rules.isSecret(name)), ...secretFamilies(settings)]
  }
}

/** The patterns of names under which an account keeps secrets. */
function secretFamilies(settings: object): readonly string[] {
  const { patternProperties } = { patternProperties: {}, ...settings }
  const families = Object.entries<{ writeOnly?: boolean }>(patternProperties)
  return families.filter(([, { writeOnly }]) => writeOnly).map(([pattern]) => pattern)
}

/** A product in short, as the catalogue lists it. */
export function summarise(served: Mounted): JsonSchema {
  const { title, description, version, settings } = served.mounted.product
  return {
    productId: served.slug,
    slug: served.slug,
    title,
    description,
    version,
    status: served.fence.breaker.standing,
    actions: publicActions(served).map(([name]) => name),
    config: settings !== undefined,
    availability: availabilityOf(served),
    links: { describe: `/api/v1/products/${served.slug}/execute` }
  }
}

/** The actions that callers may run, in the order of their declaration. */
export function publicActions({ mounted }: Mounted): readonly (readonly [string, Action])[] {
  return [...mounted.actions].flatMap(([name, { action }]) => (action.internal ? [] : [[name, action] as const]))
}

/** The names of the tokens that a product's actions work with. */
export function neededTokens({ mounted }: Mounted): readonly string[] {
  return [...new Set([...mounted.actions.values()].flatMap(({ tokens }) => tokens.map(({ name }) => name)))].sort()
}

function describeAction(name: string, served: Mounted): JsonSchema {
  const action = served.mounted.product.actions[name]
  if (!action) return {}
  const { title, description, effect, idempotent = false, examples, asks, errors = {}, deprecated } = action
  return {
    name,
    title,
    description,
    effect,
    annotations: {
      readOnlyHint: effect === 'read',
      idempotentHint: idempotent || effect === 'read',
      openWorldHint: effect === 'external'
    },
    inputSchema: inputSchema(name, action),
    outputSchema: outputSchema(name, served.slug, action),
    examples: examples.map(example => ({ title: example.title, input: { action: name, ...example.input } })),
    asks: asks ?? { sentences: [], cues: [] },
    limits: { timeoutMs: deadlineOf(action, served) },
    errors: Object.entries<string>(errors).map(([code, meaning]) => ({ code, description: meaning })),
    ...(deprecated && { deprecated })
  }
}

/** The whole body of a request: the action's name and its own fields. */
export function inputSchema(name: string, action: Action): JsonSchema {
  const { properties, required, ...rest } = wireSchema(action.input)
  const needed = Array.isArray(required) ? required : []
  return {
    ...rest,
    properties: { action: { type: 'string', const: name }, ...Object(properties) },
    required: ['action', ...needed]
  }
}

/** The whole body of an answer with status 200; what the detail defines for its references stands at the root, where they point. */
export function outputSchema(name: string, slug: string, action: Action): JsonSchema {
  const { $defs, ...detail } = action.detail
  const { done, failed } = answerSchemas(name, slug, { ...action, detail })
  return { ...($defs && { $defs }), oneOf: [done, failed] }
}

/** The body of an answer to a call that did what was asked, and to one that failed as its product foresaw. */
export function answerSchemas(
  name: string,
  slug: string,
  { metrics, detail }: Action
): { readonly done: JsonSchema; readonly failed: JsonSchema } {
  const envelope = (ok: boolean, parts: { metrics: object; detail: object }) => ({
    type: 'object',
    properties: {
      ok: { type: 'boolean', const: ok },
      productId: { type: 'string', const: slug },
      action: { type: 'string', const: name },
      summary: { type: 'string' },
      latencyMs: { type: 'number', minimum: 0 },
      ...parts,
      requestId: { type: 'string' }
    },
    required: ['ok', 'productId', 'action', 'summary', 'latencyMs', 'metrics', 'detail', 'requestId']
  })
  return {
    done: envelope(true, { metrics, detail: { ...detail, properties: { ...detail.properties, ignoredFields } } }),
    failed: envelope(false, {
      metrics: { type: 'object', additionalProperties: { type: 'number' } },
      detail: failedDetail
    })
  }
}

const ignoredFields = {
  type: 'array',
  items: { type: 'string' },
  description: 'Names of what was sent and is not known to the action; left out when there is nothing of the kind.'
}

const failedDetail = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, retryable: { type: 'boolean' } },
      required: ['code', 'message', 'retryable']
    },
    ignoredFields
  },
  required: ['error']
}
