import { useSyncExternalStore } from 'react'

/** The token of a letter's link, which stands behind the "#" so that no server sees it. */
export function useLinkToken(): string | undefined {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return new URLSearchParams(hash.slice(1)).get('token') ?? undefined
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
