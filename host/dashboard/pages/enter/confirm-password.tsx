import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.js'
import type { PendingConfirmation } from '../../api/confirmation.js'
import { paths } from '../../api/paths.js'
import { ProblemError } from '../../api/problem.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { Refusal } from '../../parts/notice.js'
import { CodeField } from './code-field.js'

/** Asks for the password, and for the code where there is a second factor, before a sensitive change is sent again. */
export default function ConfirmPassword({ settle }: PendingConfirmation) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const { run, isRunning, error } = useSubmit(async () => {
    try {
      await call('POST', paths.confirmation, { body: { password, ...(needsCode && { code }) } })
    } catch (reason) {
      if (!(reason instanceof ProblemError && reason.code === 'second_factor_required')) throw reason
      return setNeedsCode(true)
    }
    settle(true)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Dialog title="Confirm that it is you" close={() => settle(false)}>
      <form className="form" onSubmit={submit}>
        <p>Your sign-in is older than 15 minutes. Type your password to go on.</p>
        <Refusal error={error} />
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        {needsCode && <CodeField code={code} setCode={setCode} />}
        <div className="actions">
          <Button onClick={() => settle(false)}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isRunning}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
