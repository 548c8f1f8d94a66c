import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { actionPath, currentFragment, productPath } from './fragments.js'

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
  const [, product] = /^\/developers\/products\/([^/]+)$/.exec(page) ?? []
  if (product !== undefined) return movedToAction(product, fragment)
  // The fields of an event are on the page of its product, to which the row of the event leads.
  const [, event] = /^(event-[^-]+)-/.exec(fragment) ?? []
  return page === '/developers/guides/webhooks' && event !== undefined ? `${page}#${event}` : undefined
}

/** The first page once had every product and action. */
function movedToProduct(fragment: string): string | undefined {
  const [kind, slug, name] = /^(product|action)-(.+?)(?:-([a-z0-9_]+))?$/.exec(fragment)?.slice(1) ?? []
  if (kind === 'product') return productPath(fragment.slice('product-'.length))
  if (kind === 'action' && slug && name) return actionPath(slug, name)
  return undefined
}

/** The page of a product once had all of its actions. Names of actions have no hyphens. */
function movedToAction(slug: string, fragment: string): string | undefined {
  const [name, part] = /^action-([^-]+)(?:-(.+))?$/.exec(fragment)?.slice(1) ?? []
  if (name === undefined) return undefined
  return part === undefined ? actionPath(slug, name) : `${actionPath(slug, name)}#${encodeURIComponent(part)}`
}
