import { Type } from '@product-host/sdk'
import t from 'tap'
import { type Direction, schemaChanges } from '../../../../host/dist/cli/contract/schema-changes.js'

/** The changes as lines of level and pointer. */
function changes(before: unknown, after: unknown, direction: Direction): readonly string[] {
  return schemaChanges(before, after, direction, '#').map(({ level, pointer }) => `${level} ${pointer}`)
}

t.test('what is asked of callers is contravariant', async t => {
  const object = (properties: Parameters<typeof Type.Object>[0]) => Type.Object(properties)
  const name = Type.String()
  const cases: readonly (readonly [before: unknown, after: unknown, expected: readonly string[]])[] = [
    [object({ name }), object({ name, age: Type.Optional(Type.Integer()) }), ['minor #/properties/age']],
    [object({ name }), object({ name, age: Type.Integer() }), ['major #/properties/age']],
    [object({ name, age: name }), object({ name }), ['major #/properties/age']],
    [object({ name }), object({ name: Type.Optional(name) }), ['minor #/properties/name']],
    [object({ name: Type.Optional(name) }), object({ name }), ['major #/properties/name']],
    [Type.String({ maxLength: 9 }), Type.String({ maxLength: 10 }), ['minor #/maxLength']],
    [Type.String({ maxLength: 9 }), Type.String({ maxLength: 8 }), ['major #/maxLength']],
    [Type.String(), Type.String({ minLength: 1 }), ['major #/minLength']],
    [Type.Integer(), Type.Number(), ['minor #/type']],
    [Type.Number(), Type.Integer(), ['major #/type']],
    [Type.String(), Type.Integer(), ['major #/type', 'minor #/type']],
    [Type.String({ pattern: '^a' }), Type.String({ pattern: '^b' }), ['major #/pattern']],
    [Type.Integer({ default: 3 }), Type.Integer({ default: 4 }), ['major #/default']],
    [Type.Literal('a'), Type.Union([Type.Literal('a'), Type.Literal('b')]), ['minor #/enum']],
    [Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.Literal('a'), ['major #/enum']],
    [Type.Enum(['a', 'b']), Type.String(), ['minor #/enum']],
    [name, Type.Union([name, Type.Null()]), ['minor #/anyOf']],
    [Type.Union([name, Type.Null()]), name, ['major #/anyOf']],
    [Type.Array(Type.String({ maxLength: 9 })), Type.Array(name), ['minor #/items/maxLength']],
    [name, Type.String({ description: 'Whose it is.' }), ['patch #/description']],
    [name, Type.String({ 'x-record': 'person:' }), ['patch #/x-record']],
    [{ $ref: '#/$defs/a', $defs: { a: name } }, { $ref: '#/$defs/a', $defs: { a: Type.Integer() } }, ['major #/$defs']],
    [{ type: 'array', contains: { type: 'string' } }, { type: 'array', contains: {} }, ['major #/contains']]
  ]
  for (const [before, after, expected] of cases)
    t.strictSame(changes(before, after, 'input'), expected, JSON.stringify([before, after]))
})

t.test('what is given to callers is covariant', async t => {
  const object = (properties: Parameters<typeof Type.Object>[0]) => Type.Object(properties)
  const name = Type.String()
  const cases: readonly (readonly [before: unknown, after: unknown, expected: readonly string[]])[] = [
    [object({ name }), object({ name, age: Type.Integer() }), ['minor #/properties/age']],
    [object({ name, age: name }), object({ name }), ['major #/properties/age']],
    [object({ name }), object({ name: Type.Optional(name) }), ['major #/properties/name']],
    [object({ name: Type.Optional(name) }), object({ name }), ['minor #/properties/name']],
    [Type.Number(), Type.Integer(), ['minor #/type']],
    [Type.Integer(), Type.Number(), ['major #/type']],
    [Type.String({ maxLength: 9 }), Type.String({ maxLength: 10 }), ['major #/maxLength']],
    [Type.Literal('a'), Type.Union([Type.Literal('a'), Type.Literal('b')]), ['major #/enum']],
    [name, Type.Union([name, Type.Null()]), ['major #/anyOf']],
    [
      Type.Object({ name }, { additionalProperties: false }),
      Type.Object({ name, age: name }, { additionalProperties: false }),
      ['major #/properties/age']
    ],
    [Type.Integer({ default: 3 }), Type.Integer({ default: 4 }), []]
  ]
  for (const [before, after, expected] of cases)
    t.strictSame(changes(before, after, 'output'), expected, JSON.stringify([before, after]))
})

t.test('branches of a choice are told apart by their constants', async t => {
  const made = (kind: string, member: unknown) => ({
    type: 'object',
    properties: { kind: { const: kind }, member },
    required: ['kind', 'member']
  })
  const before = { anyOf: [made('a', { type: 'string' }), made('b', { type: 'string' })] }
  const after = { anyOf: [made('b', { type: 'string', maxLength: 3 }), made('a', { type: 'string' })] }
  t.strictSame(changes(before, after, 'input'), ['major #/anyOf/0/properties/member/maxLength'])
  t.strictSame(changes(before, after, 'output'), ['minor #/anyOf/0/properties/member/maxLength'])
})
