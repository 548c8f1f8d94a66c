import { numberAt, numberSource, numbersIn, secondsOfUnit, toNumber } from './amounts.js'
import { dateFor } from './dates.js'
import { choiceWords, type Field, isNumeric, isPrice, keyIn, numberNames, otherLabels } from './fields.js'
import { formOf } from './free-texts.js'
import { cleaned } from './named.js'
import { isCommand, recurrencesIn } from './refusals.js'
import { choiceIn } from './slots.js'
import {
  anyOf,
  expression,
  fillers,
  masked,
  overlaps,
  pattern,
  type Span,
  spanOf,
  stemsOf,
  stopWords
} from './words.js'

/** What a sentence says of fields by what they are called: `source is a fair`, `with payload "x"`, `time-out 4000 ms`. */
interface Labelled {
  readonly input: Readonly<Record<string, unknown>>
  /** Where the sentence says it, with what leads to it. */
  readonly spans: readonly Span[]
}

/** A place where a field is named, and its value may follow. */
interface Place {
  readonly field: Field
  readonly from: number
  /** Where its value begins. */
  readonly at: number
  /** `source is`, `source:`; otherwise the value stands beside the name. */
  readonly isSaid: boolean
  readonly length: number
}

/**
 * The fields that a sentence names by their names, titles or other labels, each with the value beside it: quoted, or as far as
 * the form of the field goes. What no value follows that the field can take is left to be read otherwise, or not understood.
 */
export function labelledIn(sentence: string, fields: readonly Field[], now: number): Labelled {
  const plain = masked(sentence)
  const isStore = keyIn(fields) !== undefined
  const places = fields
    .flatMap(field => placesOf(field, sentence, plain))
    .toSorted((left, right) => right.length - left.length || left.from - right.from)
  const input: Record<string, unknown> = {}
  const spans: Span[] = []
  const labels = fields.flatMap(({ labels }) => labels).join('|')
  const isKeyed = (['key', 'statement'] as const).every(kind =>
    places.some(({ field, isSaid }) => isSaid && field.kind === kind)
  )
  for (const place of places) {
    const { field, from, at, isSaid } = place
    if (Object.hasOwn(input, field.name) || spans.some(span => overlaps(span, { from, to: at }))) continue
    // What is to be stored may speak of anything: there, only what is set apart is the name of a field.
    if (isStore && !isKeyed) continue
    const end = endOf(plain, at, labels)
    const next = Math.min(end, ...spans.filter(span => span.from >= at).map(span => span.from))
    const found = valueAt(field, sentence, plain, { at, end: next, isSaid, now })
    if (!found || spans.some(span => overlaps(span, { from, to: found.to }))) continue
    input[field.name] = found.value
    spans.push({ from, to: found.to })
  }
  for (const field of isStore ? [] : fields) {
    const found = Object.hasOwn(input, field.name) ? undefined : setApart(field, plain)
    if (!found || spans.some(span => overlaps(span, found))) continue
    input[field.name] = found.value
    spans.push({ from: found.from, to: found.to })
  }
  return { input, spans }
}

/** What stands before the name of a field. */
const before = expression`(?:^|[,;:(.]\s*|\s[–—-]\s+|\s)(?:${anyOf('leads')}\s+){0,2}(?:(?:the|an?|my|our|your|its|their)\s+)?
  (?:(?:minimum|maximum|total)\s+)?`

const said = expression`\s*[:=]\s*|\s+${anyOf('says')}\s+(?:set\s+to\s+|just\s+|simply\s+|exactly\s+)*(?!not\b|no\b|never\b)`

const beside = String.raw`\s+(?:of\s+|as\s+|to\s+)?`

const begins = pattern('iu')`
  (?:^|[,;:(.]\s*|\s[–—-]\s+|(?:^|\s)${anyOf('beginnings')}\s+)(?:(?:the|an?|my|our|your|its|their)\s+)?$
  |(?:^|\s)(?:by|in|to)\s+(?:the|an?|my|our|your|its|their)\s+$`

const patternCache = new WeakMap<Field, RegExp>()

