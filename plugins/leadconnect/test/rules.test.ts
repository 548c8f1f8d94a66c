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
    'constructor=Object'
  ])
    t.match(holds(when), { matched: false, reason: /\.$/ }, when)
})

t.test('no fact is one that JavaScript adds', async t => {
  t.notOk(holds('__proto__.x=1').matched)
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
  for (const logic of fails) t.match(holds(logic), { matched: false }, JSON.stringify(logic))
})

t.test('facts are read as exports write them', async t => {
  const found = (when: string, more: object, zone?: string) => evaluate(when, { ...facts, ...more }, zone).matched
  for (const employees of ['1,000', '1000+', '1001-5000', '1.000,5', '5k', '1 200', '1,200 employees', '1001 to 5000'])
    for (const when of ['employees>=1000', 'employees>=1,000', 'employees>=1k', '{">=":[{"var":"employees"},1000]}'])
      if (!(when.startsWith('{') && employees.endsWith('employees')))
        t.ok(found(when, { employees }), `${employees}: ${when}`)
  for (const score of ['82%', '82 %', '70.0', '0082', '98.125']) t.ok(found('score>=70', { score }), score)
  t.ok(found('budget>=5,000,country=GB', { budget: '£10k' }))
  t.ok(found('signedUp=2026-11-26', { signedUp: '2026-11-26T09:30:00Z' }))
  t.ok(found('signedUp<=2026-11-26', { signedUp: '26.11.2026' }))
  t.notOk(found('signedUp=2026-11-26', { signedUp: '2026-11-26T23:30:00Z' }, 'Europe/Paris'))
  t.ok(found('sku=1.234', { sku: '1.234' }), 'the same text is equal, however it is read')
})

t.test('a rule in the short form that does not match says why', async t => {
  const reason = (when: string, more: object = {}) => evaluate(when, { ...facts, ...more }).reason
  t.equal(reason('country=GB,score>=90'), 'score>=90 does not hold.')
  t.equal(reason('employees>=1000', { employees: 'many' }), 'employees is no number.')
  t.equal(reason('fields.budget>=1000'), 'fields.budget is missing.')
  t.equal(reason('employees>=1000', { employees: '500-1500' }), 'employees is a range on both sides of the value.')
  t.equal(reason('employees>=2000', { employees: '1000+' }), 'employees is a range on both sides of the value.')
  t.equal(reason('employees>=1000', { employees: '1.500' }), 'employees can be read in two ways.')
  t.equal(reason('budget>=£500', { budget: '$900' }), 'budget has another unit.')
  t.equal(reason('signedUp>=2026-01-01', { signedUp: 'soon' }), 'signedUp is no date.')
  t.equal(reason('{">=":[{"var":"budget"},5]}'), 'Missing: budget.')
  t.match(evaluate('{">=":[{"var":"employees"},1000]}', { employees: '1.500' }).error, /can be read in two ways/)
})

t.test('comparisons may be joined by and, and values may be in quotes', async t => {
  for (const when of [
    'score>=70 and country=GB',
    'score>=70 AND country = GB',
    'score >= 70 && country="GB"',
    'score≥70; country=GB',
    "grade='B2',score>=70"
  ]) {
    t.strictSame(conditionIssues(when), [], when)
    t.strictSame(holds(when), { matched: true }, when)
  }
  const company = { company: 'Smith and Sons, or so' }
  t.ok(evaluate('company="Smith and Sons, or so"', company).matched)
  t.ok(evaluate('industry=Oil and gas,score>1', { industry: 'oil and gas', score: 2 }).matched)
})

t.test('a condition that cannot be meant is refused', async t => {
  const refused: [string, RegExp][] = [
    ['score>=70 or country=GB', /operator in the value of score/],
    ['country=GB or IE', /holds "or" in the value of country/],
    ['score=>70', /operator in the value of score/],
    ['country=GB|IE', /operator in the value of country/],
    ['country="GB', /quote without its counterpart/],
    ['employees>=1.500', /employees that can be read in two ways/],
    ['signedUp>3/4/2026', /signedUp that can be read in two ways/],
    ['weekday=Monday', /compares weekday with what is no number from 1 to 7/],
    ['weekday=0', /number that it never reaches/],
    ['hour>=24', /number that it never reaches/],
    ['quality>100', /number that it never reaches/],
    ['domain.type=corporate', /none of its values: business, free/],
    ['domain.country=Narnia', /no country/],
    ['domain=acme.com', /a fact that no lead has/],
    ['domain.typ=business', /a fact that no lead has/],
    ['fields=x', /a group of facts/],
    ['country=GB,country=FR', /asks of country what no single value can meet/],
    ['hour>=22,hour<6', /asks of hour/],
    ['score>70,score<=70', /asks of score/],
    ['{">=":["score",70]}', /always the same/],
    ['{"==":[{"var":"country"}]}', /one value alone/],
    ['{"==":[{"var":"weekday"},"Monday"]}', /weekday/],
    ['{"and":[{"==":[{"var":"domain.typ"},"business"]}]}', /no lead has/]
  ]
  for (const [when, issue] of refused) t.match(conditionIssues(when).join('; '), issue, when)
  for (const when of [
    'score>=70,score<=80',
    'country=GB,country=uk',
    'hour>=0',
    'weekday<=5,hour>=9,hour<17',
    'domain.type=Business',
    'source=Yahoo! (AT&T)'
  ])
    t.strictSame(conditionIssues(when), [], when)
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
    { numRuns: 500 }
  )
})
