import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import t from 'tap'
import { isPlainPattern, ownPattern, PlainSchemas } from '../../sdk/dist/runtime/plain-schemas.js'
import { seed } from '../fixtures/random-seed.js'

const linear = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), { code: 'linear' })
const options = { strict: true, allErrors: true, addUsedSchema: false, code: { regExp: linear, optimize: false } }
const inputs = withFormats(new Ajv2020({ ...options, useDefaults: true }))
const outputs = withFormats(new Ajv2020(options))
const plainInputs = new PlainSchemas(linear, inputs.formats, true)
const plainOutputs = new PlainSchemas(linear, outputs.formats, false)

/** Keywords with operands of which many are unsound, or sound in one place and not in another. */
const operands: Readonly<Record<string, readonly unknown[]>> = {
  type: ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object', 'strin', ['string', 'null'], 7],
  title: ['A title', 7],
  deprecated: [true, 'yes'],
  sentTo: ['url', 3],
  default: ['a', 3, { a: 1 }, [], () => 1],
  const: ['a', 3, null],
  enum: [['a', 'b'], [1, 2], [], 'a'],
  minLength: [0, 2, -1, 1.5],
  maxLength: [1, 9, '9'],
  pattern: ['^[a-z]+$', '^(?=a)a+$', '(', '(?i)a', 'a\\Z', '^.*$'],
  format: ['date', 'email', 'int32', 'nothing', 'password'],
  minimum: [0, 2, Number.NaN],
  maximum: [1, Number.POSITIVE_INFINITY],
  exclusiveMinimum: [0, '0'],
  multipleOf: [0.1, 2, 0, -1],
  minItems: [0, 1, -1],
  uniqueItems: [true, 'yes'],
  minProperties: [1, 2, -1],
  maxProperties: [1, 0, -1],
  required: [['a'], ['a', 'a'], ['z'], [], 'a'],
  additionalProperties: [true, false],
  minLenght: [1],
  $ref: ['#/nowhere'],
  nullable: [true]
}

const schemas = fc.letrec<{ schema: object }>(tie => {
  const part = tie('schema')
  const scalar = Object.fromEntries(Object.entries(operands).map(([name, each]) => [name, fc.constantFrom(...each)]))
  const nested = {
    items: part,
    anyOf: fc.array(part, { maxLength: 2 }),
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'toString'), part, { maxKeys: 2 }),
    patternProperties: fc.dictionary(fc.constantFrom('^.*$', '^x', '('), part, { maxKeys: 1 }),
    additionalProperties: part
  }
  const some = fc
    .subarray(Object.keys({ ...scalar, ...nested }), { maxLength: 3 })
    .chain(names =>
      fc.record(Object.fromEntries(['type', ...names].map(name => [name, { ...scalar, ...nested }[name] ?? part])))
    )
  const usual = fc.oneof(
    fc.record({ type: fc.constant('string'), minLength: fc.constantFrom(0, 2), default: fc.constant('ab') }),
    fc.record({ type: fc.constant('object'), properties: fc.record({ a: part }), required: fc.constant(['a']) }),
    fc.record({ type: fc.constant('array'), items: part, uniqueItems: fc.boolean() }),
    fc.record({ anyOf: fc.array(part, { minLength: 1, maxLength: 2 }) })
  )
  return { schema: fc.oneof({ maxDepth: 3 }, some, usual, fc.record({ type: scalar.type ?? fc.constant('string') })) }
}).schema

const values = fc.oneof(
  fc.constantFrom('', 'a', 'abc', '2026-01-01', 'a@b.example', '\u{1f600}', 0, 1, 2, 0.3, -0, 1e21, true, null),
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'x', 'toString'), fc.constantFrom('a', 1, null, undefined, {}, ['a', 'a']))
)

