import { type Static, Type } from '@product-host/sdk'

const Tokens = { minimum: 0, maximum: 1e12 }
const Price = { minimum: 0, maximum: 10_000 }
const Name = { minLength: 1, maxLength: 64 }

/** What a caller says of one use of a model, or of one bill for it. */
export const UsageInput = Type.Object({
  tokens: Type.Number({ ...Tokens, description: 'All tokens, cached ones included; at most 6 decimal places.' }),
  pricePer1kGbp: Type.Number({ ...Price, description: 'The price of 1,000 tokens in GBP.' }),
  kind: Type.Union([Type.Literal('cost'), Type.Literal('revenue')], {
    default: 'cost',
    description: 'cost: the price is what the provider takes. revenue: the price is what the customer pays.'
  }),
  billPer1kGbp: Type.Optional(
    Type.Number({ ...Price, description: 'What the customer pays for 1,000 tokens; the setting when left out.' })
  ),
  cachedTokens: Type.Optional(
    Type.Number({ ...Tokens, description: 'How many of the tokens have the price of cached ones.' })
  ),
  cachedPricePer1kGbp: Type.Optional(
    Type.Number({ ...Price, description: 'The price of 1,000 cached tokens; required with cachedTokens.' })
  ),
  model: Type.Optional(Type.String(Name)),
  customer: Type.Optional(Type.String(Name)),
  feature: Type.Optional(Type.String(Name)),
  externalId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Your own id of this use; it is booked once.' })
  ),
  occurredAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it happened, at most 5 minutes ahead; now when left out.' })
  ),
  note: Type.Optional(Type.String({ maxLength: 200 }))
})
export type UsageInput = Static<typeof UsageInput>

/** The names by which usage is grouped. */
export const dimensions = ['model', 'customer', 'feature'] as const
/** One of the names by which usage is grouped. */
export type Dimension = (typeof dimensions)[number]

/** What the caller said, judged and in one form: decimals as text, names as slugs, the time in UTC. */
export interface Usage {
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
