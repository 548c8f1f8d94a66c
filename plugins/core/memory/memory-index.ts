import MiniSearch, { type SearchOptions } from 'minisearch'
import { type Pace, type Slices, withoutRest } from '../slices.js'
import weights from '../tables/weights.json' with { type: 'json' }
import { termsOf, uniqueTermsOf } from '../text/words.js'
import { expiryOf, type LiveMemory, type Memory } from './memory.js'
import type { Usage } from './usage.js'

/** Whether a memory is one of those asked for. */
export type Filter = (memory: LiveMemory) => boolean

/** A memory that a search found. */
export interface Hit extends TextHit {
  readonly memory: LiveMemory
  readonly score: number
  readonly hasAllTerms: boolean
}

/** A memory that says nearly the same. */
export interface Similar {
  readonly key: string
  /** Jaccard's index of the two values' terms: the share of all their terms that both have. */
  readonly similarity: number
}

/** What one write did: the usage it left, and the memory that is now under the key, if any. */
export interface MemoryChange {
  readonly usage: Usage
  readonly key: string
  readonly memory: Memory | undefined
}

interface IndexedMemory {
  readonly memory: LiveMemory
  readonly bytes: number
  readonly valueTerms: number
}

/** Bytes of heap as measured on Node 24, for 10,000 memories of 30 words (29 MB estimated, 31 MB measured) and longer ones. */
const emptyBytes = 4096
const memoryBytes = 700
const characterBytes = 2
const termBytes = 50

/** How a search weighs. */
const ranking = weights.memory

/** One account's memories, ready to be searched: those of one revision of its usage, and perhaps newer ones. */
export class MemoryIndex {
  readonly #text = new TextIndex()
  readonly #indexed = new Map<string, IndexedMemory>()
  #newest: readonly LiveMemory[] | undefined
  #nextExpiry = Number.POSITIVE_INFINITY
  #bytes = emptyBytes
  #revision: Pick<Usage, 'epoch' | 'rev'>

  /** An empty index for the memories of the account at that usage. */
  constructor(
    usage: Usage,
    private readonly slices: Slices
  ) {
    this.#revision = usage
  }

  /** An estimate of what it takes up. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#indexed.size
  }

  get revision(): Pick<Usage, 'epoch' | 'rev'> {
    return this.#revision
  }

  /** Whether it holds every write up to that usage. */
  covers({ epoch, rev }: Usage): boolean {
    return this.#revision.epoch === epoch && this.#revision.rev >= rev
  }

  /** Takes in what one write of this process did, if that is the write after those that it holds. */
  apply({ usage, key, memory }: MemoryChange): void {
    const { epoch, rev } = this.#revision
    if (usage.epoch !== epoch || usage.rev !== rev + 1) return
    this.set(key, memory)
    this.reached(usage)
  }

  /** Replaces what is indexed under the key. */
  set(key: string, memory: Memory | undefined): void {
    const indexed = this.#indexed.get(key)
    if (memory && indexed && indexed.memory.rev >= memory.rev) return
    if (indexed) this.#remove(indexed)
    if (memory) this.#add(memory)
  }

  /** Says that it holds every write up to that usage. */
  reached(usage: Usage): void {
    this.#revision = usage
  }

  /** Removes what has expired. */
  async dropExpired(now: number): Promise<void> {
    if (now < this.#nextExpiry) return
    const pace = this.slices.begin()
    let next = Number.POSITIVE_INFINITY
    for (const indexed of this.#indexed.values()) {
      if (pace.isOver) await pace.rest()
      const expiry = expiryOf(indexed.memory)
      if (expiry > now) next = Math.min(next, expiry)
      else if (this.#indexed.get(indexed.memory.key) === indexed) this.#remove(indexed)
    }
    this.#nextExpiry = next
  }

  /** The memories that pass the filter, the last written first. */
  newest(filter: Filter): readonly LiveMemory[] {
    this.#newest ??= Array.from(this.#indexed.values(), ({ memory }) => memory).sort(byNewest)
    return this.#newest.filter(filter)
  }

  /** The memories that pass the filter and have a term of the query, the best first. */
  async search(
    query: string,
    { filter, fuzzy, now }: { filter: Filter; fuzzy: boolean; now: number }
  ): Promise<readonly Hit[]> {
    const terms = uniqueTermsOf(query)
    const options = {
      boost: ranking.boost,
      fuzzy: (term: string) => fuzzy && term.length >= ranking.fuzzy.from && ranking.fuzzy.share,
      prefix: (term: string) => term.length >= ranking.prefix.from
    }
    const found = await this.#text.search(terms, options, this.slices.begin())
    const hits = [...found].flatMap(([key, hit]) => {
      const memory = this.#indexed.get(key)?.memory
      if (!memory || !filter(memory)) return []
      return [{ ...hit, memory, score: scoreOf(hit.bm25, memory, now), hasAllTerms: hit.termCount === terms.length }]
    })
    return hits.sort((left, right) => right.score - left.score || byKey(left.memory, right.memory))
  }

  /** The keys that look most like one that is not there. */
  async nearestKeys(key: string, most: number): Promise<readonly string[]> {
    const options = { fields: ['key'], fuzzy: ranking.suggestionFuzzy, prefix: true }
    const found = await this.#text.search(uniqueTermsOf(key), options, this.slices.begin())
    return Array.from(found, ([other, { bm25 }]) => ({ key: other, likeness: Math.round(bm25 * 10_000) }))
      .sort((left, right) => right.likeness - left.likeness || byKey(left, right))
      .slice(0, most)
      .map(nearest => nearest.key)
  }

  /** The other memories whose values have nearly the same terms, the most similar first. */
  async alike({ key, value }: LiveMemory, most: number): Promise<readonly Similar[]> {
    const terms = uniqueTermsOf(value)
    const valueTermsOf = (other: string) => this.#indexed.get(other)?.valueTerms ?? 0
    const [fewest, longest] = [terms.length * ranking.similarFrom, terms.length / ranking.similarFrom]
    const mayBeAlike = (other: string) =>
      other !== key && valueTermsOf(other) >= fewest && valueTermsOf(other) <= longest
    const options = { fields: ['value'], boostDocument: (other: string) => (mayBeAlike(other) ? 1 : 0) }
    const found = await this.#text.search(terms, options, this.slices.begin())
    return Array.from(found, ([other, { termCount }]) => ({
      key: other,
      similarity: termCount / (terms.length + valueTermsOf(other) - termCount)
    }))
      .filter(({ similarity }) => similarity >= ranking.similarFrom)
      .sort((left, right) => right.similarity - left.similarity || byKey(left, right))
      .slice(0, most)
  }

  #add(memory: Memory): void {
    const { history, ttlSeconds, ...live } = memory
    const { terms, valueTerms } = this.#text.add(live)
    const bytes = memoryBytes + characterBytes * (live.key.length + live.value.length) + termBytes * terms
    this.#indexed.set(live.key, { memory: live, bytes, valueTerms })
    this.#bytes += bytes
    this.#newest = undefined
    this.#nextExpiry = Math.min(this.#nextExpiry, expiryOf(live))
  }

  #remove({ memory, bytes }: IndexedMemory): void {
    this.#text.remove(memory)
    this.#indexed.delete(memory.key)
    this.#bytes -= bytes
    this.#newest = undefined
  }
}

