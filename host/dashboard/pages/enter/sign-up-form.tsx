import { useState } from 'react'
import { welcome } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import type { Account } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Notice } from '../../parts/notice.js'
import { Link } from '../../router/link.js'
import { navigate } from '../../router/location.js'
import { type Credentials, CredentialsForm } from './credentials.js'

/** Makes an account: at once, or by a letter where the host sends mail. */
export function SignUpForm() {
  const [letterTo, setLetterTo] = useState<string>()
  const submission = useSubmit(async (credentials: Credentials) => {
    const { status, body } = await call<Account>('POST', paths.accounts, { body: credentials })
    if (status === 202) return setLetterTo(credentials.email)
    welcome(body)
    navigate('/', { replace: true })
  })
  if (letterTo !== undefined)
    return (
      <Notice tone="good" title="Look into your mail">
        <p>A letter to {letterTo} is on its way. Its link finishes the sign-up and is good for a day.</p>
      </Notice>
    )
  return (
    <CredentialsForm action="Create the account" isNew submission={submission}>
      <p className="quiet">
        Have one already? <Link to="/sign-in">Sign in</Link>
      </p>
    </CredentialsForm>
  )
}
