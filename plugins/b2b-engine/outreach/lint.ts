import { type Static, Type } from '@product-host/sdk'
import { fail, lint, pass, type Rule, type RuleResult, warn } from '@product-host/toolkit/lint'
import { phrasePattern } from '@product-host/toolkit/phrases'
import phrases from './lint-phrases.json' with { type: 'json' }
import {
  enoughConcreteWords,
  enoughDetails,
  hardestGrade,
  lintWeights,
  noteLimits,
  subjectLimits,
  unreadableGrade,
  wordLimits
} from './lint-tables.js'
import { greetedName } from './names.js'
import type { Channel, Message } from './plan.js'
import { countWords, readingGrade, sentencesOf, wordsOf } from './reading.js'
import { bank } from './sentences.js'

const genericWords = new Set(phrases.genericWords)
const plainCapitals = new Set(phrases.plainCapitals)

/** The result of one rule for a message. */
export const Finding = Type.Object({
  rule: Type.String({
    title: 'Rule',
    description: 'What was checked, such as `subject`, `spam_phrases` or `reading_grade`.'
  }),
  level: Type.Enum(['pass', 'warn', 'fail'], {
    title: 'Result',
    description: '`pass`: as it should be; `warn`: could be better; `fail`: has to be changed.'
  }),
  weight: Type.Integer({
    title: 'Taken from the quality',
    description: 'Points that the result takes from the quality of 100; 0 if it passed.'
  }),
  message: Type.String({ title: 'What was found', description: 'The result in words.' })
})

/** See the schema of the same name. */
export type Finding = Static<typeof Finding>

/** What a message was written from. */
export interface GivenFacts {
  /** All that the sender gave: what else a message states as a fact is invented. */
  readonly texts: readonly string[]
  /** Names of people and companies, which most rules do not read. */
  readonly names: readonly string[]
  /** What was given of the reader: company, role, and the signal that the message opens on. */
  readonly reader: readonly string[]
  /** What was given of the sender: their names, offer and proof. */
  readonly sender: readonly string[]
}

/** Checks a message against every rule of its channel. */
export function lintMessage(message: Message, { texts, names, reader, sender }: GivenFacts): readonly Finding[] {
  const draft = { ...message, given: texts, reader, sender, nameless: withoutNames(message, names) }
  return lint(draft, rulesOf[message.channel], lintWeights)
}

/** A message as the rules read it. */
interface LintInput extends Message {
  /** All that the sender gave. */
  readonly given: readonly string[]
  /** What was given of the reader, and of the sender. */
  readonly reader: readonly string[]
  readonly sender: readonly string[]
  /** The message without names of people and companies, which no rule may count against it. */
  readonly nameless: Message
}

function withoutNames(message: Message, names: readonly string[]): Message {
  const wholeNames = names.map(name => phrasePattern([name]))
  const without = (text: string) => wholeNames.reduce((rest, name) => rest.replace(name, 'Name'), text)
  const { subject, body, short } = message
  return {
    ...message,
    body: without(body),
    ...(subject !== undefined && { subject: without(subject) }),
    ...(short !== undefined && { short: without(short) })
  }
}

type LintRule = Rule<LintInput, keyof typeof lintWeights>

/** Whole words: "carefree" is not "free", and neither is "hands-free". */
const wholeWord = { before: 'a-z0-9-', after: 'a-z0-9' }

const anySpam = phrasePattern(phrases.spamPhrases, wholeWord)

const anyCliche = phrasePattern(phrases.cliches, wholeWord)

const shared: readonly LintRule[] = [
  { name: 'words', check: checkWords },
  { name: 'questions', check: ({ nameless }) => checkQuestions(nameless) },
  { name: 'links', check: ({ nameless }) => checkLinks(nameless) },
  { name: 'pronouns', check: ({ nameless }) => checkPronouns(nameless) },
  { name: 'reading_grade', check: checkGrade },
  { name: 'exclamation', check: ({ nameless }) => checkExclamation(nameless) },
  { name: 'spam_phrases', check: ({ nameless }) => checkPhrases(nameless, anySpam, 'fail') },
  { name: 'cliches', check: ({ nameless }) => checkPhrases(nameless, anyCliche, 'warn') },
  { name: 'placeholder', check: checkPlaceholder },
  { name: 'greeting', check: checkGreeting },
  { name: 'invented', check: checkInvented },
  { name: 'recipient', check: checkRecipient },
  { name: 'details', check: checkDetails },
  { name: 'concrete', check: checkConcrete },
  { name: 'stock_phrases', check: checkStock }
]

