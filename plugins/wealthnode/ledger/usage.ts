import { InvalidInput, type Issue, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { formerSlug, identityOf, isWholeInSlug, slugify, storedSlug } from '@product-host/toolkit/slug'
import { type Decimal, decimal, digitsOf, placesOf } from '../money.js'
import { type Day, dayPrefix, type Head, headKey } from './records.js'
import { type Dimension, dimensions, type PriceName, perMillion, priceNames, type UsageInput } from './usage-input.js'

/** What the caller sent, checked and in one form: decimals as text, prices in GBP, names as identities, the time in UTC. */
export interface Usage extends Partial<ForeignPrices> {
  readonly kind: 'cost' | 'revenue'
  readonly tokens: string
  readonly pricePer1kGbp: string
  readonly billPer1kGbp?: string
  readonly cachedTokens?: string
  readonly cachedPricePer1kGbp?: string
  readonly model?: string
  readonly customer?: string
  readonly feature?: string
  readonly externalId?: string
  readonly occurredAt?: string
  readonly note?: string
}

/** Prices as they were sent in another currency, and the rate by which those in GBP follow from them. */
interface ForeignPrices {
  readonly currency: string
  readonly pricePer1k: string
  readonly cachedPricePer1k?: string
  readonly gbpPerUnit: string
}

/** Normalises what a caller sent. Throws `InvalidInput` with every issue that the schema cannot see. */
export function readUsage(input: UsageInput, now: number): Usage {
  const issues = [...usageIssues(input, now)]
  if (isFilled(issues)) throw new InvalidInput(issues)
  const { kind, tokens = 0, cachedTokens } = input
  const billPer1kGbp = priceIn(input, 'billPer1kGbp')
  const { model, customer, feature, externalId, occurredAt, note } = input
  return {
    kind,
    tokens: text(tokens),
    ...pricesOf(input),
    ...(billPer1kGbp && { billPer1kGbp: billPer1kGbp.toString() }),
    ...(cachedTokens !== undefined && { cachedTokens: text(cachedTokens) }),
    ...(model !== undefined && { model: identityOf(model) }),
    ...(customer !== undefined && { customer: identityOf(customer) }),
    ...(feature !== undefined && { feature: identityOf(feature) }),
    ...(externalId !== undefined && { externalId }),
    ...(occurredAt !== undefined && { occurredAt: new Date(occurredAt).toISOString() }),
    ...(note !== undefined && { note })
  }
}

/** The prices in GBP; those of another currency are multiplied by the rate, without any rounding, and stay beside them. */
function pricesOf(input: UsageInput): Pick<Usage, 'pricePer1kGbp' | 'cachedPricePer1kGbp' | keyof ForeignPrices> {
  const { currency, gbpPerUnit = 1 } = input
  const price = (name: PriceName) => priceIn(input, name)
  if (currency === undefined) {
    const cached = price('cachedPricePer1kGbp')
    return {
      pricePer1kGbp: String(price('pricePer1kGbp') ?? 0),
      ...(cached && { cachedPricePer1kGbp: cached.toString() })
    }
  }
  const foreign = price('pricePer1k') ?? decimal(0)
  const cached = price('cachedPricePer1k')
  return {
    pricePer1kGbp: foreign.times(gbpPerUnit).toString(),
    ...(cached && {
      cachedPricePer1kGbp: cached.times(gbpPerUnit).toString(),
      cachedPricePer1k: cached.toString()
    }),
    currency,
    pricePer1k: foreign.toString(),
    gbpPerUnit: text(gbpPerUnit)
  }
}

/** A price of 1,000 tokens, sent as such or as that of a million. */
function priceIn(input: UsageInput, name: PriceName): Decimal | undefined {
  const [perThousand, ofMillion] = [input[name], input[perMillion[name]]]
  if (perThousand !== undefined) return decimal(perThousand)
  return ofMillion === undefined ? undefined : decimal(ofMillion).div(1000)
}

/** The fields of a price that were sent. */
function sentFields(input: UsageInput, names: readonly PriceName[]) {
  return names.flatMap(name => [name, perMillion[name]]).filter(field => input[field] !== undefined)
}

function text(value: number): string {
  return decimal(value).toString()
}

const furthestAheadMs = 5 * 60_000

const mostPlaces = 6

/** A number of so many significant digits is in JSON what its sender wrote (IEEE 754, binary64); one of more may have been rounded. */
const mostDigits = 15

/** The dearest 1,000 tokens in GBP, whatever currency the price was sent in. */
const highestPriceGbp = 10_000

/** Every issue of a usage that the schema cannot see. */
function* usageIssues(input: UsageInput, now: number): Generator<Issue> {
  yield* tokenIssues(input)
  yield* input.currency === undefined ? priceIssues(input) : foreignPriceIssues(input, input.currency)
  yield* doubleIssues(input)
  yield* cacheIssues(input)
  yield* kindIssues(input)
  yield* nameIssues(input)
  yield* timeIssues(input, now)
}

function* tokenIssues({ tokens, cachedTokens }: UsageInput): Generator<Issue> {
  if (tokens === undefined) yield missing('tokens')
  for (const [name, value = 0] of Object.entries({ tokens, cachedTokens }))
    if (placesOf(value) > mostPlaces)
      yield {
        pointer: `#/${name}`,
        detail: `has more than ${mostPlaces} decimal places`,
        fix: `Send at most ${mostPlaces} decimal places.`
      }
    else if (digitsOf(value) > mostDigits)
      yield {
        pointer: `#/${name}`,
        detail: `has more than ${mostDigits} digits, which a JSON number does not hold exactly`,
        fix: `Send at most ${mostDigits} digits, in several entries where needed.`
      }
}

function* priceIssues(input: UsageInput): Generator<Issue> {
  if (!priceIn(input, 'pricePer1kGbp')) yield missing('pricePer1kGbp')
  const foreign = sentFields(input, ['pricePer1k', 'cachedPricePer1k'])
  for (const name of input.gbpPerUnit === undefined ? foreign : [...foreign, 'gbpPerUnit'])
    yield {
      pointer: `#/${name}`,
      detail: 'does not go without a currency',
      fix: 'Send the currency too (currency), or a price in GBP (pricePer1kGbp or pricePer1MGbp).'
    }
}

function* foreignPriceIssues(input: UsageInput, currency: string): Generator<Issue> {
  if (currency === 'GBP')
    yield {
      pointer: '#/currency',
      detail: 'is the currency of the ledger',
      fix: 'Leave it out and send the price in GBP (pricePer1kGbp or pricePer1MGbp).'
    }
  else if (!currencies.has(currency))
    yield { pointer: '#/currency', detail: 'is not a currency of ISO 4217', fix: 'Send a code such as USD.' }
  for (const name of sentFields(input, ['pricePer1kGbp', 'cachedPricePer1kGbp']))
    yield {
      pointer: `#/${name}`,
      detail: 'is in GBP and does not go with a currency',
      fix: `Send the price in that currency instead (${name.replace('Gbp', '')}).`
    }
  if (!priceIn(input, 'pricePer1k')) yield missing('pricePer1k')
  if (input.gbpPerUnit === undefined) yield missing('gbpPerUnit')
  for (const name of ['pricePer1k', 'cachedPricePer1k'] as const)
    if (
      priceIn(input, name)
        ?.times(input.gbpPerUnit ?? 0)
        .gt(highestPriceGbp)
    )
      yield {
        pointer: `#/${sentFields(input, [name])[0]}`,
        detail: `is more than £${highestPriceGbp} for 1,000 tokens at this rate`,
        fix: 'Send the price, and what one unit of its currency is worth in GBP.'
      }
}

/** One price in two fields could be two prices. */
function* doubleIssues(input: UsageInput): Generator<Issue> {
  for (const name of priceNames)
    if (sentFields(input, [name]).length > 1)
      yield { pointer: `#/${perMillion[name]}`, detail: `does not go with ${name}`, fix: 'Send one of the two.' }
}

/** The codes that the runtime knows (Unicode CLDR, which has those of ISO 4217, former ones included). */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

function* cacheIssues(input: UsageInput): Generator<Issue> {
  const { tokens = 0, cachedTokens, currency } = input
  if (cachedTokens === undefined) return
  if (cachedTokens > tokens)
    yield {
      pointer: '#/cachedTokens',
      detail: 'is more than all tokens',
      fix: 'Send how many of the tokens were cached.'
    }
  const name = currency === undefined ? 'cachedPricePer1kGbp' : 'cachedPricePer1k'
  if (!priceIn(input, name)) yield missing(name)
}

function* kindIssues(input: UsageInput): Generator<Issue> {
  if (input.kind !== 'revenue') return
  for (const name of sentFields(input, ['billPer1kGbp']))
    yield {
      pointer: `#/${name}`,
      detail: 'does not go with revenue',
      fix: 'Send what the customer pays as the price alone (pricePer1kGbp or pricePer1MGbp).'
    }
}

function* nameIssues(input: UsageInput): Generator<Issue> {
  for (const dimension of dimensions) {
    const name = input[dimension]
    if (name !== undefined && identityOf(name) === '')
      yield {
        pointer: `#/${dimension}`,
        detail: 'has no letter and no digit',
        fix: 'Send a name such as gpt-4o.'
      }
  }
}

function* timeIssues({ occurredAt }: UsageInput, now: number): Generator<Issue> {
  if (occurredAt === undefined) return
  const time = Date.parse(occurredAt)
  if (Number.isNaN(time) || time < 0)
    yield { pointer: '#/occurredAt', detail: 'is not a time since 1970', fix: 'Send such as 2026-01-31T12:00:00Z.' }
  if (time > now + furthestAheadMs)
    yield { pointer: '#/occurredAt', detail: 'lies in the future', fix: 'Send a time at most 5 minutes ahead.' }
}

function missing(name: keyof typeof whatToSend): Issue {
  return { pointer: `#/${name}`, code: 'required', detail: 'is missing', fix: whatToSend[name] }
}

const cachedPrice = 'Send the price of 1,000 cached tokens; it is never guessed.'

/** What to send for a member that is missing. */
const whatToSend = {
  tokens: 'Send the number of tokens.',
  pricePer1kGbp:
    'Send the price of 1,000 tokens in GBP, or that of a million (pricePer1MGbp); or a currency with its price ' +
    'and its rate (currency, pricePer1k, gbpPerUnit).',
  pricePer1k: 'Send the price of 1,000 tokens in that currency, or that of a million (pricePer1M).',
  gbpPerUnit: 'Send what one unit of that currency is worth in GBP; no rate is looked up.',
  cachedPricePer1kGbp: cachedPrice,
  cachedPricePer1k: cachedPrice
} as const

/** Days that are read at a time. */
const pageDays = 100

/**
 * The slugs under which an account booked names in earlier versions, which made other slugs of letters such as ß and ø, and one slug of
 * names that it did not distinguish. Such a slug goes on for the first of these names that is booked again; the others have their own.
 */
@injectable()
export class BookedNames {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** The usage with each name under the slug under which earlier entries were booked, so that their sums stay together. */
  async applied(usage: Usage, input: UsageInput): Promise<Usage> {
    const booked: Partial<Record<Dimension, string>> = {}
    for (const dimension of dimensions) {
      const name = input[dimension]
      if (name !== undefined) booked[dimension] = await this.#slugOf(dimension, name)
    }
    return { ...usage, ...booked }
  }

  /** Most names have had one slug all along. The slug of another is looked for once and then stored. */
  async #slugOf(dimension: Dimension, name: string): Promise<string> {
    const identity = identityOf(name)
    const formerSlugs = [formerSlug(name), slugify(name)]
    if (formerSlugs.every(former => former === '' || former === identity)) return identity
    const key = `name:${dimension}:${identity}`
    const known = await this.storage.get<string>(key)
    if (known !== undefined) return known
    if (isWholeInSlug(name)) {
      const found = await storedSlug(identity, formerSlugs, former => this.#isBooked(dimension, former))
      await this.storage.set(key, found)
      return found
    }
    const head = await this.storage.get<Head>(headKey)
    if (!head || head.hasIdentities) return identity
    const found = await storedSlug(identity, formerSlugs, former => this.#isBooked(dimension, former))
    const ownerKey = `owner:${dimension}:${found}`
    return this.storage.update([key, ownerKey], read => {
      const isTaken = found !== identity && (read<string>(ownerKey) ?? identity) !== identity
      const slug = isTaken ? identity : found
      return {
        writes: [{ key, value: slug }, ...(slug === identity ? [] : [{ key: ownerKey, value: identity }])],
        result: slug
      }
    })
  }

  async #isBooked(dimension: Dimension, slug: string): Promise<boolean> {
    for (let after: string | undefined; ; ) {
      const days = await this.storage.list<Day>(dayPrefix, { limit: pageDays, ...(after !== undefined && { after }) })
      if (days.some(({ value }) => Object.hasOwn(value[dimension], slug))) return true
      after = days.at(-1)?.key
      if (days.length < pageDays) return false
    }
  }
}
