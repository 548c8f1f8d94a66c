import { useAccess } from '../../api/access.js'
import { useProduct } from '../../api/products.js'
import type { Product as Described } from '../../api/shapes.js'
import { Badge } from '../../parts/badge.js'
import { Loaded, Skeleton } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { useLocation } from '../../router/location.js'
import type { PathValues } from '../../router/match.js'
import { AccessBadge } from '../products/access-badge.js'
import { AccessNotice } from './access-notice.js'
import { ActionPanel } from './action-panel.js'

/** One product: whether it may be run, and a form for each of its actions. */
export default function Product({ slug = '' }: PathValues) {
  const product = useProduct(slug)
  const access = useAccess(slug)
  if (product.state !== 'ready' || access.state === 'loading')
    return (
      <Page title={slug}>
        <Loaded resource={product} lines={14}>
          {() => <Skeleton lines={14} />}
        </Loaded>
      </Page>
    )
  const { title, description, version, config } = product.body
  return (
    <Page
      title={title}
      lead={description}
      aside={
        <div className="row">
          <AccessBadge slug={slug} />
          <Badge>version {version}</Badge>
          {config.supported && (
            <Link className="button" to={`/products/${slug}/config`}>
              Settings
            </Link>
          )}
        </div>
      }
    >
      <AccessNotice slug={slug} />
      <Actions product={product.body} />
    </Page>
  )
}

function Actions({ product }: { readonly product: Described }) {
  const { query } = useLocation()
  const { slug, actions } = product
  const chosen = actions.find(({ name }) => name === query.get('action')) ?? actions[0]
  if (!chosen) return null
  return (
    <div className="columns with-list">
      <nav aria-label="Actions" className="toc choices">
        {actions.map(({ name, title }) => (
          <Link
            key={name}
            to={`/products/${slug}?action=${name}`}
            aria-current={name === chosen.name ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <ActionPanel key={chosen.name} slug={slug} action={chosen} />
    </div>
  )
}
