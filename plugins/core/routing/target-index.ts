import type { Classifier } from '@product-host/toolkit/classifier'
import { numberWords } from '../text/amounts.js'
import { Spelling } from '../text/wording.js'
import { fillers, markerOf, markerTerms, stemsOf, stopWords, termsOf, weighedTerms, wordsOf } from '../text/words.js'
import { type FieldKind, fieldsOf, type Target } from './targets.js'

/** A target with the words by which it is known. */
export interface Entry {
  readonly target: Target
  readonly terms: ReadonlySet<string>
  /** The terms of its title, description, phrases and keywords alone. */
  readonly spokenTerms: ReadonlySet<string>
  /** The terms of each phrase that people ask with. */
  readonly phrases: readonly (readonly string[])[]
  /** Whether a field of it takes words of any kind, so that words which no action knows are no sign against it. */
  readonly takesAnyWords: boolean
  /** The stems of each keyword, with the keyword as it is written. */
  readonly keywords: readonly { readonly keyword: string; readonly stems: string }[]
}

/** What an action says of itself, by where it says it. */
type Texts = Readonly<Record<'title' | 'description' | 'phrases' | 'keywords' | 'fields', string>>

const anyWords: ReadonlySet<FieldKind> = new Set(['statement', 'query', 'topic', 'company', 'audience', 'list'])

/** The words of all targets. */
export class TargetIndex {
  readonly entries: readonly Entry[]
  /** What was learned from phrases, of these targets or others; what it does not know is routed by its words alone. */
  model: Classifier | undefined
  /** The verbs that people ask with: the first words of the phrases that actions declare. */
  readonly verbs: ReadonlySet<string>
  /** Corrects words by those of all targets. */
  readonly spelling: Spelling
  readonly #rarity = new Map<string, number>()

  constructor(targets: readonly Target[]) {
    const documents = targets.map(textsOf)
    this.entries = targets.map((target, index) => {
      const texts = documents[index] ?? textsOf(target)
      return {
        target,
        spokenTerms: new Set(weighedTerms(spoken(texts))),
        terms: new Set([
          ...weighedTerms(spoken(texts)),
          ...weighedTerms(texts.fields).filter(term => markerTerms.has(term))
        ]),
        phrases: target.intents.phrases.map(weighedTerms),
        takesAnyWords: fieldsOf(target.inputSchema).some(({ kind }) => kind !== undefined && anyWords.has(kind)),
        keywords: target.intents.keywords.map(keyword => ({ keyword, stems: ` ${stemsOf(keyword).join(' ')} ` }))
      }
    })
    this.verbs = firstVerbs(targets)
    this.spelling = new Spelling(documents.flatMap(texts => wordsOf(spoken(texts))))
    const all = new Set(this.entries.flatMap(({ terms }) => [...terms]))
    for (const term of all) {
      const holders = this.entries.filter(({ terms }) => terms.has(term)).length
      this.#rarity.set(term, Math.log(1 + (targets.length - holders + 0.5) / (holders + 0.5)))
    }
  }

  /** Whether an action takes a query of any words, so that it fits whatever is asked. */
  takesQuery({ inputSchema }: Target): boolean {
    return fieldsOf(inputSchema).some(({ kind }) => kind === 'query')
  }

  /** How telling a term is (its inverse document frequency); undefined for one that no target knows. */
  rarity(term: string): number | undefined {
    return this.#rarity.get(term)
  }
}

/** Words that begin many phrases of `intents` and are no verbs. */
const noVerbs = new Set(['lead', 'when', 'why', 'whose', 'there', 'every'])

function firstVerbs(targets: readonly Target[]): ReadonlySet<string> {
  const first = targets.flatMap(target => target.intents.phrases.map(phrase => wordsOf(phrase)[0] ?? ''))
  return new Set(first.filter(word => word !== '' && isVerb(word)))
}

function isVerb(word: string): boolean {
  return (
    !stopWords.has(word) &&
    !noVerbs.has(word) &&
    !Object.hasOwn(numberWords, word) &&
    (!fillers.has(word) || /^(?:give|make|put|set|show|tell|take|keep|look)$/.test(word))
  )
}

/** What an action says of itself; the names of its fields are no words that speak for it, the addresses they take are. */
function spoken({ title, description, phrases, keywords }: Texts): string {
  return [title, description, phrases, keywords].join('\n')
}

function textsOf({ title, description, intents, inputSchema }: Target): Texts {
  return {
    title,
    description,
    phrases: intents.phrases.join('\n'),
    keywords: intents.keywords.join('\n'),
    fields: fieldsOf(inputSchema)
      .flatMap(({ name, kind, isRequired }) => [
        nameWords(name),
        kind ? (markerOf[kind] ?? '') : '',
        // Where an address is needed, a domain does.
        kind === 'url' && isRequired ? (markerOf.domain ?? '') : ''
      ])
      .join(' ')
  }
}

/** The words in the name of a field: `companyName` is `company name`. */
function nameWords(name: string): string {
  return termsOf(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')).join(' ')
}
