import { type Static, Type } from '@product-host/sdk'

const EmailPart = Type.Object({
  address: Type.String(),
  class: Type.Enum(['invalid', 'disposable', 'free', 'education', 'government', 'business']),
  canonical: Type.Optional(
    Type.String({ description: 'The same person without tag and without dots that the provider ignores.' })
  ),
  tag: Type.Optional(Type.String()),
  isRole: Type.Boolean({ description: 'Belongs to a function such as sales, not to a person.' }),
  suggestion: Type.Optional(Type.String({ description: 'The address that was probably meant.' }))
})

const DomainPart = Type.Object({
  name: Type.String({ description: 'The part that was registered.' }),
  host: Type.String(),
  subdomain: Type.Optional(Type.String()),
  suffix: Type.String(),
  hasPrivateSuffix: Type.Boolean(),
  tld: Type.String(),
  type: Type.Enum(['disposable', 'free', 'education', 'government', 'business']),
  country: Type.Optional(
    Type.String({ description: 'In English; only where the ending is a country’s and used as one.' })
  ),
  isReserved: Type.Boolean(),
  unicode: Type.Optional(Type.String()),
  website: Type.Optional(Type.String({ description: 'A guess.' }))
})

const DnsPart = Type.Object({
  checked: Type.Boolean({ description: 'Every question was answered, now or within the last seven days.' }),
  mx: Type.Array(Type.String()),
  provider: Type.Optional(Type.String()),
  gateway: Type.Optional(Type.String()),
  spf: Type.Optional(Type.String()),
  tools: Type.Array(Type.String()),
  dmarc: Type.Optional(Type.String())
})

const Guess = Type.Object({ name: Type.String(), source: Type.String(), confidence: Type.Number() })

/** One thing that is said of a subject, and why. */
export const Claim = Type.Object({ claim: Type.String(), source: Type.String(), confidence: Type.Number() })
/** See the schema of the same name. */
export type Claim = Static<typeof Claim>

/** What is known of one address, domain or company. */
export const Subject = Type.Object({
  input: Type.String(),
  email: Type.Optional(EmailPart),
  domain: Type.Optional(DomainPart),
  company: Type.Optional(Guess),
  person: Type.Optional(Guess),
  dns: Type.Optional(DnsPart),
  flags: Type.Array(Type.String()),
  quality: Type.Optional(
    Type.Integer({ description: '0 to 100; left out where there is neither address nor domain.' })
  ),
  evidence: Type.Array(Claim)
})
/** See the schema of the same name. */
export type Subject = Static<typeof Subject>
