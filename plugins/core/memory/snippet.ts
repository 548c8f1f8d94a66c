import limits from '../tables/limits.json' with { type: 'json' }
import { memoryTerms } from './terms.js'

const { longestSnippet } = limits.memory

/** Characters shown before the first term that was found. */
const lead = 30

/** The part of a value where the most different terms stand together; undefined when the value is short enough to be read whole. */
export function snippetOf(value: string, terms: ReadonlySet<string>): string | undefined {
  if (value.length <= longestSnippet) return undefined
  const positions = positionsOf(value, terms)
  const first = positions[0]
  if (!first) return undefined
  const best = positions.reduce(
    (best, position, index) => {
      const count = countFrom(positions, index)
      return count > best.count ? { at: position.at, count } : best
    },
    { at: first.at, count: 0 }
  )
  return excerpt(value, Math.max(0, best.at - lead))
}

interface TermPosition {
  readonly at: number
  readonly terms: readonly string[]
}

function positionsOf(value: string, terms: ReadonlySet<string>): readonly TermPosition[] {
  const beginnings = new Set(Array.from(terms, term => term.slice(0, 2)))
  return Array.from(value.matchAll(/[\p{L}\p{N}\p{M}]+/gu)).flatMap(({ 0: word, index }) => {
    // A stem has the first letters of its word: most words of a long value are seen to be none that was found.
    if (/^[A-Z]?[a-z]+$/.test(word) && !beginnings.has(word.slice(0, 2).toLowerCase())) return []
    const found = memoryTerms(word).filter(term => terms.has(term))
    return found.length > 0 ? [{ at: index, terms: found }] : []
  })
}

function countFrom(positions: readonly TermPosition[], first: number): number {
  const seen = new Set<string>()
  const start = positions[first]?.at ?? 0
  for (let index = first; index < positions.length; index++) {
    const { at, terms } = positions[index] ?? { at: Number.POSITIVE_INFINITY, terms: [] }
    if (at - start > longestSnippet - 2 * lead) break
    for (const term of terms) seen.add(term)
  }
  return seen.size
}

function excerpt(value: string, from: number): string {
  const to = from + longestSnippet
  const text = value.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  const leading = from === 0 ? text : `…${text.replace(/^\S{0,20}\s/, '')}`
  const ended = to >= value.length ? leading : `${leading.replace(/\s\S{0,20}$/, '')}…`
  return ended.replaceAll(/\s+/g, ' ').trim()
}
