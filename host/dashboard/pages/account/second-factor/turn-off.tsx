import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.js'
import { paths } from '../../../api/paths.js'
import { useSubmit } from '../../../api/submit.js'
import { Button } from '../../../parts/button.js'
import { Dialog } from '../../../parts/dialog.js'
import { Refusal } from '../../../parts/notice.js'
import { CodeField } from '../../enter/code-field.js'

interface TurnOffProps {
  readonly close: () => void
  readonly done: () => Promise<void>
}

/** Asks for a code before the second factor is turned off. */
export function TurnOff({ close, done }: TurnOffProps) {
  const [code, setCode] = useState('')
  const { run, isRunning, error } = useSubmit(async () => {
    await call('DELETE', paths.secondFactor, { body: { code } })
    close()
    await done()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Dialog title="Turn off the second factor?" close={close}>
      <form className="form" onSubmit={submit}>
        <p>From then on the password alone signs in.</p>
        <Refusal error={error} />
        <CodeField code={code} setCode={setCode} />
        <div className="actions">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" tone="danger" isBusy={isRunning}>
            Turn it off
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
