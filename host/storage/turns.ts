import { newTurn, type Turn } from '@product-host/sdk/runtime'

/** One queue of work for each address; an address where nothing waits is forgotten. */
export class Turns {
  readonly #busy = new Map<string, { readonly turn: Turn; works: number }>()

  /** How many addresses have work. */
  get size(): number {
    return this.#busy.size
  }

  /** The turn of an address: its pieces of work run one after another. */
  at(address: string): Turn {
    return async work => {
      const queue = this.#busy.get(address) ?? { turn: newTurn(), works: 0 }
      this.#busy.set(address, queue)
      queue.works++
      try {
        return await queue.turn(work)
      } finally {
        queue.works--
        if (queue.works === 0) this.#busy.delete(address)
      }
    }
  }
}
