/** The longest term that is told from others by more than its beginning, in UTF-16 units. */
const longestTerm = 1000

/**
 * The different terms of many texts, each with a number from 0 on. They are in a few arrays, because a million small strings would take
 * up most of a thread's memory.
 */
export class Vocabulary {
  #size = 0
  #characters = new Uint16Array(1024)
  /** Where the characters of each term end. */
  #ends = new Uint32Array(256)
  /** A bit for each letter of a term: terms that are alike share nearly all of them. */
  #letters = new Uint32Array(256)
  /** The terms by hash: the number of a term plus 1, or 0. */
  #slots = new Uint32Array(512)
  /** Nobody can choose terms that share a slot. */
  readonly #multiplier = Math.floor(Math.random() * 2 ** 31) * 2 + 1

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return [this.#characters, this.#ends, this.#letters, this.#slots].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0
    )
  }

  /** The number of a term, which it has from now on. */
  add(sent: string): number {
    const term = sent.slice(0, longestTerm)
    const slot = this.#slotOf(term)
    const known = this.#slots[slot] ?? 0
    if (known > 0) return known - 1
    const id = this.#size
    this.#append(term)
    this.#slots[slot] = this.#size
    if (this.#size * 2 > this.#slots.length) this.#rehash()
    return id
  }

  /** The number of a term, if it has one. */
  find(term: string): number | undefined {
    const number = this.#slots[this.#slotOf(term.slice(0, longestTerm))] ?? 0
    return number > 0 ? number - 1 : undefined
  }

  /** The term of a number. */
  termOf(id: number): string {
    return String.fromCharCode(...this.#characters.subarray(this.#startOf(id), this.#ends[id]))
  }

  /** How many characters the term of that number has. */
  lengthOf(id: number): number {
    return (this.#ends[id] ?? 0) - this.#startOf(id)
  }

  /** How many characters longer the term of that number is than a beginning; undefined if it does not begin so. */
  excess(id: number, beginning: string): number | undefined {
    const start = this.#startOf(id)
    const excess = (this.#ends[id] ?? 0) - start - beginning.length
    if (excess < 0) return undefined
    for (let at = 0; at < beginning.length; at++)
      if (this.#characters[start + at] !== beginning.charCodeAt(at)) return undefined
    return excess
  }

  /** How many letters have to be put in, left out or replaced to make one of the other (V. Levenshtein, 1966); undefined if more than `most`. */
  distance(id: number, term: string, letters: number, most: number): number | undefined {
    const start = this.#startOf(id)
    const length = (this.#ends[id] ?? 0) - start
    if (Math.abs(length - term.length) > most || bitsOf((this.#letters[id] ?? 0) ^ letters) > 2 * most) return undefined
    let above = Array.from({ length: term.length + 1 }, (_, column) => column)
    for (let row = 1; row <= length; row++) {
      const character = this.#characters[start + row - 1]
      const current = new Array<number>(term.length + 1).fill(most + 1)
      current[0] = row
      let least = row
      const last = Math.min(term.length, row + most)
      for (let column = Math.max(1, row - most); column <= last; column++) {
        const changed = (above[column - 1] ?? 0) + (term.charCodeAt(column - 1) === character ? 0 : 1)
        const cost = Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
        current[column] = cost
        if (cost < least) least = cost
      }
      if (least > most) return undefined
      above = current
    }
    const distance = above[term.length] ?? most + 1
    return distance <= most ? distance : undefined
  }

  #startOf(id: number): number {
    return id === 0 ? 0 : (this.#ends[id - 1] ?? 0)
  }

  #append(term: string): void {
    const start = this.#startOf(this.#size)
    const end = start + term.length
    if (end > this.#characters.length) this.#characters = enlarged(Uint16Array, this.#characters, end)
    if (this.#size === this.#ends.length) {
      this.#ends = enlarged(Uint32Array, this.#ends, this.#size + 1)
      this.#letters = enlarged(Uint32Array, this.#letters, this.#size + 1)
    }
    for (let at = 0; at < term.length; at++) this.#characters[start + at] = term.charCodeAt(at)
    this.#ends[this.#size] = end
    this.#letters[this.#size] = lettersOf(term)
    this.#size++
  }

  /** The slot that holds the term, or the empty one where it belongs. */
  #slotOf(term: string): number {
    let hash = term.length
    for (let at = 0; at < term.length; at++) hash = this.#mixed(hash, term.charCodeAt(at))
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let number = this.#slots[slot]; number; number = this.#slots[slot]) {
      if (this.excess(number - 1, term) === 0) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  #mixed(hash: number, character: number): number {
    const product = Math.imul(hash ^ character, this.#multiplier)
    return product ^ (product >>> 15)
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let id = 0; id < this.#size; id++) {
      const [start, end] = [this.#startOf(id), this.#ends[id] ?? 0]
      let hash = end - start
      for (let at = start; at < end; at++) hash = this.#mixed(hash, this.#characters[at] ?? 0)
      let slot = hash & mask
      while (slots[slot]) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}

/** A bit for each letter of a term, by the last five bits of its code. */
export function lettersOf(term: string): number {
  let letters = 0
  for (let at = 0; at < term.length; at++) letters |= 1 << (term.charCodeAt(at) & 31)
  return letters >>> 0
}

function bitsOf(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function enlarged<A extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  type: new (length: number) => A,
  array: A,
  least: number
): A {
  const larger = new type(Math.max(least, Math.ceil(array.length * 1.5)))
  larger.set(array)
  return larger
}
