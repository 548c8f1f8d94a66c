import {
  Classifier,
  characterNgrams,
  FeatureCounts,
  type Features,
  featureHash
} from '@product-host/toolkit/classifier'
import { type Item, itemsOf } from './lexicon.js'
import shippedModel from './wording-model.json' with { type: 'json' }
import wordTable from './words.json' with { type: 'json' }

const favourableClasses = new Set(wordTable.favourableClasses)
const adverseClasses = new Set(wordTable.adverseClasses)
const rivalClasses = new Set(wordTable.rivalClasses)
const rivalWords = new Set(wordTable.rivalWords)
const ourWords = new Set(wordTable.ourWords)
const endPhrases = new Set(wordTable.endPhrases)

/** What a note says of a lead: it speaks for it, against it, or about neither. */
export const sides = ['for', 'against', 'neither'] as const
export type Side = (typeof sides)[number]

/** Below this likelihood a note is on no side. */
const leastLikely = 0.5

/**
 * From this likelihood on the wording of a note counts more than the labelled phrases that hold some of its words, by what those say. What
 * speaks for a lead is often only mentioned, what speaks against it seldom. Chosen by five-fold cross-validation.
 */
const surely: Readonly<Record<Side, number>> = { for: 0.7, against: 0.9, neither: 0.7 }

/** The largest share of words that no note of the training has. */
const mostUnknown = 0.5

/**
 * Which side a note is on that no labelled phrase is in: what it most resembles of the notes that the model was trained on. Neither
 * where that is unsure, or where no word or less than half of them are known.
 */
export function sideOf(note: string): Side {
  return likeliestSide(note, leastLikely) ?? 'neither'
}

/** The side that a note is more surely on than on the one that labelled phrases with some of its words are on, if there is such a side. */
export function sideAgainst(reading: Side, note: string): Side | undefined {
  const side = likeliestSide(note, surely[reading])
  return side === reading ? undefined : side
}

function likeliestSide(note: string, least: number): Side | undefined {
  const { classifier, known } = load()
  const words = contentOf(note)
  const unknown = words.filter(word => !known.has(word)).length
  if (unknown === words.length || unknown > mostUnknown * words.length) return undefined
  const likely = classifier.predict(featuresOf(note))
  return sides.find(side => (likely.get(side) ?? 0) >= least)
}

interface Loaded {
  readonly classifier: Classifier
  readonly known: KnownWords
}

/** Read when the first note needs it. */
let loaded: Loaded | undefined

function load(): Loaded {
  loaded ??= { classifier: Classifier.fromData(shippedModel), known: KnownWords.fromData(shippedModel.words) }
  return loaded
}

/** How many numbers a note is described by. */
export const featureCount = 16_384

/**
 * The words of a note, pairs of neighbours, the three to five letters in a row within words, the word classes of the vocabulary, by
 * which the four languages share what they learn, the pairs of classes in their order, once more what follows a denial, and once more
 * all words by whom the note is about. Names and numbers count as such, not as what they are.
 */
export function featuresOf(note: string): Features {
  const items = itemsOf(note)
  const counts = new FeatureCounts(featureCount)
  const add = (feature: string, weight: number) => counts.add(feature, weight)
  const words = items.flatMap(item => wordsIn(item))
  for (const [position, word] of words.entries()) {
    add(`w ${word}`, 1)
    add(`p ${words[position - 1] ?? '^'} ${word}`, 0.4)
    for (const letters of lettersOf(word)) add(`l ${letters}`, 0.3)
  }
  for (const item of denied(items)) {
    for (const word of wordsIn(item)) {
      add(`n ${word}`, 1)
      for (const letters of lettersOf(word)) add(`nl ${letters}`, 0.3)
    }
    for (const name of classesOf(item)) add(`nc ${name}`, 1)
  }
  const classes = items.flatMap(item => classesOf(item))
  for (const [position, name] of classes.entries()) {
    add(`c ${name}`, 1)
    for (const other of classes.slice(position + 1)) add(`d ${name} ${other}`, 0.5)
  }
  for (const { feature, weight } of partyFeatures(items)) add(feature, weight)
  return counts.features()
}

