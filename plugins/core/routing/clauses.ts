import { stopWords } from '../text/stop-words.js'
import { wordsOf } from '../text/terms.js'
import { fillers } from './fillers.js'
import type { TargetIndex } from './target-index.js'

/** Words that begin many sentences of `asks` and are no verbs. */
const noVerbs = new Set(['lead', 'when', 'why', 'whose', 'there', 'every'])

const verbs = new WeakMap<TargetIndex, ReadonlySet<string>>()

/** The verbs that people ask with: the first words of the sentences that actions declare. */
export function verbsOf(index: TargetIndex): ReadonlySet<string> {
  const known = verbs.get(index) ?? firstVerbs(index)
  verbs.set(index, known)
  return known
}

function firstVerbs({ entries }: TargetIndex): ReadonlySet<string> {
  const first = entries.flatMap(({ target }) => target.asks.sentences.map(sentence => wordsOf(sentence)[0] ?? ''))
  return new Set(first.filter(word => word !== '' && isVerb(word)))
}

function isVerb(word: string): boolean {
  return (
    !stopWords.has(word) &&
    !noVerbs.has(word) &&
    (!fillers.has(word) || /^(?:give|make|put|set|show|tell|take|keep|look)$/.test(word))
  )
}

const hardBreak =
  /\s*(?:;|\n)\s*|(?<=[^\s.][.!?])\s+(?=\p{Lu})|[,;]?\s+(?:and\s+)?(?:then|after that|afterwards|finally)\s+,?\s*/iu
const joint = /(\s*,\s*and\s+|\s+and\s+|\s*,\s*)/i
const beginsWith = /^(?:also\s+|please\s+)?([\p{L}'-]+)(?:\s+(\S+))?/u
const determiner = /^(?:an?|the|my|our|it|that|this|them|him|her|me|us)$/i

/**
 * The parts of a text that ask for something each. A text breaks at semicolons, line breaks, ends of sentences and "then";
 * at "and" and at a comma only before a verb that people ask with, so that "research and development" stays whole; in a list
 * after a colon, a comma breaks only before a verb with its object.
 */
export function clausesOf(text: string, verbs: ReadonlySet<string>): readonly string[] {
  return text
    .trim()
    .split(hardBreak)
    .flatMap(part => joined(part, verbs))
    .map(clause =>
      clause
        .replace(/^(?:and|also|then|finally)\s+/i, '')
        .replace(/[\s,.;!]+$/, '')
        .trim()
    )
    .filter(clause => clause !== '')
}

function joined(part: string, verbs: ReadonlySet<string>): readonly string[] {
  const pieces = part.split(joint)
  const clauses = [pieces[0] ?? '']
  for (let place = 1; place < pieces.length; place += 2) {
    const [link = '', rest = ''] = [pieces[place], pieces[place + 1]]
    const soFar = clauses.at(-1) ?? ''
    if (isClause(rest, verbs, link.includes(',') && soFar.includes(': '))) clauses.push(rest)
    else clauses.splice(-1, 1, soFar + link + rest)
  }
  return clauses
}

function isClause(text: string, verbs: ReadonlySet<string>, isInList: boolean): boolean {
  const [, verb = '', object = ''] = beginsWith.exec(text) ?? []
  return verbs.has(verb.toLowerCase()) && (!isInList || determiner.test(object))
}
