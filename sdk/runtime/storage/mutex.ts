/** Runs pieces of work one after another. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A new mutex: each piece of work waits for the one before, whether that failed or not. */
export function newMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}

/** One mutex for each key that has work. */
export class KeyedMutex {
  /** The last piece of work of each key. */
  readonly #last = new Map<string, Promise<unknown>>()

  /** How many keys have work. */
  get size(): number {
    return this.#last.size
  }

  /** The mutex of a key. */
  of(key: string): Mutex {
    return work => {
      const before = this.#last.get(key)
      const result = before ? before.then(work, work) : work()
      this.#last.set(key, result)
      const release = () => {
        if (this.#last.get(key) === result) this.#last.delete(key)
      }
      result.then(release, release)
      return result
    }
  }
}
