import type { ProductSummary } from '@product-host/sdk/client'
import { Link } from 'wouter'
import { hasEnded, useBilling } from '../../api/billing.js'
import { useCardProducts, useCatalogue } from '../../api/products.js'
import { Glyph } from '../../parts/glyph.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Empty, Page } from '../../parts/page.js'
import { Badge } from '../../parts/values.js'
import { sentenceCase } from '../../views/words.js'
import { CardProducts, CheckoutButton, RenewButton } from '../plan.js'
import { CallTrend } from '../usage/call-trend.js'
import { AccessBadge } from './access.js'

/** Every product of the deployment, and whether the account may run it. */
export function Products() {
  const catalogue = useCatalogue()
  return (
    <Page title="Products" lead="Choose an action to run it from a form.">
      <Loaded query={catalogue} lines={12}>
        {({ products }) =>
          products.length === 0 ? (
            <Empty title="This deployment has no products" />
          ) : (
            <>
              <TrialNotice />
              <div className="tiles">
                {products.map(product => (
                  <Tile key={product.slug} product={product} />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** What has to be done before any product runs, or before those run that need a card. */
function TrialNotice() {
  const { data } = useBilling()
  const needing = useCardProducts() ?? []
  if (data?.status === 'none')
    return (
      <Notice tone="info" title="Start the trial to run actions">
        <p>It is free for three days.{needing.length > 0 && ' Some products need a card as well.'}</p>
        <CheckoutButton purpose="trial" />
      </Notice>
    )
  if (data && hasEnded(data))
    return (
      <Notice tone="warning" title="The plan has ended">
        <p>You can run actions again once you renew it. Nothing was deleted.</p>
        <RenewButton />
      </Notice>
    )
  if (!data || data.card.held || needing.length === 0) return null
  return (
    <div className="row">
      <p>
        <CardProducts verb={['needs', 'need']} /> a payment card.
      </p>
      <CheckoutButton purpose="card" tone="plain" />
    </div>
  )
}

function Tile({
  product,
  product: { slug, title, description, status, actions, actionTitles, config }
}: {
  readonly product: ProductSummary
}) {
  return (
    <section className="tile">
      <div className="card-head">
        <h2>
          <Glyph of={product} isTile />
          <Link to={`/products/${slug}`}>{title}</Link>
        </h2>
        <span className="row">
          {status !== 'ready' && <Badge tone="danger">{sentenceCase(status)}</Badge>}
          <AccessBadge slug={slug} ready="nothing" />
        </span>
      </div>
      <p className="quiet">{description}</p>
      <ul className="tile-links">
        {actions.map(action => (
          <li key={action}>
            <Link to={`/products/${slug}?action=${action}`}>{actionTitles[action]}</Link>
          </li>
        ))}
      </ul>
      <p className="tile-foot">
        {config && (
          <Link to={`/products/${slug}/config`}>
            Settings<span className="visually-hidden"> of {title}</span>
          </Link>
        )}
        <Link to={`/usage?product=${slug}&period=30d`}>
          <CallTrend of={row => row.product === slug} hue={product.accent} />
          <span className="visually-hidden"> of {title}</span>
        </Link>
      </p>
    </section>
  )
}
