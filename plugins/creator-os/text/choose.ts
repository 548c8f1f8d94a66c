/** The FNV-1a hash of a text's UTF-8 bytes, 32 bits (Fowler, Noll, Vo; draft-eastlake-fnv). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

/** The list turned so that it begins where the hash of the seed points; the same seed turns it the same way. */
export function turned<Item>(items: readonly Item[], seed: string): readonly Item[] {
  const start = items.length === 0 ? 0 : fnv1a(seed) % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
