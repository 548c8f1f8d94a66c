/** Something that can be in an `ActiveList`, which writes its position. */
export interface ActiveListItem {
  position: number
}

/**
 * An unordered list of active items, for many thousand insertions and removals a second. A `Set` or a `Map` allocates a new table every
 * few changes, and its old tables keep all later ones, and so every item, alive until the next full garbage collection; this is one array.
 */
export class ActiveList<Item extends ActiveListItem> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  add(item: Item): void {
    item.position = this.#items.push(item) - 1
  }

  /** Removes an item; nothing happens when it is not in the list any more. */
  remove(item: Item): void {
    const { position } = item
    if (this.#items[position] !== item) return
    const last = this.#items.pop()
    if (last !== undefined && last !== item) {
      this.#items[position] = last
      last.position = position
    }
    item.position = -1
  }

  /** A copy of the list, so that it may change during an iteration. */
  all(): readonly Item[] {
    return [...this.#items]
  }
}

/** How many lists the items of an `ActiveMap` are divided among. */
const buckets = 256

interface Numbered<Value> {
  readonly id: number
  readonly value: Value
}

/** Values by whole numbers that go up, such as those of calls, for as many insertions and removals as an `ActiveList`. */
export class ActiveMap<Value> {
  readonly #buckets: Numbered<Value>[][] = Array.from({ length: buckets }, () => [])
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: number): Value | undefined {
    const bucket = this.#bucket(id)
    return bucket[place(bucket, id)]?.value
  }

  /** Adds a value; its number must be new. */
  add(id: number, value: Value): void {
    this.#bucket(id).push({ id, value })
    this.#size++
  }

  /** Removes a value; nothing happens when it is not there. */
  remove(id: number): void {
    const bucket = this.#bucket(id)
    const at = place(bucket, id)
    if (at < 0) return
    const last = bucket.pop()
    if (last && at < bucket.length) bucket[at] = last
    this.#size--
  }

  /** A copy of what is in it. */
  all(): readonly Numbered<Value>[] {
    return this.#buckets.flat()
  }

  #bucket(id: number): Numbered<Value>[] {
    const bucket = this.#buckets[id % buckets]
    if (!bucket) throw new RangeError(`${id} is no whole number from 0.`)
    return bucket
  }
}

function place(bucket: readonly Numbered<unknown>[], id: number): number {
  return bucket.findIndex(numbered => numbered.id === id)
}
