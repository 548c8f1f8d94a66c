/** Longest slug. */
const longest = 64

/** A name in the form it is filed under: plain lower-case letters and digits joined by hyphens; empty when nothing is left. */
export function slug(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return trimmed(trimmed(plain.replaceAll(/[^a-z0-9]+/g, '-')).slice(0, longest))
}

function trimmed(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '')
}
