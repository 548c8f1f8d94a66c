import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  Classifier,
  characterNgrams,
  FeatureCounts,
  type Features,
  type ModelData,
  repeatableRandom,
  train as trainModel
} from '@product-host/toolkit/classifier'
import { canonicalJson } from '@product-host/toolkit/json'
import { own } from '../calls.js'
import type { Pace } from '../slices.js'
import training from '../tables/training-sentences.json' with { type: 'json' }
import { isQuestion, withoutCourtesy } from '../text/sentences.js'
import { commonWords, translated } from '../text/wording.js'
import { marked, stemsOf, wordsOf } from '../text/words.js'

/** The file that the build writes beside this module: the model of the products that are shipped together. */
export const shippedModel = new URL('./shipped-model.json', import.meta.url)

/** A model as it is stored, with where it comes from. */
export interface StoredModel extends ModelData {
  readonly source: string
  /** SHA-256 of the samples that it was trained on. */
  readonly samples: string
}

/** The model for these samples: the one that was trained when this was built, where it is of the same samples, or a new one. */
export async function modelFor(samples: readonly Sample[], pace: Pace): Promise<Classifier> {
  const digest = digestOf(samples)
  if (latest?.samples === digest) return latest.model
  const stored = await storedModel()
  const model = stored?.samples === digest ? Classifier.fromData(stored) : await train(samples, pace)
  latest = { samples: digest, model }
  return model
}

/** The model in use, for products that are served again in the same process; it takes no more memory than the index that has it. */
let latest: { readonly samples: string; readonly model: Classifier } | undefined

/** Tells sets of samples apart. */
export function digestOf(samples: readonly Sample[]): string {
  return createHash('sha256').update(canonicalJson(samples)).digest('hex')
}

