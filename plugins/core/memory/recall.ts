import { ProductError, type Static, Type } from '@product-host/sdk'
import { quoted } from '@product-host/toolkit/text'
import { members } from '../members.js'
import limits from '../tables/limits.json' with { type: 'json' }
import type { Memories } from './memories.js'
import { type LiveMemory, type Memory, OldVersion, versionAt } from './memory.js'
import type { Hit, MemoryIndex } from './memory-index.js'
import type { ExactQuestion, PageQuestion } from './question.js'
import type { MemorySearch } from './search-indexes.js'
import { memoryTerms } from './terms.js'

/** Where memories are looked for. */
interface Sources {
  readonly account: string
  readonly memories: Memories
  readonly search: MemorySearch
}

/** Answers with one memory, as it is or as it was; reads no other. Throws `ProductError` `not_found`, with keys like the one sent. */
export async function exact(
  { key, at, includeHistory }: ExactQuestion,
  { account, memories, search }: Sources
): Promise<RecallAnswer> {
  const [memory, total] = await Promise.all([memories.find(key), memories.count()])
  if (!memory) return search.find(account, index => missing(key, index))
  const shown = at === undefined ? memory : asItWas(memory, at, total)
  const item = { ...itemOf(shown), ...(includeHistory && { history: [...shown.history] }) }
  const verb = at === undefined ? 'is' : 'was'
  return {
    summary: `${quoted(key)} ${verb} ${quoted(shown.value)} (version ${shown.version}).`,
    metrics: { count: 1, total },
    detail: { mode: 'key', found: 1, total, items: [item] }
  }
}

const mostSuggestions = 3

async function missing(key: string, index: MemoryIndex): Promise<never> {
  const suggestions = await index.nearestKeys(key, mostSuggestions)
  const nearest = suggestions[0] === undefined ? '' : `; the nearest is ${quoted(suggestions[0])}`
  throw notFound(`There is no memory ${quoted(key)}${nearest}.`, index.size, { suggestions })
}

function asItWas(memory: Memory, at: number, total: number): Memory {
  const then = versionAt(memory, at)
  if (!then) throw unknownThen(memory, at, total)
  const history = memory.history.filter(({ version }) => version < then.version)
  return { ...memory, value: then.value, version: then.version, updatedAt: then.at, history }
}

function unknownThen({ key, version, value, updatedAt, createdAt, history }: Memory, at: number, total: number) {
  const oldest = history.at(-1) ?? { version, value, at: updatedAt }
  const time = new Date(at).toISOString()
  const reason =
    at < Date.parse(createdAt)
      ? `was not there yet at ${time}: it was first remembered at ${createdAt}`
      : `held a version at ${time} that is no longer kept: the oldest is version ${oldest.version}, of ${oldest.at}`
  return notFound(`${quoted(key)} ${reason}.`, total, {
    suggestions: [],
    oldest: { version: oldest.version, at: oldest.at }
  })
}

function notFound(message: string, total: number, details: Readonly<Record<string, unknown>>): ProductError {
  return new ProductError('not_found', message, {
    details: { mode: 'key', found: 0, total, items: [], ...details },
    metrics: { count: 0, total }
  })
}

/** Answers with a page of the memories that fit: those that a query finds, the best first, or without one the newest first. */
export async function page(question: PageQuestion, { account, memories, search }: Sources): Promise<RecallAnswer> {
  const { query, offset, limit } = question
  const { hits, total } = await search.find(account, async (index, now) => ({
    hits: await hitsIn(index, question, now),
    total: index.size
  }))
  const items = await search.atPace(hits.slice(offset, offset + limit), hitItem)
  const [first] = hits
  const words = query === undefined ? '' : ` for ${quoted(query)}`
  const best = first ? `; ${query === undefined ? 'newest' : 'best match'} ${quoted(first.memory.key)}` : ''
  return {
    summary: `Found ${hits.length} of ${total} memories${words}${best}.`,
    metrics: { count: items.length, total, ...(first?.score !== undefined && { topScore: first.score }) },
    detail: {
      mode: query === undefined ? 'list' : 'search',
      found: hits.length,
      total,
      items: await withHistory(items, question, memories),
      ...(query !== undefined && { allTerms: hits.some(({ hasAllTerms }) => hasAllTerms) }),
      ...(offset + limit < hits.length && { nextOffset: offset + limit })
    }
  }
}

