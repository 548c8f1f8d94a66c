import { useSyncExternalStore } from 'react'

/** Where the browser is: its path and its query. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

const listeners = new Set<() => void>()

/** Goes to an address of the dashboard without loading the page anew. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  for (const listener of listeners) listener()
}

/** Where the browser is; the component is shown anew when that changes. */
export function useLocation(): Place {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search)
  const url = new URL(address, location.origin)
  return { path: url.pathname, query: url.searchParams }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}
