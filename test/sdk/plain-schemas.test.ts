import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { compilePattern, isPlainPattern, ownPattern, PlainSchemas } from '../../sdk/dist/runtime/plain-schemas.js'

const { formats } = addFormats.default(new Ajv2020())
const filling = new PlainSchemas(compilePattern, formats, true)
const strict = new PlainSchemas(compilePattern, formats, false)

const text = { type: 'string' }
const grin = '\u{1f600}'

/** A schema, values that fit it and values that do not: of each bound the last that fits and the first that does not. */
const keywords: Readonly<Record<string, readonly [object, readonly unknown[], readonly unknown[]]>> = {
  string: [text, ['', 'a'], [1, null, undefined, []]],
  number: [{ type: 'number' }, [0, -1.5], ['1', Number.NaN, Number.POSITIVE_INFINITY, null]],
  integer: [{ type: 'integer' }, [0, -3], [0.5, '1', null]],
  boolean: [{ type: 'boolean' }, [true, false], [0, 'true', null]],
  null: [{ type: 'null' }, [null], [undefined, 0, {}]],
  array: [{ type: 'array' }, [[], [1]], [{}, 'a', { length: 0 }]],
  object: [{ type: 'object' }, [{}, { a: 1 }], [[], null, 'a', new Date()]],
  const: [{ const: 2 }, [2], ['2', 3, null]],
  enum: [{ enum: ['a', 1, null] }, ['a', 1, null], ['b', '1', undefined]],
  minLength: [{ ...text, minLength: 2 }, ['ab', `a${grin}`], ['a', grin, 12]],
  maxLength: [{ ...text, maxLength: 2 }, ['', 'ab', grin + grin], ['abc', grin + grin + grin]],
  minimum: [{ type: 'number', minimum: 2 }, [2, 3], [1.999]],
  maximum: [{ type: 'number', maximum: 2 }, [2, -3], [2.001]],
  exclusiveMinimum: [{ type: 'number', exclusiveMinimum: 2 }, [2.001], [2, 1]],
  exclusiveMaximum: [{ type: 'number', exclusiveMaximum: 2 }, [1.999], [2, 3]],
  multipleOf: [{ type: 'number', multipleOf: 0.5 }, [0, 1.5, -2], [0.25, 1.6]],
  minItems: [
    { type: 'array', minItems: 2 },
    [
      [1, 2],
      [1, 2, 3]
    ],
    [[1], []]
  ],
  maxItems: [{ type: 'array', maxItems: 2 }, [[], [1, 2]], [[1, 2, 3]]],
  uniqueItems: [{ type: 'array', uniqueItems: true }, [[], [1, '1']], [[1, 1], [1, 2, 1], [{}]]],
  'no unique items': [{ type: 'array', uniqueItems: false }, [[1, 1]], [1]],
  items: [{ type: 'array', items: text }, [[], ['a', 'b']], [[1], ['a', 1]]],
  anyOf: [{ anyOf: [text, { type: 'null' }] }, ['a', null], [1]],
  pattern: [{ ...text, pattern: '^[a-z]+$' }, ['abc'], ['', 'aB', 5]],
  format: [{ ...text, format: 'date' }, ['2026-02-28'], ['2026-02-30', 'today']],
  minProperties: [{ type: 'object', minProperties: 2 }, [{ a: 1, b: 1 }], [{ a: 1 }]],
  maxProperties: [{ type: 'object', maxProperties: 1 }, [{}, { a: 1 }], [{ a: 1, b: 1 }]],
  properties: [{ type: 'object', properties: { a: text } }, [{}, { a: 'x' }, { b: 1 }], [{ a: 1 }, { a: null }]],
  required: [
    { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    [{ a: 'x', b: 'x' }],
    [{ a: 'x' }, { b: 'x' }, { a: undefined, b: 'x' }]
  ],
  patternProperties: [
    { type: 'object', patternProperties: { '^x': text } },
    [{ xa: 'a' }, { y: 1 }],
    [{ xa: 1 }, { xa: 'a', xb: 1 }]
  ],
  'no additional properties': [
    { type: 'object', properties: { a: text }, patternProperties: { '^x': text }, additionalProperties: false },
    [{ a: 'a', xa: 'a' }, {}],
    [{ b: 1 }, { a: 'a', b: 'a' }]
  ],
  'additional properties of a schema': [
    { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: text },
    [{ a: 1, b: 'x' }],
    [{ b: 1 }, { a: 1, b: 'x', c: 1 }]
  ],
  'any additional properties': [{ type: 'object', additionalProperties: true }, [{ b: 1 }], [1]]
}

for (const [name, [schema, fitting, others]] of Object.entries(keywords))
  t.test(`a value is known to fit: ${name}`, async t => {
    for (const plain of [filling, strict]) {
      t.ok(plain.isPlain(schema))
      for (const value of fitting) t.equal(plain.fits(schema, value), true, JSON.stringify(value))
      for (const value of others) t.equal(plain.fits(schema, value), false, JSON.stringify(value))
    }
  })

t.test('annotations let every value fit, and an unknown keyword none', async t => {
  t.ok(strict.fits({ title: 'A', description: 'B', examples: [1], default: 'x', ...text }, 'a'))
  t.notOk(strict.fits({ minLenght: 1, ...text }, 'a'))
  t.notOk(strict.fits(true, 'a'))
})

t.test('a schema that strict mode would refuse, or that is not known, is not plain', async t => {
  const properties = { a: text }
  for (const schema of [
    true,
    null,
    [],
    { type: 'strin' },
    { type: ['string', 'null'] },
    { type: 'toString' },
    { toString: 1 },
    { minLength: 1 },
    { type: 'integer', minLength: 1 },
    { ...text, minLength: -1 },
    { ...text, minLength: 1.5 },
    { ...text, maxLength: '9' },
    { ...text, minimum: 1 },
    { type: 'number', minimum: Number.NaN },
    { type: 'number', maximum: Number.POSITIVE_INFINITY },
    { type: 'number', multipleOf: 0 },
    { type: 'number', multipleOf: -1 },
    { ...text, pattern: '(' },
    { ...text, pattern: '^(?=a)a+$' },
    { ...text, format: 'nothing' },
    { ...text, format: 'toString' },
    { ...text, title: 7 },
    { ...text, deprecated: 'yes' },
    { ...text, examples: 'a' },
    { ...text, examples: [() => 1] },
    { ...text, default: 'a' },
    { const: {} },
    { enum: [] },
    { enum: 'a' },
    { enum: [{}] },
    { anyOf: [] },
    { anyOf: [text, { minLength: 1 }] },
    { anyOf: [text], type: 'string' },
    { anyOf: [{ type: 'object', properties: { a: { ...text, default: 'a' } } }] },
    { anyOf: [{ type: 'array', items: { ...text, default: 'a' } }] },
    { type: 'array', items: { minLength: 1 } },
    { type: 'array', uniqueItems: 'yes' },
    { type: 'array', minItems: -1 },
    { type: 'object', properties: [] },
    { type: 'object', properties: { ...properties, b: { minLength: 1 } } },
    { type: 'object', properties: { a: { ...text, default: () => 1 } } },
    { type: 'object', properties, required: ['b'] },
    { type: 'object', properties, required: ['a', 'a'] },
    { type: 'object', properties, required: ['toString'] },
    { type: 'object', properties, required: 'a' },
    { type: 'object', properties, patternProperties: { '^a': text } },
    { type: 'object', patternProperties: { '(': text } },
    { type: 'object', patternProperties: { '^x': { minLength: 1 } } },
    { type: 'object', additionalProperties: { minLength: 1 } },
    { type: 'object', additionalProperties: 'no' },
    { type: 'object', minProperties: -1 },
    { type: 'object', maxProperties: 0.5 }
  ])
    t.notOk(filling.isPlain(schema), JSON.stringify(schema))
  t.ok(filling.isPlain({ type: 'object', properties: { a: { ...text, default: 'a' } }, required: ['a'] }))
  t.ok(filling.isPlain({ anyOf: [{ type: 'object', properties, required: ['a'] }, text] }))
})

t.test('a member with a default may be missing where defaults are filled in, and counts', async t => {
  const properties = { a: { ...text, default: 'x' }, b: text }
  const schema = { type: 'object', properties, required: ['a'] }
  t.ok(filling.fits(schema, {}))
  t.notOk(strict.fits(schema, {}))
  t.notOk(filling.fits(schema, { a: 1 }))
  const bad = { type: 'object', properties: { a: { ...text, default: 7 } } }
  t.notOk(filling.fits(bad, {}), 'a default has to fit, too')
  t.ok(strict.fits(bad, {}))
  for (const [value, size] of [
    [{}, 1],
    [{ a: 'x' }, 1],
    [{ b: 'x' }, 2]
  ] as const) {
    t.ok(filling.fits({ type: 'object', properties, minProperties: size, maxProperties: size }, value))
    t.notOk(filling.fits({ type: 'object', properties, minProperties: size + 1 }, value))
    t.notOk(filling.fits({ type: 'object', properties, maxProperties: size - 1 }, value))
  }
  t.notOk(strict.fits({ type: 'object', properties, minProperties: 1 }, {}))
})

t.test('defaults are filled in at every depth, each value with a copy of its own', async t => {
  const inner = { type: 'object', properties: { a: { type: 'array', default: [] }, b: { ...text, default: 'x' } } }
  const schema = {
    type: 'object',
    properties: { one: inner, many: { type: 'array', items: inner }, made: { ...inner, default: {} } },
    patternProperties: { '^x': inner },
    additionalProperties: { type: 'object', properties: { c: { ...text, default: 'c' } } }
  }
  const value: Record<string, unknown> = { one: { b: 'mine' }, many: [{}, { b: null }], xa: {}, other: {} }
  filling.fillDefaults(schema, value)
  t.strictSame(value, {
    one: { a: [], b: 'mine' },
    many: [
      { a: [], b: 'x' },
      { a: [], b: null }
    ],
    made: { a: [], b: 'x' },
    xa: { a: [], b: 'x' },
    other: { c: 'c' }
  })
  const again: { made?: unknown; one?: unknown } = {}
  filling.fillDefaults(schema, again)
  t.not(again.made, value.made)
  t.strictSame(schema.properties.made.default, {})
  t.notOk('one' in again)
})

t.test('a pattern is plain up to 500 characters, and where both engines know it', async t => {
  t.ok(isPlainPattern('a'.repeat(500)))
  t.notOk(isPlainPattern('a'.repeat(501)))
  for (const pattern of ['^[a-z]{2,30}$', 'a|b', '(?:a)?', '\\d+']) t.ok(isPlainPattern(pattern), pattern)
  for (const pattern of ['(?=a)', '(a){2}', '\\b', 'a{1000}', '(?i)a']) t.notOk(isPlainPattern(pattern), pattern)
})

t.test('a pattern matches in linear time what it matches for values of a plugin’s own', async t => {
  for (const [pattern, some] of [
    ['^a.b$', ['a-b', 'a\u2028b', 'ab']],
    ['^\\s$', [' ', '\u00a0', 'a']],
    ['^\\S{2}$', ['ab', 'a b']]
  ] as const)
    for (const each of some) t.equal(ownPattern(pattern).test(each), compilePattern(pattern).test(each), pattern)
  t.ok(ownPattern('^a$').test('a'))
  t.notOk(ownPattern('^a$').test('b'))
  t.throws(() => compilePattern('(?=a)'))
  const once = compilePattern('^once$')
  t.equal(compilePattern('^once$'), once)
  for (let count = 0; count < 1_000; count++) compilePattern(`^${count}$`)
  t.not(compilePattern('^once$'), once, 'no more than a number of them are held')
})
