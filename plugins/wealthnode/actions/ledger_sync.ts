import { defineAction, ProductError } from '@product-host/sdk'
import { ledgerSyncAsks } from '../asks.js'
import { budgetState } from '../budget/budget.js'
import { decimal } from '../decimal.js'
import type { OverBudget } from '../ledger/booking.js'
import { entryKey } from '../ledger/keys.js'
import { Ledger } from '../ledger/ledger.js'
import { EntryDetail, EntryMetrics, report } from '../ledger/report.js'
import { UsageInput } from '../ledger/usage.js'
import { pounds, sum, toNumber } from '../money.js'

/** Books one use of a model, or one bill for it. */
export const ledger_sync = defineAction({
  title: 'Record tokens in the ledger',
  description:
    'Books what tokens cost and, where known, what they earn: exact to nine decimal places, by double entry, in a hash chain.',
  effect: 'write',
  idempotentOf: ({ externalId }) => externalId !== undefined,
  input: UsageInput,
  detail: EntryDetail,
  metrics: EntryMetrics,
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
    }
  ],
  asks: ledgerSyncAsks,
  errors: {
    idempotency_conflict: 'This externalId was booked before with other content; nothing was booked.',
    budget_exceeded: 'The budget blocks: the entry would take its month over the budget; nothing was booked.'
  },
  needs: { ledger: Ledger },

  async run(input, { ledger }) {
    const booking = await ledger.record(input)
    if (booking.kind === 'conflict') throw conflict(booking.sequence)
    if (booking.kind === 'over_budget') throw overBudget(booking)
    const isDuplicate = booking.kind === 'duplicate'
    const entry = isDuplicate ? await ledger.entry(booking.sequence) : booking.entry
    return report(entry, booking.balances, isDuplicate, ledger.terms.budget)
  }
})

function conflict(sequence: number): ProductError {
  const entryId = entryKey(sequence)
  const message = `This externalId was booked as ${entryId} with other content; nothing was booked.`
  return new ProductError('idempotency_conflict', message, { details: { entryId } })
}

function overBudget({ budget, costGbp, month, monthCostGbp }: OverBudget): ProductError {
  const state = budgetState(budget, month, monthCostGbp)
  const message = `${pounds(decimal(costGbp))} more would take ${month} over its budget of ${sum(budget.monthlyGbp)}; nothing was booked.`
  return new ProductError('budget_exceeded', message, {
    details: { costGbp, budget: state },
    metrics: { costGbp: toNumber(costGbp), monthCostGbp: toNumber(monthCostGbp), budgetUsedPct: state.usedPct }
  })
}