/** A memory that fits; with what the query found in it, if there was one. */
type Found = Pick<Hit, 'memory'> & Partial<Hit>

async function hitsIn(index: MemoryIndex, question: PageQuestion, now: number): Promise<readonly Found[]> {
  const { query, filter } = question
  if (query !== undefined) return index.search(query, { ...question, now })
  return index.newest(filter).map(memory => ({ memory }))
}

function hitItem({ memory, score, matched: matchedOf, hasAllTerms }: Found): Item {
  if (!matchedOf) return itemOf(memory)
  const matched = matchedOf()
  const inValue = new Set(Object.keys(matched).filter(term => matched[term]?.includes('value')))
  const snippet = snippetOf(memory.value, inValue)
  return {
    ...itemOf(memory),
    ...(score !== undefined && { score }),
    matched,
    ...(hasAllTerms && { allTerms: true }),
    ...(snippet !== undefined && { snippet })
  }
}

const { longestSnippet } = limits.memory

/** Characters shown before the first term that was found. */
const lead = 30

/** The part of a value where the most different terms stand together; undefined when the value is short enough to be read whole. */
function snippetOf(value: string, terms: ReadonlySet<string>): string | undefined {
  if (value.length <= longestSnippet) return undefined
  const positions = positionsOf(value, terms)
  const counts = positions.map((_, index) => countFrom(positions, index))
  const best = positions[counts.indexOf(Math.max(...counts))]
  return best && excerpt(value, Math.max(0, best.at - lead))
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

/** How many different terms stand in an excerpt that begins shortly before one of them. */
function countFrom(positions: readonly TermPosition[], first: number): number {
  const seen = new Set<string>()
  const last = (positions[first]?.at ?? 0) + longestSnippet - 2 * lead
  for (let index = first; (positions[index]?.at ?? Number.POSITIVE_INFINITY) <= last; index++)
    for (const term of positions[index]?.terms ?? []) seen.add(term)
  return seen.size
}

function excerpt(value: string, from: number): string {
  const to = from + longestSnippet
  const text = value.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  const leading = from === 0 ? text : `…${text.replace(/^\S{0,20}\s/, '')}`
  const ended = to >= value.length ? leading : `${leading.replace(/\s\S{0,20}$/, '')}…`
  return ended.replaceAll(/\s+/g, ' ').trim()
}

/** The items, where asked for, with the versions before the one that each shows. */
async function withHistory(items: Item[], { includeHistory }: PageQuestion, memories: Memories): Promise<Item[]> {
  if (!includeHistory) return items
  return Promise.all(
    items.map(async item => {
      const { history = [] } = (await memories.find(item.key)) ?? {}
      return { ...item, history: history.filter(({ version }) => version < item.version) }
    })
  )
}

/** A memory as recall shows it. */
const Item = members('memoryItem', {
  key: Type.String(),
  value: Type.String(),
  tags: Type.Array(Type.String()),
  version: Type.Integer(),
  updatedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  pinned: Type.Optional(Type.Boolean()),
  score: Type.Optional(Type.Number()),
  matched: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  allTerms: Type.Optional(Type.Boolean()),
  snippet: Type.Optional(Type.String()),
  history: Type.Optional(Type.Array(OldVersion))
})

type Item = Static<typeof Item>

/** The detail of recall's answer. */
export const RecallDetail = members('recallDetail', {
  mode: Type.Union([Type.Literal('key'), Type.Literal('list'), Type.Literal('search')]),
  found: Type.Integer(),
  total: Type.Integer(),
  items: Type.Array(Item),
  nextOffset: Type.Optional(Type.Integer()),
  allTerms: Type.Optional(Type.Boolean())
})

/** The metrics of recall's answer. */
export const RecallMetrics = members('recallMetrics', {
  count: Type.Integer(),
  total: Type.Integer(),
  topScore: Type.Optional(Type.Number())
})

/** What recall answers. */
interface RecallAnswer {
  readonly summary: string
  readonly metrics: Static<typeof RecallMetrics>
  readonly detail: Static<typeof RecallDetail>
}

/** A memory as recall shows it, without what a search or its history adds. */
function itemOf({ key, value, tags, version, updatedAt, expiresAt, pinned }: LiveMemory): Item {
  return {
    key,
    value,
    tags: [...tags],
    version,
    updatedAt,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(pinned && { pinned })
  }
}
