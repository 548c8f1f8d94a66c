import { type Action, CONTRACT, type HomePart, type Hook, type Intents, type Product, Type } from '@product-host/sdk'
import { hookSignatures, type JsonSchema, wireSchema } from '@product-host/sdk/runtime'
import { notWithheld } from '../isolation/process/sandbox.js'
import { deadlineOf } from '../isolation/served-product.js'
import { glyphOf } from './glyph.js'
import type { Mounted } from './registry.js'

/** The full description of a product, as `GET …/execute` returns it. */
export function describeProduct(served: Mounted, isServed: (slug: string) => boolean): JsonSchema {
  const { mounted, digest, slug } = served
  const {
    title,
    description,
    version,
    webhookEvents = {},
    hooks = {},
    home = [],
    neededProducts = {}
  } = mounted.product
  const needed = Object.entries(neededProducts)
  return {
    productId: slug,
    slug,
    title,
    description,
    ...glyphOf(mounted.product),
    version,
    contract: { version: CONTRACT, digest },
    status: served.resilience.breaker.state,
    availability: availabilityOf(served),
    needs: neededTokens(served),
    ...(needed.length > 0 && {
      neededProducts: needed.map(([other, { actions = [], isOptional = false }]) => ({
        slug: other,
        actions,
        optional: isOptional,
        served: isServed(other)
      }))
    }),
    ...isolationOf(served),
    auth: { scheme: 'bearer', header: 'Authorization' },
    actions: publicActions(served).map(([name]) => describeAction(name, served)),
    config: describeConfig(served),
    webhookEvents: Object.entries(webhookEvents).map(([name, { description, data }]) => ({
      name,
      description,
      dataSchema: data
    })),
    ...(Object.keys(hooks).length > 0 && {
      hooks: Object.entries(hooks).map(([name, hook]) => describeHook(name, hook))
    }),
    ...(home.length > 0 && { home: home.map(part => homeTitle(part, mounted.product)) }),
    links: { self: `/api/v1/products/${slug}/execute`, catalogue: '/api/v1/products' }
  }
}

/** What stands above a part of a home. */
export function homeTitle({ title, action }: HomePart, { actions }: Product): string {
  return title ?? actions[action]?.title ?? action
}

/** What an account can make a URL of. */
function describeHook(name: string, { title, description, action, bodies, signatures, input }: Hook): JsonSchema {
  return {
    name,
    title,
    description,
    action,
    bodies,
    signatures: signatures ?? hookSignatures,
    chosen: input.chosen ?? []
  }
}

/** The requirements of a product besides the plan. */
function availabilityOf({ entry: { requires } }: Mounted): JsonSchema {
  return { waitlist: requires.length > 0, requires }
}

/** Said only of a product that runs in processes of its own. */
function isolationOf({ mounted: { isSandboxed, hasHostNetwork } }: Mounted): JsonSchema {
  if (isSandboxed === undefined) return {}
  const inSandbox = hasHostNetwork ? ['network'] : []
  return { isolation: { kind: 'process', sandbox: isSandboxed, notWithheld: isSandboxed ? inSandbox : notWithheld } }
}

function describeConfig({ mounted }: Mounted): JsonSchema {
  const { settings } = mounted.product
  if (!settings || !mounted.settings) return { supported: false }
  const { settings: rules } = mounted
  return {
    supported: true,
    settingsSchema: wireSchema(settings),
    secrets: [...Object.keys(settings.properties).filter(name => rules.isSecret(name)), ...secretFamilies(settings)],
    ...(mounted.destination?.isMoved && { moved })
  }
}

/** What an account does when the server of a product has another address. */
const moved =
  'The product has another address than before. What accounts saved as settings for the former one is missing: save it again.'

/** The patterns of the names of secret settings. */
function secretFamilies(settings: object): readonly string[] {
  const { patternProperties } = { patternProperties: {}, ...settings }
  const families = Object.entries<{ writeOnly?: boolean }>(patternProperties)
  return families.filter(([, { writeOnly }]) => writeOnly).map(([pattern]) => pattern)
}

