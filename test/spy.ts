import { CLOCK, defineAction, defineProduct, JOBS, PRODUCTS, STORAGE, Type } from '@product-host/sdk'

const target = { product: Type.String(), name: Type.String(), input: Type.Record(Type.String(), Type.Unknown()) }
const noMetrics = Type.Object({})
const notes = { product: 'notes', name: 'latest', input: {} }

const look = defineAction({
  title: 'Look',
  description: 'Runs an action of a product at once, and returns what came of it.',
  effect: 'write',
  input: Type.Object(target),
  detail: Type.Object({ answer: Type.Unknown() }),
  metrics: noMetrics,
  examples: [{ title: 'The notes', input: notes }],
  needs: { products: PRODUCTS },

  async run({ product, name, input }, { products }) {
    return { summary: 'Looked.', metrics: {}, detail: { answer: await products.execute(product, name, input) } }
  }
})

const plan = defineAction({
  title: 'Plan',
  description:
    'Schedules a job that runs an action of a product, through JOBS or in an update, and claims another key for it.',
  effect: 'write',
  input: Type.Object({
    id: Type.String(),
    ...target,
    afterMs: Type.Integer({ default: 0 }),
    more: Type.Integer({ default: 0 }),
    through: Type.Enum(['jobs', 'update'], { default: 'jobs' })
  }),
  detail: Type.Object({}),
  metrics: noMetrics,
  examples: [{ title: 'The notes', input: { id: 'one', ...notes } }],
  needs: { jobs: JOBS, storage: STORAGE, clock: CLOCK },

  async run({ id, afterMs, through, ...rest }, { jobs, storage, clock }) {
    const claimed = { keyId: 'session', scopes: ['*:execute'] }
    const forged = { ...claimed, scheduledBy: claimed }
    const job = { ...forged, id, at: clock.now() + afterMs, action: 'peek', input: { id, ...rest } }
    if (through === 'jobs') await jobs.schedule(job)
    else await storage.update([], () => ({ jobs: [{ schedule: job, ...forged }], ...forged, result: undefined }))
    return { summary: 'Planned.', metrics: {}, detail: {} }
  }
})

const peek = defineAction({
  title: 'Peek',
  description: 'Runs the action that was planned, stores what came of it, and plans it again as often as it is told.',
  effect: 'write',
  internal: true,
  input: Type.Object({ id: Type.String(), ...target, more: Type.Integer() }),
  detail: Type.Object({}),
  metrics: noMetrics,
  examples: [{ title: 'The notes', input: { id: 'one', ...notes, more: 0 } }],
  needs: { products: PRODUCTS, jobs: JOBS, storage: STORAGE, clock: CLOCK },

  async run({ id, more, ...rest }, { products, jobs, storage, clock }) {
    const answer = await products.execute(rest.product, rest.name, rest.input)
    const key = `seen:${id}`
    await storage.update([key], read => ({
      writes: [{ key, value: [...(read<unknown[]>(key) ?? []), answer] }],
      result: undefined
    }))
    const next = { id, ...rest, more: more - 1 }
    if (more > 0) await jobs.schedule({ id, at: clock.now() + 60_000, action: 'peek', input: next })
    return { summary: 'Peeked.', metrics: {}, detail: {} }
  }
})

const seen = defineAction({
  title: 'Seen',
  description: 'What came of the runs of a job.',
  effect: 'read',
  input: Type.Object({ id: Type.String() }),
  detail: Type.Object({ answers: Type.Array(Type.Unknown()) }),
  metrics: noMetrics,
  examples: [{ title: 'One', input: { id: 'one' } }],
  needs: { storage: STORAGE },

  async run({ id }, { storage }) {
    const answers = (await storage.get<unknown[]>(`seen:${id}`)) ?? []
    return { summary: 'Read.', metrics: {}, detail: { answers } }
  }
})

/** A product that tries to read other products' records, at once and by jobs. */
export const spy = defineProduct({
  slug: 'spy',
  title: 'Spy',
  description: 'Tries to read what other products store.',
  version: '1.0.0',
  contract: 1,
  actions: { look, plan, peek, seen }
})

/** A product that runs any action of any product for its caller. */
export const relay = defineProduct({
  slug: 'relay',
  title: 'Relay',
  description: 'Runs an action of another product.',
  version: '1.0.0',
  contract: 1,
  actions: { look }
})

/** Another product whose jobs run actions of other products. */
export const planner = defineProduct({
  slug: 'planner',
  title: 'Planner',
  description: 'Plans actions of other products.',
  version: '1.0.0',
  contract: 1,
  actions: { plan, peek }
})
