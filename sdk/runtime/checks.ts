import { setImmediate } from 'node:timers/promises'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { Fault } from '../errors.js'
import { toFaults } from './faults.js'
import { compilePattern } from './patterns.js'
import { PlainSchemas } from './plain-schemas.js'

/** A schema that is sound: the faults of a value, none when it fits. */
export interface Check {
  (value: unknown): readonly Fault[]
  /** Makes the schema's code, which is otherwise made when the first value comes. */
  readonly prepare?: () => void
  /** True only if the value certainly fits, which is known without the schema's code; fills in no defaults. */
  readonly fits?: (value: unknown) => boolean
}

/** Patterns run on RE2's linear-time engine, so that no input can make one run away; look-around and back-references do not compile. */
const linear = Object.assign(compilePattern, { code: 'linear' })
/** Ajv's own optimising of the code it makes takes longer than all the rest of a compilation, and V8 optimises what is used. */
const code = { regExp: linear, optimize: false }
const settings = { strict: true, allErrors: true, verbose: true, addUsedSchema: false, validateSchema: false, code }
const inputs = withFormats(new Ajv2020({ ...settings, useDefaults: true }))
const outputs = withFormats(new Ajv2020(settings))
const plain = new PlainSchemas(linear, inputs.formats)

/** The check of what callers send; it fills in defaults. Throws when the schema is not sound in strict mode. */
export function compileInput(schema: TSchema): Check {
  return compile(inputs, schema)
}

/** The check of what a product answers. Throws when the schema is not sound in strict mode. */
export function compileOutput(schema: TSchema): Check {
  return compile(outputs, schema)
}

/** A schema that is not certainly sound is compiled at once, to know; the code of the others is made when it is needed. */
function compile(ajv: Ajv2020, schema: TSchema): Check {
  refuseTuples(schema)
  const isPlain = plain.isPlain(schema)
  if (!isPlain) outputs.validateSchema(schema, true)
  let compiled = isPlain ? undefined : ajv.compile(schema)
  const check = (value: unknown): readonly Fault[] => {
    if (!compiled && isPlain && ajv === inputs) {
      plain.fillDefaults(schema, value)
      if (plain.fits(schema, value)) return []
    }
    compiled ??= ajv.compile(schema)
    return compiled(value) ? [] : toFaults(compiled.errors as ErrorObject[])
  }
  return Object.assign(check, {
    prepare() {
      compiled ??= ajv.compile(schema)
    },
    fits: (value: unknown) => isPlain && plain.fits(schema, value)
  })
}

/** Makes the code of checks before it is needed: one check in each turn of the event loop, which serves meanwhile. */
export async function prepareChecks(checks: Iterable<Check>): Promise<void> {
  for (const { prepare } of checks) {
    if (!prepare) continue
    await setImmediate()
    prepare()
  }
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
