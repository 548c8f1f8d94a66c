import type { ProductSummary } from '@product-host/sdk/client'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { usePrice } from '../../api/billing.js'
import { hasCode } from '../../api/problem.js'
import { isSafeToRepeat, useCatalogue, useProduct } from '../../api/products.js'
import { type EmailAndPassword, useSignUp } from '../../api/sign-in.js'
import { useSite } from '../../api/site.js'
import { Form } from '../../parts/form.js'
import { Loaded, Skeleton } from '../../parts/loaded.js'
import { Card, Page } from '../../parts/page.js'
import { amountOf, intervalOf } from '../price.js'
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
  const site = useSite()
  const [sent, setSent] = useState<EmailAndPassword>()
  if (sent) return <SignUpSent sent={sent} back={() => setSent(undefined)} />
  return (
    <Page
      title="Many products, one API"
      lead="Every product below works with the same account, the same API key and the same kind of request."
      aside={
        <div className="jump stack tight">
          <a href="#create-account" className="button primary">
            Create an account
          </a>
          {site.data?.hasTrial !== false && <p className="quiet">{trialText(catalogue.data?.products)}</p>}
        </div>
      }
    >
      <div className="columns two">
        <Card title="Products">
          <Loaded query={catalogue} lines={14}>
            {({ products }) => (
              <Loaded query={site} lines={14}>
                {({ hasTrial, demoKey }) => (
                  <Products products={products} hasTrial={hasTrial} isDemo={demoKey !== null} />
                )}
              </Loaded>
            )}
          </Loaded>
        </Card>
        <div className="stack">
          <Card title="Create an account" id="create-account">
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
          {catalogue.data?.products[0] && <OneCall {...catalogue.data.products[0]} />}
        </div>
      </div>
    </Page>
  )
}

interface ProductsProps {
  readonly products: readonly ProductSummary[]
  readonly hasTrial: boolean
  readonly isDemo: boolean
}

/** The products; where there is a trial, those that it opens and those that need a card. */
function Products({ products, hasTrial, isDemo }: ProductsProps) {
  const [free, paid] = byCard(products)
  if (!hasTrial || paid.length === 0) return <ProductList products={products} />
  return (
    <>
      {free.length > 0 && (
        <section className="stack tight">
          <h3 className="quiet">In the free trial</h3>
          <ProductList products={free} />
        </section>
      )}
      <section className="stack tight">
        <h3 className="quiet">{isDemo ? 'With a demo card (made up, nothing is charged)' : 'With a payment card'}</h3>
        <ProductList products={paid} />
      </section>
    </>
  )
}

function ProductList({ products }: Pick<ProductsProps, 'products'>) {
  return (
    <ul className="product-list">
      {products.map(({ slug, title, description }) => (
        <li key={slug}>
          <h4>
            <Link to={`/developers/products/${slug}`}>{title}</Link>
          </h4>
          <p className="quiet">{description}</p>
        </li>
      ))}
    </ul>
  )
}

/** The products that need no card during the trial, and those that do. */
function byCard(
  products: readonly ProductSummary[]
): readonly [free: readonly ProductSummary[], paid: readonly ProductSummary[]] {
  const needsCard = ({ availability }: ProductSummary) => availability.requires.includes('payment_card')
  return [products.filter(product => !needsCard(product)), products.filter(needsCard)]
}

/** What the free trial opens, in one line of a phone. */
function trialText(products: readonly ProductSummary[] = []): string {
  const [free, paid] = byCard(products)
  return paid.length > 0
    ? `Try ${free.length} of ${products.length} products for 3 days without a card.`
    : 'Try every product for 3 days without a card.'
}

/** A call of the first product, which every other product takes in the same form. */
function OneCall({ slug, title }: Pick<ProductSummary, 'slug' | 'title'>) {
  return (
    <Card title="One kind of call for all products" aside={<Link to="/developers">Developer reference</Link>}>
      <Loaded query={useProduct(slug)} lines={11}>
        {({ actions: [action] }) => {
          const [example] = action?.examples ?? []
          return (
            action &&
            example && (
              <>
                <p className="quiet">
                  This call goes to {title}. Another product has another name in the address, and other actions. You get
                  your API key after you create an account.
                </p>
                <Suspense fallback={<Skeleton lines={11} />}>
                  <CallExamples
                    slug={slug}
                    input={example.input}
                    label={`A call of ${title}`}
                    isSafe={isSafeToRepeat(action)}
                  />
                </Suspense>
              </>
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
function Names({ products }: Pick<ProductsProps, 'products'>) {
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
function SignUpForm({ linkSent }: SignUpFormProps) {
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

function SignUpSent({ sent, back }: SignUpSentProps) {
  const again = useSignUp()
  return (
    <LinkSent email={sent.email} again={again} sendAgain={() => again.mutate(sent)} back={back}>
      We sent an e-mail to <strong>{sent.email}</strong>. Open its link to confirm the address.
    </LinkSent>
  )
}
