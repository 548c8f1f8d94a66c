import type { DescribedHook, Hook, HookChange, HookMembers } from '@product-host/sdk/client'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { type ProductDescription, productQuery, useCatalogue } from '../products.js'
import { queryClient, refresh } from '../query-client.js'
import { read, request } from '../request.js'

const path = '/dashboard/api/products/hooks'
const hooksKey = ['hooks'] as const

/** A hook that a product declares. */
export interface OfferedHook {
  readonly product: ProductDescription
  readonly hook: DescribedHook
}

/** The hooks of all products; undefined until they are known. */
export function useOfferedHooks(): readonly OfferedHook[] | undefined {
  const products = useCatalogue().data?.products
  const described = useQueries({ queries: (products ?? []).map(({ slug }) => productQuery(slug)) })
  if (!products || described.some(({ isPending }) => isPending)) return undefined
  return described.flatMap(({ data }) => (data?.hooks ?? []).flatMap(hook => (data ? [{ product: data, hook }] : [])))
}

/** The hooks of the account, the oldest first. */
export function useHooks() {
  return useQuery({
    queryKey: hooksKey,
    queryFn: async () => (await read<{ hooks: readonly Hook[] }>(path)).hooks
  })
}

export function useHook(id: string) {
  return useQuery({ queryKey: [...hooksKey, id], queryFn: () => read<Hook>(pathOf(id)) })
}

/** Makes a hook. Only this answer has its URL. */
export function useMakeHook() {
  return useMutation({
    mutationFn: async (body: HookMembers) => (await request<Hook>('POST', path, { body })).body,
    onSuccess: () => refresh(hooksKey)
  })
}

/** Changes a hook, or lets it go on whose key or session has ended. */
export function useChangeHook(id: string) {
  return useMutation({
    mutationFn: async (change: HookChange | 'resume') =>
      change === 'resume'
        ? (await request<Hook>('POST', `${pathOf(id)}/resume`)).body
        : (await request<Hook>('PATCH', pathOf(id), { body: change })).body,
    onSuccess: show
  })
}

/** Gives a hook another URL, which only this answer has. */
export function useRotateHook(id: string) {
  return useMutation({
    mutationFn: async (overlapSeconds: number) =>
      (await request<Hook>('POST', `${pathOf(id)}/rotate`, { body: { overlapSeconds } })).body,
    onSuccess: ({ url: _url, ...hook }) => show(hook)
  })
}

export function useDeleteHook(id: string) {
  return useMutation({
    mutationFn: () => request('DELETE', pathOf(id)),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: [...hooksKey, id] })
      refresh(hooksKey)
    }
  })
}

function show(hook: Hook): void {
  queryClient.setQueryData([...hooksKey, hook.id], hook)
  refresh(hooksKey)
}

function pathOf(id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
