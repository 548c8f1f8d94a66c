import type { Platform } from '../platforms/platform.js'
import { countGraphemes } from '../text/segments.js'
import { findLinks } from './links.js'
import { linkLength, weightedLength } from './weighted.js'

/** What a platform counts: UTF-16 units, X's weighted characters, graphemes, or graphemes with each link as 23. */
export type Unit = 'utf16' | 'weighted' | 'graphemes' | 'characters'

/** Measures texts as a platform does. */
export interface Ruler {
  readonly unit: Unit
  readonly limit: number
  measure(text: string): number
  fits(text: string): boolean
}

const measures: Readonly<Record<Unit, (text: string) => number>> = {
  utf16: text => text.length,
  weighted: weightedLength,
  graphemes: countGraphemes,
  characters: charactersWithLinks
}

/** The ruler of a platform; `maxChars` lowers its limit. */
export function rulerFor({ unit, limit, maxBytes }: Platform, maxChars?: number): Ruler {
  const measure = measures[unit]
  const lowered = Math.min(limit, maxChars ?? limit)
  return {
    unit,
    limit: lowered,
    measure,
    fits: text => measure(text) <= lowered && (maxBytes === undefined || Buffer.byteLength(text) <= maxBytes)
  }
}

/** Counts as Mastodon does: graphemes, and 23 for a link that has a protocol. */
function charactersWithLinks(text: string): number {
  const links = findLinks(text).filter(({ start, end }) => /^https?:\/\//i.test(text.slice(start, end)))
  const linked = links.reduce((sum, { start, end }) => sum + countGraphemes(text.slice(start, end)), 0)
  return countGraphemes(text) - linked + links.length * linkLength
}
