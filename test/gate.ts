import {
  defineAction,
  defineProduct,
  InvalidInput,
  JOBS,
  PRODUCTS,
  ProductError,
  STORAGE,
  Type
} from '@product-host/sdk'

/** A point that one side reaches and another waits for, by name. */
class Points {
  readonly #points = new Map<string, PromiseWithResolvers<void>>()

  /** Resolves when the point is reached. */
  reached(name: string): Promise<void> {
    return this.#at(name).promise
  }

  reach(name: string): void {
    this.#at(name).resolve()
  }

  #at(name: string): PromiseWithResolvers<void> {
    const point = this.#points.get(name) ?? Promise.withResolvers<void>()
    this.#points.set(name, point)
    return point
  }
}

/** Reached when a run with the id has begun. */
export const begun = new Points()
/** A run with the id and `how: 'wait'` ends when the test reaches this. */
export const opened = new Points()

const pass = defineAction({
  title: 'Pass',
  description: 'Counts its run, then ends as it is told.',
  effect: 'external',
  effectOf: ({ external }) => (external ? 'external' : 'write'),
  input: Type.Object({
    id: Type.String(),
    how: Type.String({ default: 'well' }),
    external: Type.Boolean({ default: false }),
    size: Type.Integer({ default: 0 })
  }),
  detail: Type.Object({ runs: Type.Integer(), padding: Type.String() }),
  metrics: Type.Object({}),
  examples: [{ title: 'Once', input: { id: 'one' } }],
  errors: { closed: 'The gate is closed.' },
  needs: { storage: STORAGE },
  timeoutMs: 5_000,

  async run({ id, how, size }, { storage, signal }) {
    const runs = await storage.update([`runs:${id}`], read => {
      const value = (read<number>(`runs:${id}`) ?? 0) + 1
      return { writes: [{ key: `runs:${id}`, value }], result: value }
    })
    begun.reach(id)
    if (how === 'wait') await Promise.race([opened.reached(id), aborted(signal)])
    if (how === 'refuse') throw new InvalidInput([{ pointer: '#/id', detail: 'is refused', fix: 'Send another.' }])
    if (how === 'fail') throw new ProductError('closed', 'The gate is closed.')
    if (how === 'bug') throw new Error('a bug')
    return { summary: `Passed ${id}.`, metrics: {}, detail: { runs, padding: 'é"'.repeat(size / 2) } }
  }
})

const hang = defineAction({
  ...pass,
  title: 'Hang',
  description: 'Counts its run, then waits until it is given up.',
  timeoutMs: 50,

  async run({ id }, { storage, signal }) {
    await storage.update([`runs:${id}`], read => ({
      writes: [{ key: `runs:${id}`, value: (read<number>(`runs:${id}`) ?? 0) + 1 }],
      result: undefined
    }))
    return aborted(signal)
  }
})

const count = defineAction({
  title: 'Count',
  description: 'How often an id was run.',
  effect: 'read',
  input: Type.Object({ id: Type.String() }),
  detail: Type.Object({ runs: Type.Integer() }),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one' } }],
  needs: { storage: STORAGE },

  async run({ id }, { storage }) {
    return { summary: 'Counted.', metrics: {}, detail: { runs: (await storage.get<number>(`runs:${id}`)) ?? 0 } }
  }
})

const nest = defineAction({
  title: 'Nest',
  description: 'Runs another action of this product so many times, at once, and tells how each ended.',
  effect: 'external',
  input: Type.Object({ times: Type.Integer(), id: Type.String({ default: 'nested' }) }),
  detail: Type.Object({ codes: Type.Array(Type.String()) }),
  metrics: Type.Object({}),
  examples: [{ title: 'Twice', input: { times: 2 } }],
  needs: { products: PRODUCTS },

  async run({ times, id }, { products }) {
    const answers = await Promise.all(
      Array.from({ length: times }, () => products.execute('gate', 'pass', { id, how: 'well' }))
    )
    const codes = answers.map(({ ok, detail }) => (ok ? 'ok' : (detail.error as { code: string }).code))
    return { summary: 'Nested.', metrics: {}, detail: { codes } }
  }
})

const later = defineAction({
  title: 'Later',
  description: 'Schedules a pass.',
  effect: 'write',
  input: Type.Object({ id: Type.String(), at: Type.Number() }),
  detail: Type.Object({}),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one', at: 0 } }],
  needs: { jobs: JOBS },

  async run({ id, at }, { jobs }) {
    await jobs.schedule({ id, at, action: 'pass', input: { id } })
    return { summary: 'Scheduled.', metrics: {}, detail: {} }
  }
})

const old = defineAction({
  ...count,
  title: 'Old',
  description: 'How it used to be counted.',
  deprecated: { since: '2025-03-01T00:00:00Z', sunset: '2027-01-01', instead: 'count' }
})

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** A product whose runs the test counts, stops and lets go on. */
export const gate = defineProduct({
  slug: 'gate',
  title: 'Gate',
  description: 'Lets calls pass as the test says.',
  version: '1.0.0',
  contract: 1,
  actions: { pass, hang, count, nest, later, old },
  settings: Type.Object({ colour: Type.Optional(Type.String()) })
})
