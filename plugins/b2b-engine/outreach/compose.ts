import { fill } from '@product-host/toolkit/template'
import hooks from './hooks.json' with { type: 'json' }
import { fitsSubject } from './lint.js'
import { noteLimits, wordLimits } from './lint-tables.js'
import { greetedName } from './names.js'
import type { Brief, Message } from './plan.js'
import { countWords } from './reading.js'
import { type Angle, bank, type FollowUp, type Theme } from './sentences.js'

/** Writes the messages of a sequence by rules, from the sentences of the bank and what the sender gave. */
export function compose(brief: Brief): readonly Message[] {
  return Array.from({ length: brief.steps }, (_, index) => index + 1).map(step => {
    const write = (of: Brief) => (step === 1 ? firstMessage(of) : followUp(of, step))
    return brief.channel === 'email' ? emailOf(brief, step, write(brief)) : noteOf(brief, step, write)
  })
}

/** The first message: what was seen of the reader, what tends to follow from it, the offer, and one question. */
function firstMessage(brief: Brief): Draft {
  const { hook, tone, choices } = brief
  const values = valuesOf(brief)
  const opening = variantOf(bank.openingLines[tone][hook.theme], choices(0))
  const observation = fill(hook.verbatim === undefined ? opening.observation : quotingLine(brief), values)
  const problem = fill(opening.problem, values)
  const offer = offerLine(brief)
  const questions = hook.theme === 'reply' ? bank.replyQuestions : bank.questions
  const question = fill(variantOf(questions[tone], choices(1)), values)
  return {
    subject: subjectOf(brief),
    versions: [
      [`${observation} ${problem}`, `${offer} ${question}`],
      [observation, `${offer} ${question}`],
      [`${observation} ${problem}`, question],
      [observation, question],
      [question]
    ]
  }
}

/** An opening for a signal that stands in its own words. */
function quotingLine({ tone, choices }: Brief): string {
  return variantOf(hooks.quotingOpenings[tone], choices(0))
}

/** The values of the placeholders in the bank's sentences. */
function valuesOf({ company = 'your company', contactRole, hook }: Brief): Readonly<Record<string, string>> {
  const fact = hook.theme === 'access' && contactRole !== undefined ? `as ${contactRole}` : hook.fact
  const { topic, verbatim = '' } = hook
  return { company, fact, Fact: capitalised(fact), topic, Topic: capitalised(topic), signal: verbatim }
}

/** The offer as it was given: by itself where it is a sentence of the sender's, else introduced by one of ours. */
function offerLine({ offer, tone, choices }: Brief): string {
  if (offer === undefined) return variantOf(bank.noOfferLines[tone], choices(2))
  const sentence = asSentence(offer)
  if (/^(?:we|our|i|at|with|there)\b/i.test(offer)) return capitalised(sentence)
  return fill(variantOf(bank.offerLines[tone], choices(2)), { offer: sentence })
}

function subjectOf(brief: Brief): string {
  const { company, tone, choices } = brief
  const templates = [0, 1, 2].map(position => variantOf(bank.firstSubjects[tone], choices(3) + position))
  const usable = templates.filter(template => company !== undefined || !template.includes('{company}'))
  const general = { ...brief, hook: { ...brief.hook, topic: brief.hook.general ?? brief.hook.topic } }
  const values = [valuesOf(brief), valuesOf(general)]
  return values.flatMap(each => usable.map(template => fill(template, each))).find(fitsSubject) ?? bank.plainSubject
}

/** A message after the first, on an angle of its own: the need, then the proof (an outline where none was given), then the break-up. */
function followUp(brief: Brief, step: number): Draft {
  if (step === 2) return onAngle(brief, needs[brief.hook.theme] ?? 'work', step)
  if (step === 4) return onAngle(brief, 'breakUp', step)
  const outline = onAngle(brief, 'outline', step)
  if (brief.proof === undefined) return outline
  const { subject, versions } = proven(brief, brief.proof, step)
  return { subject, versions: [...versions, ...outline.versions] }
}

/** What the second message speaks of, where it is not the daily work. */
const needs: Partial<Record<Theme, Angle>> = { reply: 'request', timing: 'decision', interest: 'decision' }

function onAngle(brief: Brief, angle: Angle, step: number): Draft {
  const { subject, sentences, question } = written(brief, angle, step)
  const leading = sentences.map((_, index) => sentences.slice(0, sentences.length - index))
  return { subject, versions: [...leading.map(part => [part.join(' '), question]), [question]] }
}

