import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate } from './location.js'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly to: string }

/** A link within the dashboard: an ordinary one for whoever opens it in another tab. */
export function Link({ to, ...rest }: LinkProps) {
  return <a href={to} onClick={event => follow(event, to)} {...rest} />
}

function follow(event: MouseEvent, to: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(to)
  if (!to.includes('#')) scrollTo(0, 0)
}