function placesOf(field: Field, sentence: string, plain: string): readonly Place[] {
  const labels = field.labels
  if (labels.length === 0 || isPrice(field) || !field.named.test(plain)) return []
  const known = patternCache.get(field)
  const source = `(?<lead>${before})(?<label>${labels.join('|')})(?:(?<said>${said})|(?<beside>${beside}))(?=\\S)`
  const place = known ?? new RegExp(source, 'giu')
  if (!known) patternCache.set(field, place)
  return [...plain.matchAll(place)].flatMap(match => {
    const { lead = '', label = '', said } = match.groups ?? {}
    const begin = match.index + lead.length
    const isBegun = begins.test(plain.slice(0, begin))
    const isSaid = said !== undefined
    // "For customer Acme" is read elsewhere; "the company is growing" within a sentence is no field.
    const isIdentifier = field.words.at(-1) === 'id' && /^\S*\d/u.test(plain.slice(match.index + match[0].length))
    if (field.words.at(-1) === 'id' && !isSaid && !isIdentifier && !/\bid\b/iu.test(label)) return []
    const isSender = /^sender/iu.test(label) && /\sfrom\s+(?:the\s+)?$/iu.test(plain.slice(0, begin))
    const isQuoted = /^["“']/u.test(sentence.slice(match.index + match[0].length))
    if (field.kind === 'name' && !isSaid && !isQuoted && !/name$/iu.test(label)) return []
    if (!isBegun && !isSender && !isQuoted && !isIdentifier && !isNumeric(field)) return []
    // In "50 employees 3 days ago", the number is of what stands before it.
    if (!isSaid && isNumeric(field) && /\p{N}[\p{L}.%]*\s+(?:\p{L}+\s+)?$/u.test(plain.slice(0, begin))) return []
    return [{ field, from: match.index, at: match.index + match[0].length, isSaid, length: label.length }]
  })
}

/** Where a value ends at the latest: at the end of its sentence, or before another field is named. */
function endOf(plain: string, at: number, labels: string): number {
  const rest = plain.slice(at)
  const next = pattern('iu')`\s*(?:[;\n]|[.!?](?=\s|$)|(?:\s*,\s*(?:and\s+)?|\s+(?:and|with|using|plus|but)\s+)
    (?:(?:the|an?|my|our|its|their)\s+)?(?:${labels})(?=\s|[:=])|\s+[–—-]\s)`.exec(rest)
  return next ? at + next.index : plain.length
}

interface Value {
  readonly value: unknown
  readonly to: number
}

interface Room {
  readonly at: number
  readonly end: number
  readonly isSaid: boolean
  readonly now: number
}

function valueAt(field: Field, sentence: string, plain: string, room: Room): Value | undefined {
  const { at, end, isSaid, now } = room
  const region = sentence.slice(at, end)
  if (field.choices.length > 0) {
    const part = isSaid ? region : (/^\S+(?:\s+\S+)?/u.exec(region)?.[0] ?? '')
    const found = choiceIn(field, part)
    return found && { value: found.value, to: at + Math.max(...found.spans.map(({ to }) => to)) }
  }
  if (field.takesBoolean) return truthAt(region, at)
  if (field.format === 'date' || field.format === 'date-time') {
    const found = dateFor(field, region, now)
    const [span] = found?.spans ?? []
    return found && span && span.from < 4 ? { value: found.value, to: at + span.to } : undefined
  }
  if (field.takesNumber) {
    const number = numberValue(field, sentence, room)
    if (number || !field.takesText) return number
  }
  if (field.takesText || field.takesList) return textValue(field, sentence, plain, room)
  return undefined
}

function truthAt(region: string, at: number): Value | undefined {
  const [word = ''] = /^(?:yes|no|true|false|on|off)\b/iu.exec(region) ?? []
  return word === '' ? undefined : { value: /^(?:yes|true|on)$/iu.test(word), to: at + word.length }
}

/** A number with the unit that the name of its field asks for. */
function numberValue(
  { words, minimum, maximum, takesIntegers }: Field,
  sentence: string,
  { at, isSaid }: Room
): Value | undefined {
  const number = numbersIn(sentence).find(({ from }) => from === at)
  if (!number?.value) return undefined
  const [unit = '', name = ''] =
    /^\s*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?)(?![\p{L}\p{N}])/iu.exec(
      sentence.slice(number.to)
    ) ?? []
  // "Weeks 3 posts": the number counts something else.
  if (!isSaid && !ends.test(sentence.slice(number.to + unit.length))) return undefined
  const own = secondsOfUnit[words.at(-1) ?? '']
  const given = secondsOfUnit[name.toLowerCase()]
  if (given !== undefined && own === undefined) return undefined
  const factor = given !== undefined && own !== undefined ? given / own : 1
  const value = toNumber(number.value) * factor
  if (value < minimum || value > maximum || (takesIntegers && !Number.isInteger(value))) return undefined
  return { value, to: number.to + unit.length }
}

/** What may follow the number of a field. */
const ends =
  /^\s*(?:$|[,;.!?)]|(?:and|with|using|for|on|in|at|to|from|please|then|now|by|each|per|that|but)(?![\p{L}\p{N}]))/iu

