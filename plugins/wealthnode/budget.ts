import { type Job, type Static, Type, type Webhooks } from '@product-host/sdk'
import { decimal, exact, percent } from './money.js'
import type { Budget } from './settings.js'

/**
 * The shares of the monthly budget, in per cent, at which an alert goes out, and the state from there on.
 * 80 and 100 are the customary two: one in time to act, one when it is used up.
 */
export const thresholds = [
  { pct: 80, state: 'warning' },
  { pct: 100, state: 'exhausted' }
] as const

/** A month compared with its budget. */
export const BudgetState = Type.Object(
  {
    month: Type.String({ title: 'Month', description: 'The month that is compared, such as `2026-11`.' }),
    monthlyGbp: Type.String({
      title: 'Budget of a month in GBP',
      description: 'The budget of the settings, as text with nine decimal places.'
    }),
    costGbp: Type.String({
      title: 'Cost of the month in GBP',
      description: 'The cost so far, as text with nine decimal places.'
    }),
    usedPct: Type.Number({
      title: 'Used in per cent',
      description: 'Cost as a share of the budget; above 100 if it is exceeded.'
    }),
    state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('exhausted')], {
      title: 'State',
      description: '`ok`: below 80 % of the budget; `warning`: 80 % or more; `exhausted`: 100 % or more.'
    })
  },
  { title: 'Budget', description: 'The month compared with its budget. Left out if the settings have no budget.' }
)
export type BudgetState = Static<typeof BudgetState>

/** A month of such a cost compared with the budget. */
export function budgetState(budget: Budget, month: string, costGbp: string): BudgetState {
  return {
    month,
    monthlyGbp: exact(budget.monthlyGbp),
    costGbp,
    usedPct: percent(decimal(costGbp), budget.monthlyGbp),
    state: reached(budget, costGbp)?.state ?? 'ok'
  }
}

/** Whether the budget forbids a month that costs so much to cost so much more. */
export function isForbidden({ mode, monthlyGbp }: Budget, monthCostGbp: string, costGbp: string): boolean {
  const cost = decimal(costGbp)
  return mode === 'block' && cost.gt(0) && cost.plus(monthCostGbp).gt(monthlyGbp)
}

/** The highest threshold, in per cent, that a month's cost has reached. */
export function reachedPct(budget: Budget, costGbp: string): number | undefined {
  return reached(budget, costGbp)?.pct
}

function reached({ monthlyGbp }: Budget, costGbp: string) {
  return thresholds.findLast(({ pct }) => decimal(costGbp).times(100).gte(monthlyGbp.times(pct)))
}

/** What the receiver of a budget alert is told. */
export const BudgetAlertData = Type.Object({
  month: Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}$',
    title: 'Month',
    description: 'The month whose cost reached the threshold, such as `2026-11`.'
  }),
  thresholdPct: Type.Integer({
    minimum: 1,
    maximum: 100,
    title: 'Threshold in per cent',
    description: 'The share of the budget that was reached: `80` or `100`. `100` if an entry was refused.'
  }),
  monthlyGbp: Type.String({
    maxLength: 40,
    title: 'Budget of a month in GBP',
    description: 'The setting `monthlyBudgetGbp`, as text with nine decimal places.'
  }),
  costGbp: Type.String({
    maxLength: 40,
    title: 'Cost of the month in GBP',
    description: 'The cost so far, without a refused entry, as text with nine decimal places.'
  }),
  usedPct: Type.Number({
    title: 'Used in per cent',
    description: 'The cost so far, without a refused entry, as a share of the budget; above 100 if it is exceeded.'
  }),
  refused: Type.Boolean({
    title: 'Refused',
    description:
      '`true`: an entry was refused because it would have exceeded the budget; `false`: the cost of the month reached the threshold.'
  })
})

/** A budget alert that is to be sent. */
export const BudgetAlert = Type.Object({
  /** The `webhook-id`, the same on every attempt. */
  messageId: Type.String({ pattern: '^msg_[0-9A-Z]{26}$' }),
  at: Type.String({ format: 'date-time' }),
  ...BudgetAlertData.properties
})
export type BudgetAlert = Static<typeof BudgetAlert>

/** The job that sends an alert, one for each threshold and month. */
export function alertJob(webhooks: Webhooks, alert: BudgetAlert): Job {
  const id = `budget-alert:${alert.month}:${alert.thresholdPct}`
  return webhooks.job({ id, at: Date.parse(alert.at), action: 'alert', input: alert })
}

/** The tone in which a state of the budget is shown. */
export const budgetTones = { ok: 'good', warning: 'warning', exhausted: 'danger' } as const
