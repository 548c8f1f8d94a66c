import MiniSearch from 'minisearch'
import { fieldsOf } from '../slots/field.js'
import type { FieldKind } from '../slots/field-kinds.js'
import { stemsOf, termsOf } from '../text/terms.js'
import type { Target } from './target.js'
import { boosts } from './weights.js'
import { markerOf, markerTerms, weighedTerms } from './wording.js'

/** A target with the words by which it is known. */
export interface Entry {
  readonly target: Target
  readonly terms: ReadonlySet<string>
  /** The terms of each sentence that people ask with. */
  readonly sentences: readonly (readonly string[])[]
  /** Whether a field of it takes words of any kind, so that words which no action knows are no sign against it. */
  readonly takesAnyWords: boolean
  /** The stems of each cue, with the cue as it is written. */
  readonly cues: readonly { readonly cue: string; readonly stems: string }[]
}

/** How well the words of a text are found in a target, and which. */
export interface WordHit {
  readonly score: number
  readonly terms: readonly string[]
}

type Field = keyof typeof boosts

const anyWords: ReadonlySet<FieldKind> = new Set(['statement', 'query', 'topic', 'company', 'audience', 'list'])

/** The words of all targets, with MiniSearch over them. */
export class TargetIndex {
  readonly entries: readonly Entry[]
  readonly #rarity = new Map<string, number>()
  readonly #engine = new MiniSearch<{ id: string } & Record<Field, string>>({
    fields: Object.keys(boosts),
    tokenize: text => [...weighedTerms(text)],
    processTerm: term => term
  })

  constructor(targets: readonly Target[]) {
    const documents = targets.map(target => ({ id: target.id, ...textsOf(target) }))
    this.#engine.addAll(documents)
    this.entries = targets.map((target, index) => {
      const texts = documents[index] ?? textsOf(target)
      return {
        target,
        terms: new Set([
          ...weighedTerms(spoken(texts)),
          ...weighedTerms(texts.fields).filter(term => markerTerms.has(term))
        ]),
        sentences: target.asks.sentences.map(weighedTerms),
        takesAnyWords: fieldsOf(target.inputSchema).some(({ kind }) => kind !== undefined && anyWords.has(kind)),
        cues: target.asks.cues.map(cue => ({ cue, stems: ` ${stemsOf(cue).join(' ')} ` }))
      }
    })
    const all = new Set(this.entries.flatMap(({ terms }) => [...terms]))
    for (const term of all) {
      const holders = this.entries.filter(({ terms }) => terms.has(term)).length
      this.#rarity.set(term, Math.log(1 + (targets.length - holders + 0.5) / (holders + 0.5)))
    }
  }

  /** How telling a term is (its inverse document frequency); undefined for one that no target knows. */
  rarity(term: string): number | undefined {
    return this.#rarity.get(term)
  }

  /** How well each target is found by the terms, by its id. */
  search(terms: readonly string[]): ReadonlyMap<string, WordHit> {
    const results = this.#engine.search(terms.join(' '), { boost: boosts, tokenize: text => text.split(' ') })
    return new Map(results.map(({ id, score, queryTerms }) => [String(id), { score, terms: queryTerms }]))
  }
}

/** What an action says of itself; the names of its fields are no words that speak for it, the addresses they take are. */
function spoken({ title, description, sentences, cues }: Record<Field, string>): string {
  return [title, description, sentences, cues].join('\n')
}

function textsOf({ title, description, asks, inputSchema }: Target): Record<Field, string> {
  return {
    title,
    description,
    sentences: asks.sentences.join('\n'),
    cues: asks.cues.join('\n'),
    fields: fieldsOf(inputSchema)
      .flatMap(({ name, kind }) => [nameWords(name), kind ? (markerOf[kind] ?? '') : ''])
      .join(' ')
  }
}

/** The words in the name of a field: `companyName` is `company name`. */
export function nameWords(name: string): string {
  return termsOf(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')).join(' ')
}
