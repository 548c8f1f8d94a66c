import { Type } from '@product-host/sdk'

/** An e-mail address as a person types it. */
export const Email = Type.String({ format: 'email', maxLength: 254 })

/** The one form of an address under which an account is found: in lower case throughout. */
export function normalEmail(email: string): string {
  return email.toLowerCase()
}

/** Domains at which dots in the local part do not count, and that are one. */
const dotlessDomains = ['gmail.com', 'googlemail.com']

/**
 * The mailbox behind an address, for what is counted per person: without a "+" tag (RFC 5233), and at Gmail without dots. It may
 * put two people in one where a server treats such addresses as different; never to be used to find an account or to send to.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [local = ''] = address.slice(0, at).split('+')
  if (!dotlessDomains.includes(domain)) return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}
