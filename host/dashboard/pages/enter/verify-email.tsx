import { type FormEvent, useState } from 'react'
import { welcome } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import type { Account } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { navigate } from '../../router/location.js'
import { useLinkToken } from './link-token.js'

/** Finishes a sign-up by the link of its letter. */
export default function VerifyEmail() {
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const { run, isRunning, error } = useSubmit(async () => {
    const { body } = await call<Account>('POST', paths.verification(token ?? ''), { body: { password } })
    welcome(body)
    navigate('/', { replace: true })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Page title="Confirm your e-mail address" lead="Type the password that you chose when you signed up.">
      <div className="narrow stack">
        {token === undefined ? (
          <Notice tone="warning" title="The link is not whole">
            <p>
              Open it from the letter once more, or <Link to="/sign-up">sign up again</Link>.
            </p>
          </Notice>
        ) : (
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
              Finish the sign-up
            </Button>
          </form>
        )}
      </div>
    </Page>
  )
}
