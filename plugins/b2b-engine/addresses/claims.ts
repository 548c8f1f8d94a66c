import type { Reading } from './inquiry.js'
import type { MailSetup } from './mail-setup.js'
import type { NameGuess } from './person.js'
import type { Claim } from './subject.js'

/** Everything that is said of a subject, each with its source: nothing is claimed that was not read somewhere. */
export function claimsOf(
  reading: Reading,
  person: NameGuess | undefined,
  companyGuess: string | undefined,
  mail?: MailSetup
): readonly Claim[] {
  return [...addressClaims(reading, person), ...domainClaims(reading, companyGuess), ...(mail ? mailClaims(mail) : [])]
}

function* addressClaims(
  { inquiry, email, isInvalidEmail, suggestion, class: judged }: Reading,
  person: NameGuess | undefined
): Generator<Claim> {
  if (isInvalidEmail) yield claim('the e-mail address is not valid', 'RFC 5321 syntax', 1)
  if (email && judged) yield claim(`the mail box is ${judged.class}`, judged.source, judged.confidence)
  if (email?.isRole) yield claim('the address belongs to a role, not to a person', 'list of role names', 0.9)
  if (suggestion !== undefined)
    yield claim(`the address was probably meant to be ${suggestion}`, 'likeness to common domains and endings', 0.7)
  if (person)
    yield claim(`the person may be ${person.name}`, `form of the local part (${person.pattern})`, person.confidence)
  if (inquiry.company !== undefined) yield claim(`the company is ${inquiry.company}`, 'given', 1)
}

function* domainClaims({ email, domain, domainClass }: Reading, companyGuess: string | undefined): Generator<Claim> {
  if (!domain) return
  if (domainClass && domain !== email?.domain)
    yield claim(`the domain is ${domainClass.class}`, domainClass.source, domainClass.confidence)
  if (domain.standing === 'reserved')
    yield claim(`${domain.name} is reserved and takes no mail`, 'RFC 2606, RFC 6761, RFC 6762', 1)
  if (domain.standing === 'public_suffix')
    yield claim(`${domain.name} is an ending that names are registered under`, 'Public Suffix List', 0.95)
  if (domain.standing === 'unknown_tld') yield claim(`there is no ending .${domain.tld}`, 'Public Suffix List', 0.9)
  if (domain.hasPrivateSuffix)
    yield claim(`${domain.name} is a customer's name below ${domain.suffix}`, 'Public Suffix List', 0.95)
  if (domain.country !== undefined)
    yield claim(`the country is ${domain.country}`, `country ending .${domain.tld}`, 0.8)
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
