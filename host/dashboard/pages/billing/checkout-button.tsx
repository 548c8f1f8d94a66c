import { goToCheckout } from '../../api/billing.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Refusal } from '../../parts/notice.js'

interface CheckoutButtonProps {
  readonly purpose: 'trial' | 'card'
  readonly tone?: 'plain' | 'primary'
}

/** Leads to the hosted checkout. */
export function CheckoutButton({ purpose, tone = 'primary' }: CheckoutButtonProps) {
  const { run, isRunning, error } = useSubmit(() => goToCheckout(purpose))
  return (
    <>
      <Button tone={tone} isBusy={isRunning} onClick={() => run()}>
        {purpose === 'trial' ? 'Start the trial' : 'Add a card'}
      </Button>
      <Refusal error={error} />
    </>
  )
}
