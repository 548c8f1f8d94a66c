import t from 'tap'
import { compileInput } from '../../sdk/dist/runtime/checks.js'

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
  t.equal(check.fits?.({ a: 'ab' }), true)
  t.equal(check.fits?.({ a: 'a' }), false)
  const value = { a: 'ab' }
  t.strictSame(check(value), [])
  t.strictSame(value, { a: 'ab', b: 7 })
  t.match(check({ a: 'a' }), [{ pointer: '#/a', code: 'min_length' }])
})