/** Undefined where the package was compiled without its training step. */
async function storedModel(): Promise<StoredModel | undefined> {
  try {
    return JSON.parse(await readFile(shippedModel, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The label of texts that no action fits. */
export const noneLabel = 'none'

/** What a model learns of an action. */
interface Spoken {
  /** `product.action`. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly intents: { readonly phrases: readonly string[]; readonly keywords: readonly string[] }
}

/**
 * What a model is trained on: the phrases that actions declare, each as it is and with a typing error, their keywords, titles and
 * descriptions, questions to a memory, and requests that no action carries out. Where several actions share a product's manner, each has its own label.
 */
export function samplesOf(actions: readonly Spoken[]): readonly Sample[] {
  const random = repeatableRandom(7)
  const incidental = incidentalWords(actions)
  const varied = (text: string, label: string, weight: number) => ({
    text: reworded(text, incidental, random),
    label,
    weight
  })
  const spoken = actions.flatMap(({ id: label, title, description, intents: { phrases, keywords } }) => [
    ...phrases.map(text => ({ text, label, weight: 1 })),
    ...phrases.map(text => ({ text: mistyped(text, random), label, weight: 0.5 })),
    ...phrases.map(text => varied(text, label, 0.5)),
    ...phrases.map(text => varied(text, label, 0.5)),
    ...keywords.map(text => ({ text, label, weight: 0.4 })),
    { text: title, label, weight: 0.5 },
    { text: description, label, weight: 0.3 }
  ])
  const asked: Readonly<Record<string, readonly string[]>> = training.requests.sentences
  const requests = actions.flatMap(({ id: label }) => (asked[label] ?? []).map(text => ({ text, label })))
  const foreign: Readonly<Record<string, readonly string[]>> = training.foreign.sentences
  const recall = `${own.slug}.${own.recall}`
  const questions = actions.some(({ id }) => id === recall) ? training.questions.sentences : []
  return [
    ...spoken,
    ...requests.map(request => ({ ...request, weight: 1 })),
    ...actions.flatMap(({ id: label }) =>
      (foreign[label] ?? []).map(text => ({ text: translated(text), label, weight: 0.3 }))
    ),
    ...questions.map(text => ({ text, label: recall, weight: 0.5 })),
    ...questions.map(text => varied(text, recall, 0.25)),
    ...training.none.sentences.map(text => ({ text, label: noneLabel, weight: 1 })),
    ...training.none.sentences.map(text => varied(text, noneLabel, 0.2))
  ]
}

/** The words that only one sentence of all has, and no keyword: what a request is about, and not how it is asked. */
function incidentalWords(actions: readonly Spoken[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const sentences = [
    ...actions.flatMap(({ intents }) => intents.phrases),
    ...training.questions.sentences,
    ...training.none.sentences
  ]
  for (const sentence of sentences)
    for (const word of new Set(wordsOf(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const keywords = new Set(actions.flatMap(({ intents, title }) => [...intents.keywords, title]).flatMap(wordsOf))
  return new Set(
    [...counts].flatMap(([word, count]) => (count === 1 && word.length > 3 && !keywords.has(word) ? [word] : []))
  )
}

/** A text about something else: each word that is incidental becomes another one of everyday English. */
function reworded(text: string, incidental: ReadonlySet<string>, random: () => number): string {
  return text
    .split(' ')
    .map(word =>
      incidental.has(word.toLowerCase()) ? (everyday[Math.floor(random() * everyday.length)] ?? word) : word
    )
    .join(' ')
}

const everyday = [...commonWords]

/** A text with one typing error in one of its longer words: two letters swapped, one left out, or one typed twice. */
function mistyped(text: string, random: () => number): string {
  const words = text.split(' ')
  const long = words.flatMap((word, position) => (/^[a-z]{4,}$/iu.test(word) ? [position] : []))
  const position = long[Math.floor(random() * long.length)]
  const word = words[position ?? -1]
  if (position === undefined || word === undefined) return text
  const at = 1 + Math.floor(random() * (word.length - 2))
  const errors = [
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at)
  ]
  return words.with(position, errors[Math.floor(random() * errors.length)] ?? word).join(' ')
}

/** How many numbers a text is described by. */
const featureCount = 32768

const longestText = 1000

/** Courtesy around a request. */
const please =
  /^\W*(?:(?:please|kindly|now|just|also|hey|ok|okay)\b[\s,]*)+|(?<![\s,])[\s,]+(?:please|thanks|thank you)(?=[\s!.?]*$)/giu

const name = /(?<=[\p{L}\p{N},;:]\s+)\p{Lu}[\p{L}\p{N}'’-]+/gu

/**
 * The words of a text and their stems, pairs of words that follow each other or stand one apart, its first words, the three to five
 * letters in a row within words, by which a word with a typing error is still known, and whether it asks. Names, addresses and numbers count as such, not as what they are.
 */
export function featuresOf(text: string): Features {
  const request = (withoutCourtesy(text) ?? text).replace(please, '')
  const plain = marked(request.slice(0, longestText).replaceAll(name, ' namemarker '), ' numbermarker ')
  const words = wordsOf(plain)
  const counts = new FeatureCounts(featureCount)
  const add = (feature: string, weight: number) => counts.add(feature, weight)
  for (const [position, word] of words.entries()) {
    add(`w ${word}`, 1)
    add(`p ${words[position - 1] ?? '^'} ${word}`, 0.7)
    add(`b ${words[position - 2] ?? '^'} ${word}`, 0.5)
    add(`s ${stemOf(word)}`, 0.7)
    for (const letters of lettersOf(word)) add(`l ${letters}`, 0.2)
  }
  add(`f ${words[0]}`, 0.7)
  add(`f ${words[0]} ${words[1]}`, 0.7)
  const mood = isQuestion(text) ? 'asks' : 'tells'
  add(`m ${mood}`, 0.7)
  add(`m ${mood} ${words[0]}`, 0.7)
  return counts.features()
}

function stemOf(word: string): string {
  return isMarker(word) ? word : (stemsOf(word)[0] ?? word)
}

function lettersOf(word: string): readonly string[] {
  return isMarker(word) ? [] : characterNgrams(word)
}

function isMarker(word: string): boolean {
  return word.endsWith('marker')
}

/** A sentence that a model learns from. */
interface Sample {
  readonly text: string
  readonly label: string
  /** How much it counts. */
  readonly weight: number
}

const settings = { size: featureCount, epochs: 5, rate: 0.5, decay: 2e-6 }

/** Trains a model on sentences. The same sentences in the same order give the same model. */
export async function train(samples: readonly Sample[], pace: Pace): Promise<Classifier> {
  const labels = [...new Set(samples.map(({ label }) => label))]
  const described = []
  for (const { text, label, weight } of samples) {
    if (pace.isOver) await pace.rest()
    described.push({ features: featuresOf(text), label, weight })
  }
  return trainModel(described, { ...settings, labels }, pace)
}
