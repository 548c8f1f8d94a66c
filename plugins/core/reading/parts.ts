import recipeTable from '../tables/recipes.json' with { type: 'json' }
import type { Condition, Part } from './reading.js'
import { isCommand, isQuestion, withoutCourtesy, withoutNegation } from './refusals.js'
import { anyOf, masked, pattern } from './words.js'

/** The words by which a reader recognises where a clause begins. */
interface PartWords {
  /** The verbs that people ask with. */
  readonly verbs: ReadonlySet<string>
}

const hardBreak = pattern('giu')`\s*(?:;|\n)\s*|(?<=[^\s.][.!?])(?<!\b${anyOf('titles')}\.)\s+(?=\p{Lu})
  |[,;]?(?<!\bnow)\s+(?:and\s+)?(?:${anyOf('thenWords')}|${anyOf('asideWords')},?)\s+,?\s*`

const sentenceBreak = /;|\n|[.!?](?:\s|$)/u

const joint =
  /\s*,\s*(?:and|but|or)\s+|\s+and\s+|(?<!\b(?:anything|everything|nothing|all|whatever|anyone))\s+but\s+|\s*,\s*/giu

const beginsWith = /^(?:(?:also|please|only|just|instead|rather|do|now|yes)\s+)*([\p{L}'’-]+)(?:\s+(\S+))?/u

const negatedBegin = /^(?:please\s+)?(?:do not|don['’]?t|dont|never)\s+([\p{L}'-]+)/iu

const determiner = /^(?:an?|the|my|our|it|that|this|them|him|her|me|us)$/i

/** Where the words of a clause are what is to be stored, as they stand: a link breaks it only before a verb with its object. */
const content =
  /\b(?:that|:)\s|:\s|^\W*(?:please\s+)?(?:remember|note|jot|write down|note down|keep in mind|save|memori[sz]e)\b/iu

const storing = /^\W*(?:please\s+)?(?:remember|note|jot|write|save|store|record|keep|memori[sz]e|add|log)\b/iu

/**
 * The parts of a text that ask for something each, in their order. A text breaks at semicolons, line breaks, ends of sentences
 * and "then"; at "and", "but" and at a comma only before a verb that people ask with, so that "research and development" stays
 * whole; in a list after a colon and in what is to be stored, only before a verb with its object. Quoted words never break.
 */
export function partsIn(text: string, words: PartWords): readonly Part[] {
  const pieces = pieceTogether(withoutGreeting(text), words)
  const parts: Part[] = []
  let pending: { readonly condition: Condition; readonly sentence: number } | undefined
  for (const { text: piece, sentence } of pieces) {
    if (pending && pending.sentence !== sentence) pending = undefined
    const begun = conditionBefore(piece)
    if (begun) {
      pending = { condition: begun.condition, sentence }
      if (begun.rest === '') continue
    }
    const read = readPart(begun?.rest ?? piece)
    parts.push(pending && !read.condition ? { ...read, condition: pending.condition } : read)
  }
  const [last] = pieces.slice(-1)
  const dangling = last && conditionBefore(last.text)
  // A condition of nothing is no request: it stays a clause that leads nowhere.
  if (dangling && dangling.rest === '') parts.push({ text: last.text, isQuestion: false, isNegated: false })
  return parts
}

/** The requests that a whole text stands for, if it is a recipe. */
export function recipeFor(text: string): readonly string[] | undefined {
  for (const { goal, requests } of recipes) {
    const match = goal.exec(text.trim())
    if (match)
      return requests.map(request => request.replaceAll(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? ''))
  }
  return undefined
}

/** Goals whose steps their words do not name. */
const recipes = recipeTable.recipes.map(({ pattern, requests }) => ({ goal: new RegExp(pattern, 'iu'), requests }))

/** A text without what opens and ends a request and asks for nothing; of a polite question, without its mark. */
function withoutGreeting(text: string): string {
  const plain = text
    .trim()
    .replace(greeting, '')
    .replace(
      /(?:[,.!]|\s[–—-])?\s*(?:thanks|thank\s+you|cheers|many\s+thanks)(?:\s+(?:a\s+lot|in\s+advance|so\s+much|very\s+much))?[\s!.]*$/iu,
      ''
    )
  return withoutCourtesy(plain) !== undefined ? plain.replace(/\s*\?\s*$/u, '') : plain
}

const greeting = pattern('iu')`^(?:${anyOf('greetings')}(?:\s*[,!.]\s*|\s+(?=please\b|can\b|could\b)))+(?=\S)`

function readPart(text: string): Part {
  const trailing = conditionBehind(text)
  const { text: asked, isNegated } = withoutNegation(trailing?.rest ?? text)
  return {
    text: asked,
    isQuestion: isQuestion(asked),
    isNegated,
    ...(trailing && { condition: trailing.condition })
  }
}

interface Piece {
  readonly text: string
  /** Counts the sentences, and what semicolons divide: a condition reaches no further. */
  readonly sentence: number
}

function pieceTogether(text: string, words: PartWords): readonly Piece[] {
  const plain = masked(text)
  let sentence = 0
  return cutAt(plain, hardBreak).flatMap(part => {
    if (sentenceBreak.test(part.link)) sentence++
    const own = sentence
    if (/[.!?]\s*$/u.test(text.slice(part.from, part.to))) sentence++
    return joined(text.slice(part.from, part.to), plain.slice(part.from, part.to), words)
      .map(each => withoutOrder(each, words).replace(/(?<![\s,.;!])[\s,.;!]+$/u, ''))
      .map(each => ({ text: each.trim(), sentence: own }))
      .filter(each => each.text !== '' && !onlyOrder.test(each.text))
  })
}

/** A part that only says which place another has among others. */
const onlyOrder = new RegExp(String.raw`^(?:and\s+)?${anyOf('orderWords')}$`, 'iu')

/** A clause without the words that say which place it has among others. */
function withoutOrder(clause: string, { verbs }: PartWords): string {
  const plain = clause.replace(
    /^(?:and\s+)?(?:and|but|also|then|finally|or|after\s+that|afterwards|after\s+this|once\s+that\s+is\s+done)\s*,?\s+/iu,
    ''
  )
  const [lead = '', verb = ''] =
    /^(?:first(?:ly|\s+of\s+all)?|second(?:ly)?|third(?:ly)?|next|lastly|last)\s*,?\s+(?:please\s+)?(\p{L}+)/iu.exec(
      plain
    ) ?? []
  return verbs.has(verb.toLowerCase()) ? plain.slice(lead.length - verb.length) : plain
}

interface Cut {
  readonly from: number
  readonly to: number
  /** What stands before it. */
  readonly link: string
}

function cutAt(text: string, pattern: RegExp): readonly Cut[] {
  const parts: Cut[] = []
  let from = 0
  let link = ''
  for (const match of text.matchAll(pattern)) {
    parts.push({ from, to: match.index, link })
    from = match.index + match[0].length
    link = match[0]
  }
  return [...parts, { from, to: text.length, link }]
}

/** A sentence is divided at so many commas and conjunctions at most: at each of them, all that was said before is read again. */
const mostJoints = 100

function joined(text: string, plain: string, words: PartWords): readonly string[] {
  const starts = [0]
  for (const { from, link } of cutAt(plain, joint).slice(1, 1 + mostJoints)) {
    const soFar = text.slice(starts.at(-1), from)
    const isInList = link.includes(',') && soFar.includes(': ')
    const isCondition =
      conditionBefore(soFar.replace(/(?<![\s,])[\s,]+$|(?<!\s)\s*,?\s*(?:and|but)\s*$/giu, '').trim())?.rest === ''
    const strict = isInList || (content.test(soFar) && !isCondition)
    const isLinked = /,\s*and\s/iu.test(link)
    // "At £0.01 per 1k, book 9k tokens": no request ends before its verb.
    if (starts.length === 1 && openings.test(soFar) && !isCondition) continue
    const isOwnQuestion = !isInList && isQuestion(soFar) && ownQuestion.test(text.slice(from))
    const isOwnCondition = /\band\b|\bbut\b/iu.test(link) && /^(?:if|unless|in\s+case)\s[^,]+,/iu.test(text.slice(from))
    const isOrder = isLinked && isInList && !storing.test(soFar) && isCommand(text.slice(from))
    if (
      isOrder ||
      isOwnQuestion ||
      isOwnCondition ||
      isBegin(text.slice(from), words, { strict, isLinked, isAfterCondition: isCondition })
    )
      starts.push(from)
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? text.length
    return text.slice(start, end).replace(/(?:\s*,\s*(?:and|but|or)\s+|\s+(?:and|but)\s+|\s*,\s*)$/iu, '')
  })
}

/** A part that begins with when, at what price or for whom, and has no verb yet. */
const openings = /^(?:at|for|with|from)\s+\S+(?:\s+\S+){0,6}\s*$/iu

/** A question that has an object of its own. */
const ownQuestion =
  /^(?:(?:is|are|does|do)\s+(?:the|my|our|any|all|https?:|\p{Lu}|[\w-]+\.[a-z])|(?:what|where|when|which|how)\s)(?!.*\b(?:it|they|that|this)\b)/u

function isBegin(
  text: string,
  { verbs }: PartWords,
  {
    strict,
    isLinked,
    isAfterCondition
  }: { readonly strict: boolean; readonly isLinked: boolean; readonly isAfterCondition: boolean }
): boolean {
  if (isAfterCondition || negatedBegin.test(text)) return true
  const [, verb = '', object = ''] = beginsWith.exec(text) ?? []
  return (
    verbs.has(verb.toLowerCase()) &&
    (!strict || determiner.test(object) || /^["“]/u.test(object) || (isLinked && /^\p{Lu}/u.test(object)))
  )
}

const leading = pattern('isu')`
  ^(?:and\s+|but\s+|so\s+)?(${anyOf('conditionWords', 'leadingConditions')}|should(?!\s+(?:i|we|you)\b)
  |(?:after|before|while)(?!\s+(?:that|this|all)\b))\s+(\S.*)$`

const trailing = pattern('isu')`^(\S.*?)(?:,\s*|\s+)(?:but\s+)?(${anyOf('conditionWords')})\s+(\S.*)$`

/** A condition behind a text that is to be stored. Other words, such as `if` and `when`, belong to what is stored. */
const exempting = pattern('isu')`^(\S.*?)(?:,\s*|\s+)(?:but\s+)?(${anyOf('exempting')}|(?<=,\s*)provided)\s+(\S.*)$`

/** What follows `when` in a question, and `once` where it counts. */
const noCondition = pattern('iu')`
  ^(?:(?:when|where)\s+${anyOf('auxiliaries')}\b|once\s+(?:an?|per|every|each|more|again)\b
  |(?:until|till)\s+(?:the\s+)?(?:(?:month|quarter|year|week)[\s-]?end|end\s+of)\b
  |if\s+(?:possible|you\s+(?:can|could|may|please|like|would)|i\s+may)\b)`

/** Where `if` means whether, and where `when` and the like belong to a question within a request. */
const embedding = new RegExp(String.raw`\b${anyOf('embedding')}\s*,?$`, 'iu')

function conditionBefore(text: string): { readonly condition: Condition; readonly rest: string } | undefined {
  const [, word = '', after = ''] = leading.exec(text) ?? []
  if (word === '' || noCondition.test(text) || /\?\s*$/u.test(text)) return undefined
  const comma = /^(.+?),\s*(.+)$/su.exec(after)
  return { condition: condition(word, comma?.[1] ?? after), rest: comma?.[2]?.trim() ?? '' }
}

function conditionBehind(text: string): { readonly condition: Condition; readonly rest: string } | undefined {
  const plain = masked(text)
  const [, rest = '', word = '', after = ''] = (content.test(plain) ? exempting : trailing).exec(plain) ?? []
  if (word === '' || embedding.test(rest) || isQuestion(text)) return undefined
  if (noCondition.test(`${word} ${after}`)) return undefined
  const begin = plain.length - after.length
  return { condition: condition(word, text.slice(begin)), rest: text.slice(0, rest.length) }
}

function condition(word: string, text: string): Condition {
  const lower = word.toLowerCase()
  return {
    text: text.trim(),
    isUnless: lower === 'unless',
    isLasting: /^(?:when|whenever|once|as soon as|until|till|as long as|so long as|wherever|after|before|while)$/u.test(
      lower
    )
  }
}
