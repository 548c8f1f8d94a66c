import { type Static, Type } from '@product-host/sdk'
import { clipped } from '../input.js'

const EmailPart = Type.Object(
  {
    address: Type.String({ title: 'Address' }),
    class: Type.Enum(['invalid', 'disposable', 'free', 'education', 'government', 'business'], {
      title: 'Class of the address'
    }),
    canonical: Type.Optional(
      Type.String({
        title: 'Canonical form',
        description: 'The same person without tag and without dots that the provider ignores.'
      })
    ),
    tag: Type.Optional(Type.String({ title: 'Tag' })),
    isRole: Type.Boolean({
      title: 'Role address',
      description: 'Belongs to a function such as sales, not to a person.'
    }),
    suggestion: Type.Optional(
      Type.String({ title: 'Probably meant', description: 'The address that was probably meant.' })
    )
  },
  { title: 'E-mail address' }
)

const DomainPart = Type.Object(
  {
    name: Type.String({ title: 'Domain', description: 'The part that was registered.' }),
    host: Type.String({ title: 'Host' }),
    subdomain: Type.Optional(Type.String({ title: 'Subdomain' })),
    suffix: Type.String({ title: 'Public suffix' }),
    hasPrivateSuffix: Type.Boolean({ title: 'Below a company’s suffix' }),
    tld: Type.String({ title: 'Top-level domain' }),
    type: Type.Enum(['disposable', 'free', 'education', 'government', 'business'], { title: 'Class of the domain' }),
    country: Type.Optional(
      Type.String({
        title: 'Country',
        description: 'In English; only where the ending is a country’s and used as one.'
      })
    ),
    isReserved: Type.Boolean({ title: 'Reserved' }),
    unicode: Type.Optional(Type.String({ title: 'As people write it' })),
    website: Type.Optional(Type.String({ title: 'Website', description: 'A guess.' }))
  },
  { title: 'Domain' }
)

const DnsPart = Type.Object(
  {
    checked: Type.Boolean({
      title: 'Every question answered',
      description: 'Every question was answered, now or within the last seven days.'
    }),
    mx: Type.Array(Type.String(), { title: 'Mail servers' }),
    provider: Type.Optional(Type.String({ title: 'Mail provider' })),
    gateway: Type.Optional(Type.String({ title: 'Mail gateway' })),
    spf: Type.Optional(Type.String({ title: 'SPF record' })),
    tools: Type.Array(Type.String(), { title: 'Tools that send mail' }),
    dmarc: Type.Optional(Type.String({ title: 'DMARC policy' }))
  },
  { title: 'Mail records' }
)

/** A name that was guessed; the title says whose, because views show it without what it belongs to. */
function guessOf(title: string) {
  const name = Type.String({ title })
  const source = Type.String({ title: 'Source' })
  return Type.Object({ name, source, confidence: Type.Number({ title: 'Confidence' }) }, { title })
}

/** One thing that is said of a subject, and why. */
export const Claim = Type.Object({
  claim: Type.String({ title: 'Claim' }),
  source: Type.String({ title: 'Source' }),
  confidence: Type.Number({ title: 'Confidence' })
})

/** See the schema of the same name. */
export type Claim = Static<typeof Claim>

/** What is known of one address, domain or company. */
export const Subject = Type.Object({
  input: Type.String({ title: 'Asked about' }),
  email: Type.Optional(EmailPart),
  domain: Type.Optional(DomainPart),
  company: Type.Optional(guessOf('Company')),
  person: Type.Optional(guessOf('Person')),
  dns: Type.Optional(DnsPart),
  flags: Type.Array(Type.String(), { title: 'Warnings' }),
  quality: Type.Optional(
    Type.Integer({ title: 'Quality', description: '0 to 100; left out where there is neither address nor domain.' })
  ),
  evidence: Type.Array(Claim, { title: 'Evidence' })
})

/** See the schema of the same name. */
export type Subject = Static<typeof Subject>

/** One sentence on what was found. */
export function summariseSubjects(subjects: readonly Subject[]): string {
  const [first, ...others] = subjects
  if (!first) return 'No lead is kept yet, so there is nothing to enrich.'
  if (others.length === 0) return summariseOne(first)
  const classes = Object.entries(Object.groupBy(subjects, classNameOf)).map(
    ([name, members]) => `${members?.length ?? 0} ${name}`
  )
  return `Enriched ${subjects.length} leads: ${classes.join(', ')}.`
}

function classNameOf({ email, domain }: Subject): string {
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
  { flag: 'relay', words: ', which forwards mail to an address that it hides' },
  { flag: 'unknown_tld', words: ', whose ending does not exist' }
]

const classNames = {
  disposable: { address: 'a disposable address', domain: 'a domain of disposable addresses' },
  free: { address: 'a free address', domain: 'a provider of free addresses' },
  education: { address: 'an address of a school or university', domain: 'a domain of a school or university' },
  government: { address: 'an address of a public body', domain: 'a domain of a public body' },
  business: { address: 'a business address', domain: 'a business domain' }
} as const
