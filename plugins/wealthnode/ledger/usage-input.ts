import { type Static, Type } from '@product-host/sdk'

const Tokens = { minimum: 0, maximum: 1e12 }

const Price = { minimum: 0, maximum: 10_000 }

const ForeignPrice = { minimum: 0, maximum: 1e9 }

const Name = { minLength: 1, maxLength: 64 }

/**
 * What a caller says of one use of a model, or of one bill for it; or, by `reverses` alone, which entry to reverse. Which members go
 * together is said by `usageIssues` and `readReversal`.
 */
export const UsageInput = Type.Object({
  tokens: Type.Optional(
    Type.Number({
      ...Tokens,
      title: 'Tokens',
      description: 'All tokens, cached ones included; at most 6 decimal places. Required unless an entry is reversed.'
    })
  ),
  pricePer1kGbp: Type.Optional(
    Type.Number({
      ...Price,
      title: 'Price per 1,000 tokens',
      description: 'The price of 1,000 tokens in GBP. Required unless currency is sent, or an entry is reversed.'
    })
  ),
  kind: Type.Union([Type.Literal('cost'), Type.Literal('revenue')], {
    default: 'cost',
    title: 'Cost or revenue',
    description: 'cost: the price is what the provider charges. revenue: the price is what the customer pays.'
  }),
  billPer1kGbp: Type.Optional(
    Type.Number({
      ...Price,
      title: 'Customer’s price per 1,000 tokens',
      description: 'What the customer pays for 1,000 tokens in GBP; the setting when left out.'
    })
  ),
  cachedTokens: Type.Optional(
    Type.Number({
      ...Tokens,
      title: 'Cached tokens',
      description: 'How many of the tokens have the price of cached ones.'
    })
  ),
  cachedPricePer1kGbp: Type.Optional(
    Type.Number({
      ...Price,
      title: 'Price per 1,000 cached tokens',
      description: 'The price of 1,000 cached tokens in GBP; required with cachedTokens.'
    })
  ),
  model: Type.Optional(Type.String({ ...Name, title: 'Model' })),
  customer: Type.Optional(Type.String({ ...Name, title: 'Customer' })),
  feature: Type.Optional(Type.String({ ...Name, title: 'Feature' })),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      title: 'Your own id',
      description: 'Your own id of this use; it is booked once.'
    })
  ),
  occurredAt: Type.Optional(
    Type.String({
      format: 'date-time',
      title: 'When it happened',
      description: 'When it happened, at most 5 minutes ahead; now when left out.'
    })
  ),
  note: Type.Optional(Type.String({ maxLength: 200, title: 'Note' })),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      title: 'Currency',
      description: 'The currency of pricePer1k, an ISO 4217 code such as USD. Without it, prices are in GBP.'
    })
  ),
  pricePer1k: Type.Optional(
    Type.Number({
      ...ForeignPrice,
      title: 'Price per 1,000 tokens in that currency',
      description: 'The price of 1,000 tokens in the currency sent; required with currency, in place of pricePer1kGbp.'
    })
  ),
  cachedPricePer1k: Type.Optional(
    Type.Number({
      ...ForeignPrice,
      title: 'Price per 1,000 cached tokens in that currency',
      description: 'The price of 1,000 cached tokens in the currency sent; required with currency and cachedTokens.'
    })
  ),
  gbpPerUnit: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000,
      title: 'Exchange rate in GBP',
      description: 'What one unit of the currency is worth in GBP; required with currency. No rate is ever looked up.'
    })
  ),
  reverses: Type.Optional(
    Type.String({
      pattern: '^e:[0-9]{12}$',
      title: 'Entry to reverse',
      description: 'The entryId of an entry, sent alone: books the exact opposite of it, once.'
    })
  )
})

export type UsageInput = Static<typeof UsageInput>

/** The names by which usage is grouped. */
export const dimensions = ['model', 'customer', 'feature'] as const

/** One of the names by which usage is grouped. */
export type Dimension = (typeof dimensions)[number]
