/** Text as a slug: NFKD, lower case, anything outside a-z and 0-9 as a hyphen, accents dropped; empty when nothing is left. */
export function slugify(text: string, longest = 64): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return trimmed(trimmed(words).slice(0, longest))
}

function trimmed(slug: string): string {
  return slug.replaceAll(/^-|-$/g, '')
}
