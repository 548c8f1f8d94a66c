import { compileInput } from '@product-host/sdk/runtime'
import t from 'tap'
import { adaptedSchema } from '../../../host/dist/sources/adapted-schema.js'
import { withExample } from '../../../host/dist/sources/example-of.js'

/** What becomes of the schema of one member. */
function member(schema: object, root: object = {}): object | undefined {
  return adaptedSchema({ type: 'object', properties: { it: schema }, ...root }).properties.it
}

const kept: Readonly<Record<string, readonly [object, object]>> = {
  'a type with its bounds': [
    { type: 'string', minLength: 1, maxLength: 5 },
    { type: 'string', minLength: 1, maxLength: 5 }
  ],
  'a format and a pattern that are known': [
    { type: 'string', format: 'uri', pattern: '^a+$' },
    { type: 'string', format: 'uri', pattern: '^a+$' }
  ],
  'several types as a choice': [{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  'nullable as a choice': [
    { type: 'integer', nullable: true, minimum: 1 },
    { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }
  ],
  'oneOf as anyOf': [
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] }
  ],
  'values in any order without repetition': [{ enum: ['a', 'b', 'a'] }, { enum: ['a', 'b'] }],
  'a default in the description': [
    { type: 'integer', description: 'How many.', default: 10 },
    { type: 'integer', description: 'How many. Default: 10.' }
  ],
  'the type that the keywords are about': [
    { properties: { a: { type: 'string' } }, required: ['a'] },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: true }
  ],
  'members that are required and not described': [
    { type: 'object', required: ['a'] },
    { type: 'object', properties: { a: {} }, required: ['a'], additionalProperties: true }
  ],
  'further members of one kind': [
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'object', properties: {}, additionalProperties: { type: 'integer' } }
  ],
  'allOf of objects as one object': [
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] }
      ],
      description: 'Both.'
    },
    {
      description: 'Both.',
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      required: ['a', 'b'],
      additionalProperties: true
    }
  ]
}

for (const [what, [foreign, adapted]] of Object.entries(kept))
  t.test(`a schema keeps ${what}`, async t => t.strictSame(member(foreign), adapted))

const dropped: Readonly<Record<string, readonly [object, object]>> = {
  'a pattern without a linear-time form': [{ type: 'string', pattern: '^(?=a)b' }, { type: 'string' }],
  'an unknown format': [{ type: 'string', format: 'colour' }, { type: 'string' }],
  'unknown keywords': [{ type: 'string', 'x-order': 3, contentMediaType: 'text/html' }, { type: 'string' }],
  'bounds of another type': [{ type: 'boolean', minLength: 3 }, { type: 'boolean' }],
  'the places of a tuple': [
    { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1 },
    { type: 'array', items: {}, minItems: 1 }
  ],
  'what another document says': [
    { $ref: 'https://example.com/schema.json#/a', description: 'Far.' },
    { description: 'Far.' }
  ],
  'a reference to nothing': [{ $ref: '#/$defs/none' }, {}],
  'names that no object may have': [
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"a":{"type":"string"}},"required":["__proto__"]}'
    ),
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }
  ],
  'what is no schema': [
    { properties: 'none', type: 'object' },
    { type: 'object', properties: {}, additionalProperties: true }
  ]
}

for (const [what, [foreign, adapted]] of Object.entries(dropped))
  t.test(`a schema accepts more without ${what}`, async t => t.strictSame(member(foreign), adapted))

t.test('references within a schema are written out, and one that leads to itself accepts anything there', async t => {
  const node = {
    type: 'object',
    properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node', description: 'The next.' } }
  }
  t.strictSame(member({ $ref: '#/$defs/node' }, { $defs: { node } }), {
    type: 'object',
    properties: { name: { type: 'string' }, next: { description: 'The next.' } },
    additionalProperties: true
  })
})

t.test('an object that is one of several asks for what all of them ask for', async t => {
  const choice = (kind: string) => ({
    properties: { kind: { const: kind }, [kind]: { type: 'string' } },
    required: ['kind', kind]
  })
  t.strictSame(adaptedSchema({ type: 'object', oneOf: [choice('a'), choice('b')] }), {
    type: 'object',
    properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, a: { type: 'string' }, b: { type: 'string' } },
    required: ['kind'],
    additionalProperties: true
  })
})

t.test('what is no object schema accepts any object', async t => {
  for (const foreign of [undefined, null, true, 'text', [], { type: 'string' }, { $ref: '#' }])
    t.strictSame(adaptedSchema(foreign), { type: 'object', properties: {}, additionalProperties: true })
})

t.test('a schema of thousands of parts is cut, and compiles', async t => {
  const wide = (depth: number): object =>
    depth === 0
      ? { type: 'string', description: 'x'.repeat(5_000) }
      : {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${index}`, wide(depth - 1)]))
        }
  const adapted = adaptedSchema(wide(4))
  t.ok(JSON.stringify(adapted).length < 300_000)
  t.strictSame(compileInput(adapted)({ m0: { m1: 'text' } }).length, 1)
})

const examples: Readonly<Record<string, readonly [object, unknown]>> = {
  'a text': [{ type: 'string' }, 'text'],
  'a long text': [{ type: 'string', minLength: 6 }, 'textxx'],
  'an address': [{ type: 'string', format: 'email' }, 'name@example.com'],
  'a number above a bound': [{ type: 'number', exclusiveMinimum: 3 }, 4],
  'a multiple': [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  'a list': [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
  'one of several': [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, null]
}

for (const [what, [schema, value]] of Object.entries(examples))
  t.test(`an example has ${what}`, async t => {
    const { input, example } = withExample(
      adaptedSchema({ type: 'object', properties: { it: schema, other: {} }, required: ['it'] })
    )
    t.strictSame(example, { it: value })
    t.strictSame(compileInput(input)(structuredClone(example)), [])
  })

t.test('a schema that no example is found for loses its bounds', async t => {
  const schema = {
    type: 'object',
    properties: { code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' } },
    required: ['code']
  }
  t.strictSame(withExample(adaptedSchema(schema)), {
    input: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'], additionalProperties: true },
    example: { code: 'text' }
  })
})

t.test('an example is small where a schema asks for billions of items or characters', t => {
  const list = { type: 'array', minItems: 4_000_000_000, items: { type: 'string', minLength: 500_000_000 } }
  const nested = { type: 'array', minItems: 90, items: { type: 'array', minItems: 90, items: list } }
  const { example } = withExample(
    adaptedSchema({ type: 'object', properties: { list, nested }, required: ['list', 'nested'] })
  )
  t.ok(JSON.stringify(example).length < 2_000)
  t.end()
})

t.test('a schema with a list of a hundred thousand values accepts anything', t => {
  const towns = { type: 'string', enum: Array.from({ length: 100_000 }, (_, index) => `town ${index}`) }
  const adapted = adaptedSchema({ type: 'object', properties: { town: towns } })
  t.strictSame(adapted, { type: 'object', properties: {}, additionalProperties: true })
  t.end()
})

t.test('items are compared only where that takes no longer than to read them', t => {
  const list = (items: object, most: object = {}) => ({ type: 'array', items, uniqueItems: true, ...most })
  const { properties } = adaptedSchema({
    type: 'object',
    properties: {
      texts: list({ type: 'string' }),
      objects: list({ type: 'object' }),
      few: list({ type: 'object' }, { maxItems: 10 })
    }
  })
  t.match(properties, { texts: { uniqueItems: true }, objects: { uniqueItems: undefined }, few: { uniqueItems: true } })
  t.end()
})
