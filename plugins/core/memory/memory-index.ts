import type { Slices } from '../slices.js'
import weights from '../tables/weights.json' with { type: 'json' }
import { expiryOf, type LiveMemory, type Memory } from './memory.js'
import { isBeginning, memoryTerms, queryWords } from './terms.js'
import { TextIndex } from './text-index.js'
import type { Usage } from './usage.js'

/** Whether a memory is one of those asked for. */
export type Filter = (memory: LiveMemory) => boolean

/** A memory that a search found. */
export interface Hit {
  readonly memory: LiveMemory
  readonly score: number
  readonly hasAllTerms: boolean
  /** The terms that were found, each with the fields that hold it. */
  matched(): Record<string, string[]>
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

/** Bytes of heap for a memory beside its terms. */
const memoryBytes = 700
const characterBytes = 2

/** How a search weighs. */
const ranking = weights.memory

/** One account's memories, ready to be searched: those of one revision of its usage, and perhaps newer ones. */
export class MemoryIndex {
  readonly #text = new TextIndex<LiveMemory>(memoryTerms)
  readonly #indexed = new Map<string, IndexedMemory>()
  #newest: readonly LiveMemory[] | undefined
  #nextExpiry = Number.POSITIVE_INFINITY
  #bytes = 0
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
    return this.#bytes + this.#text.bytes
  }

  /** Whether it takes up much for memories that are gone, and should be built again. */
  get isWorn(): boolean {
    return this.#text.isWorn
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
    const words = queryWords(query)
    const terms = [...new Set(words.flatMap(({ forms, parts }) => [...forms, ...parts]))]
    const found = await this.#text.search(
      terms.map(term => ({
        term,
        isBeginning: isBeginning(term),
        edits: fuzzy && term.length >= ranking.fuzzy.from ? editsOf(term, ranking.fuzzy.share) : 0
      })),
      { boost: ranking.boost, keep: filter },
      this.slices.begin()
    )
    const hits = found.map(({ text: memory, bm25, found, matched }) => {
      const has = (term: string) => found.includes(terms.indexOf(term))
      const hasAllTerms = words.every(({ forms, parts }) => forms.some(has) || (parts.length > 0 && parts.every(has)))
      return { memory, score: scoreOf(bm25, memory, now), hasAllTerms, matched }
    })
    return hits.sort((left, right) => right.score - left.score || byKey(left.memory, right.memory))
  }

  /** The keys that look most like one that is not there. */
  async nearestKeys(key: string, most: number): Promise<readonly string[]> {
    const terms = [...new Set(memoryTerms(key))]
    const found = await this.#text.search(
      terms.map(term => ({ term, isBeginning: true, edits: editsOf(term, ranking.suggestionFuzzy) })),
      { boost: { key: 1 }, keep: () => true },
      this.slices.begin()
    )
    return found
      .map(({ text, bm25 }) => ({ key: text.key, likeness: Math.round(bm25 * 10_000) }))
      .sort((left, right) => right.likeness - left.likeness || byKey(left, right))
      .slice(0, most)
      .map(nearest => nearest.key)
  }

  /** The other memories whose values have nearly the same terms, the most similar first. */
  async alike({ key, value }: LiveMemory, most: number): Promise<readonly Similar[]> {
    const terms = [...new Set(memoryTerms(value))]
    const valueTermsOf = (other: string) => this.#indexed.get(other)?.valueTerms ?? 0
    const [fewest, longest] = [terms.length * ranking.similarFrom, terms.length / ranking.similarFrom]
    const mayBeAlike = ({ key: other }: LiveMemory) =>
      other !== key && valueTermsOf(other) >= fewest && valueTermsOf(other) <= longest
    const found = await this.#text.search(
      terms.map(term => ({ term, isBeginning: false, edits: 0 })),
      { boost: { value: 1 }, keep: mayBeAlike },
      this.slices.begin()
    )
    return found
      .map(({ text, found }) => ({
        key: text.key,
        similarity: found.length / (terms.length + valueTermsOf(text.key) - found.length)
      }))
      .filter(({ similarity }) => similarity >= ranking.similarFrom)
      .sort((left, right) => right.similarity - left.similarity || byKey(left, right))
      .slice(0, most)
  }

  #add(memory: Memory): void {
    const { history, ttlSeconds, ...live } = memory
    const valueTerms = this.#text.add(live)
    const bytes = memoryBytes + characterBytes * (live.key.length + live.value.length)
    this.#indexed.set(live.key, { memory: live, bytes, valueTerms })
    this.#bytes += bytes
    this.#newest = undefined
    this.#nextExpiry = Math.min(this.#nextExpiry, expiryOf(live))
  }

  #remove({ memory, bytes }: IndexedMemory): void {
    this.#text.remove(memory.key)
    this.#indexed.delete(memory.key)
    this.#bytes -= bytes
    this.#newest = undefined
  }
}

const day = 86_400_000

/** Letters that a term may differ in, by their share. */
function editsOf(term: string, share: number): number {
  return Math.min(mostEdits, Math.round(term.length * share))
}

const mostEdits = 6

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
