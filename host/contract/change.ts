/** How much a change asks of those who call: `major` may break them, `minor` gives them more, `patch` is words alone. */
export type Level = 'major' | 'minor' | 'patch'

/** One difference between two versions of a product. */
export interface Change {
  readonly level: Level
  /** A JSON Pointer to the place in the product's declaration. */
  readonly pointer: string
  /** What is different there, as the end of a sentence. */
  readonly detail: string
}

const order: readonly Level[] = ['patch', 'minor', 'major']

/** The strongest level of changes; undefined when there are none. */
export function strongest(changes: readonly Change[]): Level | undefined {
  return order.findLast(level => changes.some(change => change.level === level))
}

/** Whether a level asks at least as much as another. */
export function covers(level: Level, other: Level): boolean {
  return order.indexOf(level) >= order.indexOf(other)
}
