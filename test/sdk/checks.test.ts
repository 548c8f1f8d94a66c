import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import {
  canonicalJson,
  cleanInput,
  compileInput,
  compileOutput,
  keepDeclared
} from '../../sdk/dist/runtime/compile-schema.js'
import { PlainSchemas } from '../../sdk/dist/runtime/plain-schemas.js'

const unsound: Readonly<Record<string, object>> = {
  'an unknown type': { type: 'strin' },
  'an unknown keyword': { type: 'string', minLenght: 1 },
  'a keyword of another type': { type: 'string', minimum: 1 },
  'a keyword without a type': { minLength: 1 },
  'an unknown format': { type: 'string', format: 'nothing' },
  'a pattern without a linear-time form': { type: 'string', pattern: '^(?=a)a+$' },
  'a default that a choice ignores': {
    anyOf: [{ type: 'object', properties: { a: { type: 'string', default: '' } } }]
  },
  'an empty choice': { anyOf: [] },
  'a required property that is not declared': { type: 'object', required: ['b'] },
  'a negative length': { type: 'string', minLength: -1 },
  'a pattern that a property matches': {
    type: 'object',
    properties: { ax: { type: 'string' } },
    patternProperties: { '^a': { type: 'string' } }
  },
  'a reference to nothing': { $ref: '#/nowhere' }
}

for (const [what, part] of Object.entries(unsound))
  t.test(`${what} is refused when the schema is compiled, not when it is used`, async t => {
    t.throws(() => compileInput({ type: 'object', properties: { a: part } }))
  })

t.test('a check whose code is made later fills in defaults and names faults', async t => {
  const check = compileInput({
    type: 'object',
    properties: { a: { type: 'string', minLength: 2 }, b: { type: 'integer', default: 7 } },
    required: ['a']
  })
  t.equal(check.fitsExample?.({ a: 'ab' }), true)
  t.equal(check.fitsExample?.({ a: 'a' }), false)
  const value = { a: 'ab' }
  t.strictSame(check(value), [])
  t.strictSame(value, { a: 'ab', b: 7 })
  t.match(check({ a: 'a' }), [{ pointer: '#/a', code: 'min_length' }])
})

t.test(
  'a text of another form is refused with the pattern, or with the description where the pattern is long',
  async t => {
    const hours = { type: 'string', pattern: '^(?:[0-9]|[1-9][0-9]|[1-6][0-9]{2}|7[01][0-9]|720)$' }
    const check = compileInput({
      type: 'object',
      properties: {
        short: { type: 'string', pattern: '^[a-z]+$', description: 'Small letters.' },
        long: { ...hours, description: 'Hours, 0 to 720.' },
        bare: hours
      }
    })
    t.strictSame(check({ short: 'A', long: '721', bare: '721' }), [
      {
        pointer: '#/short',
        code: 'pattern',
        detail: 'is not text that matches the pattern ^[a-z]+$',
        fix: 'Send text that matches the pattern ^[a-z]+$.',
        expected: '^[a-z]+$'
      },
      {
        pointer: '#/long',
        code: 'pattern',
        detail: 'is not text of the form that its description asks for',
        fix: 'Send this: Hours, 0 to 720.'
      },
      {
        pointer: '#/bare',
        code: 'pattern',
        detail: `is not text that matches the pattern ${hours.pattern}`,
        fix: `Send text that matches the pattern ${hours.pattern}.`,
        expected: hours.pattern
      }
    ])
  }
)

t.test('an output without a member that has a default is refused, as its first value and as a later one', async t => {
  const check = compileOutput({
    type: 'object',
    properties: { a: { type: 'integer', default: 7 } },
    required: ['a'],
    maxProperties: 1
  })
  for (let turn = 0; turn < 3; turn++) {
    t.match(check({}), [{ pointer: '#/a', code: 'required' }])
    t.strictSame(check({ a: 1 }), [])
    t.match(check({ a: 1, b: 2 }), [{ pointer: '#', code: 'max_properties' }])
    await setImmediate()
  }
})

t.test('the answers of a check are the same before and after its code is made', async t => {
  const check = compileInput({
    type: 'object',
    properties: { a: { type: 'integer', default: 7 } },
    maxProperties: 1
  })
  const answers = () => [{}, { a: 1 }].map(value => ({ faults: check(value), value }))
  const before = answers()
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate()
    t.strictSame(answers(), before)
  }
  t.match(check({ b: 1 }), [{ code: 'max_properties' }])
})

