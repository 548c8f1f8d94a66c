import { useAccess } from '../../api/access.js'
import { Notice } from '../../parts/notice.js'
import { refusalTexts } from '../../parts/wording.js'
import { Link } from '../../router/link.js'
import { CheckoutButton } from '../billing/checkout-button.js'

/** Says why a product may not be run, and what lifts that. */
export function AccessNotice({ slug }: { readonly slug: string }) {
  const access = useAccess(slug)
  if (access.state !== 'ready' || access.body.allowed) return null
  const refused = access.body.checks.find(({ outcome }) => outcome === 'refused')
  if (!refused) return null
  const { title, text } = refusalTexts[refused.code ?? ''] ?? {
    title: 'This product cannot be run now',
    text: refused.detail
  }
  return (
    <Notice tone="warning" title={title}>
      <p>{text}</p>
      <WayOut code={refused.code ?? ''} slug={slug} />
    </Notice>
  )
}

function WayOut({ code, slug }: { readonly code: string; readonly slug: string }) {
  if (code === 'waitlisted') return <CheckoutButton purpose="card" />
  if (code === 'trial_required') return <CheckoutButton purpose="trial" />
  if (code === 'product_disabled') return <Link to={`/products/${slug}/config`}>Settings</Link>
  return <Link to="/billing">Billing</Link>
}
