import { useState } from 'react'
import { useRevokeAllKeys } from '../../api/keys.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Notice } from '../../parts/notice.js'

/** Revokes every key of the account after a confirmation, and says how many were revoked; without a key, there is no button. */
export function RevokeAllKeys({ isNeeded = true }: { readonly isNeeded?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const revokeAll = useRevokeAllKeys()
  const close = () => setOpen(false)
  return (
    <>
      {isNeeded && (
        <Button tone="danger" onClick={() => setOpen(true)}>
          Revoke all API keys
        </Button>
      )}
      {revokeAll.data !== undefined && (
        <Notice
          tone="good"
          title={revokeAll.data === 1 ? '1 key was revoked.' : `${revokeAll.data} keys were revoked.`}
        />
      )}
      {isOpen && (
        <ConfirmDialog
          title="Revoke all API keys?"
          action="Revoke every key"
          mutation={revokeAll}
          typed="revoke all keys"
          confirm={() => revokeAll.mutate(undefined, { onSuccess: close })}
          close={close}
        >
          <p>
            Within five seconds, the host refuses every program that uses a key of your account. This cannot be undone:
            each program needs a new key.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
