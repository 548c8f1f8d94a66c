import t from 'tap'
import { nullsOf } from '../../sdk/dist/runtime/optional-nulls.js'

/** What is left of an object whose only member `a`, of this schema, is null. */
function left(part: unknown, more: object = {}): object {
  const value = { a: null }
  nullsOf({ type: 'object', properties: { a: part }, ...more })?.(value)
  return value
}

const kept = { a: null }
const nothing = {}

t.test('null is taken out of an optional member whose schema does not accept it, and stays in all others', t => {
  for (const part of [
    { type: 'string' },
    { type: ['string', 'number'] },
    { const: 1 },
    { enum: ['x', 'y'] },
    { anyOf: [{ type: 'string' }, { const: 0 }] },
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    { type: 'object', properties: {} },
    false
  ])
    t.strictSame(left(part), nothing, JSON.stringify(part))
  for (const part of [
    {},
    true,
    { type: 'null' },
    { type: ['string', 'null'] },
    { const: null },
    { enum: ['x', null] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { oneOf: [{ type: 'string' }, { enum: [null] }] },
    { not: { type: 'string' } }
  ])
    t.strictSame(left(part), kept, JSON.stringify(part))
  t.end()
})

t.test('null stays in a required member, unless that has a default', t => {
  t.strictSame(left({ type: 'string' }, { required: ['a'] }), kept)
  t.strictSame(left({ type: 'string' }, { required: ['b'] }), nothing)
  t.strictSame(left({ type: 'string', default: 'x' }, { required: ['a'] }), nothing)
  t.strictSame(left({ type: 'null', default: null }, { required: ['a'] }), kept)
  const withOptional = { type: 'object', properties: { b: { type: 'string' } } }
  t.strictSame(left(withOptional, { required: ['a'] }), kept, 'also if it has members that are optional')
  t.end()
})

t.test('members are looked through at any depth, and in the one branch of a choice that has such members', t => {
  const inner = { type: 'object', properties: { b: { type: 'string' } } }
  const other = { type: 'object', properties: { c: { type: 'string' } } }
  const nested = (part: unknown, a: unknown) => {
    const value = { a }
    nullsOf({ type: 'object', properties: { a: part }, required: ['a'] })?.(value)
    return value.a
  }
  t.strictSame(nested(inner, { b: null, c: null }), { c: null })
  t.strictSame(nested({ type: 'array', items: inner }, [{ b: null }, { b: 'x' }, null, 1]), [{}, { b: 'x' }, null, 1])
  for (const choice of ['anyOf', 'oneOf']) {
    t.strictSame(nested({ [choice]: [{ type: 'string' }, inner] }, { b: null }), {})
    t.strictSame(nested({ [choice]: [inner, other] }, { b: null, c: null }), { b: null, c: null })
  }
  t.equal(nested(inner, 'no object'), 'no object')
  t.equal(nested({ type: 'array', items: inner }, 'no list'), 'no list')
  t.end()
})

t.test('where nothing could be taken out, nothing is looked through', t => {
  for (const schema of [
    true,
    null,
    { type: 'string' },
    { type: 'object' },
    { type: 'object', properties: {} },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    { type: 'array' },
    { type: 'array', items: { type: 'string' } },
    { anyOf: [{ type: 'string' }, { type: 'null' }] }
  ])
    t.equal(nullsOf(schema), undefined, JSON.stringify(schema))
  t.end()
})
