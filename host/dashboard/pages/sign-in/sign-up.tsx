import type { ProductSummary } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { usePrice } from '../../api/billing.js'
import { hasCode } from '../../api/problem.js'
import { useCatalogue } from '../../api/products.js'
import { type EmailAndPassword, useSignUp } from '../../api/sign-in.js'
import { useSite } from '../../api/site.js'
import { Form } from '../../parts/form.js'
import { Page } from '../../parts/page.js'
import { amountOf, intervalOf } from '../price.js'
import { emailField, newPasswordField } from './fields.js'
import { LinkSent } from './link-sent.js'

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

/** The products that need no card during the trial, and those that do. */
export function byCard(
  products: readonly ProductSummary[]
): readonly [free: readonly ProductSummary[], paid: readonly ProductSummary[]] {
  const needsCard = ({ availability }: ProductSummary) => availability.requires.includes('payment_card')
  return [products.filter(product => !needsCard(product)), products.filter(needsCard)]
}

/** What an account costs at first, and what comes next. */
export function Offer() {
  const site = useSite().data
  const products = useCatalogue().data?.products
  if (!site || !products) return <>Three days are free.</>
  const { hasTrial, sendsMail, demoKey } = site
  const [free, paid] = byCard(products)
  const all = paid.length === 0
  return (
    <>
      {hasTrial && (
        <>
          Try {all ? 'every product' : <Names products={free} />} for 3 days without a card. After that
          {!all && `, or for all ${products.length} products`}, add {demoKey === null ? 'a card' : 'a demo card'} under
          Billing.{' '}
          {demoKey === null ? (
            <PriceText />
          ) : (
            'The demo card is made up: you need no real one, and nothing is charged.'
          )}{' '}
        </>
      )}
      {sendsMail ? 'We send you a link to confirm your address.' : !hasTrial && 'Next, you create an API key.'}
    </>
  )
}

/** What the plan costs after the trial; the checkout says it where the provider has no single price, or is away. */
function PriceText() {
  const { data: price } = usePrice()
  return price
    ? `The plan then costs ${amountOf(price)} ${intervalOf(price)}.`
    : 'The checkout shows what the plan costs.'
}

/** The names of products as a list in a sentence, each a link to its reference. */
function Names({ products }: { readonly products: readonly ProductSummary[] }) {
  const titles = products.map(({ title }) => title)
  return list.formatToParts(titles).map(({ type, value }) => {
    const product = type === 'element' ? products.find(({ title }) => title === value) : undefined
    return product ? (
      <Link key={product.slug} to={`/developers/products/${product.slug}`}>
        {value}
      </Link>
    ) : (
      value
    )
  })
}

const list = new Intl.ListFormat('en-GB')

interface SignUpFormProps {
  /** Called where the host sends an e-mail first. */
  readonly linkSent: (to: EmailAndPassword) => void
}

/** Creates an account: at once, or by a link where the host sends e-mail. */
export function SignUpForm({ linkSent }: SignUpFormProps) {
  const signUp = useSignUp()
  return (
    <Form
      fields={{
        email: {
          ...emailField,
          autoComplete: 'email',
          refusals: { email_taken: 'An account with this e-mail address already exists.' }
        },
        password: { ...newPasswordField, label: 'Password' }
      }}
      submit={typed => signUp.mutate(typed, { onSuccess: outcome => outcome === 'link_sent' && linkSent(typed) })}
      mutation={signUp}
      remedy={
        hasCode(signUp.error, 'email_taken') && (
          <p>
            <Link to="/sign-in">Sign in</Link>, or <Link to="/reset-password">reset your password</Link> if you have
            forgotten it.
          </p>
        )
      }
      action="Create account"
    />
  )
}

interface SignUpSentProps {
  readonly sent: EmailAndPassword
  readonly back: () => void
}

/** Says that a link was sent, and sends it again. */
export function SignUpSent({ sent, back }: SignUpSentProps) {
  const again = useSignUp()
  return (
    <LinkSent email={sent.email} again={again} sendAgain={() => again.mutate(sent)} back={back}>
      We sent an e-mail to <strong>{sent.email}</strong>. Open its link to confirm the address.
    </LinkSent>
  )
}