/** Kinds whose texts may hold commas, as far as no other field is named. */
const long: ReadonlySet<string> = new Set(['list', 'message', 'tags'])

function takesCommas({ kind, takesList, description }: Field): boolean {
  return takesList || (kind !== undefined && long.has(kind)) || /\bcommas?\b/iu.test(description)
}

const leadingWord = /^(?:the|our|my)\s+/iu

function textValue(field: Field, sentence: string, plain: string, { at, end, isSaid }: Room): Value | undefined {
  const region = sentence.slice(at, end)
  const found = quotedAt(region)
  const text = found ?? (isSaid ? partAt(field, region, plain.slice(at, end)) : tokenAt(field, region))
  if (!text || !fits(field, text.value, found !== undefined)) return undefined
  const value = field.takesText
    ? text.value
    : text.value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/u).slice(0, field.maxItems)
  return { value, to: at + text.length }
}

interface Text {
  readonly value: string
  readonly length: number
}

function quotedAt(region: string): Text | undefined {
  const [all, double, single] = /^(?:["“]([^"”]+)["”]|'([^']+)'(?![\p{L}\p{N}]))/u.exec(region) ?? []
  const value = (double ?? single)?.trim()
  return all === undefined || !value ? undefined : { value, length: all.length }
}

/** What follows `is`, up to the next comma where the field takes no list. */
function partAt(field: Field, region: string, plain: string): Text | undefined {
  const comma = plain.indexOf(', ')
  const all = comma === -1 || takesCommas(field) ? region : region.slice(0, comma)
  // "Note is trial run and call my mother" asks for two things.
  const order = [...all.matchAll(/\s*,\s+|\s+(?:and|then)\s+/giu)].find(({ 0: link, index }) =>
    isCommand(all.slice(index + link.length))
  )
  const part = order ? all.slice(0, order.index) : all
  if (recurrencesIn(part).length > 0) return undefined
  const value = cleaned(part)
  const isWhole = field.kind === 'topic' || field.kind === 'offer' || takesCommas(field)
  return value === undefined
    ? undefined
    : { value: isWhole ? value : value.replace(leadingWord, ''), length: part.trimEnd().length }
}

/** Kinds of which a word beside the name says too little, or that are read by their form. */
const readElsewhere: ReadonlySet<string> = new Set([
  'email',
  'url',
  'domain',
  'list',
  'tags',
  'name',
  'topic',
  'message'
])

/** A word beside the name of a field, or several that are written like a name. */
function tokenAt({ kind }: Field, region: string): Text | undefined {
  // `name nightly-dump` can be nothing but a name.
  const isName = kind === 'name' && /^[a-z][a-z\d]*(?:[-_][a-z\d]+)+(?=[\s,;.]|$)/u.test(region)
  if (kind !== undefined && readElsewhere.has(kind) && !isName) return undefined
  const [value] =
    /^\p{Lu}[\p{L}\p{N}'’&.@/_-]*(?:\s+(?:\p{Lu}|\d)[\p{L}\p{N}'’&.@/_-]*)*|^[\p{L}\p{N}#][\p{L}\p{N}.@/#_-]*/u.exec(
      region
    ) ?? []
  const word = value?.replace(/(?<![.'’,-])[.'’,-]+$/u, '')
  if (!word || stopWords.has(word.toLowerCase()) || fillers.has(word.toLowerCase())) return undefined
  return { value: word, length: word.length }
}

const forms: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/u,
  url: /^(?=\S+$).[^.]*\..|^https?:\/\/\S+$/u,
  domain: /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u,
  company: /^(?=.*[\p{Lu}\d])/u,
  person: /^\p{Lu}/u,
  key: /^[\w.-]+$/u,
  destination: /^[\p{L}\p{N}][\w-]*$/u,
  name: /^[\p{L}\p{N}][\p{L}\p{N}\s._/-]*$/u
}

/** An address belongs to a field that takes addresses. */
const noAddress = /^[^@]*$/u

function fits(
  { kind, words, minLength, maxLength, pattern: ownForm, takesText }: Field,
  value: string,
  isQuoted: boolean
): boolean {
  if (takesText && (value.length < minLength || value.length > maxLength)) return false
  if (ownForm !== undefined && !new RegExp(ownForm, 'u').test(value)) return false
  const form = kind === undefined ? (formOf(words) ?? (isQuoted ? undefined : noAddress)) : forms[kind]
  return form === undefined || (isQuoted && (kind === 'company' || kind === 'person')) || form.test(value)
}

/** What a text says of a field, and where. */
interface FieldFound extends Span {
  readonly value: unknown
}

