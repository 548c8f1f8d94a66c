import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
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
import { SharedWork } from '../slices.js'
import training from '../tables/training-sentences.json' with { type: 'json' }
import { isQuestion, withoutCourtesy } from './refusals.js'
import { commonWords, translated } from './spelling.js'
import { marked, stemsOf, wordsOf } from './words.js'

/** The file that the build writes beside this module: the model of the products that are shipped together. */
export const shippedFile = new URL('./shipped-model.json', import.meta.url)

/** A model as it is stored, with where it comes from. */
export interface StoredModel extends ModelData {
  readonly source: string
  /** SHA-256 of the samples that it was trained on. */
  readonly samples: string
}

/** The model of exactly these samples, where one is there: the one in use, or the one that was trained when this was built. */
export async function modelOf(samples: readonly Sample[]): Promise<Classifier | undefined> {
  const digest = digestOf(samples)
  if (latest?.samples !== digest) {
    const shipped = await shippedModel()
    if (shipped?.samples !== digest) return undefined
    latest = shipped
  }
  return latest.model
}

/**
 * Trains the model of these samples in a thread of its own: that takes seconds, in which calls go on. What it learned is the model in
 * use from then on. Whoever asks for the same one meanwhile shares it.
 */
export function trainInThread(samples: readonly Sample[]): Promise<Classifier> {
  const digest = digestOf(samples)
  return trainings.run(digest, async () => {
    const thread = new Worker(new URL('./training-thread.js', import.meta.url), { workerData: samples })
    // A process that has nothing else to do does not wait for it.
    thread.unref()
    const [trained]: ModelData[] = await once(thread, 'message')
    if (!trained) throw new Error('The training thread sent no model.')
    latest = { samples: digest, model: Classifier.fromData(trained) }
    return latest.model
  })
}

const trainings = new SharedWork<Classifier>()

/** A model with the digest of its samples. */
interface DigestedModel {
  readonly samples: string
  readonly model: Classifier
}

/** The model in use, for products that are served again in the same process; it takes no more memory than the index that has it. */
let latest: DigestedModel | undefined

/** The model that the build trained; undefined where the package was compiled without its training step. */
export async function shippedModel(): Promise<DigestedModel | undefined> {
  try {
    const stored: StoredModel = JSON.parse(await readFile(shippedFile, 'utf8'))
    return { samples: stored.samples, model: Classifier.fromData(stored) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Tells sets of samples apart. */
export function digestOf(samples: readonly Sample[]): string {
  return createHash('sha256').update(canonicalJson(samples)).digest('hex')
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
 * letters in a row within words, by which a word with a typing error is still known, and whether it asks. Names, addresses and numbers
 * count as such, not as what they are.
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
export interface Sample {
  readonly text: string
  readonly label: string
  /** How much it counts. */
  readonly weight: number
}

const settings = { size: featureCount, epochs: 5, rate: 0.5, decay: 2e-6 }

/** Trains a model on sentences, for seconds at a stretch. The same sentences in the same order give the same model. */
export function train(samples: readonly Sample[]): Promise<Classifier> {
  const labels = [...new Set(samples.map(({ label }) => label))]
  const described = samples.map(({ text, label, weight }) => ({ features: featuresOf(text), label, weight }))
  return trainModel(described, { ...settings, labels })
}
