import { LRUCache } from 'lru-cache'

/** How much a cache holds, and for how long. */
export interface ReadCacheOptions {
  readonly mostEntries: number
  /** How long after its read began a value may be used, in milliseconds: changes by other processes are seen after it. */
  readonly freshMs: number
}

/**
 * Values that were read from the store a short time ago. A read that began before this process changed the record never fills
 * the cache after the change, however long the read takes.
 */
export class ReadCache<Value extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, Value>
  #changes = 0

  constructor({ mostEntries, freshMs }: ReadCacheOptions) {
    this.#values = new LRUCache({ max: mostEntries, ttl: freshMs, ttlResolution: 0 })
  }

  /** The cached value, or what `read` finds; undefined is not cached. */
  async get<Found extends Value | undefined>(name: string, read: () => Promise<Found>): Promise<Found | Value> {
    return this.#values.get(name) ?? this.fresh(name, read)
  }

  /** What `read` finds, whether or not there is a cached value. */
  async fresh<Found extends Value | undefined>(name: string, read: () => Promise<Found>): Promise<Found> {
    const changes = this.#changes
    const start = performance.now()
    const value = await read()
    if (value !== undefined && changes === this.#changes) this.#values.set(name, value, { start })
    return value
  }

  /** Changes the record behind a name, then forgets what was read of it, also when nobody knows whether the change was written. */
  async change<Result>(names: readonly string[], write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } finally {
      this.#changes++
      for (const name of names) this.#values.delete(name)
    }
  }
}
