import { Page } from '../../parts/page.js'
import { SignUpForm } from './sign-up-form.js'

/** The page on which an account is made. */
export default function SignUp() {
  return (
    <Page title="Sign up" lead="An account holds your keys, your settings and what products keep for you.">
      <div className="narrow">
        <SignUpForm />
      </div>
    </Page>
  )
}
