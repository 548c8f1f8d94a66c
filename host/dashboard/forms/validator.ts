import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '../api/products.js'
import { sentences } from './sentences.js'
import { pointerParts, withoutEmpty } from './values.js'

/** What is wrong with the value at a path. */
export interface Violation {
  readonly path: readonly string[]
  readonly sentence: string
}

/** Keywords whose errors only say that a nested value has errors. */
const nestingKeywords = [
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'additionalProperties'
]

/**
 * The first violation of each value. The validator walks the schema: most others compile a schema to code at run time, which the
 * Content-Security-Policy of the pages forbids.
 */
export function violationsOf(data: unknown, schema: JsonSchema): readonly Violation[] {
  const { errors } = new Validator(schema as Schema, '2020-12', false).validate(withoutEmpty(data) ?? {})
  const violations = withoutBranches(errors)
    .filter(({ keyword }) => !nestingKeywords.includes(keyword))
    .map(unit => violationOf(unit, schema))
  return violations.filter(
    ({ path }, index) => violations.findIndex(other => other.path.join('/') === path.join('/')) === index
  )
}

/** Without the errors inside of a choice: they are about alternatives that may not have been meant. */
function withoutBranches(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return errors.filter(
    error => !choices.some(choice => error !== choice && error.keywordLocation.startsWith(`${choice.keywordLocation}/`))
  )
}

function violationOf({ keyword, keywordLocation, instanceLocation, error }: OutputUnit, schema: JsonSchema): Violation {
  const path = pointerParts(instanceLocation)
  const [, missing] = keyword === 'required' ? (/"(.+)"/.exec(error) ?? []) : []
  if (missing !== undefined) path.push(missing)
  const limit = valueAt(schema, pointerParts(keywordLocation))
  return { path, sentence: sentences[keyword]?.(limit) ?? 'This value is not valid.' }
}

function valueAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    schema
  )
}
