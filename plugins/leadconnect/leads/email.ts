import {
  InvalidInput,
  type Issue,
  inject,
  injectable,
  PRODUCTS,
  ProductError,
  type Products,
  SETTINGS,
  type Settings,
  type Static,
  Type
} from '@product-host/sdk'
import { mailboxDomains, readAddress, readDomain } from '@product-host/toolkit/addresses'
import { isRecord } from '@product-host/toolkit/guards'
import { longestClassificationMs } from '../limits.js'

/** The classes that enrich gives to addresses. */
export const classes = ['business', 'free', 'disposable', 'education', 'government', 'invalid'] as const

/** What is known of a lead's address. */
export const Email = Type.Object(
  {
    address: Type.String({ title: 'Address', description: 'As it was sent, with its domain in lower-case ASCII.' }),
    canonical: Type.String({
      title: 'Canonical form',
      description:
        'The same for all spellings of one mailbox: in lower case, without tag, without what the provider ignores, and with the first of its domains.'
    }),
    domain: Type.String({
      title: 'Domain',
      description: 'The registered domain, such as `acme.co.uk`. If only the form was checked: all after the @.'
    }),
    cleaned: Type.Optional(
      Type.Array(Type.String({ title: 'Part' }), {
        title: 'Removed',
        description:
          'What stood around the address, such as `display_name` for `Jane Doe <jane@acme.com>`. Left out if nothing did.'
      })
    ),
    checkedBy: Type.Union([Type.Literal('enrich'), Type.Literal('syntax')], {
      title: 'What checked it',
      description: '`enrich`: the action `enrich` of B2B engine; `syntax`: only the form of the address was checked.'
    }),
    class: Type.Optional(
      Type.Enum(classes, {
        title: 'Class',
        description:
          '`business`, `free` (a free provider), `disposable` (an address for a short time), `education`, ' +
          '`government` or `invalid`. Left out if only the form was checked.'
      })
    ),
    country: Type.Optional(
      Type.String({
        title: 'Country',
        description: 'The country of the domain’s ending, in English. Left out for endings of no country.'
      })
    ),
    quality: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        title: 'Quality',
        description: 'From 0 (unusable) to 100 (best). Left out if only the form was checked.'
      })
    ),
    flags: Type.Array(Type.String({ title: 'Flag' }), {
      title: 'Flags',
      description:
        'Warnings about the address, such as `role` or `typo`: those that the action `enrich` of B2B engine gives. Empty if there are none.'
    })
  },
  { title: 'E-mail address', description: 'What is known of the address of the person.' }
)

/** What is known of a lead's address. */
export type Email = Static<typeof Email>

/** The code of the refusal, with its meaning. */
export const emailCodes = {
  email_rejected:
    'The address is a disposable one, and the settings refuse such leads. Nothing was stored. Send another address, or allow them in the settings.'
} as const

/**
 * Classifies addresses by b2b-engine's enrich where this deployment has it and the account may run it, else by syntax
 * alone.
 */
@injectable()
export class Classifier {
  constructor(
    @inject(PRODUCTS) private readonly products: Products,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /** Classifies the address of a lead that is to be stored. Rejects with `email_rejected` where the settings refuse it. */
  async admit(email: EmailAddress, signal: AbortSignal): Promise<Email> {
    const classified = await this.classify(email, signal)
    if (classified.class === 'disposable' && this.settings.rejectDisposable === 'true')
      throw new ProductError(
        'email_rejected',
        `${classified.address} is a disposable address, and such leads are refused.`
      )
    return classified
  }

  async classify(email: EmailAddress, signal: AbortSignal): Promise<Email> {
    const bySyntax: Email = { ...email, checkedBy: 'syntax', flags: [] }
    if (!this.#isEnriching()) return bySyntax
    const { ok, detail } = await this.products.execute(
      'b2b-engine',
      'enrich',
      { email: email.address },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(longestClassificationMs)]) }
    )
    return ok ? { ...bySyntax, ...enriched(detail, email.domain) } : bySyntax
  }

  #isEnriching(): boolean {
    const engine = this.products.describe().find(({ slug }) => slug === 'b2b-engine')
    return engine?.actions.some(({ name }) => name === 'enrich') ?? false
  }
}

/** What enrich answers for one address; nothing where its answer has another form. */
function enriched(detail: Readonly<Record<string, unknown>>, domain: string): Partial<Email> {
  const subject: unknown = Array.isArray(detail.subjects) ? detail.subjects[0] : undefined
  if (!isRecord(subject) || !isRecord(subject.email)) return {}
  const { email, quality, flags } = subject
  const kind = classes.find(each => each === email.class)
  const { name, country } = isRecord(subject.domain) ? subject.domain : {}
  return {
    checkedBy: 'enrich',
    ...(typeof name === 'string' && { domain: readDomain(domain)?.name ?? name }),
    ...(kind !== undefined && { class: kind }),
    ...(typeof country === 'string' && { country }),
    ...(typeof quality === 'number' && quality >= 0 && quality <= 100 && { quality }),
    ...(Array.isArray(flags) && { flags: flags.filter(flag => typeof flag === 'string') })
  }
}

/** An e-mail address in its two forms. */
export interface EmailAddress {
  /** As people write it, its domain in lower-case ASCII. */
  readonly address: string
  /** The same for all spellings of one mailbox (`mailbox` of the toolkit's addresses). */
  readonly canonical: string
  readonly domain: string
  readonly cleaned?: string[]
}

/** Reads an e-mail address; undefined when the text is none. */
export function readEmail(text: string): EmailAddress | undefined {
  const { address, domain, mailbox, cleaned } = readAddress(text) ?? {}
  if (address === undefined || domain === undefined || mailbox === undefined) return undefined
  return { address, canonical: mailbox, domain, ...(cleaned && cleaned.length > 0 && { cleaned: [...cleaned] }) }
}

/** The canonical forms, except today's, that an earlier version may have given the mailbox of an address: it left tags and domains as they were. */
export function formerCanonicals({
  address,
  canonical
}: Pick<EmailAddress, 'address' | 'canonical'>): readonly string[] {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).toLowerCase()
  const names = [local, local.split('+')[0] ?? local, canonical.slice(0, canonical.lastIndexOf('@'))]
  const domains = mailboxDomains(address.slice(at + 1))
  return [...new Set(names.flatMap(name => domains.map(domain => `${name}@${domain}`)))].filter(
    former => former !== canonical
  )
}

/** Reads the address that a caller sent. Throws `InvalidInput`. */
export function requestedAddress(email: string): EmailAddress {
  const address = readEmail(email)
  if (!address) throw new InvalidInput([invalidEmail])
  return address
}

/** The issue of an address whose syntax is not sound. */
export const invalidEmail: Issue = {
  pointer: '#/email',
  code: 'invalid_email',
  detail: 'is not an e-mail address',
  fix: 'Send an address such as jane@acme.com.'
}

/** The address with all but the first letter of its name hidden: `j***@acme.com`. */
export function maskedEmail(address: string): string {
  return `${[...address][0]}***${address.slice(address.lastIndexOf('@'))}`
}
