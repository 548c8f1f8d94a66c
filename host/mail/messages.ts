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
