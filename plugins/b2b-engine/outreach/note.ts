import type { Brief } from './brief.js'
import { type Draft, firstFitting } from './draft.js'
import { greetingOf } from './email.js'
import { type Message, noteLimits } from './message.js'

const longestName = 40

/** A draft as a note on LinkedIn: in 300 characters, and in 200. `write` writes it for a brief without names that are too long for a note. */
export function noteOf(brief: Brief, step: number, write: (brief: Brief) => Draft): Message {
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
