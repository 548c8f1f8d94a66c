import { useState } from 'react'
import { useBudgets, useSetBudget } from '../../api/keys.js'
import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { Card } from '../../parts/page.js'
import { BudgetDialog } from '../budgets/budget-dialog.js'
import { BudgetMeters, limitsOf } from '../budgets/budget-meters.js'

/** How many calls the account may make in a day and a month, and how many it has made. */
export function AccountBudget() {
  const query = useBudgets()
  const set = useSetBudget()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const budgets = query.data?.budgets.filter(({ of }) => of === 'account') ?? []
  return (
    <Card title="Budget of the account">
      <Loaded query={query}>
        {() => (
          <>
            {budgets.length === 0 ? (
              <p className="quiet">The account may make any number of calls. API keys can have budgets of their own.</p>
            ) : (
              <BudgetMeters budgets={budgets} />
            )}
            <div className="actions">
              <Button onClick={() => setOpen(true)}>
                {budgets.length === 0 ? 'Set a budget' : 'Change the budget'}
              </Button>
            </div>
          </>
        )}
      </Loaded>
      {isOpen && (
        <BudgetDialog
          title="Budget of the account"
          budget={limitsOf(budgets)}
          save={budget => set.mutate(budget, { onSuccess: close })}
          mutation={set}
          close={close}
        />
      )}
    </Card>
  )
}
