import { useState } from 'react'
import type { Budget } from '../../api/keys.js'
import { Dialog } from '../../parts/dialog.js'
import { Form, type FormMutation } from '../../parts/form.js'
import { BudgetFields, type BudgetIssues, budgetFrom, textsOf } from './budget-fields.js'

interface BudgetDialogProps {
  readonly title: string
  readonly budget: Budget | null
  readonly save: (budget: Budget) => void
  readonly mutation: FormMutation
  readonly close: () => void
}

/** The dialog that changes a budget. */
export function BudgetDialog({ title, budget, save, mutation, close }: BudgetDialogProps) {
  const [texts, setTexts] = useState(() => textsOf(budget))
  const [issues, setIssues] = useState<BudgetIssues>({})
  const submit = () => {
    const typed = budgetFrom(texts)
    setIssues('issues' in typed ? typed.issues : {})
    if ('budget' in typed) save(typed.budget)
  }
  return (
    <Dialog title={title} close={close} isBusy={mutation.isPending}>
      <Form fields={{}} submit={submit} mutation={mutation} action="Save" cancel={{ text: 'Cancel', run: close }}>
        <p className="quiet">An empty field is no limit. Refused and repeated calls do not count.</p>
        <BudgetFields texts={texts} change={setTexts} issues={issues} />
      </Form>
    </Dialog>
  )
}
