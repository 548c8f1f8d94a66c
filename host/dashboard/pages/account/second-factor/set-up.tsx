import { type FormEvent, lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.js'
import { paths } from '../../../api/paths.js'
import type { PendingFactor } from '../../../api/shapes.js'
import { useSubmit } from '../../../api/submit.js'
import { Button } from '../../../parts/button.js'
import { Code } from '../../../parts/code.js'
import { Refusal } from '../../../parts/notice.js'
import { CodeField } from '../../enter/code-field.js'

const QrCode = lazy(() => import('./qr-code.js'))

interface SetUpProps {
  readonly pending: PendingFactor
  readonly show: (recoveryCodes: readonly string[]) => Promise<void>
  readonly cancel: () => void
}

/** Shows the secret for the app, and turns the factor on with its first code. */
export function SetUp({ pending, show, cancel }: SetUpProps) {
  const [code, setCode] = useState('')
  const { run, isRunning, error } = useSubmit(async () => {
    const { body } = await call<{ recoveryCodes: readonly string[] }>('POST', paths.confirmFactor, { body: { code } })
    await show(body.recoveryCodes)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form className="form" onSubmit={submit}>
      <p>Scan this with an authenticator app, or type the secret into it. Then type the code that the app shows.</p>
      <div className="qr-code">
        <Suspense fallback={null}>
          <QrCode text={pending.uri} />
        </Suspense>
      </div>
      <Code text={pending.secret} label="The secret" />
      <div className="form narrow">
        <Refusal error={error} />
        <CodeField code={code} setCode={setCode} takesRecoveryCode={false} />
        <div className="actions">
          <Button type="submit" tone="primary" isBusy={isRunning}>
            Turn on the second factor
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </div>
    </form>
  )
}
