import { useCatalogue } from '../../api/products.js'
import type { ProductSummary } from '../../api/shapes.js'
import { Badge } from '../../parts/badge.js'
import { Empty } from '../../parts/empty.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { AccessBadge } from './access-badge.js'

/** Everything that runs here, and whether this account may run it. */
export default function Products() {
  const catalogue = useCatalogue()
  return (
    <Page title="Products" lead="Each answers to the same kind of call. Choose one to try its actions.">
      <Loaded resource={catalogue} lines={12}>
        {({ products }) =>
          products.length === 0 ? (
            <Empty title="No product is served here" />
          ) : (
            <div className="tiles">
              {products.map(product => (
                <Tile key={product.slug} product={product} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function Tile({
  product: { slug, title, description, status, actions, config }
}: {
  readonly product: ProductSummary
}) {
  return (
    <section className="tile">
      <div className="card-head">
        <h2>
          <Link to={`/products/${slug}`}>{title}</Link>
        </h2>
        <span className="row">
          {status !== 'ready' && <Badge tone="danger">{status}</Badge>}
          <AccessBadge slug={slug} />
        </span>
      </div>
      <p className="quiet">{description}</p>
      <ul className="row plain">
        {actions.map(action => (
          <li key={action}>
            <Link to={`/products/${slug}?action=${action}`}>
              <code>{action}</code>
            </Link>
          </li>
        ))}
      </ul>
      {config && (
        <p>
          <Link to={`/products/${slug}/config`}>
            Settings<span className="unseen"> of {title}</span>
          </Link>
        </p>
      )}
    </section>
  )
}
