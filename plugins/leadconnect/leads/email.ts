import { domainToASCII } from 'node:url'
import isEmail from 'validator/lib/isEmail.js'
import normalizeEmail from 'validator/lib/normalizeEmail.js'

/** Longest e-mail address, in characters (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const longestEmail = 254

/** An e-mail address in its two forms. */
export interface EmailAddress {
  /** As people write it, its domain in lower-case ASCII. */
  readonly address: string
  /**
   * The same for all spellings of one mailbox: lower case; without dots and plus tags where the provider ignores them.
   */
  readonly canonical: string
  readonly domain: string
}

/** Reads an e-mail address; undefined when its syntax is not sound. */
export function readEmail(text: string): EmailAddress | undefined {
  const trimmed = text.trim()
  if (!isEmail.default(trimmed)) return undefined
  const at = trimmed.lastIndexOf('@')
  const domain = domainToASCII(trimmed.slice(at + 1))
  const address = `${trimmed.slice(0, at)}@${domain}`
  if (domain === '' || address.length > longestEmail) return undefined
  return { address, canonical: normalizeEmail.default(address) || address.toLowerCase(), domain }
}

/** The address with all but the first letter of its name hidden: `j***@acme.com`. */
export function maskedEmail(address: string): string {
  return `${[...address][0]}***${address.slice(address.lastIndexOf('@'))}`
}