t.test('a tuple is refused where a schema stands, and no default is taken for one', async t => {
  const tuple = { type: 'array', items: [{ type: 'string' }] }
  for (const part of [tuple, { anyOf: [tuple] }, { type: 'object', properties: { default: tuple } }])
    t.throws(() => compileInput({ type: 'object', properties: { a: part } }), /Type\.Tuple is not supported/)
  const order = { type: 'object', properties: { items: { type: 'array', items: { type: 'string' } } } }
  const check = compileInput({ type: 'object', properties: { a: { ...order, default: { items: ['one'] } } } })
  t.strictSame(check({ a: { items: ['two'] } }), [])
})

t.test('null for an optional member that does not accept it counts as absent, at any depth', async t => {
  const texts = { type: 'array', items: { type: 'string' } }
  const check = compileInput({
    type: 'object',
    properties: {
      a: { type: 'string' },
      b: { type: 'integer', default: 7 },
      c: { anyOf: [{ type: 'string' }, texts] },
      d: { type: 'object', properties: { e: { type: 'string' } } },
      f: { type: 'array', items: { type: 'object', properties: { g: { enum: ['x'] } } } },
      n: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      m: {}
    },
    required: ['b']
  })
  for (const round of ['the first value', 'one after the code was made', 'a later one']) {
    const value = { a: null, b: null, c: null, d: { e: null }, f: [{ g: null }], n: null, m: null, other: null }
    t.strictSame(check(value), [], round)
    t.strictSame(value, { b: 7, d: {}, f: [{}], n: null, m: null, other: null }, round)
    check({ a: 1 })
    await setImmediate()
  }
})

t.test('null for a required member, or for an item of a list, is refused', async t => {
  const list = { type: 'array', items: { type: 'string' } }
  const check = compileInput({ type: 'object', properties: { a: { type: 'string' }, list }, required: ['a'] })
  t.match(check({ a: null }), [{ pointer: '#/a', code: 'type' }])
  t.match(check({ a: 'x', list: [null] }), [{ pointer: '#/list/0', code: 'type' }])
})

t.test('null in an output stays what it is', async t => {
  const check = compileOutput({ type: 'object', properties: { a: { type: 'string' } } })
  t.match(check({ a: null }), [{ pointer: '#/a' }])
})

const plain = new PlainSchemas(pattern => new RegExp(pattern, 'u'), {}, true)

/** Values on a bound and beside it. */
const bounds: Readonly<
  Record<string, readonly [schema: object, fitting: readonly unknown[], others: readonly unknown[]]>
> = {
  'characters, of which an emoji is one': [
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', 'abc', '\u{1f600}\u{1f600}', '\u{1f600}\u{1f600}\u{1f600}'],
    ['', 'a', 'abcd', '\u{1f600}', '\u{1f600}\u{1f600}\u{1f600}\u{1f600}']
  ],
  numbers: [{ type: 'number', minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.9, 2.1, '1', Number.NaN]],
  'numbers without the bounds': [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
  'whole numbers': [{ type: 'integer' }, [0, -1, 2.0], [0.5, '1', null]],
  multiples: [{ type: 'integer', multipleOf: 3 }, [0, 3, -6], [1, 4]],
  items: [
    { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    [['a'], ['a', 'b']],
    [[], ['a', 'b', 'c'], [1]]
  ],
  'items that differ': [{ type: 'array', uniqueItems: true }, [['a', 'b'], []], [['a', 'a']]],
  'any items': [{ type: 'array', uniqueItems: false }, [['a', 'a']], ['a']],
  members: [
    { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: true },
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, { a: 1, b: 2, c: 3 }]
  ],
  'members with the defaults among them': [
    {
      type: 'object',
      properties: { a: { type: 'string', default: 'x' } },
      minProperties: 1,
      maxProperties: 1,
      required: ['a']
    },
    [{}, { a: 'y' }],
    [{ b: 1 }, { a: 1 }]
  ],
  'further members': [
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      patternProperties: { '^x': { type: 'number' } },
      additionalProperties: { type: 'boolean' }
    },
    [{ a: 'y', x1: 1, other: true }, {}],
    [{ x1: 'y' }, { other: 1 }, { a: 1 }]
  ],
  'no further members': [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    [{ a: 'y' }],
    [{ b: 'y' }]
  ],
  choices: [{ anyOf: [{ const: 1 }, { enum: ['a', null] }] }, [1, 'a', null], ['1', 'b', undefined]],
  'other types': [{ type: 'boolean' }, [true, false], [0, 'true', null]],
  null: [{ type: 'null' }, [null], [0, '', false]]
}

