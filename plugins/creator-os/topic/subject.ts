import { words } from '../text/segments.js'
import { asSentence, capitalised, insideSentence, oneLine } from '../text/tidy.js'
import { gerundPhrase, isCommand, startsWithVerb } from './gerund.js'
import { type Goal, type Intent, intentOf } from './intent.js'

/** A topic in the forms in which sentences can take it. */
export interface Subject {
  readonly topic: string
  readonly intent: Intent
  /** The topic as a heading. */
  readonly heading: string
  /** The topic as a noun inside a sentence; undefined when its wording does not give one. */
  readonly noun?: string
  /** What a comparison is between, where the topic names both. */
  readonly sides?: { readonly first: string; readonly second: string }
}

/** Longest noun that a sentence takes, in words and in characters. */
const longestNoun = { words: 8, characters: 60 }

const listNouns =
  'tips|ways|mistakes|ideas|examples|reasons|habits|signs|myths|rules|tricks|hacks|trends|tools|lessons|steps'
const listed = new RegExp(`^(?:[\\p{L}-]+ )?(?:${listNouns}) (?:(to)|in|about|with|on) (.+)$`, 'iu')
const trailing = / (?:tips|ideas|mistakes|guide|basics|101|hacks|best practices|strategies|tutorial|for beginners)$/i
const countedNouns = `${listNouns}|things|questions|books|people|principles|skills|facts|moves|options|rules|apps|plugins|quotes`
const counted = new RegExp(
  `^(?:the )?(?:top )?(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve) (?=(?:[\\p{L}-]+ ){0,3}(?:${countedNouns})\\b)`,
  'iu'
)
const clause =
  /^(?:why|what|when|where|who|which|whose|how|is|are|am|was|were|do|does|did|can|could|should|would|will|have|has|i|we|you|they|he|she|it|read|watch|listen|look|see|stop|don't|let's|never|always|if|because|there|there's)\b|[?!;:]|\.\s| (?:is|are|was|were|has|have|had|isn't|aren't|won't|can't|doesn't|don't|will|should|must|could|would|need|needs|means|beats|makes) /i

/** Reads a topic: what kind of text it asks for, and how sentences can name it. */
export function readSubject(written: string, goal: Goal): Subject {
  const topic = oneLine(written)
  const intent = intentOf(topic, goal)
  const sides = intent === 'comparison' ? sidesOf(topic) : undefined
  const noun = sides
    ? `the choice between ${sides.first} and ${sides.second}${sides.purpose}`
    : nounOf(topic.replaceAll('’', "'"), intent)
  return {
    topic,
    intent,
    heading: capitalised(topic.replace(/(?<=[^.])\.$/, '')),
    ...(noun !== undefined && isShort(noun) && { noun }),
    ...(sides && { sides: { first: sides.first, second: sides.second } })
  }
}

/** The heading as a sentence. */
export function headingSentence({ heading }: Subject): string {
  return asSentence(heading)
}

/** The topic for a text of so many items: its heading loses the number with which a list begins, where that is another one. */
export function withItems(subject: Subject, count: number): Subject {
  const [, number = ''] = counted.exec(subject.heading) ?? []
  return Number(number) === count ? subject : { ...subject, heading: capitalised(subject.heading.replace(counted, '')) }
}

/** What is compared, and what for: "Postgres vs MySQL for startups". */
function sidesOf(topic: string): { first: string; second: string; purpose: string } | undefined {
  const plain = topic.replace(/^(?:the )?differences? between /i, '').replace(/\?$/, '')
  const [left = '', rest = '', ...more] = plain.split(/ (?:vs\.?|versus|compared (?:to|with)|or|and) /i)
  const [right = '', purpose = ''] = / (?:for|in|on) /.test(left) ? [rest] : rest.split(/(?= (?:for|in|on) )/)
  const isSide = (side: string) => side !== '' && words(side).length <= 5 && !clause.test(side)
  if (more.length > 0 || !isSide(left) || !isSide(right)) return undefined
  const isCommon = /^\p{Ll}/u.test(right)
  const [first, second] = [isCommon ? lowered(left) : insideSentence(left), insideSentence(right)]
  return startsWithVerb(first) && startsWithVerb(second)
    ? { first: gerundPhrase(first), second: gerundPhrase(second), purpose }
    : { first, second, purpose }
}

function lowered(text: string): string {
  return /^\p{Lu}\p{Ll}+\b/u.test(text) ? text.replace(/^./u, letter => letter.toLowerCase()) : text
}

function nounOf(topic: string, intent: Intent): string | undefined {
  if (clause.test(topic.replace(/^how to /i, '').replace(/: .*$/, '')) || /^case study/i.test(topic)) return undefined
  const [, toDo] = /^how to (.+?)\??$/i.exec(topic) ?? []
  if (toDo) return clauseless(gerundPhrase(toDo))
  const plain =
    intent === 'announcement'
      ? topic.replace(/^(?:introducing|announcing|launching|meet|launch of|release of|new:) ?/i, '')
      : topic
  const withoutCount = plain.replace(counted, '')
  const [, to, listedThing] = listed.exec(withoutCount) ?? []
  if (listedThing) return clauseless(to ? gerundPhrase(listedThing) : insideSentence(listedThing))
  if (withoutCount !== plain) return undefined
  const [beforeColon = '', afterColon] = plain.split(/: /)
  const core = (afterColon === undefined ? plain : beforeColon).replace(trailing, '')
  return clauseless(isCommand(core) ? gerundPhrase(core) : insideSentence(core))
}

function clauseless(phrase: string): string | undefined {
  return clause.test(phrase) ? undefined : phrase.replace(/\.$/, '')
}

/** Whether a noun is short enough for a sentence, in Latin letters, and no link, tag or name of an account. */
function isShort(noun: string): boolean {
  return (
    noun.length <= longestNoun.characters &&
    words(noun).length <= longestNoun.words &&
    /^[\p{Script=Latin}\p{N}\p{M}][\p{Script=Latin}\p{N}\p{M} ’'"“”&+.,/()%£$€-]*$/u.test(noun) &&
    !/https?:\/\/|www\.|\S\.\p{L}{2,}\//u.test(noun)
  )
}
