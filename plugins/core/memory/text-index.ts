import type { Pace } from '../slices.js'
import { lettersOf, Vocabulary } from './vocabulary.js'

/** What is indexed of a memory. */
export interface Text {
  readonly key: string
  readonly tags: readonly string[]
  readonly value: string
}

const fields = ['key', 'tags', 'value'] as const

type Field = (typeof fields)[number]

/** A term that is searched for. */
export interface SearchTerm {
  readonly term: string
  /** Whether it also finds terms that begin with it. */
  readonly isBeginning: boolean
  /** How many letters another term may differ in. */
  readonly edits: number
}

/** What a search goes by. */
export interface SearchOptions<T> {
  /** How much each field counts; fields that are left out are not searched. */
  readonly boost: Partial<Readonly<Record<Field, number>>>
  /** Which texts to find. */
  readonly keep: (text: T) => boolean
}

/** A text that a search found. */
export interface TextHit<T> {
  readonly text: T
  readonly bm25: number
  /** The positions of the search terms that it has. */
  readonly found: readonly number[]
  /** The terms that were found, each with the fields that hold it. */
  matched(): Record<string, string[]>
}

/** A text with its terms. */
interface Entry<T> {
  readonly text: T
  /** Two numbers for each term of each field: that of the term, and how often the field has it, times 4, plus that of the field. */
  readonly postings: Uint32Array
  /** How many different terms each field has. */
  readonly lengths: readonly number[]
}

/** That a term of the texts is one of those searched for, or like it. */
interface Likeness {
  readonly position: number
  readonly weight: number
}

/** Terms of the vocabulary, texts and hits looked at between two looks at the time. */
const atOnce = 512

const entryBytes = 300

/** BM25+ (Lv and Zhai, 2011), and how much a term counts that is found by its beginning or by likeness; all as MiniSearch has them. */
const bm25 = { k: 1.2, b: 0.7, d: 0.5 }
const weights = { beginning: 0.375, likeness: 0.45 }

/**
 * Texts with their terms as numbers. A search reads the whole vocabulary, then the numbers of every text, so that it can rest anywhere and
 * a term takes up 8 bytes in a text.
 */
export class TextIndex<T extends Text> {
  readonly #entries = new Map<string, Entry<T>>()
  #vocabulary = new Vocabulary()
  #lengths: readonly number[] = [0, 0, 0]
  #postings = 0
  #removed = 0

  constructor(private readonly termsOf: (text: string) => readonly string[]) {}

  /** The bytes that it takes up, without the texts. */
  get bytes(): number {
    return this.#vocabulary.bytes + 4 * this.#postings + entryBytes * this.#entries.size
  }

  /** Whether most of its vocabulary may be of texts that are gone. */
  get isWorn(): boolean {
    return this.#removed > this.#postings + 100_000
  }

