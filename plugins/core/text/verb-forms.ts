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

const modal = '(?:could|would|can|will|might|may|should|shall|must)'

/** How a passive is recognised: by what stands between what is done to and the participle. */
export const asOrder =
  /\s+(?<link>(?:should|shall|must|ought\s+to|has\s+to|have\s+to|needs?\s+to|is\s+to|are\s+to)(?:\s+(?:please|kindly|now|also|then|therefore)){0,3}(?<not>\s+(?:not|never)(?:\s+(?:yet|ever))?|n['’]t)?(?:\s+(?:please|kindly|now|also|then|therefore)){0,3}\s+be)\s+/iu

export const asComplement = new RegExp(
  String.raw`\s+(?<link>(?:${modal}|ought\s+to|has\s+to|have\s+to|needs?\s+to|is\s+to|are\s+to|to)?(?:\s*(?:please|kindly|now|also|then|therefore)\b){0,3}(?<not>\s*\b(?:not|never)(?:\s+to)?(?:\s+(?:yet|ever))?|n['’]t)?(?:\s*(?:please|kindly|now|also|then)\b){0,3}\s*\b(?:be|is|are|was|were|gets?|getting))\s+`,
  'iu'
)

/** `the lead scored`, behind `have` or `get`. */
export const asHaving = /\s+(?<link>)(?<not>)/u

/** `the lead` `be` `scored` … as `score the lead` …; undefined where a text is no such passive. */
export function passive(text: string, forms: VerbForms, kind: RegExp): string | undefined {
  for (const match of text.matchAll(new RegExp(kind.source, 'giu'))) {
    const thing = text.slice(0, match.index).trim()
    const behind = text.slice(match.index + match[0].length)
    const [all = '', word = ''] =
      /^(?:(?:\p{L}+ly|also|please|first|then|now)\s+)*(\p{L}+)(?=[\s.,;:!?]|$)/u.exec(behind) ?? []
    const verb = forms.ofParticiple(word)
    if (verb === undefined || thing === '' || /\b(?:that|remember|note|whether|if|because)\b|:/iu.test(thing)) continue
    if (!nounPhrase.test(thing)) continue
    const [up = ''] = /^\s+(?:up|down|out|off)(?![\p{L}-])/iu.exec(behind.slice(all.length)) ?? []
    const rest = behind.slice(all.length + up.length)
    if (/^\s+that\b/iu.test(rest)) continue
    const [no] = /^(?:no\s+|none\s+of\s+|nothing\b|nobody\b|not\s+)/iu.exec(thing) ?? []
    const object =
      no === undefined
        ? thing
        : /^no(?:thing|body)/iu.test(no)
          ? `any${no.slice(2)}${thing.slice(no.length)}`
          : thing.slice(no.length)
    const isDenied = no !== undefined || Boolean(match.groups?.not)
    return `${isDenied ? 'do not ' : ''}${verb}${up} ${lowered(object.replace(/^they$/iu, 'them'))}${coordinated(rest, forms)}`
  }
  return undefined
}

/** `… discarded and replaced by a new one`: the second verb has the same object. */
function coordinated(rest: string, forms: VerbForms): string {
  const [all = '', link = '', word = ''] =
    /^(\s*,?\s+(?:and|or)\s+)(?:then\s+|be\s+)*(\p{L}+)(?=[\s.,]|$)/iu.exec(rest) ?? []
  const verb = forms.isBase(word) ? undefined : forms.ofParticiple(word)
  return verb === undefined ? rest : `${link}${verb} it${rest.slice(all.length)}`
}

/** What something can be done to: a thing with what belongs to it, and no sentence. */
const nounPhrase =
  /^(?!(?:to|i|we|you|he|she|there|what|which|who|when|where|how|only)\b)(?!.*\s(?:and|or|but|which|that|who|also|not)$)\S+(?:\s+(?!(?:is|are|was|were|am|before|until|when|while|if|unless|because|needs?|wants?)\s)\S+){0,30}$/iu

/** A thing within a sentence: without the capital letter of an article. */
export function lowered(text: string): string {
  return /^(?:The|A|An|Our|My|All|This|That|These|Those|Some|Any|Every|It|Only|One|Two|Three|Four|Five|Six)\s/u.test(
    text
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}
