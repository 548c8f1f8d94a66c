import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { dropEarly, markSignedIn } from '../early-requests.js'
import { hasCode, ProblemError } from './problem.js'

/** How long a query's data is fresh, in milliseconds: until then, another component that needs it does not read it again. */
const freshMs = 3_000

/** How often a query is repeated by itself before its error is shown. */
const maxRetries = 2

// Notified in a microtask, a button is disabled before the next click is handled, so that nothing is sent twice.
notifyManager.setScheduler(queueMicrotask)

/**
 * All data that the pages have read. Queries are repeated if the host says that a retry helps, and when the network is back;
 * mutations never are. A request that the host refuses because the session has ended signs the user out.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signOutIfSessionEnded }),
  mutationCache: new MutationCache({ onError: signOutIfSessionEnded }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: shouldRetry,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always'
    },
    mutations: { networkMode: 'always' }
  }
})

/** The query key of the signed-in account; null is its data when nobody is signed in. */
export const accountKey = ['account'] as const

/** Whether this page shows an account. */
export function isSignedIn(): boolean {
  return Boolean(queryClient.getQueryData(accountKey))
}

/** The id of the account that this page shows; undefined for nobody. */
export function signedInId(): string | undefined {
  return queryClient.getQueryData<AccountId | null>(accountKey)?.id
}

/** Who is signed in. */
interface AccountId {
  readonly id: string
}

const accountListeners = new Set<() => void>()

/** Calls the listener when another account, or none, is signed in: what it holds belongs to the account before. */
export function whenAccountChanges(listener: () => void): void {
  accountListeners.add(listener)
}

/** Tells the other tabs of this browser who is signed in. */
const tabs = new BroadcastChannel('product-host-account')

/** Calls the listener when another tab signs in or out, with the account's id, null for nobody. */
export function whenOtherTabSwitches(listener: (id: string | null) => void): void {
  tabs.onmessage = ({ data }: MessageEvent<string | null>) => listener(data)
}

/** Stores who is signed in now, null for nobody, removes all data that was read for someone else, and tells the other tabs. */
export function switchAccount(account: AccountId | null): void {
  tabs.postMessage(account?.id ?? null)
  showAccount(account)
}

/** Stores who is signed in now, as `switchAccount` does, without telling the other tabs. */
export function showAccount(account: AccountId | null): void {
  const before = queryClient.getQueryData<AccountId | null>(accountKey)
  markSignedIn(account !== null)
  if (before && before.id === account?.id) return void queryClient.setQueryData(accountKey, account)
  for (const listener of accountListeners) listener()
  if (before || account === null) sessionStorage.clear()
  dropEarly()
  void queryClient.cancelQueries({ queryKey: accountKey })
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKey[0] })
  queryClient.setQueryData(accountKey, account)
}

/**
 * Reads again what is shown under these query keys; what is not shown is read again when it is next needed. Does not wait, so
 * that the component which started a mutation is still there to handle its result.
 */
export function refresh(...queryKeys: readonly (readonly unknown[])[]): void {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
}

function signOutIfSessionEnded(error: Error): void {
  if (hasCode(error, 'session_required')) switchAccount(null)
}

function shouldRetry(failures: number, error: Error): boolean {
  return failures < maxRetries && error instanceof ProblemError && error.body.retryable === true
}