/**
 * The words of a note beside whom it names, a rival of ours, us, both or neither, and what speaks for or against that: "hated" is one thing
 * of us and another of a rival, and so is an objection that stands and one that is gone.
 */
function* partyFeatures(items: readonly Item[]): Generator<{ readonly feature: string; readonly weight: number }> {
  const rival = items.some(isRival) ? 'rival' : ''
  const parties = items.some(({ text }) => ourWords.has(text)) ? `${rival} us` : rival
  const isEnded = items.some(({ text, classes }) => classes.has('over') || classes.has('end') || endPhrases.has(text))
  const afterDenial = new Set(denied(items))
  let sum = 0
  for (const item of items) {
    if (isDenying(item)) continue
    if (!item.kinds.has('filler'))
      for (const word of wordsIn(item)) yield { feature: `x ${parties} ${word}`, weight: 0.4 }
    const sign = signOf(item)
    if (sign === 0) continue
    const denial = afterDenial.has(item) ? 'denied' : ''
    sum += denial ? -sign : sign
    yield { feature: `k ${sign} ${denial}`, weight: 0.7 }
    yield { feature: `k ${sign} ${denial} ${parties}`, weight: 0.7 }
    yield { feature: `k ${sign} ${denial} ${parties} ${isEnded}`, weight: 0.7 }
  }
  yield { feature: `s ${Math.sign(sum)} ${parties} ${isEnded}`, weight: 0.7 }
}

function isRival({ text, classes, isName }: Item): boolean {
  return isName || rivalWords.has(text) || [...classes].some(name => rivalClasses.has(name))
}

/** 1 for a word that speaks for what it is said of, -1 for one that speaks against it, 0 for any other. */
function signOf({ classes }: Item): number {
  const names = [...classes]
  if (names.some(name => adverseClasses.has(name))) return -1
  return names.some(name => favourableClasses.has(name)) ? 1 : 0
}

/** The items that follow a denial in their clause, without fillers. */
function denied(items: readonly Item[]): readonly Item[] {
  let isDenied = false
  return items.filter(({ kinds }) => {
    const wasDenied = isDenied && !kinds.has('contrast')
    isDenied = wasDenied || isDenying({ kinds })
    return wasDenied && !kinds.has('filler')
  })
}

function isDenying({ kinds }: Pick<Item, 'kinds'>): boolean {
  return kinds.has('deny') || kinds.has('denyAll')
}

/** The words of an item, a name or number as a marker that no word is. */
function wordsIn({ text, kinds, isName }: Item): readonly string[] {
  if (isName) return ['Name']
  return kinds.has('number') ? ['Number'] : text.split(' ')
}

/** The classes of the vocabulary that an item has; none for an unknown word, a filler or a number. */
function classesOf({ classes, kinds }: Item): readonly string[] {
  return kinds.has('unknown') || kinds.has('filler') || kinds.has('number') ? [] : [...classes]
}

function lettersOf(word: string): readonly string[] {
  return word === 'Name' || word === 'Number' ? [] : characterNgrams(word)
}

/** The words of a note that say something: neither fillers nor names nor numbers. */
export function contentOf(note: string): readonly string[] {
  return itemsOf(note)
    .filter(({ kinds, isName }) => !isName && !kinds.has('filler') && !kinds.has('number'))
    .flatMap(({ text }) => text.split(' '))
}

/** How many words a set of known ones tells apart; two words of one number count as one. */
const wordNumbers = 65_536

/** A set of words as bits, one for the number of each word: some words that are not in it count as known. */
export class KnownWords {
  constructor(private readonly bits = new Uint8Array(wordNumbers / 8)) {}

  add(word: string): void {
    const number = featureHash(word) % wordNumbers
    this.bits[number >> 3] = (this.bits[number >> 3] ?? 0) | (1 << (number & 7))
  }

  has(word: string): boolean {
    const number = featureHash(word) % wordNumbers
    return ((this.bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  /** The bits in Base64. */
  toData(): string {
    return Buffer.from(this.bits).toString('base64')
  }

  static fromData(data: string): KnownWords {
    return new KnownWords(new Uint8Array(Buffer.from(data, 'base64')))
  }
}
