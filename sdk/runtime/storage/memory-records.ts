import type { Expected, ListedRecord, Page, Records, StoredRecord, StoredWrite } from './product-storage.js'

interface StoredEntry {
  readonly text: string
  readonly version: string
  readonly expires: number | undefined
}

/** Records in memory, gone with the process. */
export class MemoryRecords implements Records {
  readonly #held = new Map<string, StoredEntry>()
  #sorted: string[] | undefined
  #writes = 0

  /** `now` is the time in milliseconds that expiry is compared with. */
  constructor(private readonly now: () => number) {}

  async get(key: string): Promise<string | undefined> {
    return this.#live(key)?.text
  }

  async set(key: string, text: string, ttlMs?: number): Promise<void> {
    this.#write({ key, text, ...(ttlMs === undefined ? {} : { ttlMs }) })
  }

  async delete(key: string): Promise<boolean> {
    const existed = this.#live(key) !== undefined
    this.#write({ key })
    return existed
  }

  async read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return keys.map(key => this.#live(key))
  }

  async commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    if (expected.some(({ key, version }) => this.#live(key)?.version !== version)) return false
    for (const write of writes) this.#write(write)
    return true
  }

  async list(prefix: string, { after, limit, reverse }: Page): Promise<readonly ListedRecord[]> {
    this.#sorted ??= [...this.#held.keys()].sort(byBytes)
    const keys = this.#sorted
    let from = firstIndex(keys, key => byBytes(key, prefix) >= 0)
    let to = firstIndex(keys, key => byBytes(key, prefix) > 0 && !key.startsWith(prefix))
    if (after !== undefined && reverse)
      to = Math.min(
        to,
        firstIndex(keys, key => byBytes(key, after) >= 0)
      )
    else if (after !== undefined)
      from = Math.max(
        from,
        firstIndex(keys, key => byBytes(key, after) > 0)
      )
    const found: ListedRecord[] = []
    const expired: string[] = []
    for (let index = reverse ? to - 1 : from; index >= from && index < to; index += reverse ? -1 : 1) {
      if (found.length === limit) break
      const key = keys[index] ?? ''
      const held = this.#held.get(key)
      if (!held) continue
      const { text, expires } = held
      if (expires !== undefined && expires <= this.now()) expired.push(key)
      else found.push({ key, text, ...(expires === undefined ? {} : { expiresAt: expires }) })
    }
    for (const key of expired) this.#write({ key })
    return found
  }

  #live(key: string): StoredEntry | undefined {
    const held = this.#held.get(key)
    if (held?.expires === undefined || held.expires > this.now()) return held
    // A record that is found expired stays gone when the clock is set back.
    this.#write({ key })
    return undefined
  }

  /** Puts a key into the order, or takes it out, where the order is known. */
  #resort(key: string, isGone: boolean): void {
    const keys = this.#sorted
    if (!keys) return
    const index = firstIndex(keys, each => byBytes(each, key) >= 0)
    if (isGone) keys.splice(index, 1)
    else keys.splice(index, 0, key)
  }

  #write({ key, text, ttlMs }: StoredWrite): void {
    if (this.#held.has(key) === (text === undefined)) this.#resort(key, text === undefined)
    if (text === undefined) this.#held.delete(key)
    else
      this.#held.set(key, {
        text,
        version: String(++this.#writes),
        expires: ttlMs === undefined ? undefined : this.now() + ttlMs
      })
  }
}

/** The first index whose key is past a point of the order, by halving; the number of keys when none is. */
function firstIndex(keys: readonly string[], isPast: (key: string) => boolean): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(keys[middle] ?? '')) high = middle
    else low = middle + 1
  }
  return low
}

/** The order of the keys' bytes in UTF-8, which is the order of their code points and not that of JavaScript's strings. */
function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}
