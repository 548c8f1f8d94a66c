import { expiryOf, type LiveMemory, type Memory } from '../memory/memory.js'
import type { Usage } from '../memory/usage.js'
import { uniqueTermsOf } from '../text/terms.js'
import type { Slices } from '../work/slices.js'
import { ranking, scoreOf } from './ranking.js'
import { type TextHit, TextIndex } from './text-index.js'

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
export interface Note {
  readonly usage: Usage
  readonly key: string
  readonly memory: Memory | undefined
}

interface Held {
  readonly memory: LiveMemory
  readonly bytes: number
  readonly valueTerms: number
}

/** The least share of terms that two values have in common to be called similar, by Jaccard's index. */
const similarFrom = 0.85
/** Edits that a term of a key may be away to be suggested, as a share of its length. */
const suggestionFuzzy = 0.3

/** Bytes of heap as measured on Node 24, for 10,000 memories of 30 words (29 MB estimated, 31 MB measured) and longer ones. */
const emptyBytes = 4096
const memoryBytes = 700
const characterBytes = 2
const termBytes = 50

/** One account's memories, ready to be searched: those of one revision of its usage, and perhaps newer ones. */
export class MemoryIndex {
  readonly #text = new TextIndex()
  readonly #held = new Map<string, Held>()
  #newest: readonly LiveMemory[] | undefined
  #nextExpiry = Number.POSITIVE_INFINITY
  #bytes = emptyBytes
  #revision: Pick<Usage, 'epoch' | 'rev'>

  /** An index that is yet to be filled with what the account keeps at that usage. */
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
    return this.#held.size
  }

  get revision(): Pick<Usage, 'epoch' | 'rev'> {
    return this.#revision
  }

  /** Whether it holds every write up to that usage. */
  covers({ epoch, rev }: Usage): boolean {
    return this.#revision.epoch === epoch && this.#revision.rev >= rev
  }

  /** Takes in what one write of this process did, if that is the write after those that it holds. */
  note({ usage, key, memory }: Note): void {
    const { epoch, rev } = this.#revision
    if (usage.epoch !== epoch || usage.rev !== rev + 1) return
    this.set(key, memory)
    this.reached(usage)
  }

  /** Puts what is now under the key in the place of what was. */
  set(key: string, memory: Memory | undefined): void {
    const held = this.#held.get(key)
    if (memory && held && held.memory.rev >= memory.rev) return
    if (held) this.#remove(held)
    if (memory) this.#add(memory)
  }

  /** Says that it holds every write up to that usage. */
  reached(usage: Usage): void {
    this.#revision = usage
  }

  /** Lets go of what has expired. */
  async dropExpired(now: number): Promise<void> {
    if (now < this.#nextExpiry) return
    const pace = this.slices.begin()
    let next = Number.POSITIVE_INFINITY
    for (const held of this.#held.values()) {
      if (pace.isOver) await pace.rest()
      const expiry = expiryOf(held.memory)
      if (expiry > now) next = Math.min(next, expiry)
      else if (this.#held.get(held.memory.key) === held) this.#remove(held)
    }
    this.#nextExpiry = next
  }

  /** The memories that pass the filter, the last written first. */
  newest(filter: Filter): readonly LiveMemory[] {
    this.#newest ??= Array.from(this.#held.values(), ({ memory }) => memory).sort(byNewest)
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
      const memory = this.#held.get(key)?.memory
      if (!memory || !filter(memory)) return []
      return [{ ...hit, memory, score: scoreOf(hit.bm25, memory, now), hasAllTerms: hit.termCount === terms.length }]
    })
    return hits.sort((left, right) => right.score - left.score || byKey(left.memory, right.memory))
  }

  /** The keys that look most like one that is not there. */
  async nearestKeys(key: string, most: number): Promise<readonly string[]> {
    const options = { fields: ['key'], fuzzy: suggestionFuzzy, prefix: true }
    const found = await this.#text.search(uniqueTermsOf(key), options, this.slices.begin())
    return Array.from(found, ([other, { bm25 }]) => ({ key: other, likeness: Math.round(bm25 * 10_000) }))
      .sort((left, right) => right.likeness - left.likeness || byKey(left, right))
      .slice(0, most)
      .map(nearest => nearest.key)
  }

  /** The other memories whose values have nearly the same terms, the most similar first. */
  async alike({ key, value }: LiveMemory, most: number): Promise<readonly Similar[]> {
    const terms = uniqueTermsOf(value)
    const valueTermsOf = (other: string) => this.#held.get(other)?.valueTerms ?? 0
    const [fewest, longest] = [terms.length * similarFrom, terms.length / similarFrom]
    const mayBeAlike = (other: string) =>
      other !== key && valueTermsOf(other) >= fewest && valueTermsOf(other) <= longest
    const options = { fields: ['value'], boostDocument: (other: string) => (mayBeAlike(other) ? 1 : 0) }
    const found = await this.#text.search(terms, options, this.slices.begin())
    return Array.from(found, ([other, { termCount }]) => ({
      key: other,
      similarity: termCount / (terms.length + valueTermsOf(other) - termCount)
    }))
      .filter(({ similarity }) => similarity >= similarFrom)
      .sort((left, right) => right.similarity - left.similarity || byKey(left, right))
      .slice(0, most)
  }

  #add(memory: Memory): void {
    const { history, ttlSeconds, ...live } = memory
    const { terms, valueTerms } = this.#text.add(live)
    const bytes = memoryBytes + characterBytes * (live.key.length + live.value.length) + termBytes * terms
    this.#held.set(live.key, { memory: live, bytes, valueTerms })
    this.#bytes += bytes
    this.#newest = undefined
    this.#nextExpiry = Math.min(this.#nextExpiry, expiryOf(live))
  }

  #remove({ memory, bytes }: Held): void {
    this.#text.remove(memory)
    this.#held.delete(memory.key)
    this.#bytes -= bytes
    this.#newest = undefined
  }
}

function byNewest(left: LiveMemory, right: LiveMemory): number {
  return left.updatedAt === right.updatedAt ? right.rev - left.rev : left.updatedAt < right.updatedAt ? 1 : -1
}

function byKey(left: { readonly key: string }, right: { readonly key: string }): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0
}
