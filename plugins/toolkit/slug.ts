import { createHash } from 'node:crypto'
import slugifyText from '@sindresorhus/slugify'

const usualLength = 64

/** Characters of the digest behind a slug: 48 bits, so that two names of one account share none. */
const digestLength = 12

/**
 * What a name is stored under: letters a-z, digits and single hyphens, at most 64 characters. Two names have the same identity if they
 * differ in case, accents, Unicode form, gaps, or punctuation beside a word: "Müller Café" and "MULLER-CAFE" are `muller-cafe`. Where
 * the slug lost more than that, it ends in a digest of the name: "C++" is `c-cedb1bac7efc`. Empty when the name says nothing. The
 * identity of an identity is the same.
 */
export function identityOf(name: string, longest = usualLength): string {
  const plain = plainName(name)
  return plain.length <= longest && /^[a-z0-9-]*$/.test(plain) ? plain : digestedSlug(plain, longest)
}

/** A slug that ends in a digest of the exact text, at most 64 characters: for names that are not told apart by their letters and digits. */
export function digestedSlug(text: string, longest = usualLength): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, digestLength)
  return `${slugify(text, longest - digestLength - 1) || 'name'}-${digest}`
}

/** A name in the one form of all its spellings: words of lower-case letters, with hyphens between them. */
function plainName(name: string): string {
  const letters = asciiLetters(
    name.normalize('NFC').replaceAll(/[´`]/g, "'").normalize('NFKC').replaceAll(ignorable, '')
  )
  return letters
    .split(gap)
    .flatMap(word => plainWord(word) || [])
    .join('-')
}

/** Characters that are not seen. */
const ignorable = /\p{Cf}|\p{Variation_Selector}/gu

/** What stands between words. */
const gap = /[\s\p{Cc}\p{Pd}_]+/u

/** Lower-case letters; those of the Latin script as ASCII has them. */
function asciiLetters(text: string): string {
  const folded = withoutAccents(text.toUpperCase().toLowerCase())
  return folded.replaceAll(/[^\p{ASCII}\P{Script=Latin}]/gu, letter => {
    const ascii = slugifyText(letter, { decamelize: false })
    return /^[a-z]+$/.test(ascii) ? ascii : letter
  })
}

/** Marks that a word is also written without: accents, and the vowel signs of Hebrew and Arabic. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/**
 * A word as it is compared in a search: lower-case letters without accents, those of the Latin script as ASCII has them. "Straße" is
 * `strasse`, "Łódź" is `lodz`.
 */
export function plainLetters(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase()
  return asciiLetters(word).normalize('NFD').replaceAll(optionalMarks, '').normalize('NFC').replaceAll('ς', 'σ')
}

/** Signs that stand between two words as "and" does. */
const loneSigns = new Set(['&', '/', '\\', '|', '·', '•'])

/** Punctuation that is put around a word and is no part of it. */
const opening = /[\p{Ps}\p{Pi}'"¿¡]/u
const closing = /[\p{Pe}\p{Pf}'".,;:!?…]/u

/** A word without the punctuation around it. Apostrophes, and a point between digits, are a gap. */
function plainWord(word: string): string {
  const characters = Array.from(word)
  const start = characters.findIndex(character => !opening.test(character))
  const end = characters.findLastIndex(character => !closing.test(character)) + 1
  const bare = start < 0 ? '' : characters.slice(start, end).join('')
  return loneSigns.has(bare) ? '' : bare.replaceAll(/['’‘ʼ]+|(?<=[0-9])\.(?=[0-9])/g, '-')
}

/**
 * A name as lower-case letters a-z, digits and single hyphens, at most 64 characters: "Müller Café" is `muller-cafe`, "Łódź" is
 * `lodz`, "Straße" is `strasse`. Accents are dropped, other letters transliterated; empty when nothing is left. Different names can
 * have one slug, so nothing is stored under it: see `identityOf`.
 */
export function slugify(name: string, longest = usualLength): string {
  return shortened(slugifyText(plainWords(name), { decamelize: false }), longest)
}

/** The words of a name without accents. Signs become spaces: the library would drop some, such as `^`, and spell out others. */
function plainWords(name: string): string {
  return withoutAccents(name).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([A-Za-z0-9])\p{M}+/gu, '$1')
    .normalize('NFC')
}

/** How slugs treated an accent in earlier versions: dropped it, or put a hyphen in its place. */
export interface FormerSlugOptions {
  readonly accents?: 'dropped' | 'hyphens'
  readonly longest?: number
}

/**
 * The slug that products gave a name before version 1: other letters than a-z are hyphens, "Straße" is `stra-e`.
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

/** Whether the slug of a name lost nothing of it, so that earlier versions stored no other name under it. */
export function isWholeInSlug(name: string): boolean {
  return identityOf(name) === slugify(name)
}

/**
 * The slug under which a name is stored: the first of its former slugs under which something is stored, else its identity.
 * Nothing is read where all of them are the same, as for most names.
 */
export async function storedSlug(
  identity: string,
  formerSlugs: readonly string[],
  isStored: (formerSlug: string) => boolean | Promise<boolean>
): Promise<string> {
  for (const former of new Set(formerSlugs)) {
    if (former !== '' && former !== identity && (await isStored(former))) return former
  }
  return identity
}

function shortened(slug: string, longest: number): string {
  return trimmed(slug.slice(0, longest))
}

function trimmed(slug: string): string {
  return slug.replaceAll(/^-|-$/g, '')
}
