import { identityOf } from '@product-host/toolkit/slug'
import { type StoredText, storedText } from '../text/background.js'
import { cleaned, nameOf } from '../text/entities.js'
import { isQuestion, withoutCourtesy } from '../text/sentences.js'
import { recurrencesIn, timingSpans } from '../text/wording.js'
import {
  attributeNouns,
  decisiveWords,
  keyOf,
  type Span,
  spanOf,
  stemsOf,
  stopWords,
  tellingWords,
  weighedTerms,
  wordsOf
} from '../text/words.js'
import type { FieldValue } from './field-values.js'
import type { Field, Target } from './targets.js'

/** `for customer acme`, `model: gpt-4o`: a field by its own name. */
export function byName(words: readonly string[], sentence: string): FieldValue | undefined {
  const name = words.join(String.raw`[\s-]?`)
  const pattern = String.raw`\b(?:(?:for|of|with|by|in|from|to)\s+(?:the\s+)?${name}\s+|${name}\s*[:=]\s*)["“]?([\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]|[\p{L}\p{N}])`
  const stem =
    words.length === 1 ? (otherVerbs[words[0] ?? ''] ?? name.replace(/s$/u, 's?')) : name.replace(/s$/u, 's?')
  const quoting = String.raw`\b${stem}\s+(?:the\s+)?(?:(?:words?|text|phrase|string)\s+)?["“']([^"“”']+)["”']|\b${stem}\s+the\s+(?:word|text|phrase|string)\s+([\p{L}\p{N}-]+)`
  const behind = String.raw`,\s*${name}\s+([^,]+?)\s*[.!]?$`
  // "The search feature used 5k tokens" names it before.
  const ahead =
    name === 'feature'
      ? String.raw`\bthe\s+(?!(?:new|own|same|whole|other|first|last|best|worst|main)\s)([\p{Ll}\d_-]{3,})\s+feature(?=\s+(?:used|consumed|needed|took|cost|burn(?:ed|t)|spent)\b)`
      : '(?!)'
  const match = [quoting, behind, pattern, ahead]
    .map(each => new RegExp(each, 'iu').exec(sentence))
    .find(each => each !== null)
  return match ? { value: match[1] ?? match[2], spans: [spanOf(match)] } : undefined
}

/** How people word what a field is called. Collected for this product. */
const otherVerbs: Readonly<Record<string, string>> = { contains: '(?:contains?|shows?|includes?|displays?|says?)' }

/** `with the signals hiring and funding`: what follows a list by its own name, its members with commas between. */
export function membersNamed(words: readonly string[], sentence: string): FieldValue | undefined {
  const name = words.join(String.raw`[\s-]?`)
  const pattern = new RegExp(String.raw`\b(?:with\s+(?:the\s+|these\s+)?${name}|${name}\s*:)\s+(\S.*)$`, 'isu')
  const match = pattern.exec(sentence)
  const members = cleaned(match?.[1]?.replaceAll(/\s+and\s+/giu, ', '))
  return match && members !== undefined
    ? { value: members, spans: [{ from: match.index, to: sentence.length }] }
    : undefined
}

/** What is known by its form alone, for a field that is called after it. */
const textForms: Readonly<Record<string, RegExp>> = {
  timezone:
    /(?:\b(?:(?:all\s+)?(?:the\s+)?times?\s+(?:are\s+)?)?in\s+)?(?<![\p{L}\p{N}/])(\p{Lu}[\p{L}_]+(?:\/\p{Lu}[\p{L}_-]+){1,2}|UTC)(?![\p{L}\p{N}/])(?:\s+time)?/u,
  cron: /(?<![\p{L}\p{N}])(?<![*/,-])((?:[\d*][\d*/,-]*\s+){4}[\d*][\p{L}\d*/,-]*)(?![\p{L}\p{N}])/u
}

/** The form of a field's text, where it is known by its name. */
export function formOf(words: readonly string[]): RegExp | undefined {
  return textForms[words.join('')]
}

