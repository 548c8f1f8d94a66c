import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import type { Platform } from '../platforms/platform.js'
import { draftRing, type ListedDraft } from '../records/records.js'
import { listed, listKey } from '../records/ring.js'
import { learnt, type Performance } from './cells.js'
import { type Made, makePlan } from './make-plan.js'
import type { Order } from './order.js'
import { type Entry, planKey } from './plan.js'
import { platformsFor } from './platforms-for.js'

/** A plan that was made and kept. */
export interface Kept extends Made {
  readonly platforms: readonly Platform[]
  /** What the account's own posts did on these platforms, the results of this order included. */
  readonly performances: readonly Performance[]
}

/** The plan of an account, and what its posts did. */
@injectable()
export class Plans {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Learns from the order's results, makes the plan and keeps both in one step. `seed` is what the minutes of posts hang on. */
  async make(order: Order, seed: string): Promise<Kept> {
    const platforms = platformsFor(
      order,
      await this.#read<ListedDraft>(listKey(draftRing)),
      await this.#read<Entry>(planKey)
    )
    const planned = platforms.map(({ name }) => name)
    const observed = [...new Set(order.results.map(({ platform }) => platform))]
    const names = [...new Set([...planned, ...observed])]
    return this.storage.update([planKey, listKey(draftRing), ...names.map(performanceKey)], read => {
      const performances = new Map(
        names.map(name => {
          const results = order.results.filter(({ platform }) => platform === name)
          return [name, learnt(read<Performance>(performanceKey(name)) ?? unknown, results, order.zone)]
        })
      )
      const performanceOf = (name: string) => performances.get(name) ?? unknown
      const plan = read<readonly Entry[]>(planKey) ?? []
      const desk = { plan, drafts: listed<ListedDraft>(read, draftRing), performanceOf, now: this.clock.now(), seed }
      const made = makePlan(order, platforms, desk)
      return {
        writes: [
          { key: planKey, value: made.plan },
          ...observed.map(name => ({ key: performanceKey(name), value: performanceOf(name) }))
        ],
        result: { ...made, platforms, performances: planned.map(performanceOf) }
      }
    })
  }

  async #read<Item>(key: string): Promise<readonly Item[]> {
    return (await this.storage.get<readonly Item[]>(key)) ?? []
  }
}

const unknown: Performance = { cells: {}, seen: [] }

function performanceKey(platform: string): string {
  return `perf:${platform}`
}
