import MiniSearch, { type SearchOptions } from 'minisearch'
import { termsOf } from '../text/terms.js'
import { type Pace, withoutRest } from '../work/slices.js'

/** What is indexed of a memory. */
export interface Text {
  readonly key: string
  readonly tags: readonly string[]
  readonly value: string
}

/** How long a text is, in terms. */
export interface Length {
  readonly terms: number
  /** Those of the value, each counted once. */
  readonly valueTerms: number
}

/** What a search found of one text. */
export interface TextHit {
  readonly bm25: number
  /** How many of the query's terms it has. */
  readonly termCount: number
  /** The terms that were found, each with the fields that hold it. */
  readonly matched: Readonly<Record<string, readonly string[]>>
}

/** How many terms times texts a search looks at before it may rest. */
const looksAtOnce = 20_000

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

  /** Every text that has one of the terms, by key. A search that the index changed under is made again, at one go. */
  async search(terms: readonly string[], options: SearchOptions, pace: Pace): Promise<ReadonlyMap<string, TextHit>> {
    const before = this.#changes
    const atOnce = Math.max(1, Math.floor(looksAtOnce / Math.max(1, this.#engine.documentCount)))
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
