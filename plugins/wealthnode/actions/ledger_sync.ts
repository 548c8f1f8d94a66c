import { defineAction, InvalidInput, type Issue, ProductError, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { budgetState } from '../budget.js'
import { Ledger, type OverBudget } from '../ledger/ledger.js'
import { entryKey } from '../ledger/records.js'
import { EntryDetail, EntryMetrics, ledgerSyncViews, report } from '../ledger/report.js'
import { perMillion, UsageInput } from '../ledger/usage-input.js'
import { decimal, pounds, roundedPounds, toNumber } from '../money.js'
import { entryText, monthText } from '../wording.js'
import intents from './intents.json' with { type: 'json' }

/** Books one use of a model, or one bill for it. */
export const ledger_sync = defineAction({
  title: 'Record tokens in the ledger',
  description:
    'Books what tokens cost and, where known, what they earn: exact to nine decimal places, by double entry, in a hash chain.',
  effect: 'write',
  idempotentOf: ({ externalId, reverses }) => externalId !== undefined || reverses !== undefined,
  input: UsageInput,
  detail: Type.Object(EntryDetail.properties, { 'x-view': ledgerSyncViews }),
  metrics: EntryMetrics,
  decisiveFields: [
    'tokens',
    'pricePer1kGbp',
    'billPer1kGbp',
    'cachedTokens',
    'cachedPricePer1kGbp',
    'pricePer1k',
    'cachedPricePer1k',
    ...Object.values(perMillion),
    'gbpPerUnit',
    'currency',
    'kind',
    'externalId',
    'occurredAt',
    'reverses'
  ],
  examples: [
    { title: 'What a call cost', input: { tokens: 120_000, pricePer1kGbp: 0.0021 } },
    {
      title: 'Cost and revenue of a call for a customer, booked once however often it is sent',
      input: {
        tokens: 50_000,
        pricePer1kGbp: 0.002,
        cachedTokens: 10_000,
        cachedPricePer1kGbp: 0.0005,
        billPer1kGbp: 0.006,
        model: 'gpt-4o',
        customer: 'Acme Ltd',
        feature: 'chat',
        externalId: 'call-0001'
      }
    },
    {
      title: 'A bill by itself',
      input: { kind: 'revenue', tokens: 50_000, pricePer1kGbp: 0.006, customer: 'Acme Ltd' }
    },
    {
      title: 'A price in US dollars, at a rate of £0.79',
      input: { tokens: 120_000, currency: 'USD', pricePer1k: 0.0025, gbpPerUnit: 0.79 }
    },
    { title: 'The exact opposite of an entry that was wrong', input: { reverses: 'e:000000000001' } }
  ],
  intents: intents.ledger_sync,
  errors: {
    idempotency_conflict: 'Your identifier (externalId) was booked before with other content; nothing was booked.',
    entry_not_found: 'There is no entry of this id; nothing was booked.',
    entry_is_reversal: 'The entry is a reversal, which is not reversed; nothing was booked.',
    budget_exceeded: 'The budget blocks: the entry would take its month over the budget; nothing was booked.'
  },
  needs: { ledger: Ledger },

  async run(input, { ledger }) {
    const reversed = readReversal(input)
    const booking = reversed === undefined ? await ledger.record(input) : await ledger.reverse(reversed)
    if (booking.kind === 'unknown') throw notFound(reversed)
    if (booking.kind === 'reversal') throw isReversal(reversed)
    if (booking.kind === 'conflict') throw conflict(booking.sequence)
    if (booking.kind === 'over_budget') throw overBudget(booking)
    const { balances } = booking
    const { budget } = ledger.terms
    if (booking.kind === 'recorded') return report(booking.entry, { balances, budget, isDuplicate: false })
    const entry = await ledger.entry(booking.sequence)
    const reversedBy = await ledger.reversalKeyOf(booking.sequence)
    return report(entry, { balances, budget, isDuplicate: true, reversedBy })
  }
})

/**
 * The key of the entry that an input reverses; undefined when it books a usage. Throws `InvalidInput` when there is anything else
 * in the input. `kind: cost` is what is filled in for a `kind` that was not sent, and cannot be told from it.
 */
function readReversal(input: UsageInput): string | undefined {
  const { reverses, ...others } = input
  if (reverses === undefined) return undefined
  const issues = Object.entries(others).flatMap(([name, value]): readonly Issue[] => {
    if (!(name in UsageInput.properties) || value === undefined || (name === 'kind' && value === 'cost')) return []
    const fix = 'Send the entry to reverse (reverses) alone: everything else follows from it.'
    return [{ pointer: `#/${name}`, detail: 'does not go with an entry to reverse', fix }]
  })
  if (isFilled(issues)) throw new InvalidInput(issues)
  return reverses
}

function notFound(entryId = ''): ProductError {
  return new ProductError('entry_not_found', `There is no ${entryText(entryId)}; nothing was booked.`)
}

function isReversal(entryId = ''): ProductError {
  const message = `Nothing was booked: ${entryText(entryId)} is a reversal, which is not reversed. Book the reversed entry again instead.`
  return new ProductError('entry_is_reversal', message)
}

function conflict(sequence: number): ProductError {
  const entryId = entryKey(sequence)
  const message = `Your identifier was booked before with other content, as ${entryText(entryId)}; nothing was booked.`
  return new ProductError('idempotency_conflict', message, { details: { entryId } })
}

function overBudget({ budget, costGbp, month, monthCostGbp }: OverBudget): ProductError {
  const state = budgetState(budget, month, monthCostGbp)
  const message = `${pounds(decimal(costGbp))} more would take ${monthText(month)} over its budget of ${roundedPounds(budget.monthlyGbp)}; nothing was booked.`
  return new ProductError('budget_exceeded', message, {
    details: { costGbp, budget: state },
    metrics: { costGbp: toNumber(costGbp), monthCostGbp: toNumber(monthCostGbp), budgetUsedPct: state.usedPct }
  })
}
