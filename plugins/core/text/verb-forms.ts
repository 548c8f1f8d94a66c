import { commandVerbs, destructiveWords, formalWords, plainVerbs } from './words.js'

/** Participles of English verbs that requests are made with and that do not end in `ed`. Collected for this product. */
const irregular: Readonly<Record<string, string>> = {
  begun: 'begin',
  brought: 'bring',
  built: 'build',
  done: 'do',
  drawn: 'draw',
  forgotten: 'forget',
  found: 'find',
  given: 'give',
  got: 'get',
  gotten: 'get',
  held: 'hold',
  kept: 'keep',
  laid: 'lay',
  made: 'make',
  put: 'put',
  read: 'read',
  run: 'run',
  seen: 'see',
  sent: 'send',
  set: 'set',
  shown: 'show',
  taken: 'take',
  thrown: 'throw',
  told: 'tell',
  written: 'write',
  wrote: 'write'
}

/** Nouns of doing something, with the verb. What is itself made, such as a draft, is none of them. Collected for this product. */
const actionNouns: Readonly<Record<string, string>> = {
  allocation: 'assign',
  assessment: 'assess',
  assignment: 'assign',
  booking: 'book',
  check: 'check',
  checking: 'check',
  deletion: 'delete',
  delivery: 'deliver',
  distribution: 'distribute',
  enrichment: 'enrich',
  evaluation: 'evaluate',
  forwarding: 'forward',
  lookup: 'look up',
  preparation: 'prepare',
  recording: 'record',
  registration: 'register',
  removal: 'remove',
  retrieval: 'retrieve',
  scoring: 'score',
  verification: 'verify'
}

/** Tells the base form of verbs that requests are made with from their participles, gerunds and nouns. */
export class VerbForms {
  readonly #participles = new Map<string, string>(Object.entries(irregular))
  readonly #gerunds = new Map<string, string>()
  readonly #bases: ReadonlySet<string>

  constructor(verbs: Iterable<string>) {
    this.#bases = new Set([...verbs, ...plainVerbs, ...commandVerbs, ...destructiveWords, ...formalWords.keys()])
    for (const verb of this.#bases)
      for (const stem of stemsOf(verb)) {
        if (!this.#participles.has(`${stem}ed`)) this.#participles.set(`${stem}ed`, verb)
        if (!this.#gerunds.has(`${stem}ing`)) this.#gerunds.set(`${stem}ing`, verb)
      }
    for (const verb of [...Object.values(irregular), ...this.#bases])
      this.#gerunds.set(verb.endsWith('e') ? `${verb.slice(0, -1)}ing` : `${verb}ing`, verb)
  }

  /** Whether a word is a verb in its base form. */
  isBase(word: string): boolean {
    return this.#bases.has(word.toLowerCase())
  }

  /** `write` of `written`, `plan` of `planned`; undefined for any other word. */
  ofParticiple(word: string): string | undefined {
    return this.#participles.get(word.toLowerCase())
  }

  /** `check` of `checking`; undefined for any other word. */
  ofGerund(word: string): string | undefined {
    return this.#gerunds.get(word.toLowerCase())
  }

  /** `book` of `booking`, where a noun says that something is done. */
  ofNoun(word: string): string | undefined {
    const lower = word.toLowerCase()
    return Object.hasOwn(actionNouns, lower) ? actionNouns[lower] : undefined
  }
}

/** What stands before `ed` and `ing`: `schedul`, `appl`, `plann` and `plan`. */
function stemsOf(verb: string): readonly string[] {
  if (verb.endsWith('e')) return [verb.slice(0, -1)]
  if (/[^aeiou]y$/u.test(verb)) return [`${verb.slice(0, -1)}i`]
  return /[aeiou][bdglmnprt]$/u.test(verb) ? [verb, verb + verb.slice(-1)] : [verb]
}
