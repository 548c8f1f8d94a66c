import { Link } from 'wouter'
import { useCatalogue } from '../../api/products.js'
import { useSignUp } from '../../api/sign-in.js'
import { useSite } from '../../api/site.js'
import { Form } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Card, Page } from '../../parts/page.js'
import { emailField, newPasswordField } from './fields.js'

/** Creates an account. */
export function SignUp() {
  return (
    <Page title="Create an account" lead={<Offer />} isForm>
      <div className="card">
        <SignUpForm />
      </div>
      <p className="quiet">
        Already have an account? <Link to="/sign-in">Sign in</Link>
      </p>
    </Page>
  )
}

/** The start page for users who are not signed in: a sign-up form and the products of this deployment. */
export function Welcome() {
  const catalogue = useCatalogue()
  return (
    <Page
      title="Many products, one API"
      lead="Every product below works with the same account, the same API key and the same kind of request."
    >
      <div className="columns two">
        <Card title="Create an account">
          <p className="quiet">
            <Offer />
          </p>
          <div className="sign-up-form">
            <SignUpForm />
          </div>
          <p className="quiet">
            Already have an account? <Link to="/sign-in">Sign in</Link>
          </p>
        </Card>
        <Card title="Products">
          <Loaded query={catalogue} lines={12}>
            {({ products }) => (
              <ul className="product-list">
                {products.map(({ slug, title, description }) => (
                  <li key={slug}>
                    <h3>
                      <Link to={`/developers/products/${slug}`}>{title}</Link>
                    </h3>
                    <p className="quiet">{description}</p>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
      </div>
    </Page>
  )
}

/** What an account costs at first, and what comes next. */
function Offer() {
  const site = useSite().data
  const hasTrial = site?.hasTrial !== false
  return (
    <>
      {hasTrial && 'Free for three days, no card needed. To go on after that, add a card. '}
      {site?.sendsMail ? 'We send you a link to confirm your address.' : !hasTrial && 'Next, you create an API key.'}
    </>
  )
}

/** Creates an account: at once, or by a link where the host sends e-mail. */
function SignUpForm() {
  const signUp = useSignUp()
  if (signUp.data === 'link_sent')
    return (
      <Notice tone="good" title="Check your e-mail">
        <p>
          We sent an e-mail to {signUp.variables?.email}. Open its link to finish the sign-up; the e-mail says how long
          it is valid.
        </p>
      </Notice>
    )
  return (
    <Form
      fields={{
        email: { ...emailField, autoComplete: 'email' },
        password: { ...newPasswordField, label: 'Password' }
      }}
      submit={signUp.mutate}
      mutation={signUp}
      action="Create the account"
    />
  )
}