function proven(brief: Brief, proof: string, step: number): Draft {
  const { subject, sentences, question } = written(brief, 'proof', step)
  const [intro = '', ...conclusion] = sentences
  const shown = asSentence(proof)
  return {
    subject,
    versions: [
      [intro, shown, conclusion.join(' '), question],
      [intro, shown, question],
      [shown, question]
    ]
  }
}

function written(brief: Brief, angle: Angle, step: number): FollowUp {
  const { subject, sentences, question } = variantOf(bank.followUps[angle][brief.tone], brief.choices(step + 2))
  const [first = '', ...others] = sentences
  const inWords = (template: string) => fill(template, valuesOf(brief))
  const recall = recallFor(brief, step, [first, ...others, question]).map(inWords)
  return { subject, sentences: [...recall, ...sentences.map(inWords)], question: inWords(question) }
}

/** What names the reader's matter or company where the sentences of a follow-up name neither; nothing where no company is known. */
function recallFor(
  { company, hook, tone, choices }: Brief,
  step: number,
  templates: readonly string[]
): readonly string[] {
  const names = (placeholder: RegExp) => templates.some(template => placeholder.test(template))
  const isSpecific = hook.general !== undefined
  if (company === undefined || names(/\{company\}/) || (isSpecific && names(/\{topic\}/i))) return []
  return [names(/\{topic\}/i) ? bank.companyRecalls[tone] : variantOf(bank.recalls[tone], choices(step + 3))]
}

/** A draft as an e-mail: greeting, text, sender, and the line that lets the reader out. */
function emailOf(brief: Brief, step: number, { subject, versions }: Draft): Message {
  const body = (paragraphs: readonly string[]) => framed(brief, paragraphs.join('\n\n'))
  const paragraphs = firstFitting(versions, each => countWords(body(each)) <= wordLimits.email.most)
  return { step, channel: 'email', subject, body: body(paragraphs) }
}

/** The text of an e-mail between greeting, sender and the line that lets the reader out. */
export function framed(brief: Brief, text: string): string {
  const { tone, senderName, senderCompany } = brief
  const sender = [senderName, senderCompany].filter(each => each !== undefined)
  const closing =
    sender.length > 0 ? [bank.closings[tone], ...sender].join('\n') : bank.closings[tone].replace(/,$/, '')
  return [greetingOf(brief), text, closing, bank.optOuts[tone]].join('\n\n')
}

/** The greeting, with the reader's name where one is known. */
export function greetingOf({ tone, contactName }: Pick<Brief, 'tone' | 'contactName'>): string {
  const { named, unnamed } = bank.greetings[tone]
  const name = contactName === undefined ? undefined : greetedName(contactName)
  return name === undefined ? unnamed : named.replace('{name}', () => name)
}

const longestName = 40

/** A draft as a note on LinkedIn: in 300 characters, and in 200. `write` writes it for a brief without names that are too long for a note. */
function noteOf(brief: Brief, step: number, write: (brief: Brief) => Draft): Message {
  const shortened = withShortNames(brief)
  const { versions } = write(shortened)
  const greeting = greetingOf(shortened)
  const noteWithin = (limit: number) => {
    const note = (paragraphs: readonly string[]) => `${greeting}\n${paragraphs.join(' ')}`
    return note(firstFitting(versions, paragraphs => note(paragraphs).length <= limit))
  }
  return { step, channel: 'linkedin', body: noteWithin(noteLimits.long), short: noteWithin(noteLimits.short) }
}

function withShortNames(brief: Brief): Brief {
  const { company, contactName, contactRole } = brief
  return { ...brief, company: ifShort(company), contactName: ifShort(contactName), contactRole: ifShort(contactRole) }
}

function ifShort(name: string | undefined): string | undefined {
  return name !== undefined && name.length <= longestName ? name : undefined
}

/** A message's text before it is put into a channel's form. */
interface Draft {
  readonly subject: string
  /** The text in paragraphs, in versions from the longest to the shortest: the first that fits is sent. */
  readonly versions: readonly (readonly string[])[]
}

/** The first version that fits, or the shortest. */
function firstFitting(
  versions: Draft['versions'],
  fits: (paragraphs: readonly string[]) => boolean
): readonly string[] {
  return versions.find(fits) ?? versions.at(-1) ?? []
}

/** The text with its first letter as a capital. */
function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}

/** The text as a sentence: with a full stop, unless it ends in a mark of its own. */
export function asSentence(text: string): string {
  return /[.!?…:]["'”’)]?$/.test(text) ? text : `${text}.`
}

/** The n-th of some variants, counted around. */
function variantOf<Line>(variants: readonly Line[], digit: number): Line {
  const variant = variants[digit % variants.length]
  if (variant === undefined) throw new RangeError('A list of variants is empty.')
  return variant
}
