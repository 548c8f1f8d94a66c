import { type Static, Type } from '@product-host/sdk'
import { inbox } from '../delivery/destination.js'
import { failureText, momentText, sentence } from '../delivery/wording.js'
import { displayName } from '../routing/roster.js'
import type { Email } from './email.js'

/** What became of a lead, step by step, for people. */
export const Steps = Type.Array(
  Type.Object(
    {
      title: Type.String({
        title: 'Step',
        description: 'What the step is about: the address, the rules or the delivery.'
      }),
      text: Type.String({ title: 'Result', description: 'What came of the step, in sentences.' }),
      status: Type.Optional(
        Type.String({ title: 'Status', description: 'Of the last step: the `status` of the response.' })
      )
    },
    { title: 'Step' }
  ),
  { title: 'Steps', description: 'What became of the lead, in words; at most three steps.' }
)

/** What the steps tell of. */
interface Told {
  readonly email: Email
  readonly destination: string
  readonly status: string
  /** The reason of the rules, where they decided in this call. */
  readonly reason?: string
  readonly owner?: string
  /** Why the last attempt failed. */
  readonly error?: string
  readonly httpStatus?: number
  readonly nextAttemptAt?: string
  readonly isSigned: boolean
  readonly now: number
}

/** The steps of a lead that was taken in. */
export function stepsOf(told: Told): Static<typeof Steps> {
  const { email, destination, status, reason, owner } = told
  const to = owner === undefined ? '' : ` The owner is ${displayName(owner)}.`
  return [
    { title: email.address, text: checkText(email) },
    ...(reason === undefined ? [] : [{ title: 'Rules', text: `${reason}${to}` }]),
    { title: destination === inbox ? 'Inbox' : `Delivery to ${destination}`, text: deliveryText(told), status }
  ]
}

function checkText({ checkedBy, class: kind, country, quality, domain }: Email): string {
  if (checkedBy === 'syntax') return 'The address has a valid form. Nothing else was checked.'
  const facts = [
    `The domain is ${domain}`,
    ...(kind === undefined ? [] : [`class: ${kind}`]),
    ...(country === undefined ? [] : [`country: ${country}`]),
    ...(quality === undefined ? [] : [`quality: ${quality} of 100`])
  ]
  return `${facts.join('; ')}.`
}

function deliveryText({ status, destination, error, httpStatus, nextAttemptAt, isSigned, now }: Told): string {
  const signed = isSigned
    ? 'The delivery was signed.'
    : 'The delivery was not signed: the destination has no signing secret.'
  switch (status) {
    case 'delivered':
      return `The receiver responded with ${httpStatus ?? 'success'}. ${signed}`
    case 'retrying':
      return [
        ...(error === undefined ? [] : [`${sentence(failureText(error))}.`]),
        nextAttemptText(nextAttemptAt, now)
      ].join(' ')
    case 'held':
      return 'The lead waits: the destination has no URL, is switched off, or no longer accepts leads.'
    case 'duplicate':
      return 'The same lead was accepted before, so nothing is sent again.'
    case 'dead':
      return `The delivery was given up: ${failureText(error ?? 'no_answer')}.`
    default:
      return destination === inbox ? 'The lead is stored.' : 'The lead is stored, and nothing is sent.'
  }
}

/** When the next attempt is made, as a sentence. */
export function nextAttemptText(nextAttemptAt: string | undefined, now: number): string {
  if (nextAttemptAt === undefined) return 'The next attempt is soon.'
  return `The next attempt is ${momentText(Date.parse(nextAttemptAt), now)}.`
}
