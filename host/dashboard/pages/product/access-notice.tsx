import { useAccess } from '../../api/access.js'
import { Notice } from '../../parts/notice.js'
import { Link } from '../../router/link.js'
import { CheckoutButton } from '../billing/checkout-button.js'

/** Says why a product may not be run, and what lifts that. */
export function AccessNotice({ slug }: { readonly slug: string }) {
  const access = useAccess(slug)
  if (access.state !== 'ready' || access.body.allowed) return null
  const refused = access.body.checks.find(({ outcome }) => outcome === 'refused')
  if (!refused) return null
  return (
    <Notice tone="warning" title={titles[refused.code ?? ''] ?? 'This product cannot be run now'}>
      <p>{texts[refused.code ?? ''] ?? refused.detail}</p>
      <WayOut code={refused.code ?? ''} slug={slug} />
    </Notice>
  )
}

const titles: Readonly<Record<string, string>> = {
  waitlisted: 'You are on the waitlist of this product',
  trial_required: 'Start the trial first',
  trial_expired: 'The plan has ended',
  product_disabled: 'You have switched this product off'
}

const texts: Readonly<Record<string, string>> = {
  waitlisted: 'A payment card on your account lifts it, at once. Settings can be saved already.',
  trial_required: 'It is free for three days and asks for no card.',
  trial_expired: 'Actions run again as soon as the plan does. Nothing was deleted.',
  product_disabled: 'Its settings switch it on again.'
}

function WayOut({ code, slug }: { readonly code: string; readonly slug: string }) {
  if (code === 'waitlisted') return <CheckoutButton purpose="card" />
  if (code === 'trial_required') return <CheckoutButton purpose="trial" />
  if (code === 'product_disabled') return <Link to={`/products/${slug}/config`}>Settings</Link>
  return <Link to="/billing">Billing</Link>
}
