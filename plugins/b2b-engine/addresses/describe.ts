import { type DomainReading, mailboxKind, readDomain } from '@product-host/toolkit/addresses'
import {
  type ClassReading,
  classOf,
  countryName,
  type EmailReading,
  isRoleWord,
  readEmail,
  suggestionForInvalid
} from './address.js'
import localParts from './local-parts.json' with { type: 'json' }
import type { MailSetup } from './mail-records.js'
import type { Claim, Subject } from './subject.js'

/** All that is known of a subject. `mail` is undefined where no name server was queried. */
export function describeSubject(reading: InquiryFacts, mail?: MailSetup): Subject {
  const { inquiry, email, domain } = reading
  const person = email && !email.isRole && mailboxKind(email.domain) !== 'relay' ? guessName(email.local) : undefined
  const guess = inquiry.company === undefined ? guessCompany(reading) : undefined
  const flags = flagsOf(reading, mail)
  const quality = qualityBy(flags)
  const company = inquiry.company ?? guess
  return {
    input: (inquiry.email ?? inquiry.domain ?? inquiry.company ?? '').trim(),
    ...(inquiry.email !== undefined && { email: emailPart(inquiry.email, reading) }),
    ...(domain && { domain: domainPart(domain, reading) }),
    ...(company !== undefined && { company: companyPart(company, inquiry.company !== undefined) }),
    ...(person && { person: personPart(person) }),
    ...(mail && { dns: dnsPart(mail) }),
    flags: [...flags],
    ...(quality !== undefined && { quality }),
    evidence: [...claimsOf(reading, person, guess, mail)]
  }
}

function emailPart(
  given: string,
  { email, suggestion, class: classification }: InquiryFacts
): NonNullable<Subject['email']> {
  const meant = suggestion === undefined ? {} : { suggestion }
  if (!email || !classification) return { address: given.trim(), class: 'invalid', isRole: false, ...meant }
  const { address, canonical, tag, cleaned, isRole } = email
  return {
    address,
    class: classification.class,
    canonical,
    ...(tag !== undefined && { tag }),
    ...(cleaned.length > 0 && { cleaned: [...cleaned] }),
    isRole,
    ...meant
  }
}

function domainPart(domain: DomainReading, { domainClass }: InquiryFacts): NonNullable<Subject['domain']> {
  const { name, host, subdomain, suffix, hasPrivateSuffix, tld, status, unicode } = domain
  const country = countryName(domain)
  const type = domainClass?.class ?? 'business'
  return {
    name,
    host,
    ...(subdomain !== '' && { subdomain }),
    suffix,
    hasPrivateSuffix,
    tld,
    type,
    ...(country !== undefined && { country }),
    isReserved: status === 'reserved',
    ...(unicode !== undefined && { unicode }),
    ...(isOwned(type) && status === 'ordinary' && { website: `https://${name}` })
  }
}

/** The name before the ending with its hyphens as spaces, in title case, where the domain is its owner's own. */
function guessCompany({ domain, domainClass }: InquiryFacts): string | undefined {
  if (!domain || !domainClass || !isOwned(domainClass.class) || domain.status !== 'ordinary') return undefined
  const written = domain.unicode ?? domain.host
  const ownLength = written.split('.').length - domain.suffix.split('.').length
  const label = written.split('.')[ownLength - 1] ?? ''
  return label
    .split('-')
    .filter(part => part !== '')
    .map(part => `${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`)
    .join(' ')
}

function isOwned(type: string): boolean {
  return type !== 'free' && type !== 'disposable'
}

function companyPart(name: string, isGiven: boolean): NonNullable<Subject['company']> {
  return isGiven ? { name, source: 'given', confidence: 1 } : { name, source: 'name of the domain', confidence: 0.5 }
}

function personPart({ name, pattern, confidence }: NameGuess): NonNullable<Subject['person']> {
  return { name, source: `form of the local part (${pattern})`, confidence }
}

function dnsPart({ isComplete, mx, provider, gateway, spf, tools, dmarc }: MailSetup): NonNullable<Subject['dns']> {
  return {
    checked: isComplete,
    mx: [...mx],
    ...(provider !== undefined && { provider }),
    ...(gateway !== undefined && { gateway }),
    ...(spf !== undefined && { spf }),
    tools: [...tools],
    ...(dmarc !== undefined && { dmarc })
  }
}

/** A name read out of a local part, and how sure that is. */
interface NameGuess {
  readonly name: string
  /** Which form the local part has, such as `first.last`. */
  readonly pattern: string
  readonly confidence: number
}

/**
 * Guesses a person's name from the local part of an address; undefined where it has no form of a name. Initials are none: nobody can
 * tell "jsmith" from a word.
 */
