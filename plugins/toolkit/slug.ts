import slugifyText from '@sindresorhus/slugify'

const usualLength = 64

/**
 * A name as lower-case letters a-z, digits and single hyphens, at most 64 characters: "Müller Café" is `muller-cafe`, "Łódź" is
 * `lodz`, "Straße" is `strasse`. Accents are dropped, other letters transliterated; empty when nothing is left.
 */
export function slugify(name: string, longest = usualLength): string {
  return shortened(slugifyText(plainWords(name), { decamelize: false }), longest)
}

/** The words of a name without accents. Signs become spaces: the library would drop some, such as `^`, and spell out others. */
function plainWords(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/([A-Za-z0-9])\p{M}+/gu, '$1')
    .normalize('NFC')
  return plain.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
}

/** How slugs treated an accent in earlier versions: dropped it, or put a hyphen in its place. */
export interface FormerSlugOptions {
  readonly accents?: 'dropped' | 'hyphens'
  readonly longest?: number
}

/**
 * The slug that products gave a name in earlier versions: other letters than a-z are hyphens, "Straße" is `stra-e`.
 * Only for finding what was stored under it.
 */
export function formerSlug(
  name: string,
  { accents = 'dropped', longest = usualLength }: FormerSlugOptions = {}
): string {
  const decomposed = name.normalize('NFKD')
  const letters = accents === 'dropped' ? decomposed.replaceAll(/\p{M}/gu, '') : decomposed
  return shortened(trimmed(letters.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')), longest)
}

/**
 * The slug under which a name is stored: the first of its former slugs under which something is stored, else its slug of today.
 * Nothing is read where all of them are the same, as for most names.
 */
export async function storedSlug(
  slug: string,
  formerSlugs: readonly string[],
  isStored: (formerSlug: string) => boolean | Promise<boolean>
): Promise<string> {
  for (const former of new Set(formerSlugs)) {
    if (former !== '' && former !== slug && (await isStored(former))) return former
  }
  return slug
}

function shortened(slug: string, longest: number): string {
  return trimmed(slug.slice(0, longest))
}

function trimmed(slug: string): string {
  return slug.replaceAll(/^-|-$/g, '')
}
