import { useAccess } from '../../api/access.js'
import { Badge } from '../../parts/badge.js'

const refusals: Readonly<Record<string, string>> = {
  waitlisted: 'waitlist',
  trial_required: 'needs a trial',
  trial_expired: 'plan has ended',
  product_disabled: 'switched off'
}

/** Whether the account may run a product, in a word; its place is held while that is asked. */
export function AccessBadge({ slug }: { readonly slug: string }) {
  const access = useAccess(slug)
  if (access.state === 'loading') return <Badge tone="waiting">…</Badge>
  if (access.state === 'failed') return <Badge tone="warning">unknown</Badge>
  if (access.body.allowed) return <Badge tone="good">ready</Badge>
  const refused = access.body.checks.find(({ outcome }) => outcome === 'refused')
  return <Badge tone="warning">{refusals[refused?.code ?? ''] ?? 'not allowed'}</Badge>
}