for (const [what, [schema, fitting, others]] of Object.entries(bounds))
  t.test(`the quick check takes what is on its bound and nothing beside it: ${what}`, async t => {
    const check = compileInput(schema)
    for (const value of fitting) {
      t.ok(plain.fits(schema, value), JSON.stringify(value))
      t.strictSame(check(structuredClone(value)), [], JSON.stringify(value))
    }
    for (const value of others) {
      t.notOk(plain.fits(schema, value), JSON.stringify(value))
      t.not(check(structuredClone(value)).length, 0, JSON.stringify(value))
    }
  })

t.test('a default of a member of an item, and of a further member, is filled in before code is made', async t => {
  const part = { type: 'object', properties: { a: { type: 'integer', default: 7 } } }
  const schema = {
    type: 'object',
    properties: { list: { type: 'array', items: part }, none: part },
    patternProperties: { '^x': part },
    additionalProperties: part
  }
  const value = { list: [{}, { a: 1 }], x1: {}, other: {} }
  t.strictSame(compileInput(schema)(value), [])
  t.strictSame(value, { list: [{ a: 7 }, { a: 1 }], x1: { a: 7 }, other: { a: 7 } })
})

t.test('a body is nested 32 deep at most, and its members are counted', async t => {
  const nested = (depth: number): Record<string, unknown> => (depth === 1 ? {} : { a: nested(depth - 1) })
  t.match(cleanInput(nested(32)), { isTooDeep: false, members: 31, issues: [], removed: [] })
  t.equal(cleanInput(nested(33)).isTooDeep, true)
  t.equal(cleanInput({ a: [1, { b: 1, c: 1 }], d: null }).members, 4)
})

t.test('texts are normalised, and those that no product takes are named with their place', async t => {
  const body = JSON.parse(
    '{"a":"cafe\\u0301","list":["x","\\u0001","\\ud800"],"b/c":"\\u007f","__proto__":{"p":1},"o":{"__proto__":2}}'
  )
  const { issues, removed, members } = cleanInput(body)
  t.equal(body.a, 'caf\u00e9')
  t.match(issues, [
    { pointer: '#/list/1', code: 'control_character' },
    { pointer: '#/list/2', code: 'lone_surrogate' },
    { pointer: '#/b~1c', code: 'control_character' }
  ])
  t.strictSame([...removed].sort(), ['#/__proto__', '#/o/__proto__'])
  t.equal(members, 6)
  t.strictSame(Object.getOwnPropertyNames(body.o), [])
  for (const sign of ['\t', '\n', ' ', '~']) t.strictSame(cleanInput({ a: sign }).issues, [])
  for (const sign of ['\0', '\b', '\v', '\r', '\u001f', '\u007f']) t.equal(cleanInput({ a: sign }).issues.length, 1)
})

t.test('values that differ in the order of members alone have one canonical text, and others have not', async t => {
  t.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: null }), '{"a":null,"b":[{"c":2,"d":1}]}')
  t.not(canonicalJson([1, 2]), canonicalJson([2, 1]))
})

t.test('undeclared members are kept where a schema is open, or where a choice decides', async t => {
  const inner = { type: 'object', properties: { a: {} } }
  const kept = (schema: object, value: object) => {
    const undeclared: string[] = []
    const result = keepDeclared(schema)?.(value, '#', undeclared) ?? value
    return [result, undeclared]
  }
  const value = { a: 1, x: { a: 1, b: 2 } }
  for (const open of [
    { additionalProperties: true },
    { patternProperties: { '^x': {} } },
    { unevaluatedProperties: true }
  ]) {
    t.equal(keepDeclared({ ...inner, ...open }), undefined)
    t.strictSame(kept({ type: 'object', properties: { x: inner }, ...open }, value), [{ a: 1, x: { a: 1 } }, ['#/x/b']])
  }
  for (const choice of ['anyOf', 'allOf', 'oneOf', 'not', 'if', '$ref'])
    t.equal(keepDeclared({ ...inner, [choice]: [] }), undefined)
  t.strictSame(kept({ type: 'object', properties: { x: {} } }, value), [{ x: { a: 1, b: 2 } }, ['#/a']])
  const fitting = { a: 1 }
  t.equal(kept(inner, fitting)[0], fitting)
  t.strictSame(kept({ type: 'array', items: inner }, [{ a: 1 }, { b: 1 }]), [[{ a: 1 }, {}], ['#/1/b']])
})

