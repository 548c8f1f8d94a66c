import { type JsonSchema, wireSchema } from '@product-host/sdk/runtime'
import { mask } from '../../config/config.js'
import { answerSchemas, inputSchema, publicActions } from '../describe.js'
import type { Mounted } from '../mounted.js'
import { embedded } from './embedded.js'
import { schema } from './reference.js'

/** The schemas of one product by their names, each of which begins with its slug. */
export function productSchemas(product: Mounted): Readonly<Record<string, object>> {
  const { slug, mounted } = product
  const actions = publicActions(product)
  const all = actions.map(([name, action]) => {
    const { title, description, deprecated, errors = {} } = action
    const codes = Object.entries<string>(errors).map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    const { done, failed } = answerSchemas(name, slug, action)
    const request = { ...inputSchema(name, action), title, description, ...(deprecated && { deprecated: true }) }
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
          description: 'The names of settings that are kept though the product does not know them.'
        },
        revision: { type: 'integer', minimum: 0, description: '0 when it was never saved.' },
        updatedAt: { type: ['string', 'null'], format: 'date-time' }
      },
      required: ['productId', 'enabled', 'settings', 'unrecognised', 'revision', 'updatedAt']
    },
    [`${slug}.config.change`]: {
      type: 'object',
      description: 'What is left out stays as it is; settings that are given replace the whole map.',
      properties: { enabled: { type: 'boolean' }, settings: settingsSchema(wireSchema(settings)) },
      additionalProperties: false
    }
  }
}

/** The settings as they are sent: a secret may be the mask that it is read as, and other names are kept. */
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
