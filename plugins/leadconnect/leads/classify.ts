import {
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
import { isRecord } from '../json.js'
import type { EmailAddress } from './email.js'

/** Milliseconds that the classification of an address may take. */
const longestWaitMs = 3_000

/** What is known of a lead's address. */
export const Email = Type.Object({
  address: Type.String(),
  canonical: Type.String({ description: 'The same for all spellings of one mailbox.' }),
  domain: Type.String({ description: 'The registered domain where enrich knows it, else all after the @.' }),
  checkedBy: Type.Union([Type.Literal('enrich'), Type.Literal('syntax')], {
    description: 'Who judged it: b2b-engine.enrich, or the syntax alone.'
  }),
  class: Type.Optional(Type.String({ description: 'business, free, disposable, education, government …' })),
  country: Type.Optional(Type.String({ description: 'Of the domain, in English.' })),
  quality: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  flags: Type.Array(Type.String())
})
/** What is known of a lead's address. */
export type Email = Static<typeof Email>

/** The code of the refusal, with its meaning. */
export const emailCodes = {
  email_rejected: 'The address is a disposable one, and the settings refuse such leads. Nothing was kept.'
} as const

/**
 * Judges addresses by b2b-engine's enrich where this deployment has it and the account may run it, else by syntax
 * alone.
 */
@injectable()
export class Classifier {
  constructor(
    @inject(PRODUCTS) private readonly products: Products,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /** Judges the address of a lead that is to be kept. Rejects with `email_rejected` where the settings refuse it. */
  async admit(email: EmailAddress, signal: AbortSignal): Promise<Email> {
    const judged = await this.classify(email, signal)
    if (judged.class === 'disposable' && this.settings.rejectDisposable === 'true')
      throw new ProductError('email_rejected', `${judged.address} is a disposable address, and such leads are refused.`)
    return judged
  }

  async classify(email: EmailAddress, signal: AbortSignal): Promise<Email> {
    const bySyntax: Email = { ...email, checkedBy: 'syntax', flags: [] }
    if (!this.#isEnriching()) return bySyntax
    const { ok, detail } = await this.products.execute(
      'b2b-engine',
      'enrich',
      { email: email.address },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]) }
    )
    return ok ? { ...bySyntax, ...enriched(detail) } : bySyntax
  }

  #isEnriching(): boolean {
    const engine = this.products.describe().find(({ slug }) => slug === 'b2b-engine')
    return engine?.actions.some(({ name }) => name === 'enrich') ?? false
  }
}

/** What enrich says of the one address it was asked about; nothing where its answer has another form. */
function enriched(detail: Readonly<Record<string, unknown>>): Partial<Email> {
  const subject: unknown = Array.isArray(detail.subjects) ? detail.subjects[0] : undefined
  if (!isRecord(subject) || !isRecord(subject.email)) return {}
  const { email, quality, flags } = subject
  const { name, country } = isRecord(subject.domain) ? subject.domain : {}
  return {
    checkedBy: 'enrich',
    ...(typeof name === 'string' && { domain: name }),
    ...(typeof email.class === 'string' && { class: email.class }),
    ...(typeof country === 'string' && { country }),
    ...(typeof quality === 'number' && quality >= 0 && quality <= 100 && { quality }),
    ...(Array.isArray(flags) && { flags: flags.filter(flag => typeof flag === 'string') })
  }
}
