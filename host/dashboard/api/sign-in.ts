import { useMutation } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import type { SignedInAccount } from './account.js'
import { accountKey, queryClient, refresh, switchAccount } from './query-client.js'
import { request } from './request.js'

const root = '/dashboard/api'

/** What a user types to sign in or to sign up. */
export interface EmailAndPassword {
  readonly email: string
  readonly password: string
}

/** The secret of a link that was sent by e-mail, and the password that is typed on its page. */
interface LinkAndPassword {
  readonly token: string
  readonly password: string
}

/** Signs in, and stays on the page that was opened. */
export function useSignIn() {
  return useMutation({
    mutationFn: (body: EmailAndPassword & { readonly code?: string }) =>
      request<SignedInAccount>('POST', `${root}/sessions`, { body }),
    onSuccess: ({ body }) => {
      switchAccount(body)
      if (location.pathname === '/sign-in') navigate('/', { replace: true })
    }
  })
}

/** Signs in again to the account that this page shows, whose session has ended. */
export function useSignInAgain() {
  return useMutation({
    mutationFn: async ({ password, code }: { readonly password: string; readonly code?: string }) => {
      const email = queryClient.getQueryData<SignedInAccount>(accountKey)?.email
      return request<SignedInAccount>('POST', `${root}/sessions`, {
        body: { email, password, ...(code !== undefined && { code }) }
      })
    },
    onSuccess: ({ body }) => switchAccount(body)
  })
}

/** Creates an account: at once, or by a link where the host sends e-mail. */
export function useSignUp() {
  return useMutation({
    mutationFn: async (body: EmailAndPassword) => {
      const response = await request<SignedInAccount>('POST', `${root}/accounts`, { body })
      if (response.status === 202) return 'link_sent'
      enter(response.body)
      return 'signed_in'
    }
  })
}

/** Finishes a sign-up by the link that was sent by e-mail. */
export function useVerifyEmail() {
  return useMutation({
    mutationFn: ({ token, password }: LinkAndPassword) =>
      request<SignedInAccount>('POST', `${root}/email-verifications/${encodeURIComponent(token)}`, {
        body: { password }
      }),
    onSuccess: ({ body }) => enter(body)
  })
}

/** Finishes a change of the e-mail address by the link that was sent to the new address. */
export function useConfirmEmailChange() {
  return useMutation({
    mutationFn: ({ token, password }: LinkAndPassword) =>
      request('POST', `${root}/email-changes/${encodeURIComponent(token)}`, { body: { password } }),
    onSuccess: () => refresh(accountKey)
  })
}

/** Has a link for a new password sent, if the address has an account. */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: { email: string }) => request('POST', `${root}/password-resets`, { body })
  })
}

/** Sets a new password by the link that was sent by e-mail; the host ends every session. */
export function useResetPassword() {
  return useMutation({
    mutationFn: ({ token, password }: LinkAndPassword) =>
      request('PUT', `${root}/password-resets/${encodeURIComponent(token)}`, { body: { password } }),
    onSuccess: () => switchAccount(null)
  })
}

/** Schedules the removal of a lost second factor. */
export function useRequestFactorRemoval() {
  return useMutation({
    mutationFn: (body: EmailAndPassword) =>
      request<{ readonly removedAt: string }>('POST', `${root}/second-factor-recoveries`, { body })
  })
}

/** Cancels the removal of a second factor by the link that was sent by e-mail. */
export function useCancelFactorRemoval() {
  return useMutation({
    mutationFn: ({ token }: { token: string }) =>
      request('DELETE', `${root}/second-factor-recoveries/${encodeURIComponent(token)}`)
  })
}

/** Confirms the password, and the second factor where there is one, before a sensitive change. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: (body: { password: string; code?: string }) =>
      request('POST', `${root}/sessions/current/confirmation`, { body })
  })
}

/** Succeeds once the sign-in is recent; asks for the password if it is not. */
export function useRequireRecentSignIn() {
  return useMutation({ mutationFn: () => request('GET', `${root}/sessions/current/confirmation`) })
}

function enter(account: SignedInAccount): void {
  switchAccount(account)
  refresh(accountKey)
  navigate('/', { replace: true })
}
