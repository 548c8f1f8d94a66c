import { useState } from 'react'
import { welcome } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { ProblemError } from '../../api/problem.js'
import { useResource } from '../../api/resource.js'
import type { Account, Site } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { navigate } from '../../router/location.js'
import { CodeStep } from './code-step.js'
import { type Credentials, CredentialsForm } from './credentials.js'

/** Lets somebody in, to the page that was asked for; in a second step where the account has a second factor. */
export function SignIn() {
  const site = useResource<Site>(paths.site)
  const [credentials, setCredentials] = useState<Credentials>()
  const sendsMail = site.state === 'ready' && site.body.sendsMail
  const password = useSubmit(async (typed: Credentials) => {
    try {
      await signIn(typed)
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'second_factor_required')) throw error
      setCredentials(typed)
    }
  })
  const code = useSubmit(async (typed: string) => signIn({ ...credentials, code: typed }))
  const back = () => {
    code.clear()
    setCredentials(undefined)
  }
  return (
    <Page title="Sign in">
      <div className="narrow">
        {credentials ? (
          <CodeStep submission={code} sendsMail={sendsMail} back={back} />
        ) : (
          <CredentialsForm action="Sign in" isNew={false} submission={password}>
            <p className="quiet">
              New here? <Link to="/sign-up">Create an account</Link>
            </p>
            {sendsMail && (
              <p className="quiet">
                <Link to="/reset-password">Forgot the password?</Link>
              </p>
            )}
          </CredentialsForm>
        )}
      </div>
    </Page>
  )
}

async function signIn(body: object): Promise<void> {
  welcome((await call<Account>('POST', paths.sessions, { body })).body)
  if (location.pathname === '/sign-in') navigate('/', { replace: true })
}
