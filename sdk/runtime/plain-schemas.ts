import type { Format } from 'ajv'
import { RE2JS } from 're2js'

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
 * the common keywords in their common form. Both answers are one-sided: what is not certain here, Ajv decides. With Ajv alone, the
 * start of the six shipped products takes 1.0 s more CPU time, 1.6 times as much (November 2026).
 */
export class PlainSchemas {
  readonly #rules: Readonly<Record<string, Rule>>

  /** `compilePattern` throws when a pattern has no linear-time form. `fillsDefaults`: a member that has a default may be missing. */
  constructor(
    private readonly compilePattern: (pattern: string) => { test(text: string): boolean },
    private readonly formats: Readonly<Record<string, Format | undefined>>,
    private readonly fillsDefaults: boolean
  ) {
    this.#rules = { ...annotations, ...scalarRules, ...this.#textRules(), ...this.#nestingRules() }
  }

  /** True only if the schema compiles in strict mode. */
  isPlain(schema: unknown): boolean {
    return isFields(schema) && !('default' in schema) && this.#isPlainPart(schema, false)
  }

  /** True only if the value fits a schema that is plain; where defaults are filled in, with the defaults filled in. */
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
      minProperties: {
        type,
        isSound: isCount,
        fits: (value, least, schema) => this.#size(value, schema) >= Number(least)
      },
      maxProperties: {
        type,
        isSound: isCount,
        fits: (value, most, schema) => this.#size(value, schema) <= Number(most)
      },
      properties: {
        type,
        isSound: (operand, _schema, isInChoice) =>
          isFields(operand) && Object.values(operand).every(part => this.#isPlainPart(part, isInChoice)),
        fits: (value, operand) =>
          Object.entries(fields(operand)).every(([name, part]) => {
            const member = this.#memberOf(value, name, part)
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
          Array.isArray(operand) &&
          operand.every(name => this.#memberOf(value, name, fields(properties)[name]) !== undefined)
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

  /** A member as it is once defaults are filled in. */
  #memberOf(value: unknown, name: string, schema: unknown): unknown {
    const own = Object.hasOwn(fields(value), name) ? fields(value)[name] : undefined
    return own === undefined && this.fillsDefaults ? fields(schema).default : own
  }

  /** How many members there are once defaults are filled in. */
  #size(value: unknown, { properties }: Fields): number {
    const names = Object.entries(fields(properties)).flatMap(([name, part]) =>
      'default' in fields(part) ? [name] : []
    )
    return new Set([...Object.keys(fields(value)), ...(this.fillsDefaults ? names : [])]).size
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
  'x-mcp-header': { isSound: isText },
  'x-record': { isSound: isText },
  'x-view': { isSound: operand => Array.isArray(operand) && isJson(operand) },
  'x-families': { isSound: operand => isFields(operand) && isJson(operand) },
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

/** Patterns that are compiled, since schemas share many; a product may make schemas at run time, so their number has a bound. */
const compiled = new Map<string, RE2JS>()

const mostPatterns = 1_000

/** A pattern on RE2's linear-time engine, so that no input can make it run long. Throws for look-around and back-references. */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  const fresh = RE2JS.compile(RE2JS.translateRegExp(pattern))
  if (compiled.size >= mostPatterns) compiled.clear()
  compiled.set(pattern, fresh)
  return fresh
}

/** Characters, classes and groups without names or flags; counts of at most three digits, and none of a group. */
const plain = new RegExp(
  `^(?:${[
    /[\w %&',/:;<=>@!#"`~-]|\\[/.*+?^$|()[\]{}dws]|[.^$|]/,
    /\[\^?(?:[\w !#$%&'()*+,./:;<=>?@~](?:-[\w~])?|\\[/.\]\\dws-])+-?\]/,
    /\((?:\?:|(?!\?))|\)(?!\{)|[*+?]|\{\d{1,3}(?:,\d{0,3})?\}/
  ]
    .map(({ source }) => source)
    .join('|')})*$`
)

/** A longer pattern could need more than the engine allows. */
const mostCharacters = 500

/** True only if a regular expression of JavaScript compiles with `compilePattern`, known without compiling it. */
export function isPlainPattern(pattern: string): boolean {
  return pattern.length <= mostCharacters && plain.test(pattern)
}

/** Every character that the two engines treat alike: `.` and `\s` differ in others. */
const printable = /^[ -~]*$/

/**
 * A pattern for values of a plugin's own, such as its examples: where both engines certainly agree, V8 is asked, whose patterns take
 * a tenth of the time to compile. Never for what callers send, since V8's engine does not run in linear time.
 */
export function ownPattern(pattern: string): { test(text: string): boolean } {
  return {
    test: text =>
      isPlainPattern(pattern) && printable.test(text)
        ? new RegExp(pattern).test(text)
        : compilePattern(pattern).test(text)
  }
}
