import { type Static, Type } from '@product-host/sdk'
import { fill } from '@product-host/toolkit/template'
import { capitalised } from '@product-host/toolkit/text'
import type { Goal, Tone } from '../input.js'
import { type Kind, type Phrases, phrasesOf, type WrittenLanguage } from '../languages/languages.js'
import { asSentence, headingSentence, insideSentence, type Subject } from '../topic.js'
import { pointWeight } from './prose.js'

/** One item of a list. In an outline, `title` names what is missing and `detail` says what to write there. */
interface Item {
  readonly title: string
  readonly detail: string
}

/** One part of a text: paragraphs, a list, or the slots of an outline. */
export interface Section {
  readonly kind: 'points' | 'slots' | 'body'
  /** What platforms with headings put above it; empty for none. */
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly items: readonly Item[]
  /** Whether the items come in an order, and so are numbered. */
  readonly isOrdered: boolean
}

/** A text before any platform has laid it out. */
export interface Copy {
  /** The first thing that is read; names the topic. */
  readonly hook: string
  /** The shortest first line: the topic alone. */
  readonly plainHook: string
  /** The audience, where the hook does not name it; otherwise empty. */
  readonly address: string
  readonly sections: readonly Section[]
  /** The one thing that the reader is asked; empty when there is none. */
  readonly closing: string
  /** The author's own words in the closing, which may not be left out; empty when there are none. */
  readonly plainClosing: string
  /** What stands above the chapters of a video. */
  readonly chapters: string
  /** Whether this is an outline for the author to fill in, and no text to publish. */
  readonly isOutline: boolean
}

/** The request for a text, its strings in one line each. */
export interface Request {
  readonly topic: string
  /** Empty where none was named. */
  readonly audience: string
  readonly points: readonly string[]
  readonly keywords: readonly string[]
  readonly goal: Goal
  readonly tone: Tone
  readonly cta?: string
  readonly link?: string
}

/** What a text is written from, beside the request. */
interface CopyOptions {
  readonly subject: Subject
  readonly language: WrittenLanguage
  /** Whether a first line fits what is seen of it. */
  readonly fitsFold: (hook: string) => boolean
  /** 0 for the first draft; each further one begins with another first line. */
  readonly variant: number
}

/** Writes by the rules: the points of the author, or an outline of what is missing where there are none. */
export function writeCopy(request: Request, options: CopyOptions): Copy {
  return request.points.length > 0 ? pointsCopy(request, options) : outlineCopy(request, options)
}

/** What a topic is planned by. */
export function kindOf({ intent, sensitivity }: Subject): Kind {
  return sensitivity === undefined ? intent : 'sensitive'
}

function pointsCopy(request: Request, { subject, language, fitsFold, variant }: CopyOptions): Copy {
  const phrases = phrasesOf(language)
  const points = request.points.map(pointText)
  const values = valuesFor(subject, request.audience, phrases)
  const firstLines = firstLinesFor(subject, points, values, phrases)
  const fitting = firstLines.filter(({ text }) => fitsFold(text))
  const { text: hook, point } = fitting[variant % fitting.length] ?? { text: headingSentence(subject) }
  const isOrdered = isPractice(subject)
  const items = points
    .filter(each => each !== point)
    .map(each => ({ title: asSentence(capitalised(each)), detail: '' }))
  return {
    hook,
    plainHook: headingSentence(subject),
    address: hook.includes(values.audience) ? '' : fill(phrases.copy.address, values),
    sections: [{ kind: 'points', heading: phrases.copy.headings.points, paragraphs: [], items, isOrdered }],
    closing: closingOf(request, subject, values, phrases),
    plainClosing: authorsClosing(request),
    chapters: phrases.copy.chapters,
    isOutline: false
  }
}

/** What an author may have put in front of a point, since the list has signs of its own. */
const listSign = /^(?:[-•*–]|\d{1,2}[.)])\s+/

/** A point without the sign of a list and without its full stop. */
export function pointText(point: string): string {
  return point.replace(listSign, '').replace(/(?<=[^.])\.$/, '')
}

function isPractice({ intent }: Subject): boolean {
  return intent === 'how-to' || intent === 'list'
}

/** A first line, and the point that it takes out of the list. */
interface FirstLine {
  readonly text: string
  readonly point?: string
}

/**
 * First lines in the order in which they are taken. All of them consist of the topic, the audience and the points: an ordered list
 * keeps its points together, any other text begins with the point that has the most figures, names and uncommon words. Without an
 * audience, the lines that name one are left out.
 */
