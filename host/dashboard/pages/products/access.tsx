import { Link } from 'wouter'
import { needsCard, useAccess } from '../../api/products.js'
import { Notice, refusalTexts } from '../../parts/notice.js'
import { Badge } from '../../parts/values.js'
import { CheckoutButton, RenewButton } from '../plan.js'

const refusals: Readonly<Record<string, string>> = {
  waitlisted: 'Needs a card',
  trial_required: 'Needs the trial',
  trial_expired: 'Plan has ended',
  product_disabled: 'Switched off'
}

const readyMarks = {
  badge: <Badge tone="good">Ready</Badge>,
  tick: (
    <span className="tick">
      <span className="visually-hidden">Included</span>
    </span>
  ),
  nothing: null
} as const

interface AccessBadgeProps {
  readonly slug: string
  /** What shows that it may: a badge, a tick, or nothing, also before the trial, where the page says that in one place. */
  readonly ready?: keyof typeof readyMarks
}

/** Whether the account may run a product, in one or two words; shows a placeholder until that is known. */
export function AccessBadge({ slug, ready = 'badge' }: AccessBadgeProps) {
  const { data, error } = useAccess(slug)
  if (!data && error) return <Badge tone="warning">Unknown</Badge>
  if (!data) return ready === 'nothing' ? null : <Badge tone="waiting">…</Badge>
  if (data.allowed) return readyMarks[ready]
  const refused = data.checks.find(({ outcome }) => outcome === 'refused')
  const isBeforeTrial = refused?.code === 'trial_required'
  // The trial is said in one place; that it is not enough is said of each product.
  const code = isBeforeTrial && needsCard(data) ? 'waitlisted' : (refused?.code ?? '')
  if (code === 'trial_required' && ready === 'nothing') return null
  return <Badge tone={isBeforeTrial ? 'plain' : 'warning'}>{refusals[code] ?? 'Not allowed'}</Badge>
}

/** Why the account may not run a product, with a button or a link to change that; nothing if it may. */
export function AccessNotice({ slug }: { readonly slug: string }) {
  const { data } = useAccess(slug)
  const refused = data?.allowed === false && data.checks.find(({ outcome }) => outcome === 'refused')
  if (!refused) return null
  const { title, text } = refusalTexts[refused.code ?? ''] ?? {
    title: 'This product is not available to you',
    text: refused.detail
  }
  return (
    <Notice tone="warning" title={title}>
      <p>{text}</p>
      <Resolution code={refused.code ?? ''} slug={slug} />
    </Notice>
  )
}

function Resolution({ code, slug }: { readonly code: string; readonly slug: string }) {
  if (code === 'waitlisted') return <CheckoutButton purpose="card" />
  if (code === 'trial_required') return <CheckoutButton purpose="trial" />
  if (code === 'trial_expired') return <RenewButton />
  if (code === 'product_disabled') return <Link to={`/products/${slug}/config`}>Settings</Link>
  return <Link to="/billing">Billing</Link>
}
