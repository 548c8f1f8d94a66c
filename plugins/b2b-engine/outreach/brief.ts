import { fnv1a } from '../fnv.js'
import type { Hook } from './hooks.js'
import type { Tone } from './opening.js'

/** Where a message is sent. */
export type Channel = 'email' | 'linkedin'

/** What a sequence of messages is written from: what the sender gave, and nothing else. */
export interface Brief {
  readonly company?: string | undefined
  readonly contactName?: string | undefined
  readonly contactRole?: string | undefined
  readonly senderName?: string | undefined
  readonly senderCompany?: string | undefined
  readonly offer?: string | undefined
  readonly proof?: string | undefined
  /** The phrase that the messages open on. */
  readonly signal?: string | undefined
  readonly hook: Hook
  readonly channel: Channel
  readonly tone: Tone
  readonly steps: number
  readonly choices: Choices
}

/** Which variant is taken at a place: always the same for the same account and company. */
export type Choices = (place: number) => number

/** Choices by FNV-1a of account, action and subject: the digits of the hash in base 3. */
export function choicesFor(account: string, subject: string): Choices {
  const hash = fnv1a(`${account}draft_outreach${subject}`)
  return place => Math.floor(hash / 3 ** place) % 3
}