function firstLinesFor(
  subject: Subject,
  points: readonly string[],
  values: Values,
  { copy: { firstLines, numerals } }: Phrases
): readonly FirstLine[] {
  const { heading } = subject
  const [isMarked, isParted] = [/[.!?…:]$/.test(heading), /[?!:]/.test(heading)]
  const numeral = numerals[points.length - 2]
  const ranked = points.toSorted((left, right) => pointWeight(right) - pointWeight(left))
  const leads = ranked.map(point => ({
    text: asSentence(isParted ? `${asSentence(heading)} ${capitalised(point)}` : `${heading}: ${point}`),
    point
  }))
  const counted =
    numeral === undefined || isMarked ? [] : [{ text: fill(firstLines.counted, { ...values, count: numeral }) }]
  const named = isMarked ? [] : [{ text: fill(firstLines.named, values) }]
  const addressed = [{ text: asSentence(fill(firstLines.addressed, values)) }]
  const plain = [{ text: headingSentence(subject) }]
  if (values.audience === '') return subject.sensitivity === undefined && !isPractice(subject) ? leads : plain
  if (subject.sensitivity !== undefined) return [...named, ...addressed, ...plain]
  if (isPractice(subject)) return [...counted, ...named, ...addressed, ...leads.slice(0, 1)]
  return [...leads.slice(0, 1), ...counted, ...leads.slice(1), ...named, ...addressed]
}

function outlineCopy(request: Request, { subject, language }: CopyOptions): Copy {
  const phrases = phrasesOf(language)
  const { copy, kinds, brief } = phrases
  const values = valuesFor(subject, request.audience, phrases)
  const { outline, proofs } = kinds[kindOf(subject)]
  const items = [
    ...outline.map(({ heading, note }) => ({ title: fill(heading, values), detail: fill(note, values) })),
    { title: copy.proof, detail: proofs.join(' ') }
  ]
  const own = authorsClosing(request)
  const asked = subject.sensitivity === undefined ? `[${copy.request}]` : brief.sensitive.cta
  const hook = asSentence(fill(copy.outline, values))
  return {
    hook,
    plainHook: hook,
    address: `${values.audience === '' ? '' : fill(copy.address, values)} ${copy.fillIn}`.trim(),
    sections: [{ kind: 'slots', heading: '', paragraphs: [], items, isOrdered: false }],
    closing: own || asked,
    plainClosing: own,
    chapters: '',
    isOutline: true
  }
}

/** The call to action and the link, word for word. */
export function authorsClosing({ cta, link }: Request): string {
  if (cta === undefined) return link ?? ''
  return link === undefined || cta.includes(link) ? asSentence(cta) : `${asSentence(cta)} ${link}`
}

/** What the reader is asked: the author's own request, or a question about the topic; nothing where the topic is sensitive. */
function closingOf(request: Request, { sensitivity }: Subject, values: Values, { copy }: Phrases): string {
  const { cta, link, goal, tone } = request
  if (cta !== undefined) return authorsClosing(request)
  if (link !== undefined) return `${fill(copy.linkLead, values)} ${link}`
  return sensitivity === undefined ? fill(copy.closings[closingKind(goal)][tone], values) : ''
}

/** Which closings serve a goal. */
export function closingKind(goal: Goal): keyof Phrases['copy']['closings'] {
  return goal === 'sell' || goal === 'announce' ? goal : 'discuss'
}

/** Values by placeholder. */
interface Values extends Readonly<Record<string, string>> {
  readonly audience: string
}

/** What the placeholders of the phrases stand for. In English, `this` stands for a topic whose wording gives no noun. */
export function valuesFor(subject: Subject, audience: string, { topic }: Phrases): Values {
  const { first, second } = subject.sides ?? { first: 'A', second: 'B' }
  return {
    noun: fill(topic, { noun: subject.noun ?? 'this', topic: subject.heading.replace(/[.:]$/, '') }),
    heading: subject.heading,
    Heading: subject.heading,
    first,
    second,
    audience: insideSentence(audience, subject.language)
  }
}

/** Something that only the author knows and that a text needs, as answers show it. */
export const MissingFact = Type.Object({
  what: Type.Enum(['fact', 'audience', 'proof'], {
    title: 'What is missing',
    description:
      '`fact`: a fact for the text; `audience`: something about its readers; `proof`: evidence for what it says.'
  }),
  question: Type.String({ title: 'Question', description: 'What to ask the author, in the language of the topic.' }),
  field: Type.String({
    title: 'Field',
    description: 'The field of the request that takes the answer, such as `points`.'
  })
})

/** Something that only the author knows and that a text needs. */
export type MissingFact = Static<typeof MissingFact>

/** What to ask an author who sent no points: which facts, for whom, and what proof. */
export function missingFacts(subject: Subject, language: WrittenLanguage, audience: string | undefined): MissingFact[] {
  const phrases = phrasesOf(language)
  const { questions, proofs } = phrases.kinds[kindOf(subject)]
  const { forWhom, anyReader } = phrases.brief
  const values = valuesFor(subject, audience ?? anyReader, phrases)
  const filled = { ...values, reader: values.audience }
  const ask = (what: MissingFact['what'], field: string) => (question: string) => ({
    what,
    question: fill(question, filled),
    field
  })
  return [
    ...questions.map(ask('fact', 'points')),
    ask('audience', 'audience')(audience === undefined ? forWhom.unknown : forWhom.known),
    ...proofs.map(ask('proof', 'points'))
  ]
}
