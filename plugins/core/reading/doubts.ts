import type { Field, FieldKind } from './fields.js'
import type { Entities } from './reading.js'
import { isCommand } from './refusals.js'
import { choiceIn } from './slots.js'
import { anyOf, decisiveWords, masked, pattern, type Span } from './words.js'

type Input = Readonly<Record<string, unknown>>

/** Kinds of fields that take any words. */
export const anyWords: ReadonlySet<FieldKind> = new Set(['list', 'topic', 'audience', 'message', 'offer'])

/** What is to be stored, where it may be several things: `the code is 4711 and Tom is away`. */
export function severalIn(fields: readonly Field[], input: Input): readonly string[] {
  const values = fields.flatMap(({ kind, name }) => (kind === 'statement' ? [input[name]] : []))
  const labels = fields.flatMap(({ kind, name }) =>
    (kind && anyWords.has(kind)) || kind === 'statement' || kind === 'url' ? [] : [input[name]]
  )
  const running = labels.filter(value => typeof value === 'string').filter(value => /\p{L}\s*[:=]\s/u.test(value))
  const vague = values
    .filter(value => typeof value === 'string')
    .filter(value => /^(?:it|this|that|they|he|she)\s/iu.test(value))
  return [
    ...running,
    ...vague,
    ...values
      .filter(value => typeof value === 'string')
      .flatMap(value => {
        const [second] = several.exec(value.replaceAll(/"[^"]*"|“[^”]*”/gu, '')) ?? []
        return second === undefined ? [] : [second.trim()]
      })
  ]
}

const several = pattern('u')`
  ^(?:under|with\s+the\s+key)\s|(?:,|;|\band)\s+(?:(?:and\s+)?(?:that\s|under\s|key\s|(?:the\s+)?(?:note|memory|key)\s)
  |(?:(?:the|my|our|his|her|their)\s|\p{Lu})[^,;]{0,40}?\s(?:is|are|was|were|has|have|likes?|prefers?|takes?|works?|lives?)\s
  |[\w.-]+\s*[=:]\s)|[,;(.]\s*(?:(?:and|please|with|the)\s+)*tag(?:s|ged)?\s`

/** Words that may decide what is asked for, in a free text that is not quoted: "not", "if", a second order. */
export function decisiveIn(text: string): readonly string[] {
  const plain = text.replaceAll(/"[^"]*"|“[^”]*”/gu, '')
  const words = plain.match(/[\p{L}'’]+/gu) ?? []
  // `Acme, Globex and Initech`: the others may be meant as the first is.
  const names = plain.match(/(?<=^\W*|,\s*(?:and\s+)?|\band\s+)\p{Lu}\p{Ll}[\p{L}'’-]*/gu) ?? []
  const orders = plain
    .split(/\s*,\s+|\s+(?:and|then)\s+/iu)
    .slice(1)
    .filter(isCommand)
  const decisive = words.filter(
    word => /n['’]t$/iu.test(word) || (decisiveWords.has(word.toLowerCase()) && !lacking.has(word.toLowerCase()))
  )
  return [...decisive, ...names, ...orders]
}

/** What a company lacks is a remark on it. */
const lacking: ReadonlySet<string> = new Set(['no', 'none', 'without', 'two', 'all'])

/** `a success heartbeat for a and a fail heartbeat`: a field gets one value, and the rest of the sentence has the word of another. */
export function secondChoices(fields: readonly Field[], found: Input, rest: string): readonly string[] {
  const words = new Set(rest.toLowerCase().match(/[\p{L}\p{N}_-]+/gu))
  return fields.flatMap(({ choices, name }) => {
    const second = Object.hasOwn(found, name)
      ? choices.find(choice => choice !== found[name] && words.has(choice))
      : undefined
    return second === undefined ? [] : [`says both "${found[name]}" and "${second}"`]
  })
}

/** What is said of several things, where a field takes one. */
export function severalThings(
  sentence: string,
  { topic, quoted }: Entities,
  fields: readonly Field[],
  found: Input,
  rest: string
): readonly string[] {
  const has = (wanted: FieldKind) => fields.some(({ kind, name }) => kind === wanted && Object.hasOwn(found, name))
  const isTopic = topic !== undefined && has('topic') && secondTopic.test(rest)
  const isQuery = quoted !== undefined && has('query') && (sentence.match(quotations) ?? []).length > 1
  return isTopic || isQuery ? ['asks for several things'] : []
}

const secondTopic = /(?:,|\band\b|\bor\b)\s+(?:(?:also|another|one)\s+)?(?:about|on|regarding)\s+\p{L}/iu

const quotations = /"[^"]+"|“[^”]+”/gu

/** What was taken of a sentence, and where. */
interface Taken {
  readonly found: Input
  readonly spans: readonly Span[]
  /** The spans of texts that take any words. */
  readonly free: readonly Span[]
  /** What no field took. */
  rest(): string
}

/** What is only nearly said (`about £4`), left open (`whatever currency`) or too little, and choices within a free text. */
export function vagueIn(sentence: string, fields: readonly Field[], taken: Taken): readonly string[] {
  const near = taken.spans.flatMap(({ from, to }) => {
    const [word] = nearly.exec(sentence.slice(0, from)) ?? []
    const value = sentence.slice(from, to)
    return word !== undefined && /^[£$€¥₹]?\d/u.test(value) ? [`says "${word}${value}", and no exact number`] : []
  })
  const open = (taken.rest().match(leftOpen) ?? []).map(words => `leaves open "${words}"`)
  const small = fields.flatMap(({ name, least }) => {
    const value = taken.found[name]
    return typeof value === 'number' && value !== 0 && value < least
      ? [`says ${value}, where ${least} is the least`]
      : []
  })
  const texts = taken.free.map(({ from, to }) => masked(sentence.slice(from, to)))
  const choices = fields
    .filter(({ name, choices }) => choices.length > 0 && !Object.hasOwn(taken.found, name))
    .flatMap(field => texts.flatMap(text => choiceIn(field, text) ?? []).map(({ value }) => [field.name, value]))
  return [...near, ...open, ...small, ...choices.map(([name, value]) => `may say "${value}" for ${name}`)]
}

const leftOpen = /\b(?:whatever|whichever)\s+\p{L}+/giu

const nearly = pattern('iu')`(?<![\p{L}\p{N}])${anyOf('nearly')}\s+(?:[£$€¥₹]\s?)?$`
