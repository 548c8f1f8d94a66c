import type { Outcome } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLostOutcomes, useSettleOutcome } from '../../api/calls.js'
import { useActionNames } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { Form } from '../../parts/form.js'
import { Card } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Time } from '../../parts/values.js'

/** What the owner found out about a request. */
interface Finding {
  readonly outcome: Outcome
  readonly isDone: boolean
}

/** The requests whose outcome was lost, for the owner to settle; nothing while there is none. */
export function LostOutcomes() {
  const outcomes = useLostOutcomes().data ?? []
  const nameOf = useActionNames()
  const [finding, setFinding] = useState<Finding>()
  if (outcomes.length === 0) return null
  return (
    <Card title="Unknown outcomes">
      <p className="quiet">
        These actions began and may have done their work. A request with the same <code>Idempotency-Key</code> is
        refused until you settle the outcome. <Link to="/developers/guides/retries#unknown">How to find out</Link>
      </p>
      <Table
        columns={[
          {
            title: 'Action',
            cell: ({ productId, action, run }) => {
              const name = nameOf(productId, action ?? null, null)
              return run === undefined ? name : <Link to={`/runs/${run}`}>{name}, in the background</Link>
            }
          },
          { title: 'Idempotency-Key', cell: ({ idempotencyKey }) => <code>{idempotencyKey}</code> },
          { title: 'Began', cell: ({ beganAt }) => beganAt && <Time at={beganAt} format="relative" /> },
          {
            title: 'Settle',
            cell: outcome => (
              <div className="row">
                <Button onClick={() => setFinding({ outcome, isDone: true })}>It was done</Button>
                <Button onClick={() => setFinding({ outcome, isDone: false })}>It was not done</Button>
              </div>
            ),
            isForButtons: true
          }
        ]}
        rows={outcomes}
        keyOf={({ productId, id }) => `${productId}/${id}`}
      />
      {finding && <SettleDialog {...finding} close={() => setFinding(undefined)} />}
    </Card>
  )
}

interface SettleDialogProps extends Finding {
  readonly close: () => void
}

function SettleDialog({ outcome: { productId: product, id }, isDone, close }: SettleDialogProps) {
  const settle = useSettleOutcome()
  return (
    <Dialog
      title={isDone ? 'Was the action done?' : 'Was the action not done?'}
      close={close}
      isBusy={settle.isPending}
    >
      <p>
        {isDone
          ? 'A repeated request is told that the action was done. It never runs with this key again.'
          : 'A repeated request with this key runs the action.'}
      </p>
      <Form
        fields={{ note: { label: 'How you know', missing: 'Write how you found out.', maxLength: 1_000 } }}
        submit={({ note }) =>
          settle.mutate({ product, id, outcome: isDone ? 'done' : 'not_done', note }, { onSuccess: close })
        }
        mutation={settle}
        action={isDone ? 'It was done' : 'It was not done'}
        cancel={{ text: 'Cancel', run: close }}
      />
    </Dialog>
  )
}
