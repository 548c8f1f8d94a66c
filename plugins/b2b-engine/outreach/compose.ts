import type { Brief } from './brief.js'
import { emailOf } from './email.js'
import { firstMessage } from './first-message.js'
import { followUp } from './follow-up.js'
import type { Message } from './message.js'
import { noteOf } from './note.js'

/** Writes the messages of a sequence by rules, from the sentences of the bank and what the sender gave. */
export function compose(brief: Brief): readonly Message[] {
  return Array.from({ length: brief.steps }, (_, index) => index + 1).map(step => {
    const write = (of: Brief) => (step === 1 ? firstMessage(of) : followUp(of, step))
    return brief.channel === 'email' ? emailOf(brief, step, write(brief)) : noteOf(brief, step, write)
  })
}
