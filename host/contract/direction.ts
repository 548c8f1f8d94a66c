import type { Level } from './change.js'

/** Which way a schema's values go: from the caller to the product, or back. */
export type Direction = 'input' | 'output'

/** What became of the values that a schema allows. `other` is a difference that cannot be told to be either. */
export type Shift = 'narrower' | 'wider' | 'other'

/** A caller breaks when less is taken from it than before, or when it may be given what it was never given before. */
export function levelOf(direction: Direction, shift: Shift): Level {
  if (shift === 'other') return 'major'
  return (direction === 'input') === (shift === 'narrower') ? 'major' : 'minor'
}
