/** Something that can say how many bytes it takes up. */
export interface Weighed {
  readonly bytes: number
}

/** What accounts used last, as long as it takes up no more than so many bytes together; the last one used always stays. */
export class IndexCache<Index extends Weighed> {
  /** The least recently used first, each with the bytes that it was last found to take up. */
  readonly #held = new Map<string, { readonly index: Index; readonly bytes: number }>()
  #bytes = 0

  constructor(private readonly mostBytes: number) {}

  get(account: string): Index | undefined {
    return this.#held.get(account)?.index
  }

  /** Holds an index as the one used last. */
  use(account: string, index: Index): Index {
    this.#drop(account)
    this.weigh(account, index)
    return index
  }

  /** Weighs an index that has changed, and lets go of others where that is too much. */
  weigh(account: string, index: Index): void {
    this.#bytes += index.bytes - (this.#held.get(account)?.bytes ?? 0)
    this.#held.set(account, { index, bytes: index.bytes })
    for (const other of this.#held.keys()) {
      if (this.#bytes <= this.mostBytes) return
      if (other !== account) this.#drop(other)
    }
  }

  #drop(account: string): void {
    this.#bytes -= this.#held.get(account)?.bytes ?? 0
    this.#held.delete(account)
  }
}
