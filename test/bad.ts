import { defineAction, defineProduct, Type } from '@product-host/sdk'

/** How long the bad action may take, in milliseconds. */
export const badTimeoutMs = 2_500

/** Every way in which the action is bad, and the problem that its caller gets; `undefined` where it is an answer after all. */
export const badWays = {
  throws: 'product_error',
  rejects: 'product_error',
  'throws null': 'product_error',
  'throws a string': 'product_error',
  'never settles': 'product_timeout',
  'rejects late': 'product_timeout',
  'answers 50 MB': 'invalid_output',
  'answers a wrong shape': 'invalid_output',
  'answers a circle': 'invalid_output',
  'leaks timers': undefined
} as const

/** Ways that only a thread of its own keeps from the host; who allocates meets its limit or its deadline, whichever comes first. */
export const worstWays = {
  'exits the process': 'product_error',
  'allocates without end': /^product_(error|timeout)$/,
  'spins for ever': 'product_timeout'
} as const

/** One of the ways. */
export type BadWay = keyof typeof badWays | keyof typeof worstWays

const ways = [...Object.keys(badWays), ...Object.keys(worstWays)]

const behave = defineAction({
  title: 'Behave',
  description: 'Behaves badly, in the way that it is told.',
  effect: 'read',
  input: Type.Object({ way: Type.String({ enum: ways }) }),
  detail: Type.Object({ value: Type.Optional(Type.Unknown()) }),
  metrics: Type.Object({}),
  examples: [{ title: 'A bug', input: { way: 'throws' } }],
  timeoutMs: badTimeoutMs,

  async run({ way }, { signal }) {
    const outcome = (value?: unknown) => ({ summary: 'Behaved.', metrics: {}, detail: { value } })
    switch (way as BadWay) {
      case 'throws':
        throw new Error('a bug')
      case 'rejects':
        await new Promise(resolve => setTimeout(resolve, 1))
        throw new Error('a bug, later')
      case 'throws null':
        throw null
      case 'throws a string':
        throw 'a string'
      case 'never settles':
        return new Promise<never>(() => undefined)
      case 'rejects late':
        return new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => setTimeout(reject, 50, new Error('late')))
        )
      case 'answers 50 MB':
        return outcome('x'.repeat(50_000_000))
      case 'answers a wrong shape':
        return { summary: 'Behaved.', metrics: {}, detail: [] as never }
      case 'answers a circle': {
        const circle: { self?: unknown } = {}
        circle.self = circle
        return outcome(circle)
      }
      case 'leaks timers':
        for (let count = 0; count < 1_000; count++) setInterval(() => undefined, 10).unref()
        return outcome()
      case 'exits the process':
        return process.exit(1)
      case 'allocates without end':
        for (const kept: unknown[] = []; ; ) kept.push(new Array(10_000).fill(kept.length))
      case 'spins for ever':
        for (;;) Math.random()
    }
  }
})

/** A product that breaks its host in every way that it can. */
export const bad = defineProduct({
  slug: 'bad',
  title: 'Bad',
  description: 'Behaves badly, in the way that it is told.',
  version: '1.0.0',
  contract: 1,
  actions: { behave }
})
