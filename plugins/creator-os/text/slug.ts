/** A name for keys and comparisons: NFKD, lower case, anything outside a-z and 0-9 as one hyphen, at most 64 characters. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, '')
}
