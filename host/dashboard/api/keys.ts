import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { refresh } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/keys'
const keysKey = ['keys'] as const

/** One of `GET /dashboard/api/keys`; only the response that creates it has `key`. */
export interface ApiKey {
  readonly id: string
  readonly key?: string
  readonly name: string
  readonly lastFour: string
  readonly scopes: readonly string[]
  readonly status: 'good' | 'expired' | 'revoked'
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly replacedBy: string | null
}

/** What lets a key manage webhook endpoints and hooks; no other scope includes it. */
export const webhooksScope = 'account:webhooks'

/** The body that creates a key; without scopes, the key may do everything with products. */
interface NewApiKey {
  readonly name: string
  readonly expiresAt: string | null
  readonly scopes?: readonly string[]
}

interface ApiKeyPage {
  readonly keys: readonly ApiKey[]
  /** Where the next page starts; null on the last page. */
  readonly next: string | null
}

/** The API keys of the account, the newest first, page by page. */
export function useKeys() {
  return useInfiniteQuery({
    queryKey: keysKey,
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam !== null && { after: pageParam }) })
      return read<ApiKeyPage>(`${path}?${query}`)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next
  })
}

/** Creates a key. */
export function useCreateKey() {
  return useMutation({
    mutationFn: async (body: NewApiKey) => (await request<ApiKey>('POST', path, { body })).body,
    onSuccess: refreshKeys
  })
}

/** Replaces a key with a new one; the old one works for so many seconds more. */
export function useRotateKey(id: string) {
  return useMutation({
    mutationFn: async (body: { overlapSeconds: number }) =>
      (await request<ApiKey>('POST', `${path}/${encodeURIComponent(id)}/rotate`, { body })).body,
    onSuccess: refreshKeys
  })
}

/** Revokes a key. */
export function useRevokeKey(id: string) {
  return useMutation({
    mutationFn: () => request('DELETE', `${path}/${encodeURIComponent(id)}`),
    onSuccess: refreshKeys
  })
}

/** Revokes every key of the account: how many were revoked. */
export function useRevokeAllKeys() {
  return useMutation({
    mutationFn: async () => (await request<{ readonly revoked: number }>('DELETE', path)).body.revoked,
    onSuccess: refreshKeys
  })
}

function refreshKeys(): void {
  refresh(keysKey)
}