  /** Adds a text, and says how many different terms its value has. */
  add(text: T): number {
    const counts = fields.map(field => this.#counted(field === 'tags' ? text.tags.join(' ') : text[field]))
    const lengths = counts.map(({ size }) => size)
    const postings = new Uint32Array(2 * lengths.reduce((sum, length) => sum + length, 0))
    let at = 0
    for (const [field, terms] of counts.entries())
      for (const [id, count] of terms) {
        postings[at++] = id
        postings[at++] = count * 4 + field
      }
    this.#entries.set(text.key, { text, postings, lengths })
    this.#lengths = this.#lengths.map((sum, field) => sum + (lengths[field] ?? 0))
    this.#postings += postings.length
    return lengths[fields.indexOf('value')] ?? 0
  }

  /** Removes the text of that key. */
  remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#lengths = this.#lengths.map((sum, field) => sum - (entry.lengths[field] ?? 0))
    this.#postings -= entry.postings.length
    this.#removed += entry.postings.length
    if (this.#entries.size > 0) return
    this.#vocabulary = new Vocabulary()
    this.#removed = 0
  }

  /** Every text that has one of the terms, as the texts are when the search begins. */
  async search(
    terms: readonly SearchTerm[],
    { boost, keep }: SearchOptions<T>,
    pace: Pace
  ): Promise<readonly TextHit<T>[]> {
    const entries = [...this.#entries.values()]
    const averages = this.#lengths.map(sum => sum / entries.length)
    const vocabulary = this.#vocabulary
    const wanted = await likenesses(vocabulary, terms, pace)
    const holders = await holdersOf(entries, wanted, pace)
    const rarity = Float64Array.from(holders, count => Math.log(1 + (entries.length - count + 0.5) / (count + 0.5)))
    const boosts = fields.map(field => boost[field] ?? 0)
    const hits: TextHit<T>[] = []
    const seenIn = new Uint32Array(terms.length)
    for (const [index, { text, postings, lengths }] of entries.entries()) {
      if (index % 8 === 0 && pace.isOver) await pace.rest()
      if (!keep(text)) continue
      const found: number[] = []
      let sum = 0
      for (let at = 0; at < postings.length; at += 2) {
        const number = wanted.numbers[postings[at] ?? 0] ?? 0
        if (number === 0) continue
        const field = (postings[at + 1] ?? 0) & 3
        const count = (postings[at + 1] ?? 0) >>> 2
        const fieldBoost = boosts[field] ?? 0
        if (fieldBoost === 0) continue
        const relative = 1 - bm25.b + (bm25.b * (lengths[field] ?? 0)) / (averages[field] ?? 1)
        const gain = bm25.d + (count * (bm25.k + 1)) / (count + bm25.k * relative)
        for (const { position, weight } of wanted.likenesses[number] ?? []) {
          sum += weight * fieldBoost * (rarity[number * fields.length + field] ?? 0) * gain
          if (seenIn[position] === index + 1) continue
          seenIn[position] = index + 1
          found.push(position)
        }
      }
      if (found.length === 0) continue
      const matched = () => matchedIn(postings, { wanted, vocabulary, boosts })
      hits.push({ text, bm25: sum * found.length, found, matched })
    }
    return hits
  }

  #counted(text: string): Map<number, number> {
    const counts = new Map<number, number>()
    for (const term of this.termsOf(text)) {
      const id = this.#vocabulary.add(term)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }
}

/** The terms of the vocabulary that are wanted. */
interface Wanted {
  /** For each term of the vocabulary its place among those wanted, from 1 on, or 0. */
  readonly numbers: Uint32Array
  /** By that place. */
  readonly likenesses: readonly (readonly Likeness[])[]
}

async function likenesses(vocabulary: Vocabulary, terms: readonly SearchTerm[], pace: Pace): Promise<Wanted> {
  const numbers = new Uint32Array(vocabulary.size)
  const likenesses: Likeness[][] = [[]]
  const add = (id: number, likeness: Likeness) => {
    const number = numbers[id] || likenesses.push([]) - 1
    numbers[id] = number
    likenesses[number]?.push(likeness)
  }
  for (const [position, { term }] of terms.entries()) {
    const id = vocabulary.find(term)
    if (id !== undefined) add(id, { position, weight: 1 })
  }
  const loose = terms
    .map((term, position) => ({ ...term, position, letters: lettersOf(term.term) }))
    .filter(({ isBeginning, edits }) => isBeginning || edits > 0)
  for (let start = 0; start < numbers.length; start += atOnce) {
    if (pace.isOver) await pace.rest()
    const end = Math.min(numbers.length, start + atOnce)
    for (const { term, position, letters, isBeginning, edits } of loose)
      for (let id = start; id < end; id++) {
        const excess = isBeginning ? vocabulary.excess(id, term) : undefined
        if (excess === 0) continue
        if (excess !== undefined) {
          const length = term.length + excess
          add(id, { position, weight: (weights.beginning * length) / (length + 0.3 * excess) })
          continue
        }
        const distance = edits > 0 ? vocabulary.distance(id, term, letters, edits) : undefined
        if (!distance) continue
        const length = vocabulary.lengthOf(id)
        add(id, { position, weight: (weights.likeness * length) / (length + distance) })
      }
  }
  return { numbers, likenesses }
}

/** How many texts have each wanted term in each field. */
async function holdersOf<T>(entries: readonly Entry<T>[], wanted: Wanted, pace: Pace): Promise<Uint32Array> {
  const holders = new Uint32Array(wanted.likenesses.length * fields.length)
  for (const [index, { postings }] of entries.entries()) {
    if (index % 8 === 0 && pace.isOver) await pace.rest()
    for (let at = 0; at < postings.length; at += 2) {
      const number = wanted.numbers[postings[at] ?? 0] ?? 0
      if (number === 0) continue
      const place = number * fields.length + ((postings[at + 1] ?? 0) & 3)
      holders[place] = (holders[place] ?? 0) + 1
    }
  }
  return holders
}

interface Matching {
  readonly wanted: Wanted
  readonly vocabulary: Vocabulary
  readonly boosts: readonly number[]
}

function matchedIn(postings: Uint32Array, { wanted, vocabulary, boosts }: Matching): Record<string, string[]> {
  const found = new Map<number, string[]>()
  for (let at = 0; at < postings.length; at += 2) {
    const id = postings[at] ?? 0
    const field = (postings[at + 1] ?? 0) & 3
    const name = fields[field]
    if (name && wanted.numbers[id] && boosts[field]) found.set(id, [...(found.get(id) ?? []), name])
  }
  const firstPosition = (id: number) => wanted.likenesses[wanted.numbers[id] ?? 0]?.[0]?.position ?? 0
  const inOrder = [...found].sort(([left], [right]) => firstPosition(left) - firstPosition(right))
  return Object.fromEntries(inOrder.map(([id, names]) => [vocabulary.termOf(id), names]))
}
