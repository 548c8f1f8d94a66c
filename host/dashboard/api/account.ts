import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { accountPath, markSignedIn, wasSignedIn } from '../early-requests.js'
import { hasCode } from './problem.js'
import { accountKey, queryClient, refresh, showAccount, switchAccount, whenOtherTabSwitches } from './query-client.js'
import { read, request, settleEndedSession } from './request.js'

const sessionsPath = '/dashboard/api/sessions'

/** `GET /dashboard/api/accounts/me` */
export interface SignedInAccount {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly createdAt: string
  /** Whether it is enrolled for the page for operators; left out in the answer to a sign-in. */
  readonly isOperator?: boolean
}

/** One of `GET /dashboard/api/sessions` */
interface BrowserSession {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
  readonly userAgent: string
  /** Browser and operating system, such as "Firefox on Linux". */
  readonly browser: string
  readonly isCurrent: boolean
}

/** One of `GET /dashboard/api/accounts/me/events` */
export interface AccountEvent {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly title: string
  readonly keyId?: string
  /** What the key is called today; left out once it is no longer stored. */
  readonly keyName?: string
  readonly product?: string
  readonly network?: string
  readonly browser?: string
  readonly count?: number
}

interface AccountEventPage {
  readonly events: readonly AccountEvent[]
  /** Where the next page starts; null on the last page. */
  readonly next: string | null
}

/** The query key of the security events. */
export const eventsKey = ['events'] as const

const sessionsKey = ['sessions'] as const

/** Who is signed in; null if nobody is. */
export function useAccount() {
  return useQuery({ queryKey: accountKey, queryFn: readAccount })
}

/** Follows the other tabs: signing out in one of them signs out here, and so does a sign-in to another account. */
export function followOtherTabs(): void {
  whenOtherTabSwitches(id => {
    settleEndedSession(id !== null)
    const own = queryClient.getQueryData<SignedInAccount | null>(accountKey)
    if (id === (own?.id ?? null)) return
    if (id !== null) return location.assign('/')
    showAccount(null)
    navigate('/sign-in')
  })
}

/** Changes the e-mail address: at once, or by a link to the new address where the host sends e-mail. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: async (body: { email: string }) => {
      const { status } = await request('PUT', `${accountPath}/email`, { body })
      return status === 202 ? 'link_sent' : 'changed'
    },
    onSuccess: () => refresh(accountKey, eventsKey)
  })
}

/** Changes the password; the host ends every other session. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { current: string; next: string }) => request('PUT', `${accountPath}/password`, { body }),
    onSuccess: () => refresh(sessionsKey, eventsKey)
  })
}

/** Deletes the account and goes to the start page. */
export function useDeleteAccount() {
  return useMutation({ mutationFn: () => request('DELETE', accountPath), onSuccess: () => leaveTo('/') })
}

/** The browsers in which the account is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: () => read<{ sessions: readonly BrowserSession[] }>(sessionsPath)
  })
}

/** Signs out of this browser, and leads to the sign-in, or to another page. */
export function useSignOut(path = '/sign-in') {
  return useMutation({
    mutationFn: () => request('DELETE', `${sessionsPath}/current`),
    onSuccess: () => leaveTo(path)
  })
}

/** Ends the session of another browser. */
export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => request('DELETE', `${sessionsPath}/${encodeURIComponent(id)}`),
    onSuccess: () => refresh(sessionsKey, eventsKey)
  })
}

/** Ends every session, this one included. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => request('DELETE', sessionsPath), onSuccess: () => leaveTo('/sign-in') })
}

/** The security events of the account, the newest first, page by page. */
export function useSecurityEvents() {
  return useInfiniteQuery({
    queryKey: eventsKey,
    queryFn: ({ pageParam }) => {
      const query = pageParam === null ? '' : `?after=${encodeURIComponent(pageParam)}`
      return read<AccountEventPage>(`${accountPath}/events${query}`)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next
  })
}

async function readAccount(): Promise<SignedInAccount | null> {
  if (!wasSignedIn()) return null
  try {
    const account = await read<SignedInAccount>(accountPath)
    markSignedIn(true)
    return account
  } catch (error) {
    if (!hasCode(error, 'session_required')) throw error
    markSignedIn(false)
    return null
  }
}

function leaveTo(path: string): void {
  switchAccount(null)
  navigate(path)
}
