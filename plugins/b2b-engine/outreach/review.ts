import { type Static, Type } from '@product-host/sdk'
import { rounded } from '../rounding.js'
import { Finding, type Given, lint, qualityOf } from './lint.js'
import type { Message } from './message.js'
import { countWords, readingGrade } from './words.js'

/** A message with its judgement and its day. */
export const Reviewed = Type.Object({
  step: Type.Integer(),
  sendOn: Type.String({ description: 'YYYY-MM-DD, a working day.' }),
  channel: Type.Enum(['email', 'linkedin']),
  subject: Type.Optional(Type.String()),
  body: Type.String(),
  short: Type.Optional(Type.String({ description: 'The LinkedIn note in 200 characters.' })),
  words: Type.Integer(),
  quality: Type.Integer({ description: '100 less the weights of the rules that it does not pass.' }),
  lint: Type.Array(Finding)
})
/** See the schema of the same name. */
export type Reviewed = Static<typeof Reviewed>

/** Judges a message. */
export function review(message: Message, given: Given): Omit<Reviewed, 'sendOn'> {
  const findings = lint(message, given)
  return { ...message, words: countWords(message.body), quality: qualityOf(findings), lint: [...findings] }
}

/** The figures of a whole sequence. */
export function measure(messages: readonly Omit<Reviewed, 'sendOn'>[]) {
  const bodies = messages.map(({ body }) => body)
  return {
    messages: messages.length,
    words: sum(messages.map(({ words }) => words)),
    quality: Math.round(sum(messages.map(({ quality }) => quality)) / messages.length),
    readingGrade: rounded(Math.max(...bodies.map(readingGrade)), 1),
    questions: sum(bodies.map(body => body.split('?').length - 1))
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
