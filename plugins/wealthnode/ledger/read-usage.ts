import { type Fault, InvalidInput } from '@product-host/sdk'
import { decimal, placesOf } from '../decimal.js'
import { slug } from '../slug.js'
import { dimensions, type Usage, type UsageInput } from './usage.js'

const furthestAheadMs = 5 * 60_000
const mostPlaces = 6

/** Brings what a caller said into one form. Throws `InvalidInput` with every fault that the schema cannot see. */
export function readUsage(input: UsageInput, now: number): Usage {
  const [first, ...rest] = [
    ...placesFaults(input),
    ...cacheFaults(input),
    ...kindFaults(input),
    ...nameFaults(input),
    ...timeFaults(input, now)
  ]
  if (first) throw new InvalidInput([first, ...rest])
  const { kind, tokens, pricePer1kGbp, billPer1kGbp, cachedTokens, cachedPricePer1kGbp } = input
  const { model, customer, feature, externalId, occurredAt, note } = input
  return {
    kind,
    tokens: text(tokens),
    pricePer1kGbp: text(pricePer1kGbp),
    ...(billPer1kGbp !== undefined && { billPer1kGbp: text(billPer1kGbp) }),
    ...(cachedTokens !== undefined && { cachedTokens: text(cachedTokens) }),
    ...(cachedPricePer1kGbp !== undefined && { cachedPricePer1kGbp: text(cachedPricePer1kGbp) }),
    ...(model !== undefined && { model: slug(model) }),
    ...(customer !== undefined && { customer: slug(customer) }),
    ...(feature !== undefined && { feature: slug(feature) }),
    ...(externalId !== undefined && { externalId }),
    ...(occurredAt !== undefined && { occurredAt: new Date(occurredAt).toISOString() }),
    ...(note !== undefined && { note })
  }
}

function text(value: number): string {
  return decimal(value).toString()
}

function* placesFaults({ tokens, cachedTokens = 0 }: UsageInput): Generator<Fault> {
  for (const [name, value] of Object.entries({ tokens, cachedTokens }))
    if (placesOf(value) > mostPlaces)
      yield {
        pointer: `#/${name}`,
        detail: `has more than ${mostPlaces} decimal places`,
        fix: `Send at most ${mostPlaces} decimal places.`
      }
}

function* cacheFaults({ tokens, cachedTokens, cachedPricePer1kGbp }: UsageInput): Generator<Fault> {
  if (cachedTokens === undefined) return
  if (cachedTokens > tokens)
    yield { pointer: '#/cachedTokens', detail: 'is more than tokens', fix: 'Send how many of the tokens were cached.' }
  if (cachedPricePer1kGbp === undefined)
    yield {
      pointer: '#/cachedPricePer1kGbp',
      code: 'required',
      detail: 'is missing',
      fix: 'Send the price of 1,000 cached tokens; it is never guessed.'
    }
}

function* kindFaults({ kind, billPer1kGbp }: UsageInput): Generator<Fault> {
  if (kind === 'revenue' && billPer1kGbp !== undefined)
    yield {
      pointer: '#/billPer1kGbp',
      detail: 'does not go with kind "revenue"',
      fix: 'Send what the customer pays as pricePer1kGbp alone.'
    }
}

function* nameFaults(input: UsageInput): Generator<Fault> {
  for (const dimension of dimensions) {
    const name = input[dimension]
    if (name !== undefined && slug(name) === '')
      yield { pointer: `#/${dimension}`, detail: 'holds no letter a to z and no digit', fix: 'Send a plain name.' }
  }
}

function* timeFaults({ occurredAt }: UsageInput, now: number): Generator<Fault> {
  if (occurredAt === undefined) return
  const time = Date.parse(occurredAt)
  if (Number.isNaN(time) || time < 0)
    yield { pointer: '#/occurredAt', detail: 'is not a time since 1970', fix: 'Send such as 2026-01-31T12:00:00Z.' }
  if (time > now + furthestAheadMs)
    yield { pointer: '#/occurredAt', detail: 'lies in the future', fix: 'Send a time at most 5 minutes ahead.' }
}
