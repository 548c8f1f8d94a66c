import { Type } from '@product-host/sdk'
import { type JsonSchema, wireSchema } from '@product-host/sdk/runtime'
import { mask } from '../../config/config.js'
import { answerSchemas, confirmationField, inputSchema, mayAsk, publicActions } from '../describe.js'
import type { Mounted } from '../registry.js'
import { schema } from './components.js'
import { embedded } from './definitions.js'
import { ActionDescription, Catalogue, ProductDescription } from './description-schemas.js'
import { hookSchemas } from './hook-schemas.js'
import { count, known, runSchemas, slug, time } from './run-schemas.js'
import { Usage } from './usage-schemas.js'
import { webhookSchemas } from './webhook-schemas.js'

const Issue = Type.Object(
  {
    pointer: Type.String({ description: 'The member of the request, as a JSON Pointer such as `#/email`.' }),
    code: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    detail: Type.String({ description: 'What is wrong, without the submitted value.' }),
    fix: Type.String({ description: 'What to send instead.' }),
    expected: Type.Optional(
      Type.Unknown({
        description:
          'What the schema asks for, where `code` is one of its keywords: the limit, the format, the allowed values.'
      })
    )
  },
  { description: 'One issue of a request.' }
)

const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String({ description: 'One sentence, the same for every problem with this code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong in this case, for a person.' }),
    instance: Type.String({ format: 'uri' }),
    ok: Type.Literal(false),
    code: Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'Never changes its meaning.' }),
    requestId: Type.String(),
    retryable: Type.Boolean({
      description: 'Whether the same request may succeed later, without taking effect twice.'
    }),
    errors: Type.Optional(Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Issue' }), { maxItems: 20 })),
    checks: Type.Optional(
      Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Check' }), {
        description: 'Every check of access with its outcome.'
      })
    ),
    links: Type.Optional(Type.Record(Type.String(), Type.String())),
    outcome: Type.Optional(
      Type.Object(known, { description: 'What is known of the call with the same Idempotency-Key.' })
    ),
    budget: Type.Optional(
      Type.Object(
        {
          of: Type.Enum(['account', 'key']),
          period: Type.Enum(['day', 'month']),
          stopAt: count,
          resetsAt: Type.String({ format: 'date-time' })
        },
        { description: 'The budget that is spent, of `call_budget_spent`.' }
      )
    )
  },
  { description: 'A refusal (RFC 9457).' }
)

const Revisions = Type.Object({
  productId: slug,
  revisions: Type.Array(
    Type.Object({
      revision: count,
      at: time,
      keyId: Type.String(),
      enabled: Type.Boolean(),
      changed: Type.Array(Type.String(), { description: 'Names of settings, without values.' })
    })
  )
})

const Check = Type.Object(
  {
    check: Type.String({ description: 'The name of the check, such as `plan` or `payment_card`.' }),
    source: Type.String({ description: 'The source of the check, such as `key`, `billing` or `deployment`.' }),
    outcome: Type.Enum(['passed', 'refused', 'not_required']),
    code: Type.Optional(Type.String({ description: 'The code of the refusal.' })),
    detail: Type.String()
  },
  { description: 'One check that decides whether an account may run a product.' }
)

const Access = Type.Object({
  productId: slug,
  allowed: Type.Boolean(),
  checks: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Check' })),
  links: Type.Record(Type.String(), Type.String())
})

const RevokedKey = Type.Object({ id: Type.String(), revoked: Type.Literal(true) })
const Liveness = Type.Object({ status: Type.Literal('alive') })
/** A plugin that is not served yet, or not at all; one that is has the state of its circuit. */
const pluginStates = ['loading', 'failed', 'ready', 'failing', 'recovering', 'quarantined'] as const
const Readiness = Type.Object({
  status: Type.Literal('ready'),
  held: Type.Optional(Type.Literal(true)),
  products: Type.Array(Type.Object({ plugin: Type.String(), state: Type.Enum(pluginStates) }))
})