/** `Europe/Berlin` for a time zone, `0 2 * * *` for a cron pattern. */
export function byForm(words: readonly string[], sentence: string): FieldValue | undefined {
  const match = textForms[words.join('')]?.exec(sentence)
  return match ? { value: match[1], spans: [spanOf(match)] } : undefined
}

/** Several words in lower case, which name a thing, as one: `nightly backup` is `nightly-backup`. */
export function slugged(found: FieldValue | undefined): FieldValue | undefined {
  const name = String(found?.value ?? '')
  return found && /^\p{L}[\p{Ll}\d-]*(?:\s+[\p{Ll}\d][\p{Ll}\d-]*)*$/u.test(name)
    ? { ...found, value: name.toLowerCase().replaceAll(/\s+/gu, '-') }
    : found
}

/** A value with something before it. */
export function prefixed(start: string, found: FieldValue | undefined): FieldValue | undefined {
  return found && { ...found, value: `${start}${found.value}` }
}

/** Names that a free text of an input holds, where the action takes a name and the input has none: it may be meant for them. */
export function namesUnused(
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
  rest: string
): readonly string[] {
  const open = fields.find(({ kind, name }) => kind === 'name' && !Object.hasOwn(input, name))
  if (!open) return []
  const texts = fields.filter(({ kind }) => kind === 'list' || kind === 'message').map(({ name }) => input[name])
  const found = texts.flatMap(text => (typeof text === 'string' && !/^["“']/u.test(text) ? jobsIn(text) : []))
  return [...new Set([...found, ...slugsIn(rest)])].map(name => `"${name}" may be the ${open.name}, which is not set`)
}

/** What a text says of jobs by their names: `hen-house-door failed, the milk tank succeeded`, `check cold-store`. */
function jobsIn(text: string): readonly string[] {
  const told = text.split(/[,;:]|\band\b|\bbut\b/iu).flatMap(part => nameOf(part.trim())?.value ?? [])
  return [...told, ...slugsIn(text)]
}

/** Words with hyphens within, as jobs and machines are called: `cold-store`. */
function slugsIn(text: string): readonly string[] {
  return text.match(/(?<![\p{L}\p{N}@./_-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+(?![@./\p{L}])/gu) ?? []
}

/** What a sentence says of a store of keyed texts: that a text is to be added to one, or that one is to be forgotten. */
export function storedBy(
  sentence: string,
  fields: readonly Field[],
  open: readonly Field[]
): Readonly<Record<string, unknown>> | undefined {
  const key = open.find(({ kind, isRequired }) => kind === 'key' && isRequired)
  const value = open.find(({ kind }) => kind === 'statement')
  const mode = fields.find(({ choices }) => choices.includes('forget') || choices.includes('append'))
  if (!key || !value || !mode || !open.includes(mode)) return undefined
  const request = withoutCourtesy(sentence) ?? sentence
  const stored = storedText(request)
  if (stored) return withStored(stored, fields, { key, value })
  const [, subject] = mode.choices.includes('forget') ? (forgetting.exec(request) ?? []) : []
  if (subject !== undefined) return { [key.name]: subjectKey(subject), [mode.name]: 'forget' }
  const [, addition, list = ''] = mode.choices.includes('append') ? (adding.exec(request) ?? []) : []
  if (addition === undefined) return undefined
  if (/^(?:notes?|memory|memories|records?)$/iu.test(list))
    return { [key.name]: subjectKey(addition), [value.name]: addition }
  return { [key.name]: keyOf(list), [value.name]: addition, [mode.name]: 'append' }
}

/** The input of what is to be stored; undefined where there is no field for something that is said of it. */
function withStored(
  { value, key, tags, lifetime }: StoredText,
  fields: readonly Field[],
  own: { readonly key: Field; readonly value: Field }
): Readonly<Record<string, unknown>> | undefined {
  const labels = fields.find(({ kind }) => kind === 'tags')
  const time = fields.find(({ words }) => words[0] === 'ttl' && words.at(-1) === 'seconds')
  if ((tags !== undefined && !labels) || (lifetime !== undefined && !time)) return undefined
  return {
    [own.key.name]: key ?? subjectKey(value),
    [own.value.name]: value,
    ...(labels && tags !== undefined && { [labels.name]: tags }),
    ...(time && lifetime !== undefined && { [time.name]: lifetime })
  }
}

const adding =
  /^\W*(?:please\s+)?(?:add|append|put)\s+(?!(?:a|the)\s+(?:line|note)\b)(.+?)\s+(?:to|on|onto)\s+(?:my|the|our)\s+(.+?)(?<![\s.!])[\s.!]*$/isu

const forgetting =
  /^\W*(?:please\s+)?(?:forget|delete|remove|erase|wipe|clear|drop|purge|discard|dispose\s+of|get\s+rid\s+of)\s+(?:about\s+)?(?:(?:what(?:ever)?|everything|all|anything)\s+(?:that\s+)?(?:you|i|we)\s+(?:know|knew|have|said|stored|saved|noted|told\s+you|remember|remembered)\s+(?:of|about|on|for)\s+)?(?:(?:my|the|our|that|this|any)\s+)*(?:(?:notes?|memory|memories|entry|record|facts?)\s+(?:about|on|of|for|that|with)\s+)?(?:(?:notes?|memory|key|entry|record)\s+(?=["“'‘][^"”'’]+["”'’][\s.!]*$|[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)+[\s.!]*$))?(?:(?:my|the|our)\s+)*(.+?)(?:\s+(?:from|in)\s+(?:my|the|your)\s+(?:memory|memories|notes?))?(?<![\s.!])[\s.!]*$/isu

/** What is stored under a key has to be sent, although the schema, which also serves forgetting, does not require it. */
export function keysWithoutValue(fields: readonly Field[], input: Readonly<Record<string, unknown>>): readonly Field[] {
  const isForgetting = Object.values(input).includes('forget')
  const isKeyed = fields.some(({ kind, isRequired }) => kind === 'key' && isRequired)
  if (!isKeyed || isForgetting) return []
  return fields.filter(({ kind, name }) => kind === 'statement' && !Object.hasOwn(input, name))
}

const correction =
  /^(?:(?:correction|update|actually|sorry|no|wait|in fact|rather|as of now|from now on|new)\s*[,:]\s*|actually\s+|in fact\s+)+/iu

const copula =
  /^(.+?)(?:\s+(?:is|are|was|were|will\s+be|shall\s+be|has\s+been|have\s+been|equals)(?:n['’]t|\s+not)?|\s*['’]s(?=\s+(?:not\s+)?(?:now\s+)?(?:\d|in|at|on|an?|the)\b)|\s*[=→]|\s*:(?=\s))\s+(.+)$/iu

const change =
  /^(.+?)\s+(?:has\s+|have\s+|was\s+|were\s+|been\s+)*(?:changed|moved|switched|went|gone|raised|lowered|updated|renamed|postponed|set)\s+(?:from\s+\S+\s+)?to\s+(.+)$/iu

const verb =
  /^(.+?)\s+((?:does\s*n['’]t|do\s*n['’]t|does\s+not|do\s+not|did\s*n['’]t|did\s+not)\s+\p{L}+|\p{Ll}{2,}(?:s|ed))\s+(.+)$/u

const now = /^(?:now|currently|still|always|really|not|no longer|actually|already|only|also)\s+/iu

const determiner = /^(?:the|my|our|your|his|her|their|its|this|that)\s+|['’]s\s/iu

/**
 * The key of what a text states: what it is about, without what it says of it, so that a later statement takes the place of an
 * earlier one. `The alarm code is 4711` and `the alarm code is now 4712` are both about `alarm-code`. What is no value of its
 * subject stays in the key: `Dana is vegetarian` says nothing against `Dana is allergic to nuts`.
 */
export function subjectKey(text: string): string {
  const statement = withoutCorrection(text).replace(/(?<![.!?])[.!?]+$/u, '')
  const changed = change.exec(statement)
  if (changed && !wordsOf(changed[1] ?? '').every(word => stopWords.has(word))) return keyOf(changed[1] ?? '')
  const stated = copula.exec(statement)
  if (stated) return keyOfState(stated[1] ?? '', (stated[2] ?? '').replace(now, ''))
  const acting = verb.exec(statement)
  if (acting && wordsOf(acting[1] ?? '').length <= 5)
    return keyOf(`${acting[1]} ${(acting[2] ?? '').replace(/^(?:does|do|did)\s*(?:n['’]t|not)\s+(\p{L}+)$/iu, '$1s')}`)
  return keyOf(statement)
}

function keyOfState(subject: string, state: string): string {
  const words = wordsOf(subject)
  if (words.every(word => stopWords.has(word))) return identityOf(`${subject} ${state}`)
  const isAttribute = attributeNouns.has(words.at(-1) ?? '') || /\s(?:of|for)\s/iu.test(subject)
  const isValue = /\d|^["“']|^\p{Lu}/u.test(state)
  if (isAttribute || (isValue && (determiner.test(subject) || words.length > 1))) return keyOf(subject)
  if (/^(?:in|on|at|under|behind|with|near|by|next to|inside)\s/iu.test(state))
    return determiner.test(subject) ? keyOf(subject) : keyOf(`${subject} place`)
  return keyOf(`${subject} ${state}`)
}

/** A statement without words such as "correction:" before it. */
export function withoutCorrection(text: string): string {
  return text.trim().replace(correction, '')
}

/** What follows the keyword at the beginning of a sentence, as in `remember the milk`; a whole sentence that states something. */
export function statementIn(sentence: string, target: Target, quoted: FieldValue | undefined): FieldValue | undefined {
  const request = withoutCourtesy(sentence) ?? sentence
  const starts = target.intents.keywords.filter(keyword => begin(keyword).test(request))
  const [longest] = starts.sort((left, right) => right.length - left.length)
  const all = [{ from: 0, to: sentence.length }]
  // "Store in memory that …": what leads to "that" is how people ask, where the action knows every word of it.
  const [, lead, mark, told] = /^(.{1,40}?)(\s+that|:)\s+(\S.*)$/su.exec(request) ?? []
  const known = knownTerms(target)
  const verbs = target.intents.phrases.map(phrase => wordsOf(phrase)[0])
  const isAsked = mark !== ':' || verbs.includes(wordsOf(lead ?? '').find(word => word !== 'please'))
  // "Save a note every evening that …" asks for more than to store it.
  if (lead !== undefined && isAsked && mark !== ':' && recurrencesIn(lead).length > 0) return undefined
  if (
    lead !== undefined &&
    isAsked &&
    weighedTerms(lead.replace(/\bfollowing\b|\b(?:under|with|as)\s+(?:the\s+)?key\s+["“]?[\w.-]+["”]?/giu, '')).every(
      term => known.has(term)
    ) &&
    timingSpans(lead).length === 0
  )
    return { value: cleaned(told), spans: all }
  if (longest === undefined) {
    if (quoted) return quoted
    const isStatement = !isQuestion(sentence) && states.test(sentence)
    return isStatement ? { value: cleaned(sentence), spans: all } : undefined
  }
  const rest = cleaned(
    request
      .replace(begin(longest), '')
      .replace(/^(?:(?:down|that|this|it|for\s+(?:me|later|the\s+record))\b[\s,:]*)+/iu, '')
      .replace(/^(?:under|with|as)\s+(?:the\s+)?key\s+["“]?[\w.-]+["”]?\s*[:,]\s*/iu, '')
      .trim()
  )
  // "Remember every week that …" asks for more than to store it.
  if (rest === undefined || timingSpans(rest)[0]?.from === 0) return undefined
  return { value: rest, spans: all }
}

/** The words that the action's own manner of speaking does not explain. */
export function queryIn(
  text: string,
  { intents, title }: Target,
  { isStore, quoted }: { readonly isStore: boolean; readonly quoted: string | undefined }
): FieldValue | undefined {
  const phrases = intents.phrases.flatMap(each => weighedTerms(each))
  const repeated = isStore ? [] : phrases.filter((term, position) => phrases.indexOf(term) !== position)
  const verbs = intents.phrases.flatMap(each => weighedTerms(wordsOf(each)[0] ?? ''))
  const known = new Set([...repeated, ...verbs, ...[...intents.keywords, title].flatMap(each => weighedTerms(each))])
  const spans = [...text.matchAll(/[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’.@_-]*[\p{L}\p{N}\p{M}])?/gu)]
    .filter(([word]) => !tellingWords.has(word.toLowerCase()) && (isStore || !decisiveWords.has(word.toLowerCase())))
    .filter(
      ({ 0: word, index }) =>
        /\d/u.test(word) ||
        (index > 0 && /^\p{Lu}\p{Ll}/u.test(word)) ||
        weighedTerms(word).some(term => !known.has(term)) ||
        (quoted?.includes(word) ?? false)
    )
    .map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }))
  return spans.length === 0
    ? undefined
    : {
        value: spans
          .map(({ word }) => word)
          .join(' ')
          .toLowerCase(),
        spans
      }
}

const states =
  /\s(?:is|are|was|were|will|has|have|must|should|needs?|wants?|prefers?|likes?|loves|hates|lives?|works?|ends?|starts?|begins?|pays?|moved|changed|costs?|owns?|lands?|expires?|leaves?|arrives?|belongs?|opens?|closes?|am)\s|(?:\p{L}['’]s)\s|^\s*[\p{L}\s]{2,40}:\s\S/iu

function begin(keyword: string): RegExp {
  return new RegExp(String.raw`^\W*(?:please\s+)?${plain(keyword)}(?![\p{L}\p{N}])[\s,:]*`, 'iu')
}

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s'’-]/gu, '').replaceAll(/\s+/g, String.raw`\s+`)
}

/** The stems of words by which an action is known: those of its phrases, keywords, title and description. */
export function knownTerms({ intents, title, description }: Target): ReadonlySet<string> {
  return new Set([...intents.phrases, ...intents.keywords, title, description].flatMap(weighedTerms))
}

/** `that have no owner`, where the action knows what is asked for as `without an owner`. */
export function lacks(sentence: string, { intents }: Target): readonly Span[] {
  const known = [...intents.phrases, ...intents.keywords].flatMap(phrase =>
    Array.from(phrase.matchAll(lack), ([, noun = '']) => stemsOf(noun).join(' '))
  )
  return [...sentence.matchAll(lack)].filter(([, noun = '']) => known.includes(stemsOf(noun).join(' '))).map(spanOf)
}

const lack =
  /\b(?:(?:has|have|having|with)\s+no|(?:does|do)(?:\s+not|n['’]t)\s+(?:yet\s+)?have(?:\s+an?|\s+any)?|without(?:\s+an?|\s+any)?)\s+(\p{L}+)/giu

/** Where a field takes a message as it came, it gets the sentence, so that no word of it is lost. */
export function withMessage(
  input: Readonly<Record<string, unknown>>,
  {
    fields,
    given,
    sentence,
    unused
  }: { fields: readonly Field[]; given: Readonly<Record<string, unknown>>; sentence: string; unused: readonly string[] }
): { readonly input: Readonly<Record<string, unknown>>; readonly unused: readonly string[] } {
  const field = fields.find(({ kind, isRequired }) => kind === 'message' && isRequired)
  if (!field || unused.length === 0 || Object.hasOwn(given, field.name) || input[field.name] !== '')
    return { input, unused }
  return {
    input: { ...input, [field.name]: sentence },
    unused: unused.filter(
      word =>
        /^(?:every|each|if)\b|n['’]t$|@|:\/\//iu.test(word) ||
        decisiveWords.has(word.toLowerCase()) ||
        timingSpans(word).length > 0
    )
  }
}