const day = 86_400_000

/** A memory's score: its BM25+, times what newness and a pin give. To 4 decimals, so that rounding never decides an order. */
function scoreOf(bm25: number, { updatedAt, pinned }: LiveMemory, now: number): number {
  const age = Math.max(0, now - Date.parse(updatedAt)) / day
  const newness = 1 + ranking.newness.gain * Math.exp(-age / ranking.newness.days)
  return Math.round(bm25 * newness * (pinned ? ranking.pinned : 1) * 10_000) / 10_000
}

function byNewest(left: LiveMemory, right: LiveMemory): number {
  return left.updatedAt === right.updatedAt ? right.rev - left.rev : left.updatedAt < right.updatedAt ? 1 : -1
}

function byKey(left: { readonly key: string }, right: { readonly key: string }): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0
}

/** What is indexed of a memory. */
interface Text {
  readonly key: string
  readonly tags: readonly string[]
  readonly value: string
}

/** How long a text is, in terms. */
interface Length {
  readonly terms: number
  /** Those of the value, each counted once. */
  readonly valueTerms: number
}

/** What a search found of one text. */
interface TextHit {
  readonly bm25: number
  /** How many of the query's terms it has. */
  readonly termCount: number
  /** The terms that were found, each with the fields that hold it. */
  readonly matched: Readonly<Record<string, readonly string[]>>
}

/** How many terms times texts a search compares before it may rest. */
const comparisonsAtOnce = 20_000

/** An inverted index of texts, by MiniSearch. */
export class TextIndex {
  readonly #engine = new MiniSearch<Text>({
    idField: 'key',
    fields: ['key', 'tags', 'value'],
    extractField: (text, field) => (field === 'tags' ? text.tags.join(' ') : field === 'key' ? text.key : text.value),
    tokenize: (text, field) => this.#counted(termsOf(text), field),
    processTerm: term => term
  })
  #changes = 0
  /** Of the text that was added last, taken where MiniSearch asks for its terms, so that they are worked out once. */
  #length: Length = { terms: 0, valueTerms: 0 }

  /** Adds a text, and says how long it is. */
  add(text: Text): Length {
    this.#changes++
    this.#length = { terms: 0, valueTerms: 0 }
    this.#engine.add(text)
    return this.#length
  }

  /** Removes a text, which has to be as it was added. */
  remove(text: Text): void {
    this.#changes++
    this.#engine.remove(text)
  }

  /** Every text that has one of the terms, by key. If the index changes during a search, the search runs again without a rest. */
  async search(terms: readonly string[], options: SearchOptions, pace: Pace): Promise<ReadonlyMap<string, TextHit>> {
    const before = this.#changes
    const atOnce = Math.max(1, Math.floor(comparisonsAtOnce / Math.max(1, this.#engine.documentCount)))
    const hits = new Map<string, TextHit>()
    for (let start = 0; start < terms.length; start += atOnce) {
      if (pace.isOver) await pace.rest()
      if (this.#changes !== before) return this.search(terms, options, withoutRest)
      this.#collect(terms.slice(start, start + atOnce), options, hits)
    }
    return hits
  }

  #collect(terms: readonly string[], options: SearchOptions, hits: Map<string, TextHit>): void {
    const results = this.#engine.search(terms.join(' '), { ...options, tokenize: text => text.split(' ') })
    for (const { id, score, queryTerms, match } of results) {
      const known = hits.get(id)
      const termCount = (known?.termCount ?? 0) + queryTerms.length
      const sum = (known ? known.bm25 / known.termCount : 0) + score / queryTerms.length
      hits.set(id, { bm25: sum * termCount, termCount, matched: { ...known?.matched, ...match } })
    }
  }

  #counted(terms: string[], field: string | undefined): string[] {
    const { terms: before, valueTerms } = this.#length
    this.#length = {
      terms: before + terms.length,
      valueTerms: field === 'value' ? new Set(terms).size : valueTerms
    }
    return terms
  }
}