/** A value that stands before the name of its field or needs none: `, warm tone`, `and verify the ledger`, `at most 20`. */
function setApart(field: Field, text: string): FieldFound | undefined {
  return (
    (field.named.test(text) ? choiceBefore(field, text) : undefined) ?? mostIn(field, text) ?? countedIn(field, text)
  )
}

/** `, warm tone`, `in a bold tone`: one of several values before the name of its field. */
function choiceBefore(field: Field, plain: string): FieldFound | undefined {
  const { choices } = field
  const words = choices.flatMap(choice => [choice, ...(choiceWords[choice] ?? [])]).filter(word => word.length > 2)
  const labels = field.labels
  if (words.length === 0 || labels.length === 0) return undefined
  const word = words.map(each => each.replaceAll(/[^\p{L}\p{N}\s-]/gu, '')).join('|')
  const match = pattern('iu')`
    (?:^|[,;]\s*|\b(?:and|with|in|using|by|make\s+it)\s+){1,3}(?:an?\s+|the\s+)?(?:(?:very|rather|more)\s+)?
    (?<word>${word})\s+(?:${labels.join('|')})(?![\p{L}\p{N}])`.exec(plain)
  const found = match && choiceIn(field, match.groups?.word ?? '')
  return found ? { value: found.value, ...spanOf(match) } : undefined
}

/** `at most 20`, `five results are enough`: for a field that says how many at most. */
function mostIn(field: Field, sentence: string): FieldFound | undefined {
  if (!isNumeric(field) || Object.hasOwn(secondsOfUnit, field.words.at(-1) ?? '')) return undefined
  const { name, title, words, description } = field
  const isMost = name === 'limit' || /^(?:most|longest)\b|\bhow many at most\b/iu.test(`${title}\n${description}`)
  const nouns = new Set(stemsOf([title, description, ...words.slice(-1), ...(otherLabels[name] ?? [])].join(' ')))
  for (const pattern of isMost ? [atMost, enough] : [enough])
    for (const match of sentence.matchAll(pattern)) {
      const { number = '', noun } = match.groups ?? {}
      const read = numberAt(number, sentence)
      const value = read && toNumber(read)
      const isMeant = name === 'limit' || (noun !== undefined && stemsOf(noun).some(stem => nouns.has(stem)))
      if (isMeant && value !== undefined && value >= field.minimum && value <= field.maximum && Number.isInteger(value))
        return { value, from: match.index, to: match.index + match[0].length + countedBehind(match, nouns) }
    }
  return undefined
}

const countedCache = new WeakMap<Field, RegExp>()

/** `with 50 employees`, `, 2 retries`: a number before the name of what it counts, set apart from the rest. */
function countedIn(field: Field, plain: string): FieldFound | undefined {
  if (!isNumeric(field) || isPrice(field)) return undefined
  const names = [...field.labels, ...(numberNames[field.words.at(-1) ?? ''] ?? [])]
  if (!/(?:[,;]|\bwith)\s+(?:and\s+|with\s+)?(?:\d|\p{L}+\s)/iu.test(plain)) return undefined
  const known = countedCache.get(field)
  const counting =
    known ??
    new RegExp(
      String.raw`(?:[,;]\s+(?:and\s+|with\s+)?|\bwith\s+)(?<number>${numberSource})\s+(?:${names.join('|')})(?=\s*(?:$|[,;.!]|and\b|with\b))`,
      'iu'
    )
  if (!known) countedCache.set(field, counting)
  const match = counting.exec(plain)
  const read = match && numberAt(match.groups?.number ?? '', plain)
  const value = read ? toNumber(read) : undefined
  if (!match || value === undefined || value < field.minimum || value > field.maximum) return undefined
  if (field.takesIntegers && !Number.isInteger(value)) return undefined
  return { value, ...spanOf(match) }
}

/** How long what is counted is, where it stands right behind the number and the field says it. */
function countedBehind({ input, index, 0: text }: RegExpExecArray, nouns: ReadonlySet<string>): number {
  const [behind = '', noun = ''] = /^\s+(\p{L}+)/u.exec(input.slice(index + text.length)) ?? []
  return stemsOf(noun).some(stem => nouns.has(stem)) ? behind.length : 0
}

const atMost = pattern('giu')`
  (?:,\s*)?(?:\b(?:and|with|using|but)\s+)?\b${anyOf('mosts')}\s+(?<number>${numberSource})(?:\s+of)?
  (?=(?:\s+(?:the|my|our|\p{L}+ing))*(?:\s+(?<noun>\p{L}+))?)`

const enough = pattern('giu')`
  (?<![\p{L}\p{N}])(?<number>${numberSource})\s+(?<noun>\p{L}+)\s+${anyOf('enough')}(?![\p{L}\p{N}])`
