import { welcome } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { useResource } from '../../api/resource.js'
import type { Account, Site } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { navigate } from '../../router/location.js'
import { type Credentials, CredentialsForm } from './credentials.js'

/** Lets somebody in, to the page that was asked for. */
export function SignIn() {
  const site = useResource<Site>(paths.site)
  const submission = useSubmit(async (credentials: Credentials) => {
    const { body } = await call<Account>('POST', paths.sessions, { body: credentials })
    welcome(body)
    if (location.pathname === '/sign-in') navigate('/', { replace: true })
  })
  return (
    <Page title="Sign in">
      <div className="narrow">
        <CredentialsForm action="Sign in" isNew={false} submission={submission}>
          <p className="quiet">
            New here? <Link to="/sign-up">Create an account</Link>
          </p>
          {site.state === 'ready' && site.body.sendsMail && (
            <p className="quiet">
              <Link to="/reset-password">Forgot the password?</Link>
            </p>
          )}
        </CredentialsForm>
      </div>
    </Page>
  )
}
