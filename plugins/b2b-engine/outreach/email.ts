import type { Brief } from './brief.js'
import { type Draft, firstFitting } from './draft.js'
import { firstNameOf } from './first-name.js'
import { closings, greetings, optOuts } from './lines.js'
import { wordLimits } from './lint-table.js'
import type { Message } from './message.js'
import { countWords } from './words.js'

/** A draft as an e-mail: greeting, text, sender, and the line that lets the reader out. */
export function emailOf(brief: Brief, step: number, { subject, versions }: Draft): Message {
  const body = (paragraphs: readonly string[]) => framed(brief, paragraphs.join('\n\n'))
  const paragraphs = firstFitting(versions, each => countWords(body(each)) <= wordLimits.email.most)
  return { step, channel: 'email', subject, body: body(paragraphs) }
}

/** The text of an e-mail between greeting, sender and the line that lets the reader out. */
export function framed(brief: Brief, text: string): string {
  const { tone, senderName, senderCompany } = brief
  const sender = [senderName, senderCompany].filter(each => each !== undefined)
  const closing = sender.length > 0 ? [closings[tone], ...sender].join('\n') : closings[tone].replace(/,$/, '')
  return [greetingOf(brief), text, closing, optOuts[tone]].join('\n\n')
}

/** The greeting, with the reader's first name where it is known. */
export function greetingOf({ tone, contactName }: Pick<Brief, 'tone' | 'contactName'>): string {
  const { named, unnamed } = greetings[tone]
  return contactName === undefined ? unnamed : named.replace('{name}', () => firstNameOf(contactName))
}
