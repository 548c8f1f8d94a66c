/** FNV-1a, 32 bits, of the text's UTF-8 bytes (Fowler, Noll and Vo; offset basis and prime of draft-eastlake-fnv). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
