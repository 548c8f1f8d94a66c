import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { SharedWork, Slices, Turns } from '../slices.js'
import { type Memory, recordKey } from './memory.js'
import { type MemoryChange, MemoryIndex } from './memory-index.js'
import { changedSince, scan, type Usage, usageNow } from './usage.js'

/** Bytes that all indexes may take up together, by their own estimate: a thread has 256 MiB, and one more index may be being built. */
const mostBytes = 64 * 1024 * 1024

/** Bytes of memories from which on an index is large: only one of those is built at a time. */
const largeBytes = 1024 * 1024

/** The search indexes of the accounts that searched last. */
@injectable()
export class SearchIndexes {
  readonly #cache = new IndexCache<MemoryIndex>(mostBytes)
  /** What was written while an account's index was being built. */
  readonly #building = new Map<string, MemoryChange[]>()
  readonly #work = new SharedWork<MemoryIndex>()
  readonly #largeBuilds = new Turns()
  readonly #searches = new Turns()

  constructor(private readonly slices: Slices) {}

  /** The account's index, with every write that was stored before this call. */
  async current(account: string, storage: Storage): Promise<MemoryIndex> {
    const usage = await usageNow(storage)
    const cached = this.#cache.get(account)
    if (cached?.covers(usage)) return this.#cache.use(account, cached)
    const refreshed = await this.#refresh(account, storage)
    // That may have been under way already, and so have begun before the last write.
    return refreshed.covers(usage) ? refreshed : this.#refresh(account, storage)
  }

  /** Searches an account's index: one search of an account at a time, so that many of them leave slices to other accounts. */
  search<Found>(account: string, storage: Storage, search: (index: MemoryIndex) => Promise<Found>): Promise<Found> {
    return this.#searches.run(account, async () => search(await this.current(account, storage)))
  }

  /** Applies a write to an account's index, so that it need not be refreshed. */
  apply(account: string, change: MemoryChange): void {
    this.#building.get(account)?.push(change)
    const cached = this.#cache.get(account)
    if (!cached) return
    cached.apply(change)
    if (cached.isWorn) this.#cache.drop(account)
    else this.#cache.weigh(account, cached)
  }

  #refresh(account: string, storage: Storage): Promise<MemoryIndex> {
    return this.#work.run(account, async () => {
      const usage = await usageNow(storage)
      const cached = this.#cache.get(account)
      const isCaughtUp = cached && (await this.#catchUp(cached, usage, storage))
      if (isCaughtUp && !cached.isWorn) return this.#cache.use(account, cached)
      // It would take up memory until the new one is there.
      this.#cache.drop(account)
      const build = async () => this.#cache.use(account, await this.#build(account, storage))
      return usage.bytes < largeBytes ? build() : this.#largeBuilds.run('', build)
    })
  }

  async #build(account: string, storage: Storage): Promise<MemoryIndex> {
    const usage = await usageNow(storage)
    const changes: MemoryChange[] = []
    this.#building.set(account, changes)
    try {
      const index = new MemoryIndex(usage, this.slices)
      for await (const memory of scan(storage, usage, this.slices.begin())) index.set(memory.key, memory)
      for (const change of changes) index.apply(change)
      return index
    } finally {
      this.#building.delete(account)
    }
  }

  /** Reads what other processes wrote since; false when that is too long ago to be known. */
  async #catchUp(index: MemoryIndex, usage: Usage, storage: Storage): Promise<boolean> {
    const keys = changedSince(usage, index.revision)
    if (!keys) return false
    const memories = await Promise.all(keys.map(key => storage.get<Memory>(recordKey(key))))
    const pace = this.slices.begin()
    for (const [position, key] of keys.entries()) {
      if (pace.isOver) await pace.rest()
      if (index.covers(usage)) return true
      index.set(key, memories[position])
    }
    index.reached(usage)
    return true
  }
}

/** Something that can say how many bytes it takes up. */
interface Weighed {
  readonly bytes: number
}

/** What accounts used last, as long as it takes up no more than so many bytes together; the last one used always stays. */
export class IndexCache<Index extends Weighed> {
  /** The least recently used first, each with the bytes that it was last found to take up. */
  readonly #entries = new Map<string, { readonly index: Index; readonly bytes: number }>()
  #bytes = 0

  constructor(private readonly mostBytes: number) {}

  get(account: string): Index | undefined {
    return this.#entries.get(account)?.index
  }

  /** Holds an index as the one used last. */
  use(account: string, index: Index): Index {
    this.drop(account)
    this.weigh(account, index)
    return index
  }

  /** Weighs an index that has changed, and drops others where the total is too large. */
  weigh(account: string, index: Index): void {
    this.#bytes += index.bytes - (this.#entries.get(account)?.bytes ?? 0)
    this.#entries.set(account, { index, bytes: index.bytes })
    for (const other of this.#entries.keys()) {
      if (this.#bytes <= this.mostBytes) return
      if (other !== account) this.drop(other)
    }
  }

  /** Forgets the index of an account. */
  drop(account: string): void {
    this.#bytes -= this.#entries.get(account)?.bytes ?? 0
    this.#entries.delete(account)
  }
}

/** Finds memories of one account by anything but their exact keys. */
@injectable()
export class MemorySearch {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly indexes: SearchIndexes,
    private readonly slices: Slices
  ) {}

  /** What a search finds in the index of the account's memories, of which none has expired. */
  find<Found>(account: string, search: (index: MemoryIndex, now: number) => Promise<Found> | Found): Promise<Found> {
    return this.indexes.search(account, this.storage, async index => {
      await index.dropExpired(this.clock.now())
      return search(index, this.clock.now())
    })
  }

  /** Shows what was found, one after the other: the excerpt of a long text takes some milliseconds. */
  async atPace<Found, Shown>(found: readonly Found[], show: (found: Found) => Shown): Promise<Shown[]> {
    const pace = this.slices.begin()
    const shown: Shown[] = []
    for (const each of found) {
      if (pace.isOver) await pace.rest()
      shown.push(show(each))
    }
    return shown
  }
}
