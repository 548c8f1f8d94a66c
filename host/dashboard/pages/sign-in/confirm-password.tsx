import { useState } from 'react'
import { useAccount } from '../../api/account.js'
import { hasCode } from '../../api/problem.js'
import type { PendingConfirmation } from '../../api/request.js'
import { useConfirmPassword, useSignInAgain } from '../../api/sign-in.js'
import { Dialog } from '../../parts/dialog.js'
import { type FieldOptions, Form } from '../../parts/form.js'
import { Notice } from '../../parts/notice.js'
import { codeField, passwordField } from './fields.js'

/** Asks for the password, and for a code if there is a second factor, before a request is sent again. */
export function ConfirmPassword({ reason, settle }: PendingConfirmation) {
  const [needsCode, setNeedsCode] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [confirmSensitive, signInAgain] = [useConfirmPassword(), useSignInAgain()]
  const confirm = reason === 'sensitive' ? confirmSensitive : signInAgain
  const email = useAccount().data?.email
  const fields: Readonly<Record<string, FieldOptions>> = {
    password: {
      ...passwordField,
      label: 'Your password',
      refusals: { invalid_credentials: 'The password is wrong.' }
    },
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
      isBusy={confirm.isPending}
      close={() => {
        if (reason === 'sensitive') settle(false)
        else setLeaving(true)
      }}
    >
      {reason === 'sensitive' ? (
        <p>You signed in more than 15 minutes ago. Enter your password to continue.</p>
      ) : (
        <p>
          Your session as {email} has ended. What you typed is still here, and what you started continues after you sign
          in.
        </p>
      )}
      {isLeaving && (
        <Notice tone="warning" title="Sign in to go back to the page">
          <p>If you sign out instead, what you typed is lost.</p>
        </Notice>
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
