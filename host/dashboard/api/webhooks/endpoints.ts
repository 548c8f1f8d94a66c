import type { NewWebhookEndpoint, WebhookDeliveryPage, WebhookEndpoint, WebhookMembers } from '@product-host/sdk/client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { sessionPath } from '../products.js'
import { queryClient, refresh } from '../query-client.js'
import { read, request } from '../request.js'

const path = `${sessionPath}/webhooks`
const endpointsKey = ['webhooks'] as const

/** How often an endpoint and its attempts are read while its page is open, in milliseconds. */
const lookEveryMs = 5_000

/** Where the account is told of events, the oldest first. */
export function useEndpoints() {
  return useQuery({
    queryKey: endpointsKey,
    queryFn: async () => (await read<{ endpoints: readonly WebhookEndpoint[] }>(path)).endpoints
  })
}

export function useEndpoint(id: string) {
  return useQuery({
    queryKey: [...endpointsKey, id],
    queryFn: () => read<WebhookEndpoint>(pathOf(id)),
    refetchInterval: lookEveryMs
  })
}

/** The attempts to reach an endpoint, the newest first, page by page. */
export function useDeliveries(id: string) {
  return useInfiniteQuery({
    queryKey: [...endpointsKey, id, 'deliveries'],
    queryFn: ({ pageParam }) => read<WebhookDeliveryPage>(`${pathOf(id)}/deliveries?limit=20${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === null ? undefined : `&after=${next}`),
    refetchInterval: lookEveryMs
  })
}

export function useMakeEndpoint() {
  return useMutation({
    mutationFn: async (body: WebhookMembers) => (await request<NewWebhookEndpoint>('POST', path, { body })).body,
    onSuccess: show
  })
}

/** Changes an endpoint; another address gets another secret, which is in the result. */
export function useChangeEndpoint(id: string) {
  return useMutation({
    mutationFn: async (body: Partial<WebhookMembers>) =>
      (await request<WebhookEndpoint & Partial<NewWebhookEndpoint>>('PATCH', pathOf(id), { body })).body,
    onSuccess: show
  })
}

/** Makes a new secret, which is in the result. */
export function useRenewSecret(id: string) {
  return useMutation({
    mutationFn: async () => (await request<NewWebhookEndpoint>('POST', `${pathOf(id)}/secret`)).body,
    onSuccess: show
  })
}

export function useDeleteEndpoint(id: string) {
  return useMutation({
    mutationFn: () => request('DELETE', pathOf(id)),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: [...endpointsKey, id] })
      refresh(endpointsKey)
    }
  })
}

/** Sends a test event; or an event again; or all that has happened since a time in ISO 8601. */
export function useSend(id: string) {
  return useMutation({
    mutationFn: async (what: 'test' | { readonly event: string } | { readonly since: string }) => {
      if (what === 'test') await request('POST', `${pathOf(id)}/test`)
      else if ('event' in what) await request('POST', `${pathOf(id)}/deliveries/${what.event}/replay`)
      else await request('POST', `${pathOf(id)}/replay`, { body: what })
    },
    onSuccess: () => refresh([...endpointsKey, id, 'deliveries'])
  })
}

/** What was read of an endpoint; its secret is shown once, and not kept. */
function show({ secret: _secret, ...endpoint }: WebhookEndpoint & Partial<NewWebhookEndpoint>): void {
  queryClient.setQueryData([...endpointsKey, endpoint.id], endpoint)
  refresh(endpointsKey)
}

function pathOf(id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
