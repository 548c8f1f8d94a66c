import { defineAction, defineProduct, Type } from '@product-host/sdk'

const fail = defineAction({
  title: 'Fail',
  description: 'Fails as it is told.',
  effect: 'read',
  input: Type.Object({ how: Type.String() }),
  detail: Type.Object({ value: Type.Optional(Type.Unknown()) }),
  metrics: Type.Object({ count: Type.Number() }),
  examples: [{ title: 'A bug', input: { how: 'throw' } }],
  timeoutMs: 100,

  run({ how }, { signal }) {
    const outcome = (value: unknown, count: unknown = 1) => ({
      summary: 'Done.',
      metrics: { count: count as number },
      detail: { value }
    })
    switch (how) {
      case 'throw':
        throw new Error('a bug')
      case 'reject':
        return Promise.reject(new Error('a late bug'))
      case 'string':
        throw 'a string'
      case 'null':
        throw null
      case 'nothing':
        return undefined as never
      case 'shape':
        return { summary: 'Done.', metrics: { count: 1 }, detail: [] as never }
      case 'number':
        return outcome(1, Number.NaN)
      case 'circular': {
        const circle: { self?: unknown } = {}
        circle.self = circle
        return outcome(circle)
      }
      case 'bigint':
        return outcome(1n)
      case 'hang':
        return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      case 'deaf':
        return new Promise<never>(() => undefined)
      default:
        return outcome(how)
    }
  }
})

/** A product that breaks every promise of a product, to show that the host does not. */
export const clumsy = defineProduct({
  slug: 'clumsy',
  title: 'Clumsy',
  description: 'Fails as it is told.',
  version: '1.0.0',
  contract: 1,
  actions: { fail }
})
