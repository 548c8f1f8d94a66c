import { compileOutput } from '@product-host/sdk/runtime'
import fc, { type Arbitrary } from 'fast-check'
import t from 'tap'
import { type Direction, schemaChanges } from '../../../../host/dist/cli/contract/schema-changes.js'
import { valuesOf } from '../../../../sdk/dist/testing/arbitrary.js'
import { seed } from '../../../fixtures/random-seed.js'

type Json = Record<string, unknown>

function hasMajor(before: unknown, after: unknown, direction: Direction): boolean {
  return schemaChanges(before, after, direction, '#').some(({ level }) => level === 'major')
}

const bounded = (least: string, most: string, type: string) =>
  fc
    .record({ [least]: fc.integer({ min: 0, max: 5 }), [most]: fc.integer({ min: 5, max: 12 }) }, { requiredKeys: [] })
    .map(limits => ({ type, ...limits }))

const scalars: Arbitrary<Json> = fc.oneof(
  bounded('minLength', 'maxLength', 'string'),
  bounded('minimum', 'maximum', 'integer'),
  bounded('minimum', 'maximum', 'number'),
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: 'null' }),
  fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map(values => ({ enum: values })),
  fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map(values => ({ anyOf: values.map(value => ({ const: value })) })),
  fc.constantFrom('a', 1).map(value => ({ const: value }))
)

const { schemas } = fc.letrec<{ schemas: Json; objects: Json }>(tie => ({
  schemas: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    scalars,
    tie('objects'),
    tie('schemas').map(items => ({ type: 'array', items, maxItems: 3 })),
    fc.array(tie('schemas'), { minLength: 1, maxLength: 3 }).map(anyOf => ({ anyOf }))
  ),
  objects: fc
    .tuple(
      fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('schemas'), { noNullPrototype: true }),
      fc.subarray(['x', 'y', 'z']),
      fc.constantFrom({}, { additionalProperties: false })
    )
    .map(([properties, wanted, more]) => ({
      type: 'object',
      properties,
      required: wanted.filter(name => name in properties),
      ...more
    }))
}))

/** A schema and what may have become of it: another, or itself with one of its parts replaced. */
const pairs = fc.tuple(schemas, schemas, fc.infiniteStream(fc.nat(4))).map(([before, other, choices]) => {
  return [before, mutated(before, other, () => choices.next().value ?? 0)] as const
})

function mutated(schema: unknown, other: Json, choose: () => number): unknown {
  if (Array.isArray(schema)) return schema.map(part => (choose() < 2 ? mutated(part, other, choose) : part))
  if (typeof schema !== 'object' || schema === null) return typeof schema === 'number' ? schema + choose() - 2 : schema
  if (choose() === 0) return other
  const entries = Object.entries(schema).filter(([keyword]) => keyword === 'type' || choose() > 0)
  return Object.fromEntries(
    entries.map(([keyword, part]) => {
      const isSchema = !['type', 'required', 'enum', 'const'].includes(keyword)
      return [keyword, isSchema && choose() < 3 ? mutated(part, other, choose) : part]
    })
  )
}

t.test('a schema against itself is no change', async () => {
  fc.assert(
    fc.property(schemas, schema => {
      const copy: unknown = JSON.parse(JSON.stringify(schema))
      return (['input', 'output'] as const).every(direction => schemaChanges(schema, copy, direction, '#').length === 0)
    }),
    { seed }
  )
})

t.test('an input that does not break takes whatever was taken before', async () => {
  fc.assert(
    fc.property(pairs, valueSeeds, ([before, after], valueSeed) => {
      fc.pre(isSound(after) && !hasMajor(before, after, 'input'))
      const check = compileOutput(after as object)
      return samples(before, valueSeed).every(value => check(value).length === 0)
    }),
    { seed, numRuns: 400 }
  )
})

t.test('an output that does not break gives nothing that was never given', async () => {
  fc.assert(
    fc.property(pairs, valueSeeds, ([before, after], valueSeed) => {
      fc.pre(isSound(after) && !hasMajor(before, after, 'output'))
      const check = compileOutput(before)
      return samples(after, valueSeed).every(value => check(value).length === 0)
    }),
    { seed, numRuns: 400 }
  )
})

const valueSeeds = fc.nat(1_000)

/** Values of a schema; none of a part that a mutation left without any, such as a longest text shorter than the shortest. */
function samples(schema: unknown, seed: number): readonly unknown[] {
  const check = compileOutput(schema as object)
  return fc.sample(valuesOf(schema), { seed, numRuns: 8 }).filter(value => check(value).length === 0)
}

/** Whether a mutation is still a schema that has values. */
function isSound(schema: unknown): boolean {
  try {
    return samples(schema, 1).length > 0
  } catch {
    return false
  }
}
