import { injectable, type Storage } from '@product-host/sdk'
import { recordKey } from '../memory/key.js'
import type { Memory } from '../memory/memory.js'
import { changedSince, type Usage, usageNow } from '../memory/usage.js'
import { walk } from '../memory/walk.js'
import { SharedWork } from '../work/shared-work.js'
import { Slices } from '../work/slices.js'
import { IndexCache } from './index-cache.js'
import { MemoryIndex, type Note } from './memory-index.js'

/** Bytes that all indexes may take up together, by their own estimate. */
const mostBytes = 256 * 1024 * 1024

/** The search indexes of the accounts that searched last. */
@injectable()
export class SearchIndexes {
  readonly #cache = new IndexCache<MemoryIndex>(mostBytes)
  /** What was written while an account's index was being built. */
  readonly #building = new Map<string, Note[]>()
  readonly #work = new SharedWork<MemoryIndex>()

  constructor(private readonly slices: Slices) {}

  /** The account's index, with every write that was kept before this call. */
  async current(account: string, storage: Storage): Promise<MemoryIndex> {
    const usage = await usageNow(storage)
    const held = this.#cache.get(account)
    if (held?.covers(usage)) return this.#cache.use(account, held)
    const refreshed = await this.#refresh(account, storage)
    // That may have been under way already, and so have begun before the last write.
    return refreshed.covers(usage) ? refreshed : this.#refresh(account, storage)
  }

  /** Tells an account's index of a write, so that it need not be brought up to date. */
  note(account: string, note: Note): void {
    this.#building.get(account)?.push(note)
    const held = this.#cache.get(account)
    if (!held) return
    held.note(note)
    this.#cache.weigh(account, held)
  }

  #refresh(account: string, storage: Storage): Promise<MemoryIndex> {
    return this.#work.run(account, async () => {
      const usage = await usageNow(storage)
      const held = this.#cache.get(account)
      const isCaughtUp = held && (await this.#catchUp(held, usage, storage))
      return this.#cache.use(account, isCaughtUp ? held : await this.#build(account, usage, storage))
    })
  }

  async #build(account: string, usage: Usage, storage: Storage): Promise<MemoryIndex> {
    const notes: Note[] = []
    this.#building.set(account, notes)
    try {
      const index = new MemoryIndex(usage, this.slices)
      for await (const memory of walk(storage, usage, this.slices.begin())) index.set(memory.key, memory)
      for (const note of notes) index.note(note)
      return index
    } finally {
      this.#building.delete(account)
    }
  }

  /** Reads what other processes wrote since; false when that lies too far back to be known. */
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
