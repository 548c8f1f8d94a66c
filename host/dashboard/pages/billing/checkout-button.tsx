import { goToCheckout } from '../../api/billing.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Refusal } from '../../parts/notice.js'

interface CheckoutButtonProps {
  readonly purpose: 'trial' | 'card'
  readonly tone?: 'plain' | 'primary'
  readonly label?: string
}

const labels = { trial: 'Start the trial', card: 'Add a card' } as const

/** Leads to the hosted checkout. */
export function CheckoutButton({ purpose, tone = 'primary', label = labels[purpose] }: CheckoutButtonProps) {
  const { run, isRunning, error } = useSubmit(() => goToCheckout(purpose))
  return (
    <>
      <Button tone={tone} isBusy={isRunning} onClick={() => run()}>
        {label}
      </Button>
      <Refusal error={error} />
    </>
  )
}
