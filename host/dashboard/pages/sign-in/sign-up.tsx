import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { hasCode } from '../../api/problem.js'
import { type ProductSummary, useCatalogue, useProduct } from '../../api/products.js'
import { type EmailAndPassword, useSignUp } from '../../api/sign-in.js'
import { useSite } from '../../api/site.js'
import { Form } from '../../parts/form.js'
import { Loaded, Skeleton } from '../../parts/loaded.js'
import { Card, Page } from '../../parts/page.js'
import { emailField, newPasswordField } from './fields.js'
import { LinkSent } from './link-sent.js'

const CallExamples = lazy(async () => ({ default: (await import('../../parts/code.js')).CallExamples }))

/** Creates an account. */
export function SignUp() {
  const [sent, setSent] = useState<EmailAndPassword>()
  if (sent) return <SignUpSent sent={sent} back={() => setSent(undefined)} />
  return (
    <Page title="Create an account" lead={<Offer />} isForm>
      <div className="card">
        <SignUpForm linkSent={setSent} />
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
  const [sent, setSent] = useState<EmailAndPassword>()
  if (sent) return <SignUpSent sent={sent} back={() => setSent(undefined)} />
  return (
    <Page
      title="Many products, one API"
      lead="Sales leads, posts, costs and monitoring: every product below works with the same account, the same API key and the same kind of request."
    >
      <div className="columns two">
        <Card title="Create an account">
          <p className="quiet">
            <Offer />
          </p>
          <div className="sign-up-form">
            <SignUpForm linkSent={setSent} />
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
      {catalogue.data?.products[0] && <OneCall {...catalogue.data.products[0]} />}
    </Page>
  )
}

/** A call of the first product, which every other product takes in the same form. */
function OneCall({ slug, title }: Pick<ProductSummary, 'slug' | 'title'>) {
  return (
    <Card title="One call, the same for all" aside={<Link to="/developers">For developers</Link>}>
      <Loaded query={useProduct(slug)} lines={11}>
        {({ actions: [action] }) => {
          const [example] = action?.examples ?? []
          return (
            example && (
              <Suspense fallback={<Skeleton lines={11} />}>
                <CallExamples slug={slug} input={example.input} label={`A call of ${title}`} />
              </Suspense>
            )
          )
        }}
      </Loaded>
    </Card>
  )
}

/** What an account costs at first, and what comes next. */
function Offer() {
  const site = useSite().data
  const hasTrial = site?.hasTrial !== false
  return (
    <>
      {hasTrial && (
        <>
          Free for three days without a card
          <CardExceptions />. To go on after the trial, add a card.{' '}
        </>
      )}
      {site?.sendsMail ? 'We send you a link to confirm your address.' : !hasTrial && 'Next, you create an API key.'}
    </>
  )
}

/** The products that need a card from the start. */
function CardExceptions() {
  const products = useCatalogue().data?.products
  const titles = products?.filter(({ availability }) => availability.requires.includes('payment_card'))
  if (!titles) return <>, except for some products</>
  return titles.length > 0 && <>, except for {list.format(titles.map(({ title }) => title))}</>
}

const list = new Intl.ListFormat('en-GB')

interface SignUpFormProps {
  /** Called where the host sends an e-mail first. */
  readonly linkSent: (to: EmailAndPassword) => void
}

/** Creates an account: at once, or by a link where the host sends e-mail. */
function SignUpForm({ linkSent }: SignUpFormProps) {
  const signUp = useSignUp()
  return (
    <Form
      fields={{
        email: { ...emailField, autoComplete: 'email' },
        password: { ...newPasswordField, label: 'Password' }
      }}
      submit={typed => signUp.mutate(typed, { onSuccess: outcome => outcome === 'link_sent' && linkSent(typed) })}
      mutation={signUp}
      remedy={
        hasCode(signUp.error, 'email_taken') && (
          <p>
            <Link to="/sign-in">Sign in</Link>, or <Link to="/reset-password">reset your password</Link> if you do not
            know it.
          </p>
        )
      }
      action="Create the account"
    />
  )
}

interface SignUpSentProps {
  readonly sent: EmailAndPassword
  readonly back: () => void
}

function SignUpSent({ sent, back }: SignUpSentProps) {
  const again = useSignUp()
  return (
    <LinkSent email={sent.email} again={again} sendAgain={() => again.mutate(sent)} back={back}>
      We sent an e-mail to <strong>{sent.email}</strong>. Open its link to finish the sign-up.
    </LinkSent>
  )
}
