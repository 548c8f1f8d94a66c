import type { ConfigChange, ConfigRevision, ProductConfig } from '@product-host/sdk/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { accessKey, sessionPath } from './products.js'
import { queryClient, refresh } from './query-client.js'
import { type HostResponse, read, request } from './request.js'

/** `GET` and `PUT …/config`, and the `ETag` of the response. */
export type StoredConfig = ProductConfig

/** The body that replaces a config. */
export type NewConfig = Required<ConfigChange>

/** What the host shows in place of a secret, and keeps the secret for when it comes back. */
export const mask = '********'

/** The config of a connection product for the account. */
export function useConfig(slug: string) {
  return useQuery({
    queryKey: configKey(slug),
    queryFn: async () => withTag(await request<Omit<StoredConfig, 'etag'>>('GET', pathOf(slug)))
  })
}

/** The latest changes of a config. */
export function useRevisions(slug: string) {
  return useQuery({
    queryKey: revisionsKey(slug),
    queryFn: () => read<{ readonly revisions: readonly ConfigRevision[] }>(`${pathOf(slug)}/revisions`)
  })
}

/** The settings of an earlier revision, secrets masked. */
export function useReadRevision(slug: string) {
  return useMutation({
    mutationFn: (revision: number) =>
      read<NewConfig & { readonly revision: number }>(`/dashboard/api/config/${slug}/revisions/${revision}`)
  })
}

/** Validates a config without saving it. */
export function useValidateConfig(slug: string) {
  return useMutation({ mutationFn: (body: NewConfig) => request('PUT', `${pathOf(slug)}?dryRun=true`, { body }) })
}

/** Saves a config, unless it was changed since the version with the given `ETag`. */
export function useSaveConfig(slug: string) {
  return useMutation({
    mutationFn: async ({ body, etag }: { readonly body: NewConfig; readonly etag: string }) =>
      withTag(await request<Omit<StoredConfig, 'etag'>>('PUT', pathOf(slug), { body, headers: { 'If-Match': etag } })),
    onSuccess: stored => {
      queryClient.setQueryData(configKey(slug), stored)
      refresh(revisionsKey(slug), accessKey(slug))
    }
  })
}

function configKey(slug: string) {
  return ['config', slug] as const
}

function revisionsKey(slug: string) {
  return ['revisions', slug] as const
}

function pathOf(slug: string): string {
  return `${sessionPath}/${slug}/config`
}

function withTag({ body, headers }: HostResponse<Omit<StoredConfig, 'etag'>>): StoredConfig {
  return { ...body, etag: headers.get('etag') ?? '' }
}
