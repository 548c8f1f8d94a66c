import type { CallBudget } from '@product-host/sdk/client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient, refresh } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/keys'
const keysKey = ['keys'] as const
const budgetsPath = '/dashboard/api/budgets'
const budgetsKey = ['budgets'] as const

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
  readonly budget: Budget | null
}

/** What lets a key manage webhook endpoints and hooks; no other scope includes it. */
export const webhooksScope = 'account:webhooks'

/** The body that creates a key; without scopes, the key may do everything with products. */
interface NewApiKey {
  readonly name: string
  readonly expiresAt: string | null
  readonly scopes?: readonly string[]
  readonly budget?: Budget
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

/** The periods that a budget counts over, in UTC. */
export const periods = ['day', 'month'] as const

/** Numbers of calls: from which on the owner gets an e-mail, and after which others are refused. */
export interface CallLimit {
  readonly warnAt?: number
  readonly stopAt?: number
}

/** The calls that a key or an account may make; a period that is left out has no limit. */
export type Budget = { readonly [period in (typeof periods)[number]]?: CallLimit }

interface Budgets {
  readonly budgets: readonly CallBudget[]
}

/** The budgets of the account and its keys, with what is used of them. */
export function useBudgets() {
  return useQuery({ queryKey: budgetsKey, queryFn: () => read<Budgets>(budgetsPath) })
}

/** Sets the budget of the account. */
export function useSetBudget() {
  return useMutation({
    mutationFn: async (body: Budget) => (await request<Budgets>('PUT', budgetsPath, { body })).body,
    onSuccess: budgets => void queryClient.setQueryData(budgetsKey, budgets)
  })
}

/** Sets the budget of a key. */
export function useSetKeyBudget(id: string) {
  return useMutation({
    mutationFn: async (budget: Budget) =>
      (await request<ApiKey>('PATCH', `${path}/${encodeURIComponent(id)}`, { body: { budget } })).body,
    onSuccess: () => {
      refreshKeys()
      refresh(budgetsKey)
    }
  })
}

function refreshKeys(): void {
  refresh(keysKey)
}
