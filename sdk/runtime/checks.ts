import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { RE2JS } from 're2js'
import type { TSchema } from 'typebox'
import type { Fault } from '../errors.js'
import { toFaults } from './faults.js'

/** A compiled schema: the faults of a value, none when it fits. */
export type Check = (value: unknown) => readonly Fault[]

/** Patterns run on RE2's linear-time engine, so that no input can make one run away; look-around and back-references do not compile. */
const linear = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), { code: 'linear' })

/** Ajv's own optimising of the code it makes takes longer than all the rest of a compilation, and V8 optimises what is used. */
const code = { regExp: linear, optimize: false }
const settings = { strict: true, allErrors: true, verbose: true, addUsedSchema: false, code }
const inputs = withFormats(new Ajv2020({ ...settings, useDefaults: true }))
const outputs = withFormats(new Ajv2020(settings))

/** Compiles the schema of what callers send; its check fills in defaults. Throws when the schema is not sound in strict mode. */
export function compileInput(schema: TSchema): Check {
  return compile(inputs, schema)
}

/** Compiles the schema of what a product answers. Throws when the schema is not sound in strict mode. */
export function compileOutput(schema: TSchema): Check {
  return compile(outputs, schema)
}

function compile(ajv: Ajv2020, schema: TSchema): Check {
  refuseTuples(schema)
  const validate = ajv.compile(schema)
  return value => (validate(value) ? [] : toFaults(validate.errors as ErrorObject[]))
}

/** Ajv's strict mode of 2020-12 and TypeBox write tuples differently, so that none is understood the same by both. */
function refuseTuples(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('items' in schema && Array.isArray(schema.items))
    throw new Error('Type.Tuple is not supported; use an object or an array of one type')
  Object.values(schema).forEach(refuseTuples)
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  return addFormats.default(ajv).addKeyword({ keyword: 'sentTo', schemaType: 'string' })
}
