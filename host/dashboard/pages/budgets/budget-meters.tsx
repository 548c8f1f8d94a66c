import type { CallBudget } from '@product-host/sdk/client'
import type { Budget } from '../../api/keys.js'
import { Time } from '../../parts/values.js'

const number = new Intl.NumberFormat('en')

/** What is used of each period of a budget, as a bar where there is an end. */
export function BudgetMeters({ budgets }: { readonly budgets: readonly CallBudget[] }) {
  return (
    <ul className="meters">
      {budgets.map(budget => (
        <li key={budget.period} className="meter-row">
          <span>
            {budget.period === 'day' ? 'Today' : 'This month'}
            <span className="quiet">
              , until <Time at={budget.resetsAt} format="exact" />
            </span>
          </span>
          <strong>{usedText(budget)}</strong>
          {budget.stopAt !== null && (
            <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect
                className={`tone-${toneOf(budget)}`}
                width={Math.min(100, (100 * budget.used) / budget.stopAt)}
                height="8"
              />
            </svg>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Such as "12 of 1,000 calls". */
export function usedText({ used, stopAt }: Pick<CallBudget, 'used' | 'stopAt'>): string {
  return stopAt === null ? `${number.format(used)} calls` : `${number.format(used)} of ${number.format(stopAt)} calls`
}

function toneOf({ used, warnAt, stopAt }: CallBudget): 'info' | 'warning' | 'danger' {
  if (stopAt !== null && used >= stopAt) return 'danger'
  return warnAt !== null && used >= warnAt ? 'warning' : 'info'
}

/** The limits of a budget that is shown, as they are changed; null where there are none. */
export function limitsOf(budgets: readonly CallBudget[]): Budget | null {
  const limits = budgets.map(({ period, warnAt, stopAt }) => [
    period,
    { ...(warnAt !== null && { warnAt }), ...(stopAt !== null && { stopAt }) }
  ])
  return limits.length > 0 ? Object.fromEntries(limits) : null
}
