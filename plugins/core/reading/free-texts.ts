import type { Field, Target } from './fields.js'
import { cleaned, nameOf } from './named.js'
import { isQuestion, recurrencesIn, timingSpans, withoutCourtesy } from './refusals.js'
import type { FieldValue } from './slots.js'
import { anyOf, decisiveWords, expression, pattern, spanOf, tellingWords, weighedTerms, wordsOf } from './words.js'

/** `for customer acme`, `model: gpt-4o`: a field by its own name. */
export function byName(words: readonly string[], sentence: string): FieldValue | undefined {
  const name = words.join(String.raw`[\s-]?`)
  const named = expression`\b(?:(?:for|of|with|by|in|from|to)\s+(?:the\s+)?${name}\s+|${name}\s*[:=]\s*)["“]?
    ([\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]|[\p{L}\p{N}])`
  const stem =
    words.length === 1 ? (otherVerbs[words[0] ?? ''] ?? name.replace(/s$/u, 's?')) : name.replace(/s$/u, 's?')
  const quoting = expression`\b${stem}\s+(?:the\s+)?(?:(?:words?|text|phrase|string)\s+)?["“']([^"“”']+)["”']
    |\b${stem}\s+the\s+(?:word|text|phrase|string)\s+([\p{L}\p{N}-]+)`
  const behind = String.raw`,\s*${name}\s+([^,]+?)\s*[.!]?$`
  const match = [quoting, behind, named].map(each => new RegExp(each, 'iu').exec(sentence)).find(each => each !== null)
  return match ? { value: match[1] ?? match[2], spans: [spanOf(match)] } : undefined
}

/** `Replay the delivery evt_90131`, `avoid 2026-12-25`: what the verb is done to, where the field is called by the verb. */
export function byVerb([verb = '', ...others]: readonly string[], sentence: string): FieldValue | undefined {
  const isDates = others.length === 1 && others[0] === 'dates'
  if (others.length > 0 && !isDates) return undefined
  const match = new RegExp(
    String.raw`(?:^|\s)${verb.replace(/s$/u, '')}\s+(?:(?:the|our|my|\p{L}+)\s+){0,3}?(${isDates ? dates : identifier})(?![\p{L}\p{N}])`,
    'iu'
  ).exec(sentence)
  return match ? { value: match[1]?.replaceAll(/\s+and\s+/gu, ', '), spans: [spanOf(match)] } : undefined
}

const identifier = String.raw`[a-z]+[_:](?=[\w-]*\d)[\w-]+`

const dates = String.raw`\d{4}-\d{2}-\d{2}(?:(?:\s*,\s*|\s+and\s+)\d{4}-\d{2}-\d{2})*`

/** How people word what a field is called. Collected for this product. */
const otherVerbs: Readonly<Record<string, string>> = { contains: '(?:contains?|shows?|includes?|displays?|says?)' }

/** `with the signals hiring and funding`: what follows a list by its own name, its members with commas between. */
export function membersNamed(words: readonly string[], sentence: string): FieldValue | undefined {
  const name = words.join(String.raw`[\s-]?`)
  const listed = new RegExp(String.raw`\b(?:with\s+(?:the\s+|these\s+)?${name}|${name}\s*:)\s+(\S.*)$`, 'isu')
  const match = listed.exec(sentence)
  const members = cleaned(match?.[1]?.replaceAll(/\s+and\s+/giu, ', '))
  return match && members !== undefined
    ? { value: members, spans: [{ from: match.index, to: sentence.length }] }
    : undefined
}

/** What is known by its form alone, for a field that is called after it. */
const textForms: Readonly<Record<string, RegExp>> = {
  timezone: pattern('u')`(?:\b(?:(?:all\s+)?(?:the\s+)?times?\s+(?:are\s+)?)?in\s+)?
    (?<![\p{L}\p{N}/])(\p{Lu}[\p{L}_]+(?:\/\p{Lu}[\p{L}_-]+){1,2}|UTC)(?![\p{L}\p{N}/])(?:\s+time)?`,
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

/** `dns:acme.com?type=MX`: an address in one of the forms that the field says it takes. */
export function schemed(description: string, sentence: string): FieldValue | undefined {
  const schemes = [...description.matchAll(/\b([a-z]{2,}):(?=\/\/|[a-z])/gu)].map(([, scheme]) => scheme)
  if (schemes.length === 0) return undefined
  const match = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${schemes.join('|')}):[^\s"'<>)]*[^\s"'<>).,;:!?]`,
    'iu'
  ).exec(sentence)
  return match ? { value: match[0], spans: [spanOf(match)] } : undefined
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
  // "Save a note every evening that …" and "keep for 7 days: …" ask for more than to store it.
  if (lead !== undefined && isAsked && (/\d/u.test(lead) || (mark !== ':' && recurrencesIn(lead).length > 0)))
    return undefined
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
  const [text = '', double, curly] = goingOn.exec(rest) ?? []
  const at = sentence.indexOf(text)
  const said = double ?? curly
  return said === undefined ? { value: rest, spans: all } : { value: said, spans: [{ from: 0, to: at + text.length }] }
}

/** What is quoted, where the sentence goes on behind it with what is no part of it. */
const goingOn =
  /^(?:"([^"]+)"|“([^”]+)”)(?=\s*(?:[,;(.]|$)|\s+(?:and|then|but|under|as|with|for|to|in|into|on|tag|tags|tagged|key|pinned|until)(?![\p{L}\p{N}]))/iu

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

const states = pattern('iu')`\s${anyOf('statesWords')}\s|(?:\p{L}['’]s)\s|^\s*[\p{L}\s]{2,40}:\s\S`

function begin(keyword: string): RegExp {
  return new RegExp(String.raw`^\W*(?:please\s+)?${plain(keyword)}(?![\p{L}\p{N}])[\s,:]*`, 'iu')
}

function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s'’-]/gu, '').replaceAll(/\s+/g, String.raw`\s+`)
}

/** The stems of words by which an action is known: those of its phrases, keywords, title and description. */
function knownTerms({ intents, title, description }: Target): ReadonlySet<string> {
  return new Set([...intents.phrases, ...intents.keywords, title, description].flatMap(weighedTerms))
}

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
