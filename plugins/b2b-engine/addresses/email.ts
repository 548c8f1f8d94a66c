import { domainToASCII, domainToUnicode } from 'node:url'
import isEmail from 'validator/lib/isEmail.js'
import { type DomainReading, readDomain } from './domain.js'
import { roles } from './roles.js'
import { suggestionFor } from './suggestion.js'

/** What an e-mail address says by itself. */
export interface EmailReading {
  /** As it is written out: the domain in lower case, and as people read it. */
  readonly address: string
  readonly local: string
  /** The same person's address without tag, and without dots where the provider ignores them, all in lower case and ASCII domain. */
  readonly canonical: string
  /** What follows a plus in the local part. */
  readonly tag?: string
  readonly isRole: boolean
  readonly domain: DomainReading
  /** The address that was probably meant. */
  readonly suggestion?: string
}

/** Reads an e-mail address; undefined when it is none by RFC 5321 (an address literal such as `jane@[192.0.2.1]` and white space in quotes are not taken). */
export function readEmail(text: string): EmailReading | undefined {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const host = domainToASCII(trimmed.slice(at + 1).toLowerCase())
  if (at < 1 || /[\p{C}\p{Z}]/u.test(local) || !isEmail.default(`${local}@${host}`, { allow_utf8_local_part: true }))
    return undefined
  const domain = readDomain(host)
  if (!domain) return undefined
  const { base, tag } = split(local)
  const suggestion = suggestionFor(host)
  return {
    address: `${local}@${domainToUnicode(host)}`,
    local,
    canonical: `${withoutDots(base, host).toLowerCase()}@${canonicalHost(host)}`,
    ...(tag !== undefined && { tag }),
    isRole: isRole(base),
    domain,
    ...(suggestion !== undefined && { suggestion: `${local}@${suggestion}` })
  }
}

/** The valid address that was probably meant by a text that is none, such as `bob@acme.co.k`. */
export function suggestionForInvalid(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const domain = suggestionFor(
    text
      .slice(at + 1)
      .trim()
      .toLowerCase()
  )
  return domain === undefined ? undefined : readEmail(`${text.slice(0, at)}@${domain}`)?.address
}

function split(local: string): { readonly base: string; readonly tag?: string } {
  const plus = local.indexOf('+')
  return plus < 1 ? { base: local } : { base: local.slice(0, plus), tag: local.slice(plus + 1) }
}

/** Gmail delivers to the same box whatever dots the name has (support.google.com/mail/answer/7436150). */
function withoutDots(base: string, host: string): string {
  return canonicalHost(host) === 'gmail.com' ? base.replaceAll('.', '') : base
}

function canonicalHost(host: string): string {
  return host === 'googlemail.com' ? 'gmail.com' : host
}

/** "no-reply" and "sales.uk" are roles, "steve.jobs" is none. */
function isRole(base: string): boolean {
  const words = base.toLowerCase().split(/[._-]+/)
  return roles.has(words.join('')) || roles.has(words[0] ?? '')
}
