import { type FormEvent, type ReactNode, useState } from 'react'
import type { Submission } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Refusal } from '../../parts/notice.js'

/** What somebody types who enters. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

interface CredentialsFormProps {
  readonly action: string
  readonly isNew: boolean
  readonly submission: Submission<readonly [Credentials]>
  readonly children?: ReactNode
}

/** E-mail address and password, for an account that is there or one that is made. */
export function CredentialsForm({ action, isNew, submission, children }: CredentialsFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { error, isRunning, run } = submission
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run({ email, password })
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Refusal error={error} shown={['#/email', '#/password']} />
      <Field
        label="E-mail address"
        type="email"
        autoComplete={isNew ? 'email' : 'username'}
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
        faults={faultsAt(error, '#/email')}
      />
      <Field
        label="Password"
        hint={isNew ? 'At least 8 characters; several words make a good one.' : undefined}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
        value={password}
        onChange={event => setPassword(event.target.value)}
        faults={faultsAt(error, '#/password')}
      />
      <Button type="submit" tone="primary" isBusy={isRunning}>
        {action}
      </Button>
      {children}
    </form>
  )
}
