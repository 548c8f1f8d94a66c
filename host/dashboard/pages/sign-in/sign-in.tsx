import { useState } from 'react'
import { Link } from 'wouter'
import { hasCode } from '../../api/problem.js'
import { type EmailAndPassword, useSignIn } from '../../api/sign-in.js'
import { Form } from '../../parts/form.js'
import { Page } from '../../parts/page.js'
import { codeField, emailField, passwordField } from './fields.js'

/** Signs a user in, in a second step if the account has a second factor, and then shows the page that was opened. */
export function SignIn() {
  const [credentials, setCredentials] = useState<EmailAndPassword>()
  return credentials ? (
    <CodeStep credentials={credentials} back={() => setCredentials(undefined)} />
  ) : (
    <PasswordStep askForCode={setCredentials} />
  )
}

function PasswordStep({ askForCode }: { readonly askForCode: (credentials: EmailAndPassword) => void }) {
  const signIn = useSignIn()
  return (
    <Page title="Sign in" isForm>
      <div className="card">
        <Form
          fields={{ email: emailField, password: passwordField }}
          submit={credentials =>
            signIn.mutate(credentials, {
              onError: error => hasCode(error, 'second_factor_required') && askForCode(credentials)
            })
          }
          mutation={signIn}
          remedy={
            hasCode(signIn.error, 'invalid_credentials') && (
              <p>
                Check both, or <Link to="/reset-password">reset your password</Link>.
              </p>
            )
          }
          action="Sign in"
        >
          <p>
            <Link to="/reset-password">Forgot your password?</Link>
          </p>
        </Form>
      </div>
      <p className="quiet">
        New here? <Link to="/sign-up">Create an account</Link>
      </p>
    </Page>
  )
}

interface CodeStepProps {
  readonly credentials: EmailAndPassword
  readonly back: () => void
}

function CodeStep({ credentials, back }: CodeStepProps) {
  const signIn = useSignIn()
  return (
    <Page title="Enter your code" lead="Enter the six-digit code from your authenticator app." isForm>
      <div className="card">
        <Form
          fields={{ code: { ...codeField, hint: 'You can also enter one of your recovery codes.', autoFocus: true } }}
          submit={({ code }) => signIn.mutate({ ...credentials, code })}
          mutation={signIn}
          action="Sign in"
        >
          <p>
            <Link to="/second-factor-recovery">Lost your app and your recovery codes?</Link>
          </p>
        </Form>
      </div>
      <p className="quiet">
        Not {credentials.email}?{' '}
        <button type="button" className="link" onClick={back}>
          Use another account
        </button>
      </p>
    </Page>
  )
}