/** The schemas that no product declares, by their names. */
export const sharedSchemas: Readonly<Record<string, object>> = {
  Problem,
  Issue,
  ProductDescription,
  ActionDescription,
  Catalogue,
  Revisions,
  Usage,
  Access,
  Check,
  RevokedKey,
  ...runSchemas,
  ...webhookSchemas,
  ...hookSchemas,
  Liveness,
  Readiness
}

/** The schemas of one product by their names, each of which begins with its slug. */
export function productSchemas(product: Mounted): Readonly<Record<string, object>> {
  const { slug, mounted } = product
  const actions = publicActions(product)
  const all = actions.map(([name, action]) => {
    const { title, description, destructive, deprecated, errors = {} } = action
    const codes = Object.entries<string>(errors).map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    const { done, failed } = answerSchemas(name, slug, action)
    const input = inputSchema(name, action)
    const properties = { ...(mayAsk(action) && { confirmation: confirmationField }), ...Object(input.properties) }
    const request = {
      ...input,
      properties,
      title,
      description,
      ...(destructive && { 'x-destructive': true }),
      ...(deprecated && { deprecated: true })
    }
    return {
      ...embedded(`${slug}.${name}.request`, request),
      ...embedded(`${slug}.${name}.answer`, { title: `${title}: done`, ...done }),
      [`${slug}.${name}.failure`]: {
        title: `${title}: not done`,
        ...(codes.length > 0 && { description: codes.join('\n\n') }),
        ...failed
      }
    }
  })
  return {
    [`${slug}.request`]: {
      oneOf: actions.map(([name]) => schema(`${slug}.${name}.request`)),
      discriminator: {
        propertyName: 'action',
        mapping: Object.fromEntries(actions.map(([name]) => [name, schema(`${slug}.${name}.request`).$ref]))
      }
    },
    [`${slug}.answer`]: {
      oneOf: actions.flatMap(([name]) => [schema(`${slug}.${name}.answer`), schema(`${slug}.${name}.failure`)])
    },
    ...Object.assign({}, ...all),
    ...(mounted.settings && configSchemas(product))
  }
}

function configSchemas({ slug, mounted }: Mounted): Readonly<Record<string, object>> {
  const { settings } = mounted.product
  if (!settings) return {}
  return {
    [`${slug}.config`]: {
      type: 'object',
      properties: {
        productId: { type: 'string', const: slug },
        enabled: { type: 'boolean' },
        settings: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: `Secrets are \`${mask}\`.`
        },
        unrecognised: {
          type: 'array',
          items: { type: 'string' },
          description: 'The names of stored settings that the product does not know.'
        },
        revision: { type: 'integer', minimum: 0, description: '0 when it was never saved.' },
        updatedAt: { type: ['string', 'null'], format: 'date-time' },
        withheld: {
          type: 'string',
          description:
            'Why the product gets none of the settings until they are saved again; left out where it gets them.'
        }
      },
      required: ['productId', 'enabled', 'settings', 'unrecognised', 'revision', 'updatedAt']
    },
    [`${slug}.config.change`]: {
      type: 'object',
      description: 'Omitted members do not change; `settings` replaces all settings.',
      properties: { enabled: { type: 'boolean' }, settings: settingsSchema(wireSchema(settings)) },
      additionalProperties: false
    }
  }
}

/** The settings of a request: a secret may be its mask, and other names are stored. */
function settingsSchema({ properties, patternProperties, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    properties: sent(properties),
    ...(patternProperties !== undefined && { patternProperties: sent(patternProperties) }),
    additionalProperties: { type: 'string', maxLength: 4_096 },
    propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,127}$' },
    maxProperties: 1_024
  }
}

function sent(properties: unknown): JsonSchema {
  const entries = Object.entries<Record<string, unknown>>({ ...Object(properties) })
  return Object.fromEntries(
    entries.map(([name, { sentTo, ...setting }]) => [
      name,
      setting.writeOnly === true ? { anyOf: [setting, { type: 'string', const: mask }], writeOnly: true } : setting
    ])
  )
}
