import { type Issue, type Static, Type } from '@product-host/sdk'
import { type Budget, type BudgetPeriod, budgetPeriods } from '../base/caller.js'

const Calls = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

const SentLimit = Type.Object(
  { warnAt: Type.Optional(Calls), stopAt: Type.Optional(Calls) },
  { additionalProperties: false, minProperties: 1 }
)

const LimitOrNone = Type.Optional(Type.Union([SentLimit, Type.Null()]))

/** What is sent to set a budget: a period that is left out, or null, has no limit. */
export const NewBudget = Type.Object({ day: LimitOrNone, month: LimitOrNone }, { additionalProperties: false })
export type NewBudget = Static<typeof NewBudget>

/** A budget as it is stored, without what has no limit; undefined where nothing has one. */
export function budgetOf(sent: NewBudget | null): Budget | undefined {
  const limits = budgetPeriods.flatMap(period => {
    const limit = sent?.[period]
    return limit ? [[period, limit]] : []
  })
  return limits.length > 0 ? Object.fromEntries(limits) : undefined
}

/** What is wrong with a budget that its schema accepts; the pointers begin with that of the budget. */
export function budgetIssues(sent: NewBudget | null | undefined, pointer: string): readonly Issue[] {
  return budgetPeriods.flatMap(period => {
    const { warnAt, stopAt } = sent?.[period] ?? {}
    if (warnAt === undefined || stopAt === undefined || warnAt <= stopAt) return []
    return [
      {
        pointer: `${pointer}/${period}/warnAt`,
        code: 'over_stop',
        detail: 'is more than stopAt, so that nobody would be told',
        fix: 'Send a number of calls that is not more than stopAt.'
      }
    ]
  })
}

/** When the period of a time in milliseconds began, and when the next one begins. */
export function periodAt(period: BudgetPeriod, time: number): { readonly startsAt: number; readonly endsAt: number } {
  const date = new Date(time)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return period === 'day'
    ? { startsAt: Date.UTC(year, month, day), endsAt: Date.UTC(year, month, day + 1) }
    : { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) }
}
