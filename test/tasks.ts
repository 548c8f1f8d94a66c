import { setTimeout as delay } from 'node:timers/promises'
import { CLOCK, defineAction, defineProduct, STORAGE, Type } from '@product-host/sdk'

const work = defineAction({
  title: 'Work',
  description: 'Notes which process began, takes its time, and notes which process ended.',
  effect: 'write',
  internal: true,
  input: Type.Object({ id: Type.String(), ms: Type.Integer() }),
  detail: Type.Object({}),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { id: 'one', ms: 0 } }],
  needs: { storage: STORAGE },
  timeoutMs: 1_000,

  async run({ id, ms }, { storage }) {
    const mark = (key: string) =>
      storage.update([key], read => ({
        writes: [{ key, value: [...(read<number[]>(key) ?? []), process.pid] }],
        result: undefined
      }))
    await mark(`begun:${id}`)
    await delay(ms)
    await mark(`ended:${id}`)
    return { summary: 'Worked.', metrics: {}, detail: {} }
  }
})

const plan = defineAction({
  title: 'Plan',
  description: 'Schedules work, each piece under an id of its own, to begin after a delay.',
  effect: 'write',
  input: Type.Object({ ids: Type.Array(Type.String()), ms: Type.Integer(), afterMs: Type.Integer() }),
  detail: Type.Object({}),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { ids: ['one'], ms: 0, afterMs: 0 } }],
  needs: { storage: STORAGE, clock: CLOCK },

  async run({ ids, ms, afterMs }, { storage, clock }) {
    const at = clock.now() + afterMs
    const jobs = ids.map(id => ({ schedule: { id, at, action: 'work', input: { id, ms } } }))
    await storage.update([], () => ({ jobs, result: undefined }))
    return { summary: 'Planned.', metrics: {}, detail: {} }
  }
})

/** A product whose jobs leave a mark when they begin and when they end. */
export const tasks = defineProduct({
  slug: 'tasks',
  title: 'Tasks',
  description: 'Work that is done later.',
  version: '1.0.0',
  contract: 1,
  actions: { plan, work }
})
