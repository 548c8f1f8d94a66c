import type { Hook } from '@product-host/sdk/client'
import { useId, useState } from 'react'
import { type OfferedHook, useMakeHook } from '../../api/webhooks/hooks.js'
import { CancelButton } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { withQuotes } from '../../parts/quotes.js'
import { HookForm } from './hook-form.js'

interface NewHookProps {
  readonly offered: readonly OfferedHook[]
  readonly show: (hook: Hook) => void
  readonly close: () => void
}

/** The dialog that makes a hook: what it calls, and what its product leaves to the account. */
export function NewHook({ offered, show, close }: NewHookProps) {
  const make = useMakeHook()
  const id = useId()
  const [index, choose] = useState(0)
  const chosen = offered[index]
  if (!chosen) return null
  const { product, hook } = chosen
  return (
    <Dialog title="Make a hook" close={close} isBusy={make.isPending} isWide>
      <div className="field">
        <label htmlFor={id}>What it takes</label>
        <select
          id={id}
          value={index}
          onChange={({ target }) => {
            make.reset()
            choose(Number(target.value))
          }}
        >
          {offered.map((each, place) => (
            <option key={`${each.product.slug} ${each.hook.name}`} value={place}>
              {each.product.title}: {each.hook.title}
            </option>
          ))}
        </select>
        <p className="quiet">{withQuotes(hook.description)}</p>
      </div>
      <HookForm
        key={index}
        offered={chosen}
        initial={{ name: hook.title }}
        submit={members => make.mutate({ product: product.slug, hook: hook.name, ...members }, { onSuccess: show })}
        mutation={make}
        action="Make the hook"
        cancel={
          <CancelButton isHeld={make.isPending} onClick={close}>
            Cancel
          </CancelButton>
        }
      />
    </Dialog>
  )
}
