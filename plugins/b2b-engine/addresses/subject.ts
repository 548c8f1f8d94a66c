import { type Static, Type } from '@product-host/sdk'
import { clipped } from '../input.js'

const EmailPart = Type.Object(
  {
    address: Type.String({ title: 'Address', description: 'As it was sent, with its domain in lower-case ASCII.' }),
    class: Type.Enum(['invalid', 'disposable', 'free', 'education', 'government', 'business'], {
      title: 'Class of the address',
      description:
        '`invalid`: no e-mail address; `disposable`: for a short time; `free`: of a free provider; `education`, ' +
        '`government`: of a school or a public body; `business`: any other.'
    }),
    canonical: Type.Optional(
      Type.String({
        title: 'Canonical form',
        description:
          'The same for all spellings of one mailbox: in lower case, without tag, without what the provider ignores, and with the first of its domains.'
      })
    ),
    tag: Type.Optional(
      Type.String({ title: 'Tag', description: 'What stands between `+` and `@`. Left out if there is none.' })
    ),
    cleaned: Type.Optional(
      Type.Array(Type.String({ title: 'Part' }), {
        title: 'Removed',
        description:
          'What stood around the address, such as `display_name` for `Jane Doe <jane@acme.com>`. Left out if nothing did.'
      })
    ),
    isRole: Type.Boolean({
      title: 'Role address',
      description: 'Belongs to a function such as sales, not to a person.'
    }),
    suggestion: Type.Optional(
      Type.String({
        title: 'Probably meant',
        description: 'The address without the typing error that is likely. Left out if none is.'
      })
    )
  },
  { title: 'E-mail address', description: 'Only if an e-mail address was asked about.' }
)

const DomainPart = Type.Object(
  {
    name: Type.String({
      title: 'Domain',
      description: 'The part that its owner was given, such as `acme.co.uk` or `acme.onmicrosoft.com`.'
    }),
    host: Type.String({ title: 'Host', description: 'The whole name, such as `shop.acme.co.uk`.' }),
    subdomain: Type.Optional(
      Type.String({
        title: 'Subdomain',
        description: 'The part before the registered domain, such as `shop`. Left out if there is none.'
      })
    ),
    suffix: Type.String({
      title: 'Public suffix',
      description: 'The ending below which names are registered, such as `co.uk`.'
    }),
    hasPrivateSuffix: Type.Boolean({
      title: 'Below a company’s suffix',
      description: 'True if the suffix is a company’s, such as `github.io`: the name is one of its customers.'
    }),
    tld: Type.String({ title: 'Top-level domain', description: 'The last part of the name, such as `uk`.' }),
    type: Type.Enum(['disposable', 'free', 'education', 'government', 'business'], {
      title: 'Class of the domain',
      description:
        '`disposable`: gives addresses for a short time; `free`: a free provider; `education`, `government`: a school or a public body; `business`: any other.'
    }),
    country: Type.Optional(
      Type.String({
        title: 'Country',
        description:
          'The country of the ending, in English. Left out if the ending is not a country’s or is used worldwide.'
      })
    ),
    isReserved: Type.Boolean({
      title: 'Reserved',
      description: 'True if the name is reserved for tests, documentation or private networks, such as `example.com`.'
    }),
    unicode: Type.Optional(
      Type.String({
        title: 'As people write it',
        description: 'The name with its letters outside ASCII. Left out if it has none.'
      })
    ),
    website: Type.Optional(
      Type.String({ title: 'Website', description: 'A guess: `https://` and the registered domain.' })
    )
  },
  { title: 'Domain', description: 'The domain that was asked about, or that of the address.' }
)

const DnsPart = Type.Object(
  {
    checked: Type.Boolean({
      title: 'Every question answered',
      description: 'True if the name servers answered every question, now or within the last seven days.'
    }),
    mx: Type.Array(Type.String(), { title: 'Mail servers', description: 'The names of the MX records.' }),
    provider: Type.Optional(
      Type.String({
        title: 'Mail provider',
        description: 'Who stores the mail, such as Microsoft 365. Left out if it is not a known one.'
      })
    ),
    gateway: Type.Optional(
      Type.String({
        title: 'Mail gateway',
        description: 'The filter that mail passes first, such as Mimecast. Left out if there is none.'
      })
    ),
    spf: Type.Optional(
      Type.String({
        title: 'SPF record',
        description: 'The record that says who may send mail for the domain. Left out if there is none.'
      })
    ),
    tools: Type.Array(Type.String(), {
      title: 'Tools that send mail',
      description: 'Services that may send for the domain, such as Mailchimp, read from SPF.'
    }),
    dmarc: Type.Optional(
      Type.String({
        title: 'DMARC policy',
        description:
          'What receivers should do with forged mail: `none`, `quarantine` or `reject`. Left out if the domain does not say.'
      })
    )
  },
  { title: 'Mail records', description: 'Only with `dns`.' }
)

/** A name that was guessed; the title says whose, because views show it without what it belongs to. */
function guessOf(title: string) {
  const name = Type.String({ title, description: 'The name; a guess unless its source is `given`.' })
  const source = Type.String({ title: 'Source', description: 'Where the name was read, in words.' })
  const confidence = Type.Number({ title: 'Confidence', description: 'How sure the name is, from 0 to 1.' })
  return Type.Object(
    { name, source, confidence },
    { title, description: 'A name and how sure it is. Left out if none can be read.' }
  )
}

/** One thing that is said of a subject, and why. */
export const Claim = Type.Object({
  claim: Type.String({ title: 'Claim', description: 'What is said, in a sentence.' }),
  source: Type.String({ title: 'Source', description: 'Where it was read, such as “MX record”.' }),
  confidence: Type.Number({ title: 'Confidence', description: 'How sure the claim is, from 0 to 1.' })
})

/** See the schema of the same name. */
export type Claim = Static<typeof Claim>

/** What is known of one address, domain or company. */
export const Subject = Type.Object({
  input: Type.String({
    title: 'Asked about',
    description: 'The address, domain or company that this result describes.'
  }),
  email: Type.Optional(EmailPart),
  domain: Type.Optional(DomainPart),
  company: Type.Optional(guessOf('Company')),
  person: Type.Optional(guessOf('Person')),
  dns: Type.Optional(DnsPart),
  flags: Type.Array(Type.String(), {
    title: 'Warnings',
    description:
      '`invalid_email`, `disposable`, `free`, `relay` (forwards to a hidden address), `role` (a function, not a ' +
      'person), `typo`, `reserved_domain`, `public_suffix`, `unknown_tld`, `no_mx` or `refuses_mail` (cannot ' +
      'receive mail), `dns_unavailable`, `domain_mismatch` (address and domain differ), `no_address`.'
  }),
  quality: Type.Optional(
    Type.Integer({
      title: 'Quality',
      description: 'From 0 (unusable) to 100. Left out if there is neither address nor domain.'
    })
  ),
  evidence: Type.Array(Claim, { title: 'Evidence', description: 'Every statement about the subject with its source.' })
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
