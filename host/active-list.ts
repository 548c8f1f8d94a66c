/** Something that can be in an `ActiveList`, which writes its position. */
export interface Listed {
  position: number
}

/**
 * What is under way: items that come and go many thousand times a second, in no order. A `Set` allocates a new table every few
 * changes, and the old ones keep what was in them alive until the next full garbage collection; this is one array.
 */
export class ActiveList<Item extends Listed> {
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

  /** What is in the list now; it may change meanwhile. */
  all(): readonly Item[] {
    return [...this.#items]
  }
}
