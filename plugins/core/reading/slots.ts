import { daysOf, type Money, type NumberFound, numbersIn, priceIn, secondsOf, toNumber, unitOf } from './amounts.js'
import { choiceWords, type Field, numberNames } from './fields.js'
import { anyOf, expression, overlaps, pattern, type Span, spanOf, stemsOf, weighedTerms } from './words.js'

/** What a sentence gives for one field, and where it says so. */
export interface FieldValue {
  readonly value: unknown
  readonly spans: readonly Span[]
}

const denied = /\b(?:do not|don['’]?t|not|never|without|no)\s+[\p{L}-]+/giu

const word = /[\p{L}\p{N}\p{M}'’-]+/gu

/** The choice whose word stands in the sentence, in any of its forms, undenied; one in capitals only as it is written. */
export function choiceIn(field: Field, sentence: string): FieldValue | undefined {
  const found = firstChoice(field, sentence)
  // "Log a heartbeat: success" orders by a word that is a choice too.
  const [lead = ''] = /^\W*(?:please\s+)?\p{L}+/iu.exec(sentence) ?? []
  const isOrder = found?.spans.some(({ from }) => from < lead.length)
  return (isOrder ? firstChoice(field, ' '.repeat(lead.length) + sentence.slice(lead.length)) : undefined) ?? found
}

function firstChoice({ choices }: Field, sentence: string): FieldValue | undefined {
  const undenied = sentence.replaceAll(denied, each => ' '.repeat(each.length))
  for (const choice of choices) {
    if (choice === choice.toUpperCase() && /[A-Z]/.test(choice)) {
      const from = sentence.indexOf(choice)
      if (from !== -1) return { value: choice, spans: [{ from, to: from + choice.length }] }
      continue
    }
    // Two letters are a word of some language, and not the name of one.
    const written = choice.length > 2 ? [choice] : []
    for (const each of [...written, ...(Object.hasOwn(choiceWords, choice) ? (choiceWords[choice] ?? []) : [])]) {
      const spans = standsIn(each, undenied)
      if (spans) return { value: choice, spans }
    }
  }
  return undefined
}

/** True where the words of the field stand in the sentence, or what it names in capitals, such as MX; false where they are denied. */
export function truthIn({ words, description }: Field, sentence: string): FieldValue | undefined {
  const name = words.join(' ')
  const denials = [...sentence.matchAll(denied)]
  for (const match of denials) {
    const spans = standsIn(name, match[0])
    if (spans) return { value: false, spans: [spanOf(match)] }
  }
  const undenied = sentence.replaceAll(denied, each => ' '.repeat(each.length))
  const spans = standsIn(name, undenied) ?? included(words, undenied) ?? acronymIn(description, undenied)
  return spans && { value: true, spans }
}

/** `with its history` for `includeHistory`. */
function included([first, ...others]: readonly string[], sentence: string): readonly Span[] | undefined {
  if (first !== 'include' || others.length === 0) return undefined
  const match = new RegExp(
    String.raw`\b(?:with|and|including|include)\s+(?:(?:its|the|all|whole|full)\s+)*${others.join(' ')}\b`,
    'iu'
  ).exec(sentence)
  return match ? [spanOf(match)] : undefined
}

function acronymIn(description: string, sentence: string): readonly Span[] | undefined {
  const acronyms = new Set(description.match(/\b\p{Lu}{2,}\b/gu))
  const spans = [...sentence.matchAll(word)].filter(([each]) => acronyms.has(each.toUpperCase())).map(spanOf)
  return spans.length > 0 ? spans : undefined
}

/** Where the words of a text stand in a sentence, in any form; undefined unless all of them do. */
function standsIn(text: string, sentence: string): readonly Span[] | undefined {
  const terms = weighedTerms(text)
  if (terms.length === 0) return undefined
  const words = [...sentence.matchAll(word)].map(({ 0: each, index }) => ({
    terms: weighedTerms(each),
    from: index,
    to: index + each.length
  }))
  const spans = terms.map(term => words.find(each => each.terms.includes(term)))
  return spans.every(span => span !== undefined) ? spans : undefined
}

/** The price for a field, in the unit that its name asks for; why there is none, where a price cannot be taken. */
export function priceFor(
  { words, minimum, maximum }: Field,
  sums: readonly Money[],
  sentence: string,
  taken: readonly Span[]
): FieldValue | string | undefined {
  const free = sums.filter(sum => !taken.some(span => overlaps(span, sum)))
  const sum = free.find(each => isMeant(words, sentence.slice(0, each.from)))
  if (!sum) return undefined
  const price = priceIn(sum, unitOf(words))
  if (typeof price === 'string') return price
  if (price < minimum || price > maximum) return `"${sum.text}" is out of range`
  return { value: price, spans: [{ from: Math.max(0, leadIn(sentence, sum.from)), to: sum.to }] }
}

/** A price is meant for a field such as `billPer1k` only behind that word; for one that begins with `price` behind no other. */
function isMeant([first = '']: readonly string[], before: string): boolean {
  const last = before.split(/[,;]|\band\b/u).at(-1) ?? ''
  const isSpecial = /\bbill(?:ed|ing)?\b[^,;]*$/iu.test(last)
  const isCached = /\bcached\b[^,;]*$/iu.test(last)
  if (first === 'bill') return isSpecial
  if (first === 'cached') return isCached
  return !isSpecial && !isCached
}

function leadIn(sentence: string, from: number): number {
  const match = /(?:\b(?:at|for|@|price(?:d)?|of|cost(?:s|ing)?|billed|cached|is)\s*){1,4}(?:a\s+)?$/iu.exec(
    sentence.slice(0, from)
  )
  return match ? match.index : from
}

/** The number that a sentence gives for a field: before its words, after them, or as a time for one that counts seconds. */
export function numberFor(field: Field, sentence: string, taken: readonly Span[]): FieldValue | undefined {
  const { words, minimum, maximum, takesIntegers } = field
  const numbers = numbersIn(sentence).filter(each => !taken.some(span => overlaps(span, each)))
  const found =
    words.at(-1) === 'seconds'
      ? timeFor(words, sentence, numbers)
      : words.at(-1) === 'ms'
        ? milliseconds(timeFor(words, sentence, numbers))
        : (before(words, sentence, numbers) ??
          after(words, sentence, numbers) ??
          period(words, sentence, numbers, taken))
  if (found === undefined || found.value < minimum || found.value > maximum) return undefined
  return takesIntegers && !Number.isInteger(found.value) ? undefined : found
}

function milliseconds(found: NumberValue | undefined): NumberValue | undefined {
  return found && { ...found, value: found.value * 1000 }
}

interface NumberValue extends FieldValue {
  readonly value: number
}

/** `40k tokens`, `60 days`, `two posts per week`. */
function before(words: readonly string[], sentence: string, numbers: readonly NumberFound[]): NumberValue | undefined {
  const names = [words, ...(numberNames[words.at(-1) ?? ''] ?? []).map(name => name.split(' '))]
  for (const number of numbers) {
    const behind = [...sentence.slice(number.to).matchAll(/\p{L}[\p{L}-]*/gu)].slice(0, 6)
    for (const name of names)
      for (let gap = 0; gap <= (name.length > 1 ? 3 : 1); gap++) {
        const said = behind.slice(gap, gap + name.length)
        const last = said.at(-1)
        if (said.length < name.length || !last || !number.value) continue
        const text = said.map(([each]) => each).join(' ')
        const stems = stemsOf(text.replace(/^(?:an?|each|every)(?=\s)/iu, 'per')).join(' ')
        const [ahead = ''] = countedFrom.exec(sentence.slice(0, number.from)) ?? []
        const spans = [{ from: number.from - ahead.length, to: number.to + last.index + last[0].length }]
        if (stems === stemsOf(name.join(' ')).join(' ')) return { value: toNumber(number.value), spans }
      }
  }
  return undefined
}

const countedFrom = pattern('iu')`
  (?:\b(?:over|in|for|during|within|covering|spanning)\s+)?(?:an?\s+(?:period|time|span)\s+of\s+)?
  (?:the\s+)?(?:last|past|next|coming|previous|preceding|foregoing|following)\s+$`

/** `exit code 3`, `limit: 5`, `the last five`. */
function after(words: readonly string[], sentence: string, numbers: readonly NumberFound[]): NumberValue | undefined {
  const named = [words.join(String.raw`[\s-]?`), ...(numberNames[words.at(-1) ?? ''] ?? [])].join('|')
  for (const number of numbers) {
    const match = new RegExp(String.raw`\b(?:${named})\s*(?:[:=]|is|of|to)?\s*$`, 'iu').exec(
      sentence.slice(0, number.from)
    )
    if (match && number.value) return { value: toNumber(number.value), spans: [{ from: match.index, to: number.to }] }
  }
  return undefined
}

/** `over the last month` for a field that counts days, `for a month` for one that counts weeks. */
function period(
  [unit = '', ...others]: readonly string[],
  sentence: string,
  numbers: readonly NumberFound[],
  taken: readonly Span[]
): NumberValue | undefined {
  if (others.length > 0 || (unit !== 'days' && unit !== 'weeks')) return undefined
  const units = Object.keys(daysOf).join('|')
  const spoken = pattern(
    'giu'
  )`\b(?:(?:for|in|over|during|within|of)\s+)?(?:the\s+)?(?:(?:last|past|previous|next|coming)\s+)?
    (?:(?:an?|one)\s+|(?<=(?:last|past|previous|next|coming)\s+)|(?<=this\s+)(?=week\b))(${units})\b`
  // The week of "two posts a week" says how often, and not for how long.
  const match = [...sentence.matchAll(spoken)].find(each => !taken.some(span => overlaps(span, spanOf(each))))
  const counted = numbers.flatMap(number => {
    const [text, name = ''] = new RegExp(String.raw`^\s+(${units})s?\b`, 'iu').exec(sentence.slice(number.to)) ?? []
    return text === undefined || !number.value
      ? []
      : [
          {
            days: toNumber(number.value) * (daysOf[name.toLowerCase()] ?? 0),
            from: number.from,
            to: number.to + text.length
          }
        ]
  })
  const [first] = counted
  const days = first?.days ?? daysOf[match?.[1]?.toLowerCase() ?? '']
  if (days === undefined) return undefined
  const span = first ?? { from: match?.index ?? 0, to: (match?.index ?? 0) + (match?.[0].length ?? 0) }
  return { value: unit === 'days' ? days : Math.floor(days / 7), spans: [{ from: span.from, to: span.to }] }
}

/** `every five minutes` for `everySeconds`, `ten minutes of grace` for `graceSeconds`; no more of it is none. */
function timeFor(
  [first = 'seconds']: readonly string[],
  sentence: string,
  numbers: readonly NumberFound[]
): NumberValue | undefined {
  const units = Object.keys(secondsOf).join('|')
  const names =
    first === 'timeout'
      ? waiting
      : first === 'every' || first === 'period'
        ? String.raw`(?:every|each|(?:at|in)\s+(?:regular\s+)?intervals)`
        : first
  for (const match of sentence.matchAll(new RegExp(String.raw`\b(${units})s?\b`, 'giu'))) {
    const number = numbers.find(({ to }) => /^\s+$/u.test(sentence.slice(to, match.index)))
    const from = number?.from ?? match.index
    const [ahead = ''] =
      new RegExp(String.raw`\b${names}\s+(?:of\s+|an?\s+)?$`, 'iu').exec(sentence.slice(0, from)) ?? []
    const end = match.index + match[0].length
    const [behind = ''] =
      new RegExp(String.raw`^\s+(?:of\s+)?${first === 'timeout' ? limit : first}\b`, 'iu').exec(sentence.slice(end)) ??
      []
    if (ahead === '' && behind === '') continue
    const isTimed = /^\s+(?:at|on)\s/iu.test(sentence.slice(end))
    if (isTimed || (number && !number.value)) return undefined
    const count = number?.value ? toNumber(number.value) : 1
    const value = count * (secondsOf[match[1]?.toLowerCase() ?? ''] ?? 1)
    return { value, spans: [{ from: from - ahead.length, to: end + behind.length }] }
  }
  return undefined
}

/** How people say how long to wait for an answer, before the time. */
const waiting = expression`(?:time-?out|time\s+limit|wait(?:ing)?(?:\s+(?:for|at\s+most|up\s+to|no\s+(?:more|longer)\s+than|a\s+maximum\s+of))*
  |(?:give|allow)\s+it|(?:responds?|answers?|loads?)\s+(?:with)?in)`

/** The same behind the time. */
const limit = String.raw`(?:${anyOf('timeouts')}|(?:at\s+(?:the\s+)?most|max(?:imum)?)(?=\s*(?:$|[.,;!?])))`
