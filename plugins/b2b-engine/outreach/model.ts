import { type Model, ModelError, type Static, Type } from '@product-host/sdk'
import type { Brief } from './brief.js'
import { framed, greetingOf } from './email.js'
import { hasFailed, lint } from './lint.js'
import { type Message, noteLimits } from './message.js'
import { instructionsFor } from './model-instructions.js'
import type { Plan } from './plan.js'

/** What became of asking the model: its messages, or why there are none. */
export type ModelOutcome =
  | { readonly messages: readonly Message[] }
  | { readonly messages?: never; readonly fallbackReason: string }

/** Has the model write the sequence. Its messages pass the same linter as those of the rules; when one fails, none is used. */
export async function askModel(model: Model, { brief, given }: Plan, signal: AbortSignal): Promise<ModelOutcome> {
  const question = {
    instructions: instructionsFor(brief),
    data: dataOf(brief),
    schema: answerOf(brief),
    maxTokens: 2000
  }
  try {
    const { value } = await model.ask({ ...question, signal })
    const messages = value.messages.map((written, index) => messageOf(brief, index + 1, written))
    const isSound = messages.every(message => !hasFailed(lint(message, given)))
    return isSound ? { messages } : { fallbackReason: 'lint_failed' }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { fallbackReason: error.code }
  }
}

const Written = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 80 }),
  text: Type.String({ minLength: 1, maxLength: 2000 }),
  short: Type.String({ maxLength: noteLimits.short })
})

function answerOf({ steps }: Brief) {
  return Type.Object({ messages: Type.Array(Written, { minItems: steps, maxItems: steps }) })
}

/** What callers wrote, by name: it reaches the model as quoted data alone. */
function dataOf(brief: Brief): Readonly<Record<string, string>> {
  const { company, contactName, contactRole, senderName, senderCompany, offer, proof, signal } = brief
  const named = { company, contactName, contactRole, senderName, senderCompany, offer, proof, signal }
  return Object.fromEntries(Object.entries(named).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
}

/** What the model wrote in the form of the channel: greeting, sender and the way out are always ours. */
function messageOf(brief: Brief, step: number, { subject, text, short }: Static<typeof Written>): Message {
  const { channel } = brief
  if (channel === 'email') return { step, channel, subject, body: framed(brief, text.trim()) }
  const greeting = greetingOf(brief)
  return { step, channel, body: `${greeting}\n${text.trim()}`, short: `${greeting}\n${short.trim()}` }
}
