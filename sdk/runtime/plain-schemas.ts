import type { Format } from 'ajv'
import { isPlainPattern } from './patterns.js'

type Fields = Readonly<Record<string, unknown>>

/** One keyword. */
interface Rule {
  /** The type that a schema with the keyword has to name. */
  readonly type?: readonly string[]
  /** Whether strict mode certainly accepts the keyword's value. */
  isSound(operand: unknown, schema: Fields, isInChoice: boolean): boolean
  /** Whether a value certainly fits; left out by annotations. */
  fits?(value: unknown, operand: unknown, schema: Fields): boolean
}

/**
 * Knows, without making code of them, that most schemas are sound and that most examples fit theirs: those that use nothing but
 * the common keywords in their common form. Both answers are one-sided: what is not certain here, Ajv decides.
 */
export class PlainSchemas {
  readonly #rules: Readonly<Record<string, Rule>>

  /** `compilePattern` throws when a pattern has no linear-time form. */
  constructor(
    private readonly compilePattern: (pattern: string) => { test(text: string): boolean },
    private readonly formats: Readonly<Record<string, Format | undefined>>
  ) {
    this.#rules = { ...annotations, ...scalarRules, ...this.#textRules(), ...this.#nestingRules() }
  }

  /** True only if the schema compiles in strict mode. */
  isPlain(schema: unknown): boolean {
    return isFields(schema) && !('default' in schema) && this.#isPlainPart(schema, false)
  }

  /** True only if the value, with the defaults filled in, fits a schema that is plain. */
  fits(schema: unknown, value: unknown): boolean {
    if (!isFields(schema)) return false
    return Object.entries(schema).every(
      ([keyword, operand]) => this.#rules[keyword]?.fits?.(value, operand, schema) ?? keyword in annotations
    )
  }

  /** Fills in the defaults of members that are missing, as Ajv does, in a value of a schema that is plain. */
  fillDefaults(schema: unknown, value: unknown): void {
    if (!isFields(schema)) return
    const { properties, patternProperties, additionalProperties, items } = schema
    if (Array.isArray(value)) for (const item of value) this.fillDefaults(items, item)
    if (!isFields(value)) return
    for (const [name, part] of Object.entries(fields(properties))) {
      if (value[name] === undefined && 'default' in fields(part)) value[name] = structuredClone(fields(part).default)
      this.fillDefaults(part, value[name])
    }
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(fields(properties), name)) continue
      const patterns = Object.entries(fields(patternProperties)).filter(([each]) =>
        this.compilePattern(each).test(name)
      )
      for (const [, part] of patterns) this.fillDefaults(part, member)
      if (patterns.length === 0) this.fillDefaults(additionalProperties, member)
    }
  }

  #isPlainPart(schema: unknown, isInChoice: boolean): boolean {
    if (!isFields(schema)) return false
    return Object.entries(schema).every(([keyword, operand]) => {
      const rule = Object.hasOwn(this.#rules, keyword) ? this.#rules[keyword] : undefined
      if (!rule || (rule.type && !rule.type.includes(String(schema.type)))) return false
      return rule.isSound(operand, schema, isInChoice)
    })
  }

  #textRules(): Readonly<Record<string, Rule>> {
    const type = ['string']
    return {
      pattern: {
        type,
        isSound: operand => this.#isPattern(operand),
        fits: (value, operand) => typeof value === 'string' && this.compilePattern(String(operand)).test(value)
      },
      format: {
        type,
        isSound: operand => typeof operand === 'string' && Object.hasOwn(this.formats, operand),
        fits: (value, operand) => hasFormat(value, this.formats[String(operand)])
      }
    }
  }

  #nestingRules(): Readonly<Record<string, Rule>> {
    const type = ['object']
    return {
      anyOf: {
        isSound: (operand, schema) =>
          Array.isArray(operand) &&
          operand.length > 0 &&
          !('type' in schema) &&
          operand.every(part => this.#isPlainPart(part, true)),
        fits: (value, operand) => Array.isArray(operand) && operand.some(part => this.fits(part, value))
      },
      items: {
        type: ['array'],
        isSound: (operand, _schema, isInChoice) => this.#isPlainPart(operand, isInChoice),
        fits: (value, operand) => Array.isArray(value) && value.every(item => this.fits(operand, item))
      },
      minProperties: { type, isSound: isCount },
      maxProperties: { type, isSound: isCount },
      properties: {
        type,
        isSound: (operand, _schema, isInChoice) =>
          isFields(operand) && Object.values(operand).every(part => this.#isPlainPart(part, isInChoice)),
        fits: (value, operand) =>
          Object.entries(fields(operand)).every(([name, part]) => {
            const member = memberOf(value, name, part)
            return member === undefined || this.fits(part, member)
          })
      },
      required: {
        type,
        isSound: (operand, { properties }) =>
          Array.isArray(operand) &&
          operand.every(name => isText(name) && Object.hasOwn(fields(properties), name)) &&
          new Set(operand).size === operand.length,
        fits: (value, operand, { properties }) =>
          Array.isArray(operand) && operand.every(name => memberOf(value, name, fields(properties)[name]) !== undefined)
      },
      patternProperties: {
        type,
        isSound: (operand, schema, isInChoice) =>
          isFields(operand) &&
          Object.entries(operand).every(
            ([pattern, part]) =>
              this.#isPattern(pattern) &&
              !Object.keys(fields(schema.properties)).some(name => new RegExp(pattern).test(name)) &&
              this.#isPlainPart(part, isInChoice)
          ),
        fits: (value, operand) =>
          Object.entries(fields(operand)).every(([pattern, part]) => {
            const names = this.compilePattern(pattern)
            return Object.entries(fields(value)).every(([name, member]) => !names.test(name) || this.fits(part, member))
          })
      },
      additionalProperties: {
        type,
        isSound: (operand, _schema, isInChoice) =>
          typeof operand === 'boolean' || this.#isPlainPart(operand, isInChoice),
        fits: (value, operand, { properties, patternProperties }) =>
          operand === true ||
          Object.entries(fields(value)).every(
            ([name, member]) =>
              Object.hasOwn(fields(properties), name) ||
              Object.keys(fields(patternProperties)).some(each => this.compilePattern(each).test(name)) ||
              (operand !== false && this.fits(operand, member))
          )
      }
    }
  }

  /** The schema of schemas asks for a regular expression of JavaScript, too. */
  #isPattern(pattern: unknown): boolean {
    if (typeof pattern !== 'string' || !hasFormat(pattern, this.formats.regex)) return false
    if (isPlainPattern(pattern)) return true
    try {
      this.compilePattern(pattern)
      return true
    } catch {
      return false
    }
  }
}