t.test('of a choice, what is wrong in the branch that was meant is said, and the choice where none was', async t => {
  const object = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  const text = { type: 'string', minLength: 3 }
  const issues = (schema: object, value: unknown) =>
    compileInput({ type: 'object', properties: { v: schema, vn: { type: 'integer' } } })({ v: value, vn: 'x' }).map(
      ({ pointer, code }) => `${pointer} ${code}`
    )
  for (const [choice, code] of [
    [{ anyOf: [text, object] }, 'any_of'],
    [{ oneOf: [text, object] }, 'one_of'],
    [{ anyOf: [{ anyOf: [object, { type: 'null' }] }, text] }, 'any_of']
  ] as const) {
    t.strictSame(issues(choice, 5), [`#/v ${code}`, '#/vn type'])
    t.strictSame(issues(choice, 'ab'), ['#/v min_length', '#/vn type'])
    t.strictSame(issues(choice, {}), ['#/v/n required', '#/vn type'])
    t.strictSame(issues(choice, { n: 'x' }), ['#/v/n type', '#/vn type'])
  }
  const items = { type: 'array', items: { anyOf: [text, object] } }
  t.strictSame(issues(items, [{}, 5, ...Array(7).fill('abc'), { n: 1 }, { n: 'x' }]), [
    '#/v/0/n required',
    '#/v/1 any_of',
    '#/v/10/n type',
    '#/vn type'
  ])
})

t.test('a member that is not declared, or that is missing, has the place that it has or would have', async t => {
  const properties = { 'a~b': { type: 'string' } }
  const check = compileInput({ type: 'object', properties, required: ['a~b'], additionalProperties: false })
  t.match(check({ 'c/d e': 1 }), [
    { pointer: '#/a~0b', code: 'required' },
    { pointer: '#/c~1d%20e', code: 'additional_properties' }
  ])
})

t.test('an issue says what was expected, in words and as the schema has it', async t => {
  const cases: readonly (readonly [object, unknown, string, string, unknown?])[] = [
    [{ type: 'string', minLength: 1 }, '', 'min_length', 'text of at least 1 character', 1],
    [{ type: 'string', maxLength: 2 }, 'abc', 'max_length', 'text of at most 2 characters', 2],
    [{ type: 'array', minItems: 2 }, [1], 'min_items', 'an array of at least 2 items', 2],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'max_items', 'an array of at most 1 item', 1],
    [{ type: 'object', minProperties: 1 }, {}, 'min_properties', 'an object of at least 1 member', 1],
    [{ type: 'integer', minimum: 3 }, 2, 'minimum', 'a number >= 3', 3],
    [{ type: 'integer', exclusiveMaximum: 3 }, 3, 'exclusive_maximum', 'a number < 3', 3],
    [{ type: 'number', multipleOf: 2 }, 3, 'multiple_of', 'a multiple of 2', 2],
    [{ type: 'string', format: 'date' }, 'x', 'format', 'a valid date', 'date'],
    [{ const: 'a' }, 'b', 'const', '"a"', 'a'],
    [{ enum: ['a', 1] }, 'b', 'enum', 'one of "a", 1', ['a', 1]],
    [{ type: 'integer' }, 'b', 'type', 'an integer'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'unique_items', 'an array of items that differ', true],
    [
      { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'integer' }, { type: 'null' }] },
      'c',
      'any_of',
      'one of "a", "b" or an integer or null'
    ]
  ]
  for (const [part, value, code, what, expected] of cases)
    t.strictSame(
      compileInput({ type: 'object', properties: { 'a b/c': part }, required: ['a b/c'] })({ 'a b/c': value }),
      [
        {
          pointer: '#/a%20b~1c',
          code,
          detail: `is not ${what}`,
          fix: `Send ${what}.`,
          ...(expected !== undefined && { expected })
        }
      ]
    )
})
