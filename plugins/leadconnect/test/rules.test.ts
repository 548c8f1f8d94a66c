import fc from 'fast-check'
import t from 'tap'
import { conditionIssues, evaluate } from '../dist/routing/conditions.js'

const facts = {
  country: 'GB',
  score: 80,
  grade: 'B2',
  isCustomer: true,
  email: 'jane@acme.com',
  employees: '250',
  empty: '',
  nothing: null,
  fields: { plan: { name: 'pro' }, tags: ['vip', 'uk'] }
}
const holds = (when: string | object) => evaluate(typeof when === 'string' ? when : JSON.stringify(when), facts)

t.test('the short form compares facts, all of which must hold', async t => {
  for (const when of [
    'country=GB',
    'country==gb',
    'country!=FR',
    'score>=80',
    'score<=80',
    'score>79.5',
    'score<1e3',
    'employees>=250',
    'grade<=C',
    'isCustomer=true',
    'fields.plan.name=pro',
    ' country = GB , score > 70 ',
    'unknown!=x'
  ])
    t.strictSame(holds(when), { matched: true }, when)
  for (const when of [
    'country=FR',
    'score>80',
    'score=GB',
    'score>GB',
    'country>5',
    'unknown=x',
    'unknown<5',
    'nothing<5',
    'empty<5',
    'fields=x',
    'country=GB,score>90',
    'constructor=Object',
    '__proto__.x=1'
  ])
    t.strictSame(holds(when), { matched: false }, when)
})

t.test('JSON Logic of the operators that are allowed', async t => {
  const matches: object[] = [
    { '==': [{ var: 'country' }, 'GB'] },
    { and: [{ '>=': [{ var: 'score' }, 70] }, { '!': { var: 'unknown' } }] },
    { in: ['vip', { var: 'fields.tags' }] },
    { in: [{ var: 'country' }, ['GB', 'IE']] },
    { in: ['acme', { var: 'email' }] },
    { '<': [50, { var: 'score' }, 90] },
    { or: [false, { '!!': [{ var: 'isCustomer' }] }] },
    { if: [{ var: 'unknown' }, false, true] },
    { '==': [{ cat: [{ var: 'country' }, '-', { var: 'score' }] }, 'GB-80'] },
    { '==': [{ substr: [{ var: 'email' }, 0, 4] }, 'jane'] },
    { '==': [{ '%': [{ '+': [{ var: 'score' }, 5] }, 2] }, 1] },
    { '>': [{ max: [1, { var: 'score' }] }, { min: [3, 90] }] },
    { '==': [{ var: ['unknown', 7] }, 7] },
    { '!': { missing: ['country', 'fields.plan.name'] } },
    { missing: ['country', 'unknown', 'empty'] },
    { '>': [{ '-': [{ '*': [{ var: 'score' }, 2] }, { '/': [10, 2] }] }, 100] }
  ]
  for (const logic of matches) t.strictSame(holds(logic), { matched: true }, JSON.stringify(logic))
  const fails: object[] = [
    { '==': [{ var: 'country' }, 'FR'] },
    { var: 'constructor' },
    { var: '__proto__' },
    { var: 'email.length' },
    { var: 'fields.tags.map' },
    { '>': [{ var: 'unknown' }, 5] },
    { missing: ['country'] }
  ]
  for (const logic of fails) t.strictSame(holds(logic), { matched: false }, JSON.stringify(logic))
})

t.test('what does not fit is not matched, with an error', async t => {
  for (const logic of [{ '+': ['x', 1] }, { in: ['x', 5] }, { '/': [1, 0] }, { max: ['x'] }])
    t.match(holds(logic), { matched: false, error: /do not fit/ }, JSON.stringify(logic))
})

t.test('a condition that could not run is refused', async t => {
  const nested = (depth: number): object => (depth === 1 ? { var: 'score' } : { '!': nested(depth - 1) })
  const refused: [string, RegExp][] = [
    ['{"map":[[1],{"var":""}]}', /uses an operator that is not among var missing/],
    ['{"reduce":[1,2,3]}', /uses an operator/],
    ['{"and":[{"==":[1,1]},{"log":"x"}]}', /uses an operator/],
    ['{"constructor":[]}', /uses an operator/],
    ['{"==":[1,1],"and":[]}', /not one operator/],
    ['{}', /not one operator/],
    ['{"==":[{"var":"a"},{}]}', /not one operator/],
    ['{"==":', /is not a JSON object/],
    [JSON.stringify(nested(13)), /deeper than 12/],
    [JSON.stringify({ '==': ['é'.repeat(1_020), 1] }), /over 2048 bytes/],
    ['country', /neither a JSON object nor comparisons/],
    ['country=GB,', /neither/],
    ['=GB', /neither/],
    ['country=', /neither/],
    ['[1]', /neither/],
    ['a b=c', /neither/]
  ]
  for (const [when, issue] of refused) t.match(conditionIssues(when).join('; '), issue, when.slice(0, 60))
  t.strictSame(conditionIssues(JSON.stringify(nested(12))), [])
})

t.test('no rule that is accepted throws or runs long, whatever the facts', async () => {
  const operator = fc.constantFrom(
    '==',
    '!=',
    '<',
    '>=',
    'and',
    'or',
    '!',
    'if',
    'in',
    'cat',
    'substr',
    '+',
    '-',
    '/',
    '%',
    'min',
    'max',
    'missing',
    'var'
  )
  const logic = fc.letrec<{ node: unknown; leaf: unknown }>(tie => ({
    node: fc.oneof(
      { maxDepth: 5 },
      tie('leaf'),
      fc.tuple(operator, fc.array(tie('node'), { maxLength: 3 })).map(([name, parts]) => ({ [name]: parts }))
    ),
    leaf: fc.oneof(fc.jsonValue({ maxDepth: 0 }), fc.constantFrom('country', 'fields.tags', '__proto__', 'constructor'))
  })).node
  fc.assert(
    fc.property(logic, fc.dictionary(fc.string(), fc.jsonValue()), (rule, more) => {
      const when = JSON.stringify({ '!!': [rule] })
      if (conditionIssues(when).length > 0) return
      const { matched } = evaluate(when, { ...facts, ...more })
      if (typeof matched !== 'boolean') throw new Error('It is neither true nor false.')
    }),
    { numRuns: 2_000, seed: 11 }
  )
})
