import type { Card } from '../accounts/billing/events.js'

/** What a mail says. */
export interface Message {
  readonly subject: string
  readonly text: string
}

/** To somebody who signs up with an address that has no account. */
export function signUpMessage(link: string): Message {
  return {
    subject: 'Confirm your e-mail address',
    text: `Somebody, hopefully you, signs up with this address. To finish, open this link within a day and type the
password that you chose:

${link}

If it was not you, there is nothing to do: without that password no account is made.
`
  }
}

/** To somebody who signs up with an address that has an account. */
export function knownAddressMessage(resetPage: string): Message {
  return {
    subject: 'You have an account already',
    text: `Somebody, hopefully you, signs up with this address, which has an account already; nothing was changed. Sign in
as usual, or ask for a new password here:

${resetPage}
`
  }
}

/** To the new address of an account whose owner changes it. */
export function emailChangeMessage(link: string): Message {
  return {
    subject: 'Confirm your new e-mail address',
    text: `The owner of an account wants to use this address for it. If this was you, open this link within 24 hours and type
the password of the account; the link works once:

${link}

If it was not you, there is nothing to do: without that password nothing is changed.
`
  }
}

/** To the owner of an account whose address somebody wants for another account. */
export function takenAddressMessage(): Message {
  return {
    subject: 'Somebody tried to use your e-mail address',
    text: `Somebody, perhaps you, wanted to change the address of another account to this one. This address has an account
already, so nothing was changed. To use it for the other account, delete its own account first, or change its address.

If it was not you, there is nothing to do.
`
  }
}

/** To somebody who asks for a new password. */
export function resetMessage(link: string): Message {
  return {
    subject: 'Choose a new password',
    text: `Somebody, hopefully you, asks for a new password. To choose one, open this link within 30 minutes; it works once:

${link}

If it was not you, there is nothing to do: your password stays as it is.
`
  }
}

/** To somebody whose trial ends in a day; `isCharged` says whether a card is charged then. */
export function trialEndsMessage(endsAt: string, card: Card, isCharged: boolean, billingPage: string): Message {
  return {
    subject: 'Your trial ends tomorrow',
    text: `Your trial of the plan called gateway ends on ${endsAt}.

${outlook(card, isCharged)} Plan and card are looked after here:

${billingPage}
`
  }
}

function outlook({ held, brand, last4 }: Card, isCharged: boolean): string {
  if (held && isCharged)
    return `Then the plan goes on, and your card (${brand ?? 'card'} ending in ${last4 ?? '????'}) is charged for it.`
  const reason = held ? 'This is a demo, which charges no card' : 'You have left no payment card'
  return `${reason}, so the plan ends then, and your keys run nothing any more. Nothing is deleted.`
}
