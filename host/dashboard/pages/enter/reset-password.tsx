import { type FormEvent, useState } from 'react'
import { farewell } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { useLinkToken } from './link-token.js'

/** Asks for a letter, or takes the new password of whoever comes by its link. */
export default function ResetPassword() {
  const token = useLinkToken()
  return (
    <Page title="Choose a new password">
      <div className="narrow">{token === undefined ? <AskForLetter /> : <ChoosePassword token={token} />}</div>
    </Page>
  )
}

function AskForLetter() {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const { run, isRunning, error } = useSubmit(async () => {
    await call('POST', paths.resets, { body: { email } })
    setSent(true)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  if (isSent)
    return (
      <Notice tone="good" title="Look into your mail">
        <p>If {email} has an account, a letter with a link is on its way; it is good for 30 minutes.</p>
      </Notice>
    )
  return (
    <form className="form" onSubmit={submit}>
      <Refusal error={error} shown={['#/email']} />
      <Field
        label="E-mail address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
        faults={faultsAt(error, '#/email')}
      />
      <Button type="submit" tone="primary" isBusy={isRunning}>
        Send me a link
      </Button>
    </form>
  )
}

function ChoosePassword({ token }: { readonly token: string }) {
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const { run, isRunning, error } = useSubmit(async () => {
    await call('PUT', paths.reset(token), { body: { password } })
    farewell()
    setDone(true)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  if (isDone)
    return (
      <Notice tone="good" title="The password is changed">
        <p>
          Every session has ended. <Link to="/sign-in">Sign in</Link> with the new one.
        </p>
      </Notice>
    )
  return (
    <form className="form" onSubmit={submit}>
      <Refusal error={error} shown={['#/password']} />
      <Field
        label="New password"
        hint="At least 8 characters; several words make a good one."
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={event => setPassword(event.target.value)}
        faults={faultsAt(error, '#/password')}
      />
      <Button type="submit" tone="primary" isBusy={isRunning}>
        Change the password
      </Button>
    </form>
  )
}
