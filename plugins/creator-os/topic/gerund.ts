import { afterVerbs, doubling, doubtfulVerbs, openingVerbs } from './verbs.js'

/** A phrase that begins with a verb, turned into one that can stand as a noun: "price a product" becomes "pricing a product". */
export function gerundPhrase(phrase: string): string {
  const [, before = '', verb = '', after = ''] = /^((?:not |best |[a-z]+ly )*)([\p{L}]+)(.*)$/u.exec(phrase) ?? []
  return verb === '' ? phrase : `${before}${gerund(verb.toLowerCase())}${after}`
}

/** Whether a phrase begins with a verb, as a command does. */
export function isCommand(phrase: string): boolean {
  const [first = '', second = ''] = phrase.toLowerCase().split(' ')
  if (second === '') return false
  return openingVerbs.has(first) || (doubtfulVerbs.has(first) && afterVerbs.has(second))
}

/** Whether the first word of a phrase can be a verb. */
export function startsWithVerb(phrase: string): boolean {
  const [first = ''] = phrase.toLowerCase().split(' ')
  return openingVerbs.has(first) || doubtfulVerbs.has(first)
}

function gerund(verb: string): string {
  if (verb === 'be' || /(ee|oe|ye)$/.test(verb)) return `${verb}ing`
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}ing`
  const isShort = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb)
  return isShort || doubling.has(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`
}

const gerundsOfCommands = new Set(Array.from(openingVerbs, gerund))

/** Whether a word is the -ing form of a verb with which topics begin, such as "getting". */
export function isGerundOfCommand(word: string): boolean {
  return gerundsOfCommands.has(word)
}
