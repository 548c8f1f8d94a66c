import { useMutation, useQuery } from '@tanstack/react-query'
import { refresh } from './query-client.js'
import { read, request } from './request.js'

const appsPath = '/dashboard/api/apps'
const authorizationPath = '/dashboard/api/authorization'
const appsKey = ['apps'] as const

/** One of `GET /dashboard/api/apps` */
export interface ConnectedApp {
  readonly id: string
  readonly name: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly resource: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
}

/** What an app asks for, as `GET /dashboard/api/authorization` describes it. */
export interface AppQuestion {
  readonly client: { readonly id: string; readonly name: string; readonly verifiedHost: string | null }
  /** Where the answer goes, in words. */
  readonly destination: string
  /** The products that the app may run; all products if there are none in the list. */
  readonly products: readonly { readonly slug: string; readonly title: string }[]
  readonly resource: string
}

/** Where the browser goes next: back to the app. */
interface AppAnswer {
  readonly redirectTo: string
}

/** The apps that the account has connected. */
export function useApps() {
  return useQuery({
    queryKey: appsKey,
    queryFn: async () => (await read<{ readonly apps: readonly ConnectedApp[] }>(appsPath)).apps
  })
}

/** Disconnects an app. */
export function useDisconnectApp(id: string) {
  return useMutation({
    mutationFn: () => request('DELETE', `${appsPath}/${encodeURIComponent(id)}`),
    onSuccess: () => refresh(appsKey)
  })
}

/** What the app asks for that sent the browser here with this query; an address if its request is not valid. */
export function useAppQuestion(query: string) {
  return useQuery({
    queryKey: ['authorization', query],
    queryFn: () => read<AppQuestion | AppAnswer>(`${authorizationPath}?${query}`)
  })
}

/** Connects the app or refuses it: where the browser goes next. */
export function useAnswerApp(query: string) {
  return useMutation({
    mutationFn: async (allow: boolean) =>
      (await request<AppAnswer>('POST', authorizationPath, { body: { query, allow } })).body.redirectTo,
    onSuccess: () => refresh(appsKey)
  })
}
