import 'reflect-metadata'
import {
  CLOCK,
  type Clock,
  defineAction,
  defineProduct,
  inject,
  injectable,
  STORAGE,
  type Storage,
  Type
} from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { singleton } from 'tsyringe'

@injectable()
class Times {
  constructor(@inject(CLOCK) readonly clock: Clock) {}
}

@injectable()
class Inherited extends Times {}

@injectable()
class Records {
  constructor(
    @inject(STORAGE) readonly storage: Storage,
    readonly times: Times
  ) {}
}

@injectable()
class Calls {
  count = 0
}

@singleton()
class Single {}

const needs = { records: Records, other: Records, times: Times, inherited: Inherited, calls: Calls, single: Single }

function product(seen: ((services: Readonly<Record<keyof typeof needs, unknown>>) => void)[]) {
  const show = defineAction({
    title: 'Show',
    description: 'Shows its services to the test.',
    effect: 'read',
    input: Type.Object({}),
    detail: Type.Object({ calls: Type.Integer() }),
    examples: [{ title: 'One', input: {} }],
    needs,
    async run(_input, context) {
      for (const each of seen) each(context)
      context.calls.count++
      const value = await context.records.storage.get('nothing')
      return {
        summary: `Found ${value} at ${context.inherited.clock.now()}.`,
        detail: { calls: context.calls.count }
      }
    }
  })
  return defineProduct({
    slug: 'show',
    title: 'Show',
    description: 'One action.',
    version: '1.0.0',
    services: [Calls],
    actions: { show }
  })
}

t.test('a call gets classes of its own, built from its tokens, and the services of the product', async t => {
  const calls: Readonly<Record<keyof typeof needs, unknown>>[] = []
  const { run } = testContext(product([services => calls.push({ ...services })]))
  t.strictSame((await run('show', {})).detail, { calls: 1 })
  t.strictSame((await run('show', {})).detail, { calls: 2 })
  const [first, second] = calls
  t.ok(first?.records instanceof Records && first.records.times instanceof Times)
  t.not(first?.records, second?.records)
  t.not(first?.records, first?.other, 'a class is built wherever it is asked for')
  t.equal(first?.calls, second?.calls, 'a service lives as long as the product')
})

t.test('what tsyringe alone can build is resolved by it: inherited constructors and its own singletons', async t => {
  const calls: Readonly<Record<keyof typeof needs, unknown>>[] = []
  const { run } = testContext(product([services => calls.push({ ...services })]))
  t.match((await run('show', {})).summary, /^Found undefined at \d+\.$/)
  await run('show', {})
  const [first, second] = calls
  t.ok(first?.inherited instanceof Inherited)
  t.equal(first?.single, second?.single)
})
