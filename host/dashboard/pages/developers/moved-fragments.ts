import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { actionId, currentFragment } from './fragments.js'

/** Where fragments that other pages may link to are now, by the page that had them. */
const moved: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/developers': {
    calls: '/developers/guides/requests',
    connect: '/developers/guides/agents',
    errors: '/developers/guides/errors',
    limits: '/developers/guides/requests#limits',
    'request-headers': '/developers/guides/requests#request-headers',
    responses: '/developers/guides/requests#responses',
    webhooks: '/developers/guides/webhooks'
  },
  '/developers/guides/errors': { 'by-status': '/developers/guides/errors#codes' },
  '/developers/guides/retries': { 'retryable-codes': '/developers/guides/errors#codes' }
}

/** Fragments that are still used lead to where their content has moved. */
export function useMovedFragments(): void {
  const [page, navigate] = useLocation()
  useEffect(() => {
    const to = movedTo(page, currentFragment())
    if (to !== undefined) navigate(to, { replace: true })
  }, [page, navigate])
}

function movedTo(page: string, fragment: string): string | undefined {
  const known = moved[page]?.[fragment]
  if (known !== undefined) return known
  if (page === '/developers') return movedToProduct(fragment)
  // The fields of an event are on the page of its product, to which the row of the event leads.
  const [, event] = /^(event-[^-]+)-/.exec(fragment) ?? []
  return page === '/developers/guides/webhooks' && event !== undefined ? `${page}#${event}` : undefined
}

/** The first page once had every product and action. */
function movedToProduct(fragment: string): string | undefined {
  const [kind, slug, name] = /^(product|action)-(.+?)(?:-([a-z0-9_]+))?$/.exec(fragment)?.slice(1) ?? []
  if (kind === 'product') return `/developers/products/${fragment.slice('product-'.length)}`
  if (kind === 'action' && slug && name) return `/developers/products/${slug}#${actionId(name)}`
  return undefined
}
