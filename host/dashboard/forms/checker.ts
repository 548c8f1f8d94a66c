import { type OutputUnit, Validator } from '@cfworker/json-schema'
import {
  type CustomValidator,
  createErrorHandler,
  type ErrorSchema,
  ErrorSchemaBuilder,
  type ErrorTransformer,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorList,
  type UiSchema,
  unwrapErrorHandler,
  type ValidationData,
  type ValidatorType,
  validationDataMerge
} from '@rjsf/utils'
import type { Schema } from '../api/shapes.js'
import { pathOf } from './pointer.js'
import { sentenceFor } from './sentences.js'
import { withoutEmpty } from './values.js'

type Data = Record<string, unknown>

/** Keywords whose faults only say that there are others below them. */
const enclosing = ['properties', 'patternProperties', 'items', 'prefixItems', 'allOf', '$ref', 'additionalProperties']

/**
 * Judges forms by walking their schema. Nothing is compiled: the policy of the pages forbids code that is made from text at
 * run time, which is how most checkers of JSON Schema work.
 */
export const checker: ValidatorType<Data> = {
  validateFormData(data, schema, customValidate, transformErrors, uiSchema) {
    return merged(judge(data, schema), data, customValidate, transformErrors, uiSchema)
  },
  isValid(schema, data, rootSchema) {
    return new Validator({ ...definitionsOf(rootSchema), ...schema } as object, '2020-12').validate(data ?? null).valid
  },
  rawValidation(schema, data) {
    return { errors: faultsOf(data, schema) as never[] }
  }
}

function definitionsOf({ $defs }: RJSFSchema): object {
  return $defs ? { $defs } : {}
}

function judge(data: Data | undefined, schema: RJSFSchema): readonly RJSFValidationError[] {
  return faultsOf(data, schema).map(({ path, message, keyword }) => ({
    name: keyword,
    property: path.map(part => `.${part}`).join(''),
    message,
    stack: message,
    params: { path }
  }))
}

function merged(
  errors: readonly RJSFValidationError[],
  data: Data | undefined,
  customValidate: CustomValidator<Data> | undefined,
  transformErrors: ErrorTransformer<Data> | undefined,
  uiSchema: UiSchema<Data> | undefined
): ValidationData<Data> {
  const kept = transformErrors ? transformErrors([...errors], uiSchema) : [...errors]
  const builder = new ErrorSchemaBuilder<Data>()
  for (const { message, params } of kept) builder.addErrors(message ?? '', params.path)
  const found: ValidationData<Data> = { errors: kept, errorSchema: builder.ErrorSchema }
  if (!customValidate) return found
  const handled = customValidate(data, createErrorHandler<Data>(data ?? {}), uiSchema)
  const more: ErrorSchema<Data> = unwrapErrorHandler(handled)
  return validationDataMerge<Data>({ ...found, errors: toErrorList<Data>(found.errorSchema) }, more)
}

interface FoundFault {
  readonly path: string[]
  readonly keyword: string
  readonly message: string
}

function faultsOf(data: unknown, schema: RJSFSchema): readonly FoundFault[] {
  const { errors } = new Validator(schema as object, '2020-12', false).validate(withoutEmpty(data) ?? {})
  const faults = errors
    .filter(({ keyword }) => !enclosing.includes(keyword))
    .map(unit => faultOf(unit, schema as Schema))
  return faults.filter(
    ({ path }, index) => faults.findIndex(other => other.path.join('/') === path.join('/')) === index
  )
}

function faultOf({ keyword, keywordLocation, instanceLocation, error }: OutputUnit, schema: Schema): FoundFault {
  const path = pathOf(instanceLocation)
  const [, missing] = keyword === 'required' ? (/"(.+)"/.exec(error) ?? []) : []
  if (missing !== undefined) path.push(missing)
  return { path, keyword, message: sentenceFor(keyword, valueAt(schema, pathOf(keywordLocation))) }
}

/** What a schema says at a place. */
function valueAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    schema
  )
}
