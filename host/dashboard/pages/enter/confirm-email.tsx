import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload } from '../../api/resource.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { useLinkToken } from './link-token.js'

/** Finishes a change of the e-mail address by the link that was sent to the new address. */
export default function ConfirmEmail() {
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const { run, isRunning, error } = useSubmit(async () => {
    await call('POST', paths.emailChange(token ?? ''), { body: { password } })
    setDone(true)
    await reload(paths.account)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Page title="Confirm your new e-mail address" lead="Type the password of your account.">
      <div className="narrow stack">
        {token === undefined && (
          <Notice tone="warning" title="The link is not complete">
            <p>Open it from the e-mail again.</p>
          </Notice>
        )}
        {isDone && (
          <Notice tone="good" title="The e-mail address is changed">
            <p>
              You sign in with the new address from now on. Go to <Link to="/account">your account</Link>.
            </p>
          </Notice>
        )}
        {token !== undefined && !isDone && (
          <form className="form" onSubmit={submit}>
            <Refusal error={error} shown={['#/password']} />
            <Field
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={event => setPassword(event.target.value)}
              faults={faultsAt(error, '#/password')}
            />
            <Button type="submit" tone="primary" isBusy={isRunning}>
              Change the e-mail address
            </Button>
          </form>
        )}
      </div>
    </Page>
  )
}
