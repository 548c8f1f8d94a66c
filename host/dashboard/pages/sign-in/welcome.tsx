import type { ProductSummary } from '@product-host/sdk/client'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useCatalogue } from '../../api/products.js'
import { useDocuments } from '../../api/reference.js'
import type { EmailAndPassword } from '../../api/sign-in.js'
import { useSite } from '../../api/site.js'
import { Glyph } from '../../parts/glyph.js'
import { Loaded, Skeleton } from '../../parts/loaded.js'
import { Card, Page } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { byCard, Offer, SignUpForm, SignUpSent } from './sign-up.js'

// The code of the first paint does without them.
const code = () => import('../../parts/code.js')
const CallExamples = lazy(async () => ({ default: (await code()).CallExamples }))
const Code = lazy(async () => ({ default: (await code()).Code }))

/** The start page for users who are not signed in: what the products are, a sign-up form, and a request with its answer. */
export function Welcome() {
  const catalogue = useCatalogue()
  const site = useSite()
  const [sent, setSent] = useState<EmailAndPassword>()
  if (sent) return <SignUpSent sent={sent} back={() => setSent(undefined)} />
  return (
    <Page
      title="Many products, one API"
      lead="For developers, and for the agents they build: every product below works with the same account, the same API key and the same kind of request."
      aside={
        <div className="jump stack tight">
          <a href="#create-account" className="button primary">
            Create an account
          </a>
          {site.data?.hasTrial !== false && <p className="quiet">{trialText(catalogue.data?.products)}</p>}
        </div>
      }
    >
      <div className="columns welcome">
        <div className="stack">
          <ul className="benefits">
            <li>One format of requests, answers and errors, over HTTP and MCP</li>
            <li>Limits, budgets, usage and the log of your calls in one dashboard</li>
            <li>Calls in the background and on schedules, and webhooks when they end</li>
          </ul>
          <Loaded query={catalogue} lines={linesOfRequest}>
            {({ products: [first] }) => first && <OneRequest product={first} />}
          </Loaded>
        </div>
        <div className="stack">
          <Card title="Create an account" id="create-account">
            <div className="sign-up-form">
              <SignUpForm linkSent={setSent} />
            </div>
            <p className="quiet">
              Already have an account? <Link to="/sign-in">Sign in</Link>
            </p>
            <p className="quiet">
              <Offer />
            </p>
          </Card>
          <Card title="Products">
            <Loaded query={catalogue} lines={18}>
              {({ products }) => (
                <ul className="product-list">
                  {products.map(product => (
                    <Product key={product.slug} product={product} />
                  ))}
                </ul>
              )}
            </Loaded>
          </Card>
        </div>
      </div>
    </Page>
  )
}

function Product({ product }: { readonly product: ProductSummary }) {
  const site = useSite().data
  const [, paid] = byCard([product])
  return (
    <li>
      <div className="row">
        <h3>
          <Glyph of={product} isTile />
          <Link to={`/developers/products/${product.slug}`}>{product.title}</Link>
        </h3>
        {site?.hasTrial && paid.length > 0 && (
          <span className="quiet">{site.demoKey === null ? 'with a card' : 'with the demo card'}</span>
        )}
      </div>
      <p className="quiet">{product.description}</p>
    </li>
  )
}

/** What the free trial opens, in one line of a phone. */
function trialText(products: readonly ProductSummary[] = []): string {
  const [free, paid] = byCard(products)
  return paid.length > 0
    ? `Try ${free.length} of ${products.length} products for 3 days without a card.`
    : 'Try every product for 3 days without a card.'
}

/** How many lines of placeholders are as high as a request with its answer, so that on a telephone nothing moves when they come. */
const linesOfRequest = 34

/** The first call that the package of a product has recorded, and its answer; nothing if there is none. */
function OneRequest({ product: { slug, title } }: { readonly product: ProductSummary }) {
  return (
    <Loaded query={useDocuments(slug)} lines={linesOfRequest}>
      {({ samples }) => {
        const [sample] = Object.values(samples?.answers ?? {})
        return (
          samples &&
          sample && (
            <Card title="One request, one answer" aside={<Link to="/developers">Developer reference</Link>}>
              <p className="quiet">
                Recorded with {title} {samples.version}. Every product is called like this: its name is in the address,
                and the action and its input are in the body.
              </p>
              <Suspense fallback={<Skeleton lines={linesOfRequest} />}>
                <CallExamples slug={slug} input={sample.input} label={`A call of ${title}`} isSafe={false} />
                <p className="answered">{withQuotes(sample.answer.summary)}</p>
                <Code
                  text={JSON.stringify(sample.answer, null, 2)}
                  language="json"
                  label={`The answer of ${title}`}
                  canCopy={false}
                />
              </Suspense>
            </Card>
          )
        )
      }}
    </Loaded>
  )
}