export function guessName(local: string): NameGuess | undefined {
  const text = local.toLowerCase().replace(/\+.*$/, '')
  if (firstNames.has(text)) return { name: capitalised(text), pattern: 'first', confidence: 0.6 }
  for (const { pattern, form, confidence } of namePatterns) {
    const { first, last } = form.exec(text)?.groups ?? {}
    if (!first || !last || !vowel.test(first) || isRoleWord(first) || isRoleWord(last)) continue
    return { name: `${capitalised(first)} ${capitalised(last)}`, pattern, confidence }
  }
  return undefined
}

const firstNames = new Set(localParts.firstNames)

/**
 * Forms of local parts that hold a name, and how often they are right. The first name has at least three letters: two, such as "jp", are as often initials,
 * of which no name can be made. Source: the scoring contract; `first` is ours.
 */
const namePatterns: readonly { readonly pattern: string; readonly form: RegExp; readonly confidence: number }[] = [
  { pattern: 'first.last', form: /^(?<first>\p{L}[\p{L}'-]{2,})\.(?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.9 },
  { pattern: 'first_last', form: /^(?<first>\p{L}[\p{L}'-]{2,})_(?<last>\p{L}[\p{L}'-]+)$/u, confidence: 0.8 }
]

/** Letters without a vowel are initials: "jrr.tolkien". Other scripts than the Latin one have no such rule. */
const vowel = /[aeiouyàâäáãåæèéêëìíîïòóôöõøùúûüýÿœ]|[^\p{Script=Latin}'-]/u

/** "anne-marie" as "Anne-Marie", "o'neil" as "O'Neil". */
function capitalised(name: string): string {
  return name.replace(/(?:^|[-'])\p{L}/gu, letter => letter.toUpperCase())
}

/** The warnings about a subject, each a word in snake_case. `mail` is undefined where no name server was queried. */
function flagsOf(reading: InquiryFacts, mail?: MailSetup): readonly string[] {
  const { email, domain, isInvalidEmail, suggestion, class: classification } = reading
  const mailDomain = email?.domain ?? domain
  const isTypo = suggestion !== undefined
  const flags: readonly (string | false | undefined)[] = [
    isInvalidEmail && 'invalid_email',
    classification?.class === 'disposable' && 'disposable',
    classification?.class === 'free' && 'free',
    mailDomain && mailboxKind(mailDomain) === 'relay' && 'relay',
    email?.isRole && 'role',
    isTypo && 'typo',
    mailDomain?.status === 'reserved' && 'reserved_domain',
    mailDomain?.status === 'public_suffix' && 'public_suffix',
    mailDomain?.status === 'unknown_tld' && !isTypo && 'unknown_tld',
    mail?.canReceive === false && (mail.refusesMail ? 'refuses_mail' : 'no_mx'),
    mail && !mail.isComplete && 'dns_unavailable',
    email && domain && email.domain.name !== domain.name && 'domain_mismatch',
    !email && !domain && !isInvalidEmail && 'no_address'
  ]
  return flags.filter(flag => typeof flag === 'string')
}

/** What an address loses of its quality of 100. Source: the contract of this product (README, "enrich"). */
const penalties = { invalid: 100, disposable: 70, cannotReceive: 60, typo: 40, role: 20, free: 20 } as const

/** What each flag takes; flags that say the same, such as that no mail can be received, take it once. */
const penaltyOf: ReadonlyMap<string, keyof typeof penalties> = new Map([
  ['invalid_email', 'invalid'],
  ['disposable', 'disposable'],
  ['free', 'free'],
  ['role', 'role'],
  ['typo', 'typo'],
  ['reserved_domain', 'cannotReceive'],
  ['public_suffix', 'cannotReceive'],
  ['unknown_tld', 'cannotReceive'],
  ['no_mx', 'cannotReceive'],
  ['refuses_mail', 'cannotReceive']
])

/** The quality of a subject with these flags, 0 to 100; undefined where there is neither address nor domain. */
function qualityBy(flags: readonly string[]): number | undefined {
  if (flags.includes('no_address')) return undefined
  const reasons = new Set(flags.map(flag => penaltyOf.get(flag)).filter(reason => reason !== undefined))
  return Math.max(0, 100 - [...reasons].reduce((sum, reason) => sum + penalties[reason], 0))
}

/** Everything that is said of a subject, each with its source: nothing is claimed that was not read somewhere. */
function claimsOf(
  reading: InquiryFacts,
  person: NameGuess | undefined,
  companyGuess: string | undefined,
  mail?: MailSetup
): readonly Claim[] {
  return [...addressClaims(reading, person), ...domainClaims(reading, companyGuess), ...(mail ? mailClaims(mail) : [])]
}

function* addressClaims(
  { inquiry, email, isInvalidEmail, suggestion, class: classification }: InquiryFacts,
  person: NameGuess | undefined
): Generator<Claim> {
  if (isInvalidEmail) yield claim('the e-mail address is not valid', 'RFC 5321 syntax', 1)
  if (email && classification)
    yield claim(`the mail box is ${classification.class}`, classification.source, classification.confidence)
  if (email?.isRole) yield claim('the address belongs to a role, not to a person', 'list of role names', 0.9)
  if (suggestion !== undefined)
    yield claim(`the address was probably meant to be ${suggestion}`, 'likeness to common domains and endings', 0.7)
  if (person)
    yield claim(`the person may be ${person.name}`, `form of the local part (${person.pattern})`, person.confidence)
  if (inquiry.company !== undefined) yield claim(`the company is ${inquiry.company}`, 'given', 1)
}

function* domainClaims(
  { email, domain, domainClass }: InquiryFacts,
  companyGuess: string | undefined
): Generator<Claim> {
  if (!domain) return
  if (domainClass && domain !== email?.domain)
    yield claim(`the domain is ${domainClass.class}`, domainClass.source, domainClass.confidence)
  if (domain.status === 'reserved')
    yield claim(`${domain.name} is reserved and takes no mail`, 'RFC 2606, RFC 6761, RFC 6762', 1)
  if (domain.status === 'public_suffix')
    yield claim(`${domain.name} is an ending that names are registered under`, 'Public Suffix List', 0.95)
  if (domain.status === 'unknown_tld') yield claim(`there is no ending .${domain.tld}`, 'Public Suffix List', 0.9)
  if (domain.hasPrivateSuffix)
    yield claim(`${domain.name} is a customer's name below ${domain.suffix}`, 'Public Suffix List', 0.95)
  const country = countryName(domain)
  if (country !== undefined) yield claim(`the country is ${country}`, `country ending .${domain.tld}`, 0.8)
  if (companyGuess !== undefined) yield claim(`the company may be called ${companyGuess}`, 'name of the domain', 0.5)
}

function* mailClaims(mail: MailSetup): Generator<Claim> {
  if (mail.refusesMail) yield claim('the domain takes no mail', 'null MX record', 1)
  else if (mail.canReceive === false) yield claim('the domain has no mail server', 'no MX record', 0.9)
  if (mail.gateway !== undefined) yield claim(`mail passes ${mail.gateway}`, 'MX record', 0.95)
  if (mail.provider !== undefined)
    yield mail.isProviderFromSpf
      ? claim(`mail is kept at ${mail.provider}`, 'SPF record', 0.7)
      : claim(`mail is kept at ${mail.provider}`, 'MX record', 0.95)
  for (const tool of mail.tools) yield claim(`${tool} may send for the domain`, 'SPF record', 0.85)
  if (mail.dmarc !== undefined) yield claim(`the DMARC policy is ${mail.dmarc}`, 'DMARC record', 1)
}

function claim(text: string, source: string, confidence: number): Claim {
  return { claim: text, source, confidence }
}

/** The subject of a request. */
export interface Inquiry {
  readonly email?: string | undefined
  readonly domain?: string | undefined
  readonly company?: string | undefined
}

/** What an inquiry says by itself, without asking anybody. */
interface InquiryFacts {
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
export function readInquiry(inquiry: Inquiry): InquiryFacts {
  const email = inquiry.email === undefined ? undefined : readEmail(inquiry.email)
  const given = inquiry.domain === undefined ? undefined : readDomain(inquiry.domain)
  const domain = given ?? email?.domain
  const domainClass = domain && classOf(domain)
  const emailClass = email && (email.domain === domain ? domainClass : classOf(email.domain))
  const classification = emailClass ?? domainClass
  const suggestion = email ? email.suggestion : suggestionForInvalid(inquiry.email ?? '')
  return {
    inquiry,
    isInvalidEmail: inquiry.email !== undefined && !email,
    ...(email && { email }),
    ...(suggestion !== undefined && { suggestion }),
    ...(domain && { domain }),
    ...(classification && { class: classification }),
    ...(domainClass && { domainClass })
  }
}

/** The host whose mail records are of interest, and the part of it that was registered; undefined where no query is needed. */
export function mailHostOf({
  email,
  domain,
  isInvalidEmail
}: InquiryFacts): { readonly host: string; readonly name: string } | undefined {
  const target = email?.domain ?? domain
  if (!target || isInvalidEmail || target.status !== 'ordinary') return undefined
  return { host: email ? target.host : target.name, name: target.name }
}