/** The summary of a product in the catalogue. */
export function summarise(served: Mounted): JsonSchema {
  const { title, description, version, settings } = served.mounted.product
  return {
    productId: served.slug,
    slug: served.slug,
    title,
    description,
    ...glyphOf(served.mounted.product),
    version,
    status: served.resilience.breaker.state,
    actions: publicActions(served).map(([name]) => name),
    actionTitles: Object.fromEntries(publicActions(served).map(([name, { title }]) => [name, title])),
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
  const { title, description, effect, examples, intents, errors = {}, deprecated } = action
  const { decisiveFields = [], confirmationFields = [] } = action
  return {
    name,
    title,
    description,
    effect,
    annotations: annotationsOf(action),
    inputSchema: inputSchema(name, action),
    outputSchema: outputSchema(name, served.slug, action),
    ...(decisiveFields.length > 0 && { decisiveFields }),
    ...(confirmationFields.length > 0 && { confirmationFields }),
    examples: examples.map(example => ({ title: example.title, input: { action: name, ...example.input } })),
    intents: allIntents(intents),
    ...(mayAsk(action) && { confirmation: { field: 'confirmation', description: confirmationField.description } }),
    limits: { timeoutMs: deadlineOf(action, served) },
    errors: Object.entries<string>(errors).map(([code, meaning]) => ({ code, description: meaning })),
    ...(deprecated && { deprecated })
  }
}

/** What a client may assume of an action before it runs it, in the words of the Model Context Protocol; all four are always there. */
export function annotationsOf({ effect, destructive, idempotent }: Action) {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: destructive === true,
    idempotentHint: idempotent === true || effect === 'read',
    openWorldHint: effect === 'external'
  }
}

/** The intents of an action, with empty lists for omitted members. */
export function allIntents({ phrases = [], keywords = [] }: Intents = {}): Required<Intents> {
  return { phrases, keywords }
}

/** What confirms a plan, in the body of a request for an action that can ask for it. */
export const confirmationField = {
  type: 'string',
  title: 'Confirmation',
  description:
    'The token of an answer `needs_confirmation`: runs exactly the plan of that answer, once, and ignores the other fields.'
}

/** Whether an action can end with a plan that a person has to confirm. */
export function mayAsk({ errors = {} }: Action): boolean {
  return Object.hasOwn(errors, 'needs_confirmation')
}

/** The schema of a request's body: the action's name and its own fields. */
export function inputSchema(name: string, action: Action): JsonSchema {
  const { properties, required, ...rest } = wireSchema(action.input)
  const needed = Array.isArray(required) ? required : []
  return {
    ...rest,
    properties: { action: { type: 'string', const: name }, ...Object(properties) },
    required: ['action', ...needed]
  }
}

/**
 * The schema of an answer with status 200. The definitions of the detail are at the root, where its references point.
 */
export function outputSchema(name: string, slug: string, action: Action): JsonSchema {
  const { $defs, ...detail } = action.detail
  const { done, failed } = answerSchemas(name, slug, { ...action, detail })
  return { ...($defs && { $defs }), oneOf: [done, failed] }
}

/** The body of an answer with `ok: true`, and of one with `ok: false`. */
export function answerSchemas(
  name: string,
  slug: string,
  { metrics = noMetrics, detail }: Action
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
    done: envelope(true, { metrics, detail: { ...detail, properties: { ...detail.properties, ...fieldNotes } } }),
    failed: envelope(false, {
      metrics: { type: 'object', additionalProperties: { type: 'number' } },
      detail: failedDetail
    })
  }
}

/** The metrics schema of an action that declares none: an empty object. */
export const noMetrics = Type.Object({})

/** What an answer says of the names of fields that a call sent, as parts of a detail. */
export const fieldNotes = {
  ignoredFields: {
    type: 'array',
    items: { type: 'string' },
    title: 'Ignored fields',
    description: 'The names of fields in the request that the action does not have. Left out if there are none.'
  },
  misspeltFields: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        field: { type: 'string', title: 'Field' },
        meant: { type: 'string', title: 'Did you mean' },
        warning: { type: 'string', title: 'Warning' }
      },
      required: ['field', 'meant', 'warning']
    },
    title: 'Misspelt fields',
    description:
      'Fields that were ignored and probably meant for another one, which is absent. Left out if there are none.'
  }
}

const failedDetail = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        retryable: { type: 'boolean' },
        details: {
          type: 'object',
          description: 'The plan, if the code is `needs_confirmation` and the action takes a confirmation.',
          properties: {
            steps: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  product: { type: 'string' },
                  action: { type: 'string' },
                  input: { type: 'object' },
                  schedule: {
                    type: 'object',
                    description: 'If a schedule of the call is made in place of the call: when it is due.',
                    properties: {
                      name: { type: 'string' },
                      cron: { type: 'string' },
                      timezone: { type: 'string' },
                      overlap: { type: 'string' },
                      missed: { type: 'string' }
                    },
                    required: ['name', 'cron']
                  },
                  effect: { type: 'string', enum: ['read', 'write', 'external'] }
                },
                required: ['product', 'action', 'input', 'effect']
              }
            },
            notUnderstood: { type: 'array', items: { type: 'string' } },
            token: { type: 'string', description: 'Sent back as `confirmation`, it runs the plan.' },
            expiresAt: { type: 'string', format: 'date-time' }
          },
          required: ['steps', 'notUnderstood']
        }
      },
      required: ['code', 'message', 'retryable']
    },
    ...fieldNotes
  },
  required: ['error']
}
