import { Type } from '@product-host/sdk'

/** An e-mail address as a person types it. */
export const EmailAddress = Type.String({ format: 'email', maxLength: 254 })

/** The normal form of an address, by which an account is found: lower case. */
export function normalEmail(email: string): string {
  return email.toLowerCase()
}

/** Domains of Gmail, which ignores dots in the local part. */
const dotlessDomains = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of an address, for limits per person: without a "+" tag (RFC 5233), and at Gmail without dots. Servers
 * that treat such addresses as different make it ambiguous: never use it to find an account or to send to.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [local = ''] = address.slice(0, at).split('+')
  if (!dotlessDomains.includes(domain)) return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}
