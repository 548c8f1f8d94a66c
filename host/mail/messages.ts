/** The subject and text of an email. */
export interface EmailText {
  readonly subject: string
  readonly text: string
}

/** To a person who signs up with an address that has no account; the link is valid for a time such as "1 day". */
export function signUpMessage(link: string, validFor: string): EmailText {
  return {
    subject: 'Confirm your e-mail address',
    text: `Somebody, probably you, signed up with this address. To finish, open this link within ${validFor} and enter
the password that you chose:

${link}

If it was not you, ignore this email: without that password no account is created.
`
  }
}

/** To a person who signs up with an address that has an account. */
export function knownAddressMessage(resetPage: string): EmailText {
  return {
    subject: 'You have an account already',
    text: `Somebody, probably you, signed up with this address, which already has an account. Nothing was changed. Sign in
as usual, or request a new password here:

${resetPage}
`
  }
}

/** To the new address of an account whose owner changes it. */
export function emailChangeMessage(link: string, validFor: string): EmailText {
  return {
    subject: 'Confirm your new e-mail address',
    text: `The owner of an account wants to use this address for it. If this was you, open this link within ${validFor} and enter
the password of the account; the link works once:

${link}

If it was not you, ignore this email: without that password nothing is changed.
`
  }
}

/** To the owner of an account whose address was requested for another account. */
export function takenAddressMessage(): EmailText {
  return {
    subject: 'Somebody tried to use your e-mail address',
    text: `Somebody, perhaps you, wanted to change the address of another account to this one. This address has an account
already, so nothing was changed. To use it for the other account, delete its own account first, or change its address.

If it was not you, ignore this email.
`
  }
}

/** To a person who requests a new password. */
export function resetMessage(link: string, validFor: string): EmailText {
  return {
    subject: 'Choose a new password',
    text: `Somebody, probably you, requested a new password. To choose one, open this link within ${validFor}; it works once:

${link}

If it was not you, ignore this email: your password does not change.
`
  }
}

/** The part of a budget that an email about it names; times are milliseconds. */
interface BudgetText {
  readonly keyId?: string | undefined
  readonly period: 'day' | 'month'
  readonly startsAt: number
  readonly endsAt: number
  readonly warnAt: number
  readonly stopAt?: number | undefined
}

/** To the owner of a budget, once as many calls were made as the owner wants to be told of; `keyName` is that of its key. */
export function budgetMessage(budget: BudgetText, keyName: string | undefined, usagePage: string): EmailText {
  const { keyId, period, startsAt, endsAt, warnAt, stopAt } = budget
  const key = keyName === undefined ? keyId : `"${keyName}" (${keyId})`
  const who = keyId === undefined ? 'Your account' : `Your API key ${key}`
  const begun = new Date(startsAt).toISOString().slice(0, period === 'day' ? 10 : 7)
  const next = new Date(endsAt).toUTCString()
  const stop =
    stopAt === undefined
      ? `No call is refused because of that. The next ${period} begins on ${next}.`
      : `From ${stopAt} calls on, every further one is refused until the next ${period} begins, on ${next}.`
  return {
    subject: `${warnAt} calls were made ${period === 'day' ? 'today' : 'this month'}`,
    text: `${who} has made ${warnAt} calls in the ${period} ${begun} (UTC). You asked to be told then.

${stop}
See and change the budget here:

${usagePage}
`
  }
}

/** The part of a payment card, or of another payment method, that an email names. */
interface CardText {
  readonly held: boolean
  readonly brand: string | null
  readonly last4: string | null
  readonly type?: string
}

/** To an owner whose trial ends in a day; `isCharged` says whether a card is charged then. */
export function trialEndsMessage(endsAt: string, card: CardText, isCharged: boolean, billingPage: string): EmailText {
  return {
    subject: 'Your trial ends tomorrow',
    text: `Your trial of the plan called gateway ends on ${endsAt}.

${afterTrial(card, isCharged)} Manage the plan and the card here:

${billingPage}
`
  }
}

function afterTrial({ held, brand, last4, type = 'card' }: CardText, isCharged: boolean): string {
  const details = [brand, last4 === null ? null : `ending in ${last4}`].filter(each => each !== null).join(' ')
  const method = `${type === 'card' ? 'card' : 'payment method'}${details === '' ? '' : ` (${details})`}`
  if (held && isCharged) return `The plan then continues, and your ${method} is charged.`
  const reason = held ? 'This is a demo, which charges no card' : 'The account has no payment card'
  return `${reason}, so the plan ends then, and your keys stop working. Nothing is deleted.`
}
