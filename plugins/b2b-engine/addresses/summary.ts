import { clipped } from '../clipped.js'
import type { Subject } from './subject.js'

/** One sentence on what was found. */
export function summariseSubjects(subjects: readonly Subject[]): string {
  const [first, ...others] = subjects
  if (!first) return 'No lead is kept yet, so there is nothing to enrich.'
  if (others.length === 0) return summariseOne(first)
  const classes = Object.entries(Object.groupBy(subjects, classOf)).map(
    ([name, members]) => `${members?.length ?? 0} ${name}`
  )
  return `Enriched ${subjects.length} leads: ${classes.join(', ')}.`
}

function classOf({ email, domain }: Subject): string {
  return email?.class ?? domain?.type ?? 'known by name alone'
}

function summariseOne({ input, email, domain, company, dns, flags, quality }: Subject): string {
  const meant = email?.suggestion === undefined ? '' : `, probably meant to be ${email.suggestion}`
  if (email?.class === 'invalid')
    return `"${clipped(input)}" is not a valid e-mail address${meant}, quality ${quality}.`
  if (!domain)
    return `Nothing is known of ${company?.name ?? clipped(input)} but its name: send an e-mail address or a domain.`
  if (email && flags.includes('domain_mismatch'))
    return `${email.address} is ${classNames[email.class].address}, not at ${domain.name}, quality ${quality}.`
  const known = [domain.country, dns?.provider ?? dns?.gateway].filter(each => each !== undefined)
  const facts = known.length > 0 ? ` (${known.join(', ')})` : ''
  const oddity = oddities.find(({ flag }) => flags.includes(flag))?.words ?? ''
  if (!email)
    return `${domain.name} is ${oddity !== '' ? 'a name' : classNames[domain.type].domain}${oddity}${facts}, quality ${quality}.`
  const kind = oddity !== '' ? 'an address' : classNames[email.class].address
  return `${email.address} is ${kind} at ${domain.name}${oddity}${facts}${meant}, quality ${quality}.`
}

const oddities = [
  { flag: 'reserved_domain', words: ', which is reserved and takes no mail' },
  { flag: 'public_suffix', words: ', which is an ending and nobody’s domain' },
  { flag: 'unknown_tld', words: ', whose ending does not exist' }
]

const classNames = {
  disposable: { address: 'a disposable address', domain: 'a domain of disposable addresses' },
  free: { address: 'a free address', domain: 'a provider of free addresses' },
  education: { address: 'an address of a school or university', domain: 'a domain of a school or university' },
  government: { address: 'an address of a public body', domain: 'a domain of a public body' },
  business: { address: 'a business address', domain: 'a business domain' }
} as const
