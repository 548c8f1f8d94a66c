import { hash } from 'node:crypto'
import type { Action, Product } from '@product-host/sdk'
import { canonicalJson } from '@product-host/sdk/runtime'
import { noMetrics } from './describe.js'
import { withoutKeywords } from './schema-keywords.js'

/** Keywords of JSON Schema that describe and do not constrain a value: no caller's program depends on them. */
export const annotations: readonly string[] = ['title', 'description', 'examples', '$comment', 'deprecated', 'readOnly']

/**
 * The SHA-256 of what a caller's program depends on, in canonical form: the names of the actions, their schemas, effects and
 * error codes, and the schema of the settings. Annotations such as titles, descriptions, examples, intents and deprecations are
 * left out, so that a better description does not refuse a caller.
 */
export function contractDigest({ actions, settings }: Product): string {
  const contracts = Object.entries(actions)
    .filter(([, { internal }]) => !internal)
    .map(([name, action]) => ({ name, ...contractOf(action) }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return `sha256-${hash('sha256', canonicalJson({ actions: contracts, settings: settings ? bare(settings) : null }))}`
}

function contractOf({ effect, destructive, idempotent, input, detail, metrics = noMetrics, errors = {} }: Action) {
  return {
    effect,
    destructive: destructive === true,
    idempotent: idempotent === true || effect === 'read',
    input: bare(input),
    detail: bare(detail),
    metrics: bare(metrics),
    errors: Object.keys(errors).sort()
  }
}

/** A schema without its annotations, and without those of the schemas in it. */
function bare(schema: object): object {
  return withoutKeywords(schema, keyword => annotations.includes(keyword) || keyword.startsWith('x-'))
}
