import { type Static, Type } from '@product-host/sdk'

const Tokens = { minimum: 0, maximum: 1e12 }

const Price = { minimum: 0, maximum: 10_000 }

const PriceOfMillion = { minimum: 0, maximum: 10_000_000 }

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
      description: 'All tokens, cached ones included; at most 6 decimal places. Needed unless an entry is reversed.'
    })
  ),
  pricePer1kGbp: Type.Optional(
    Type.Number({
      ...Price,
      title: 'Price per 1,000 tokens',
      description:
        'The price of 1,000 tokens in GBP. Needed unless the price is in another currency, or an entry is reversed.'
    })
  ),
  kind: Type.Union([Type.Literal('cost'), Type.Literal('revenue')], {
    default: 'cost',
    title: 'Cost or revenue',
    description: '"cost": the price is what the provider charges. "revenue": the price is what the customer pays.'
  }),
  billPer1kGbp: Type.Optional(
    Type.Number({
      ...Price,
      title: 'Customer’s price per 1,000 tokens',
      description: 'What the customer pays for 1,000 tokens in GBP. Without it: the price of the settings.'
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
      description: 'The price of 1,000 cached tokens in GBP. Needed where some tokens are cached.'
    })
  ),
  model: Type.Optional(
    Type.String({
      ...Name,
      title: 'Model',
      description: 'The name of the model, such as "gpt-4o". Costs are summed by it.'
    })
  ),
  customer: Type.Optional(
    Type.String({ ...Name, title: 'Customer', description: 'Who pays for this use. Sums are kept by customer.' })
  ),
  feature: Type.Optional(
    Type.String({
      ...Name,
      title: 'Feature',
      description: 'What the tokens were used for, such as "chat". Sums are kept by feature.'
    })
  ),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      title: 'Your identifier',
      description: 'Your identifier of this use. However often it is sent, it is booked once.'
    })
  ),
  occurredAt: Type.Optional(
    Type.String({
      format: 'date-time',
      title: 'When it happened',
      description: 'At most 5 minutes ahead. Without it: now.'
    })
  ),
  note: Type.Optional(
    Type.String({ maxLength: 200, title: 'Note', description: 'Any text; it is stored with the entry.' })
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      title: 'Currency',
      description: 'The currency of the prices, as a code of three letters such as "USD" (ISO 4217). Without it: "GBP".'
    })
  ),
  pricePer1k: Type.Optional(
    Type.Number({
      ...ForeignPrice,
      title: 'Price per 1,000 tokens in that currency',
      description:
        'The price of 1,000 tokens in the currency above, in place of the price in GBP. Needed with a currency.'
    })
  ),
  cachedPricePer1k: Type.Optional(
    Type.Number({
      ...ForeignPrice,
      title: 'Price per 1,000 cached tokens in that currency',
      description:
        'The price of 1,000 cached tokens in the currency above. Needed with a currency where some tokens are cached.'
    })
  ),
  gbpPerUnit: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000,
      title: 'Exchange rate in GBP',
      description: 'What one unit of the currency is worth in GBP. Needed with a currency; no rate is ever looked up.'
    })
  ),
  pricePer1MGbp: Type.Optional(
    Type.Number({
      ...PriceOfMillion,
      title: 'Price per million tokens',
      description: 'The price of a million tokens in GBP, in place of that of 1,000.'
    })
  ),
  billPer1MGbp: Type.Optional(
    Type.Number({
      ...PriceOfMillion,
      title: 'Customer’s price per million tokens',
      description: 'What the customer pays for a million tokens in GBP, in place of the price of 1,000.'
    })
  ),
  cachedPricePer1MGbp: Type.Optional(
    Type.Number({
      ...PriceOfMillion,
      title: 'Price per million cached tokens',
      description: 'The price of a million cached tokens in GBP, in place of that of 1,000.'
    })
  ),
  pricePer1M: Type.Optional(
    Type.Number({
      ...ForeignPrice,
      title: 'Price per million tokens in that currency',
      description: 'The price of a million tokens in the currency above, in place of that of 1,000.'
    })
  ),
  cachedPricePer1M: Type.Optional(
    Type.Number({
      ...ForeignPrice,
      title: 'Price per million cached tokens in that currency',
      description: 'The price of a million cached tokens in the currency above, in place of that of 1,000.'
    })
  ),
  reverses: Type.Optional(
    Type.String({
      pattern: '^e:[0-9]{12}$',
      title: 'Entry to reverse',
      description:
        'The identifier of an entry, such as "e:000000000007", without any other field. Its exact opposite is booked, once.'
    })
  )
})

export type UsageInput = Static<typeof UsageInput>

/** The fields of prices of 1,000 tokens, each with that of the same price of a million. */
export const perMillion = {
  pricePer1kGbp: 'pricePer1MGbp',
  billPer1kGbp: 'billPer1MGbp',
  cachedPricePer1kGbp: 'cachedPricePer1MGbp',
  pricePer1k: 'pricePer1M',
  cachedPricePer1k: 'cachedPricePer1M'
} as const

/** A field of a price of 1,000 tokens. */
export type PriceName = keyof typeof perMillion

/** The fields of prices of 1,000 tokens. */
export const priceNames = Object.keys(perMillion) as PriceName[]

/** The names by which usage is grouped. */
export const dimensions = ['model', 'customer', 'feature'] as const

/** One of the names by which usage is grouped. */
export type Dimension = (typeof dimensions)[number]