const annotations: Readonly<Record<string, Rule>> = {
  title: { isSound: isText },
  description: { isSound: isText },
  sentTo: { isSound: isText },
  readOnly: { isSound: isFlag },
  writeOnly: { isSound: isFlag },
  deprecated: { isSound: isFlag },
  examples: { isSound: operand => Array.isArray(operand) && isJson(operand) },
  default: { isSound: (operand, _schema, isInChoice) => !isInChoice && isJson(operand) }
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  number: isNumber,
  integer: value => Number.isInteger(value),
  boolean: isFlag,
  null: value => value === null,
  array: value => Array.isArray(value),
  object: isFields
}

const texts = ['string']
const numbers = ['number', 'integer']
const arrays = ['array']

const scalarRules: Readonly<Record<string, Rule>> = {
  type: {
    isSound: operand => isText(operand) && Object.hasOwn(types, operand),
    fits: (value, operand) => types[String(operand)]?.(value) === true
  },
  const: { isSound: isScalar, fits: (value, operand) => value === operand },
  enum: {
    isSound: operand => Array.isArray(operand) && operand.length > 0 && operand.every(isScalar),
    fits: (value, operand) => Array.isArray(operand) && operand.includes(value)
  },
  minLength: { type: texts, isSound: isCount, fits: (value, least) => characters(value) >= Number(least) },
  maxLength: { type: texts, isSound: isCount, fits: (value, most) => characters(value) <= Number(most) },
  minimum: { type: numbers, isSound: isNumber, fits: (value, least) => Number(value) >= Number(least) },
  maximum: { type: numbers, isSound: isNumber, fits: (value, most) => Number(value) <= Number(most) },
  exclusiveMinimum: { type: numbers, isSound: isNumber, fits: (value, below) => Number(value) > Number(below) },
  exclusiveMaximum: { type: numbers, isSound: isNumber, fits: (value, above) => Number(value) < Number(above) },
  multipleOf: {
    type: numbers,
    isSound: operand => isNumber(operand) && operand > 0,
    fits: (value, operand) => Number.isSafeInteger(Number(value) / Number(operand))
  },
  minItems: {
    type: arrays,
    isSound: isCount,
    fits: (value, least) => Array.isArray(value) && value.length >= Number(least)
  },
  maxItems: {
    type: arrays,
    isSound: isCount,
    fits: (value, most) => Array.isArray(value) && value.length <= Number(most)
  },
  uniqueItems: {
    type: arrays,
    isSound: isFlag,
    fits: (value, isUnique) =>
      isUnique === false || (Array.isArray(value) && value.every(isScalar) && new Set(value).size === value.length)
  }
}

/** A member as it is once defaults are filled in. */
function memberOf(value: unknown, name: string, schema: unknown): unknown {
  const own = Object.hasOwn(fields(value), name) ? fields(value)[name] : undefined
  return own === undefined ? fields(schema).default : own
}

function hasFormat(value: unknown, format: Format | undefined): boolean {
  if (!isText(value)) return false
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format
  if (validate instanceof RegExp) return validate.test(value)
  return typeof validate === 'function' && (validate as (text: string) => unknown)(value) === true
}

function characters(value: unknown): number {
  return isText(value) ? Array.from(value).length : Number.NaN
}

function fields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isScalar(value: unknown): boolean {
  return value === null || isText(value) || isFlag(value) || isNumber(value)
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson)
  return isFields(value) ? Object.values(value).every(isJson) : isScalar(value)
}