/** The rules of each channel, in the order in which answers list them. */
const rulesOf: Readonly<Record<Channel, readonly LintRule[]>> = {
  email: [{ name: 'subject', check: checkSubject }, ...shared, { name: 'opt_out', check: checkOptOut }],
  linkedin: [...shared, { name: 'length', check: checkLength }]
}

function checkWords({ body, channel }: Message): RuleResult {
  const count = countWords(body)
  const { fewest, good, most } = wordLimits[channel]
  const [least, largest] = good
  const text = `${count} words; ${least} to ${largest} read best`
  if (count < fewest || count > most) return fail(text)
  return count < least || count > largest ? warn(text) : pass(`${count} words`)
}

function checkSubject({ subject = '' }: Message): RuleResult {
  if (/^\s*(?:re|fwd?|aw|wg)\s*:/i.test(subject)) return fail('the subject pretends to answer a mail')
  if (!fitsSubject(subject)) return warn('a subject of 2 to 5 words and at most 40 characters is read whole')
  return pass('short enough to be read whole')
}

function checkQuestions({ body }: Message): RuleResult {
  const count = body.split('?').length - 1
  if (count === 1) return pass('one question')
  return count > 2 ? fail(`${count} questions; one is answered`) : warn(`${count} questions; one is answered`)
}

function checkLinks({ body }: Message): RuleResult {
  const count = body.match(/https?:\/\/|\bwww\./gi)?.length ?? 0
  return count > 1 ? fail(`${count} links; one at most`) : pass(count === 0 ? 'no link' : 'one link')
}