t.test('what is plain compiles in strict mode, and what certainly fits is valid', async t => {
  let plainOnes = 0
  let fitting = 0
  fc.assert(
    fc.property(schemas, fc.array(values, { maxLength: 12 }), (schema, some) => {
      if (!plainInputs.isPlain(schema)) return
      plainOnes++
      const validate = inputs.compile(schema)
      for (const value of some) {
        if (!plainInputs.fits(schema, value)) continue
        fitting++
        const [filled, expected] = [structuredClone(value), structuredClone(value)]
        if (!validate(expected)) throw new Error(`${JSON.stringify(value)} is not valid`)
        plainInputs.fillDefaults(schema, filled)
        if (!isDeepStrictEqual(filled, expected)) throw new Error(`${JSON.stringify(value)} is filled in differently`)
      }
    }),
    { numRuns: 5_000, seed }
  )
  t.ok(plainOnes > 200, `${plainOnes} schemas were plain`)
  t.ok(fitting > 200, `${fitting} values fitted`)
})

t.test('where defaults are not filled in, what certainly fits is valid', async t => {
  let fitting = 0
  fc.assert(
    fc.property(schemas, fc.array(values, { maxLength: 12 }), (schema, some) => {
      if (!plainOutputs.isPlain(schema)) return
      const validate = outputs.compile(schema)
      for (const value of some) {
        if (!plainOutputs.fits(schema, value)) continue
        fitting++
        if (!validate(value)) throw new Error(`${JSON.stringify(value)} is not valid`)
      }
    }),
    { numRuns: 5_000, seed }
  )
  t.ok(fitting > 200, `${fitting} values fitted`)
})

function withFormats(ajv: Ajv2020): Ajv2020 {
  return addFormats.default(ajv).addKeyword({ keyword: 'sentTo', schemaType: 'string' })
}

/** Parts of patterns, of which some mean something to one of the two engines alone. */
const patternParts = [
  ...[
    'a',
    '-',
    ' ',
    '.',
    '\\.',
    '\\d',
    '\\s',
    '\\S',
    '\\b',
    '\\p{L}',
    '\\1',
    '\\/',
    '\\u0041',
    '^',
    '$',
    '|',
    '#',
    '\u00e9'
  ],
  ...[
    '[a-z]',
    '[^a-z0-9_-]',
    '[-a]',
    '[a-]',
    '[z-a]',
    '[\\d-x]',
    '[a-\\d]',
    '[ -~]',
    '[[:alpha:]]',
    '[\\]]',
    '[]',
    '[^]',
    '[--a]'
  ],
  ...[
    '(',
    '(?:',
    '(?=',
    '(?!',
    '(?<a>',
    '(?i)',
    ')',
    '*',
    '+',
    '?',
    '{2}',
    '{0,62}',
    '{3,}',
    '{1001}',
    '{2,1}',
    '{,2}',
    '{'
  ]
]

t.test('a pattern of JavaScript that is plain compiles in linear time', async t => {
  let plainOnes = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...patternParts), { maxLength: 8 }), parts => {
      const pattern = parts.join('')
      if (!isPlainPattern(pattern) || !isRegExp(pattern)) return
      plainOnes++
      linear(pattern)
    }),
    { numRuns: 20_000, seed }
  )
  t.ok(plainOnes > 1_000, `${plainOnes} patterns were plain`)
})

t.test('for values of a plugin’s own a pattern matches what it matches in linear time', async t => {
  const texts = fc.oneof(fc.string({ unit: fc.constantFrom(...'a1-. \t\v\r\n\u00a0\u2028_z') }), fc.string())
  let matches = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...patternParts), { maxLength: 8 }), fc.array(texts), (parts, some) => {
      const pattern = parts.join('')
      if (!isPlainPattern(pattern) || !isRegExp(pattern)) return
      for (const text of some) {
        const isMatch = linear(pattern).test(text)
        if (ownPattern(pattern).test(text) !== isMatch) throw new Error(`${pattern} on ${JSON.stringify(text)}`)
        matches += Number(isMatch)
      }
    }),
    { numRuns: 20_000, seed }
  )
  t.ok(matches > 1_000, `${matches} texts matched`)
})

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}
