import fc from 'fast-check'
import t from 'tap'
import { type Member, nextMember, poolOf, type Rotation } from '../dist/routing/roster.js'

/** The members whose turn it is, one after another. */
function turns(members: readonly Member[], count: number): readonly string[] {
  let rotation: Rotation = {}
  return Array.from({ length: count }, () => {
    const next = nextMember(members, rotation)
    rotation = next?.rotation ?? rotation
    return next?.name ?? ''
  })
}

t.test('two to one is priya, tom, priya', async t => {
  const members = [
    { name: 'priya', weight: 2 },
    { name: 'tom', weight: 1 }
  ]
  t.strictSame(turns(members, 6), ['priya', 'tom', 'priya', 'priya', 'tom', 'priya'])
})

t.test('the example of nginx: 5, 1, 1 gives a a b a c a a', async t => {
  const members = ['a', 'b', 'c'].map((name, index) => ({ name, weight: index === 0 ? 5 : 1 }))
  t.equal(turns(members, 7).join(' '), 'a a b a c a a')
})

t.test('a member may be called as JavaScript calls things of its own', async t => {
  t.strictSame(
    turns(
      [
        { name: 'constructor', weight: 1 },
        { name: 'tom', weight: 1 }
      ],
      3
    ),
    ['constructor', 'tom', 'constructor']
  )
})

t.test('a member who was away has the same place in the order after coming back', async t => {
  const priya = { name: 'priya', weight: 2 }
  const tom = { name: 'tom', weight: 1 }
  const first = nextMember([priya, tom], {})
  t.strictSame(first, { name: 'priya', rotation: { priya: -1, tom: 1 } })
  const away = nextMember([priya], first?.rotation ?? {})
  t.strictSame(away, { name: 'priya', rotation: { priya: -1, tom: 1 } })
  const back = nextMember([priya, tom], away?.rotation ?? {})
  t.strictSame(back, { name: 'tom', rotation: { priya: 1, tom: -1 } })
})

t.test('an empty pool has no turn', async t => {
  t.equal(nextMember([], {}), undefined)
})

t.test('members are read from the settings, with weight 1 where none is given', async t => {
  t.strictSame(poolOf({ 'pool.uk.members': 'priya:2, tom' }, 'uk'), [
    { name: 'priya', weight: 2 },
    { name: 'tom', weight: 1 }
  ])
  t.strictSame(poolOf({}, 'uk'), [])
})

t.test('in a round everybody has as many turns as the weight says', async () => {
  const pools = fc
    .array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
    .map(weights => weights.map((weight, index) => ({ name: `m${index}`, weight })))
  fc.assert(
    fc.property(pools, members => {
      const total = members.reduce((sum, { weight }) => sum + weight, 0)
      const order = turns(members, total)
      for (const { name, weight } of members) {
        const count = order.filter(turn => turn === name).length
        if (count !== weight) throw new Error(`${name} of weight ${weight} had ${count} turns of ${total}.`)
      }
    }),
    { numRuns: 200, seed: 5 }
  )
})
