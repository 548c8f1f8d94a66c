import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import type { LiveMemory } from '../memory/memory.js'
import type { Filter, Hit, MemoryIndex, Similar } from './memory-index.js'
import { SearchIndexes } from './search-indexes.js'

/** What was found, and of how many. */
export interface Found<M> {
  readonly found: readonly M[]
  /** How many memories the account keeps. */
  readonly total: number
}

/** Finds memories of one account by anything but their exact keys. */
@injectable()
export class MemorySearch {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly indexes: SearchIndexes
  ) {}

  /** The memories that pass the filter, the last written first. */
  async newest(account: string, filter: Filter): Promise<Found<LiveMemory>> {
    const index = await this.#index(account)
    return { found: index.newest(filter), total: index.size }
  }

  /** The memories that pass the filter and have a term of the query, the best first. */
  async search(account: string, query: string, choice: { filter: Filter; fuzzy: boolean }): Promise<Found<Hit>> {
    const index = await this.#index(account)
    return { found: await index.search(query, { ...choice, now: this.clock.now() }), total: index.size }
  }

  /** At most three keys that look like one that is not there, the nearest first. */
  async nearestKeys(account: string, key: string): Promise<Found<string>> {
    const index = await this.#index(account)
    return { found: await index.nearestKeys(key, 3), total: index.size }
  }

  /** At most three other memories that say nearly the same, the most similar first. */
  async alike(account: string, memory: LiveMemory): Promise<readonly Similar[]> {
    return (await this.#index(account)).alike(memory, 3)
  }

  async #index(account: string): Promise<MemoryIndex> {
    const index = await this.indexes.current(account, this.storage)
    await index.dropExpired(this.clock.now())
    return index
  }
}
