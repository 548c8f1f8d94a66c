import { type FormEvent, useState } from 'react'
import type { Submission } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Refusal } from '../../parts/notice.js'
import { Link } from '../../router/link.js'
import { CodeField } from './code-field.js'

interface CodeStepProps {
  readonly submission: Submission<readonly [string]>
  readonly sendsMail: boolean
  readonly back: () => void
}

/** The second step of a sign-in: the code. */
export function CodeStep({ submission, sendsMail, back }: CodeStepProps) {
  const [code, setCode] = useState('')
  const { error, isRunning, run } = submission
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(code)
  }
  return (
    <form className="form" onSubmit={submit}>
      <p>The password is right. This account has a second factor.</p>
      <Refusal error={error} />
      <CodeField code={code} setCode={setCode} />
      <div className="actions">
        <Button onClick={back}>Back</Button>
        <Button type="submit" tone="primary" isBusy={isRunning}>
          Sign in
        </Button>
      </div>
      <p className="quiet">
        {sendsMail ? (
          <Link to="/second-factor-recovery">Lost the app and the recovery codes?</Link>
        ) : (
          'If you have lost the app and the recovery codes, ask the operator of this service.'
        )}
      </p>
    </form>
  )
}