function checkPronouns({ body }: Message): RuleResult {
  const words = wordsOf(body.toLowerCase().replaceAll('’', "'")).map(word => word.replace(/'.*$/, ''))
  const reader = words.filter(word => ['you', 'your', 'yours', 'yourself'].includes(word)).length
  const sender = words.filter(word => ['i', 'we', 'my', 'our', 'me', 'us', 'mine', 'ours'].includes(word)).length
  const text = `${reader} of the reader, ${sender} of the sender`
  return reader >= sender ? pass(text) : warn(`${text}; write about the reader`)
}

function checkGrade({ body }: Message): RuleResult {
  const grade = readingGrade(body)
  const text = `school grade ${grade.toFixed(1)} by Flesch and Kincaid`
  if (grade <= hardestGrade) return pass(text)
  return grade > unreadableGrade ? fail(`${text}; far too hard to read`) : warn(`${text}; ${hardestGrade} reads easily`)
}

function checkExclamation(message: Message): RuleResult {
  const count = fullText(message).split('!').length - 1
  if (count === 0) return pass('no exclamation mark')
  return count > 1 ? fail(`${count} exclamation marks`) : warn('an exclamation mark')
}

function checkPhrases(message: Message, phrases: RegExp, level: 'warn' | 'fail'): RuleResult {
  const text = fullText(message).toLowerCase().replaceAll('’', "'")
  const found = new Set([...text.matchAll(phrases)].map(([phrase]) => `"${phrase}"`))
  return found.size === 0 ? pass('none found') : { level, message: `found ${[...found].join(', ')}` }
}

/**
 * Places that mail tools fill in: {{name}}, [Name], <name>, %NAME%, *|NAME|*, «name», $name$, ##name##, __name__, XXX, TBD, "your name
 * here" and filler text.
 */
const placeholders = new RegExp(
  [
    /\{[^{}\n]*\}|\$\{|\[[^[\]\n]*\]|<[a-z][^<>\n]*>|«[^«»\n]*»/,
    /%[a-z_][\w.-]*%|\*\|[^|\n]*\|\*|\$[a-z_]\w*\$|##[a-z_]\w*##|__[a-z]\w*__/,
    /(?<![a-z])x{3,}(?![a-z])|\btb[acd]\b|\blorem ipsum\b/,
    /\b(?:your|first|last|company|contact|insert) ?_?name here\b|\binsert (?:name|company|text)\b/
  ]
    .map(({ source }) => source)
    .join('|'),
  'i'
)

/** In the message, and in what was sent: a text that this message does not use stands in another one. */
function checkPlaceholder(message: LintInput): RuleResult {
  const texts = [fullText(message), ...message.given]
  const found = texts.map(text => placeholders.exec(text)?.[0]).find(place => place !== undefined)
  if (found === undefined) return pass('nothing is left to fill in')
  return fail(`"${found.slice(0, 40)}" is still to be filled in`)
}

/** The name in the first line, which ends in a comma. */
const greeting = /^(?:(?:hi|hello|dear)(?= |,))?(?: there)? ?([^\n]*),$/i

function checkGreeting({ body }: Message): RuleResult {
  const [firstLine = ''] = body.split('\n')
  const [, name] = greeting.exec(firstLine) ?? []
  if (name === undefined || name === '') return pass('greets nobody by name')
  return greetedName(name) === undefined ? fail(`"${name.slice(0, 40)}" is no name`) : pass(`greets ${name}`)
}

function checkInvented(message: LintInput): RuleResult {
  const found = inventionsIn(fullText(message), message.given)
  return found.length === 0
    ? pass('states no figure and no name that was not given')
    : fail(`not given: ${found.slice(0, 5).join(', ')}`)
}

function checkRecipient({ body, reader, sender }: LintInput): RuleResult {
  const details = detailsIn(body, reader, sender)
  if (details.length === 0) return warn('nothing in it is about this recipient; anybody could get it')
  return pass(`about this recipient: ${details.slice(0, 5).join(', ')}`)
}

function checkDetails({ body, reader, sender }: LintInput): RuleResult {
  const count = detailsIn(body, reader, sender).length
  const text = count === 1 ? 'one detail of the recipient' : `${count} details of the recipient`
  return count < enoughDetails ? warn(`${text}; ${enoughDetails} make it theirs`) : pass(text)
}

function checkConcrete({ body }: LintInput): RuleResult {
  const count = concreteWordsIn(body).length
  const text = `${count} words that not every business mail holds`
  return count < enoughConcreteWords ? warn(`${text}; ${enoughConcreteWords} make it concrete`) : pass(text)
}

function checkStock({ body }: LintInput): RuleResult {
  const found = stockPhrasesIn(body).map(phrase => `"${phrase}"`)
  if (found.length === 0) return pass('none found')
  const text = `any recipient could get ${found.slice(0, 5).join(', ')}`
  return found.length === 1 ? warn(text) : fail(text)
}

function checkOptOut({ body }: Message): RuleResult {
  const text = body.toLowerCase()
  return phrases.optOutPhrases.some(phrase => text.includes(phrase))
    ? pass('the reader is let out')
    : fail('no line lets the reader out')
}

function checkLength({ body, short = '' }: Message): RuleResult {
  const text = `${body.length} of ${noteLimits.long} characters, ${short.length} of ${noteLimits.short} in the short form`
  return body.length > noteLimits.long || short.length > noteLimits.short ? fail(text) : pass(text)
}

function fullText({ subject = '', body, short = '' }: Message): string {
  return [subject, body, short].join('\n')
}

/**
 * What a text states that was not given: figures, percentages, words of quantity, and names, which are words with a capital that
 * do not begin a sentence. Names at the beginning of a sentence cannot be distinguished from other words.
 */
function inventionsIn(text: string, given: readonly string[]): readonly string[] {
  const source = given.join('\n').toLowerCase()
  const sourceWords = new Set(source.replaceAll('’', "'").match(/[\p{L}\p{N}'&-]+/gu))
  const figures = [...text.matchAll(/\d+(?:[.,]\d+)*(?:\s?%)?/g)].map(([figure]) => figure.toLowerCase())
  const words = [...text.matchAll(figureWord)].map(([word]) => word.toLowerCase())
  const names = [...text.matchAll(/(?<=[\p{L}\p{N},;)'"’”] ["'“‘(]?)\p{Lu}[\p{L}\p{N}'’&-]*/gu)].map(([name]) =>
    name.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')
  )
  return [
    ...figures.filter(figure => !holdsFigure(source, figure)),
    ...words.filter(word => !source.includes(word)),
    ...names.filter(name => !plainCapitals.has(name) && !sourceWords.has(name))
  ]
}

const figureWord = new RegExp(`\\b(?:${phrases.figureWords.join('|')})\\b`, 'gi')

function holdsFigure(source: string, figure: string): boolean {
  const [number = '', percent] = figure.split(/\s?(?=%)/)
  const ending = percent === undefined ? '(?!\\d|[.,]\\d)' : '\\s?%'
  return new RegExp(`(?<![\\d.,])${number.replaceAll('.', '\\.')}${ending}`).test(source)
}

/** Whether a text is short enough for a subject. */
export function fitsSubject(subject: string): boolean {
  const words = subject.split(' ').length
  const { fewestWords, mostWords, longest } = subjectLimits
  return words >= fewestWords && words <= mostWords && subject.length <= longest
}

/**
 * The details of a text that are about its recipient: what was given of them and stands in it, and names, figures and quotations that are not the
 * sender's own.
 */
export function detailsIn(text: string, reader: readonly string[], sender: readonly string[]): readonly string[] {
  const prose = sentencesOf(text).join(' ')
  const facts = reader.filter(fact => isIn(prose, fact))
  const found = [...namesIn(prose), ...figuresIn(prose), ...quotationsIn(prose)]
  const isOfSender = (detail: string) =>
    sender.some(each => each.includes(detail)) && !reader.some(each => each.includes(detail))
  const isNew = (detail: string) => facts.every(fact => fact.toLowerCase() !== detail.toLowerCase())
  return [...new Set([...facts, ...found.filter(detail => isNew(detail) && !isOfSender(detail))])]
}

/** Whether a text says a fact: one of its telling words stands in it. */
function isIn(text: string, fact: string): boolean {
  const words = new Set(wordsOf(text.toLowerCase()))
  const telling = wordsOf(fact.toLowerCase()).filter(word => !isGeneric(word))
  return telling.length > 0 ? telling.some(word => words.has(word)) : text.toLowerCase().includes(fact.toLowerCase())
}

/** Names, each one or more words with a capital that do not begin a sentence. */
function namesIn(text: string): readonly string[] {
  const runs =
    text.match(/(?<=[\p{L}\p{N},;:)'’"”] ["'“‘(]?)\p{Lu}[\p{L}\p{N}'’&.-]*(?: \p{Lu}[\p{L}\p{N}'’&.-]*)*/gu) ?? []
  return runs
    .map(run => run.replace(/['’]s$|[.’']$/u, ''))
    .filter(run =>
      run.split(' ').some(word => !plainCapitals.has(word.toLowerCase()) && !genericWords.has(word.toLowerCase()))
    )
}

/** Figures, but for the length of a call and percentages, which any mail may promise. */
function figuresIn(text: string): readonly string[] {
  return (
    text.match(
      /(?<![\p{L}\d.,])[€$£]?\d+(?:[.,]\d+)*(?![\d%]|[ -]?(?:min|minutes?|mins|hours?|%|percent|x\b|\/7))[\p{L}]*/gu
    ) ?? []
  )
}

function quotationsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/["“]([^"“”]{3,100})["”]/g), ([, quote = '']) => quote).filter(
    quote => !/^(?:no thanks|stop|no|yes|unsubscribe)$/i.test(quote)
  )
}

/** The words of a text that not every business mail holds, each once. */
export function concreteWordsIn(text: string): readonly string[] {
  const words = wordsOf(sentencesOf(text).join(' ').toLowerCase())
  return [...new Set(words.filter(word => word.length > 3 && !isGeneric(word)))]
}

/** The phrases of a text that any recipient could get. */
function stockPhrasesIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.toLowerCase().replaceAll('’', "'").matchAll(anyStock), ([phrase]) => phrase))]
}

const anyStock = phrasePattern(phrases.stockPhrases)

function isGeneric(word: string): boolean {
  const plain = word.replace(/['’].*$/, '')
  return genericWords.has(plain) || bankWords().has(plain)
}

/** The words of this product's own sentences, which any recipient could get. Made when first needed. */
let words: ReadonlySet<string> | undefined

function bankWords(): ReadonlySet<string> {
  words ??= new Set(
    wordsOf(
      JSON.stringify(bank)
        .toLowerCase()
        .replaceAll(/\{\w+\}/g, ' ')
    )
  )
  return words
}
