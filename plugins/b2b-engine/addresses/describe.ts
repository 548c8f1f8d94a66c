import { claimsOf } from './claims.js'
import type { DomainReading } from './domain.js'
import { flagsOf } from './flags.js'
import type { Reading } from './inquiry.js'
import type { MailSetup } from './mail-setup.js'
import { qualityBy } from './penalties.js'
import { guessName, type NameGuess } from './person.js'
import type { Subject } from './subject.js'

/** All that is known of a subject. `mail` is undefined where nobody was asked. */
export function describeSubject(reading: Reading, mail?: MailSetup): Subject {
  const { inquiry, email, domain } = reading
  const person = email && !email.isRole ? guessName(email.local) : undefined
  const guess = inquiry.company === undefined ? guessCompany(reading) : undefined
  const flags = flagsOf(reading, mail)
  const quality = qualityBy(flags)
  const company = inquiry.company ?? guess
  return {
    input: inquiry.email ?? inquiry.domain ?? inquiry.company ?? '',
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

function emailPart(given: string, { email, suggestion, class: judged }: Reading): NonNullable<Subject['email']> {
  const meant = suggestion === undefined ? {} : { suggestion }
  if (!email || !judged) return { address: given.trim(), class: 'invalid', isRole: false, ...meant }
  const { address, canonical, tag, isRole } = email
  return {
    address,
    class: judged.class,
    canonical,
    ...(tag !== undefined && { tag }),
    isRole,
    ...meant
  }
}

function domainPart(domain: DomainReading, { domainClass }: Reading): NonNullable<Subject['domain']> {
  const { name, host, subdomain, suffix, hasPrivateSuffix, tld, country, standing, unicode } = domain
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
    isReserved: standing === 'reserved',
    ...(unicode !== undefined && { unicode }),
    ...(isOwned(type) && standing === 'ordinary' && { website: `https://${name}` })
  }
}

/** The name before the ending with its hyphens as spaces, in title case, where the domain is its owner's own. */
function guessCompany({ domain, domainClass }: Reading): string | undefined {
  if (!domain || !domainClass || !isOwned(domainClass.class) || domain.standing !== 'ordinary') return undefined
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
