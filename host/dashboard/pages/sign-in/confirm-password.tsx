import { useState } from 'react'
import { useAccount } from '../../api/account.js'
import type { PendingConfirmation } from '../../api/confirmation.js'
import { hasCode } from '../../api/problem.js'
import { useConfirmPassword, useSignInAgain } from '../../api/sign-in.js'
import { Dialog } from '../../parts/dialog.js'
import { type FieldOptions, Form } from '../../parts/form.js'
import { codeField, passwordField } from './fields.js'

/** Asks for the password, and for a code if there is a second factor, before a request is sent again. */
export function ConfirmPassword({ reason, settle }: PendingConfirmation) {
  const [needsCode, setNeedsCode] = useState(false)
  const [confirmSensitive, signInAgain] = [useConfirmPassword(), useSignInAgain()]
  const confirm = reason === 'sensitive' ? confirmSensitive : signInAgain
  const email = useAccount().data?.email
  const fields: Readonly<Record<string, FieldOptions>> = {
    password: { ...passwordField, label: 'Your password' },
    ...(needsCode && { code: codeField })
  }
  const submit = ({ password = '', code }: Readonly<Record<string, string>>) =>
    confirm.mutate(
      { password, ...(code !== undefined && { code }) },
      {
        onSuccess: () => settle(true),
        onError: error => {
          if (!hasCode(error, 'second_factor_required')) return
          setNeedsCode(true)
          confirm.reset()
        }
      }
    )
  return (
    <Dialog
      title={reason === 'sensitive' ? 'Confirm your password' : 'Sign in again'}
      close={() => reason === 'sensitive' && settle(false)}
    >
      {reason === 'sensitive' ? (
        <p>You signed in more than 15 minutes ago. Enter your password to continue.</p>
      ) : (
        <p>
          Your session as {email} has ended. What you typed is still here, and what you started continues after you sign
          in.
        </p>
      )}
      <Form
        fields={fields}
        submit={submit}
        mutation={confirm}
        action={reason === 'sensitive' ? 'Confirm' : 'Sign in'}
        cancel={{ text: reason === 'sensitive' ? 'Cancel' : 'Sign out', run: () => settle(false) }}
      />
    </Dialog>
  )
}
