import { type DomainReading, readDomain } from './domain.js'
import { type EmailReading, readEmail, suggestionForInvalid } from './email.js'
import { type ClassReading, classOf } from './mailbox-class.js'

/** What is asked about. */
export interface Inquiry {
  readonly email?: string | undefined
  readonly domain?: string | undefined
  readonly company?: string | undefined
}

/** What an inquiry says by itself, without asking anybody. */
export interface Reading {
  readonly inquiry: Inquiry
  /** Undefined where none was given, or none that is valid. */
  readonly email?: EmailReading
  readonly isInvalidEmail: boolean
  /** The address that was probably meant. */
  readonly suggestion?: string
  /** The domain that was given, or the e-mail address's. */
  readonly domain?: DomainReading
  /** The class of the e-mail address's domain where there is one, else of the domain. */
  readonly class?: ClassReading
  /** The class of the domain that was given. */
  readonly domainClass?: ClassReading
}

/** Reads an inquiry. */
export function readInquiry(inquiry: Inquiry): Reading {
  const email = inquiry.email === undefined ? undefined : readEmail(inquiry.email)
  const given = inquiry.domain === undefined ? undefined : readDomain(inquiry.domain)
  const domain = given ?? email?.domain
  const domainClass = domain && classOf(domain)
  const emailClass = email && (email.domain === domain ? domainClass : classOf(email.domain))
  const judged = emailClass ?? domainClass
  const suggestion = email ? email.suggestion : suggestionForInvalid(inquiry.email ?? '')
  return {
    inquiry,
    isInvalidEmail: inquiry.email !== undefined && !email,
    ...(email && { email }),
    ...(suggestion !== undefined && { suggestion }),
    ...(domain && { domain }),
    ...(judged && { class: judged }),
    ...(domainClass && { domainClass })
  }
}

/** The host whose mail records tell something, and the part of it that was registered; undefined where nobody need be asked. */
export function mailHostOf({
  email,
  domain,
  isInvalidEmail
}: Reading): { readonly host: string; readonly name: string } | undefined {
  const asked = email?.domain ?? domain
  if (!asked || isInvalidEmail || asked.standing !== 'ordinary') return undefined
  return { host: email ? asked.host : asked.name, name: asked.name }
}
