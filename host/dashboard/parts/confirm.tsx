import type { ReactNode } from 'react'
import { useSubmit } from '../api/submit.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Refusal } from './notice.js'

interface ConfirmProps {
  readonly title: string
  /** What the button says that does it. */
  readonly action: string
  readonly act: () => Promise<void>
  readonly close: () => void
  readonly children: ReactNode
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ title, action, act, close, children }: ConfirmProps) {
  const { run, isRunning, error } = useSubmit(act)
  return (
    <Dialog title={title} close={close}>
      {children}
      <Refusal error={error} />
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button tone="danger" isBusy={isRunning} onClick={async () => (await run()) && close()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
