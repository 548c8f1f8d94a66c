/**
 * The least text that sorts, by code points and so by the bytes of UTF-8, behind all that start with the prefix;
 * undefined when there is none.
 */
export function beyond(prefix: string): string | undefined {
  const points = Array.from(prefix, character => character.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop())
    if (last < 0x10ffff) return String.fromCodePoint(...points, following(last))
  return undefined
}

/** Surrogates are no code points of text. */
function following(point: number): number {
  return point === 0xd7ff ? 0xe000 : point + 1
}
