import { call } from './call.js'
import { paths } from './paths.js'
import { put, type Resource, reload, useResource } from './resource.js'
import type { Config } from './shapes.js'

/** A config and the tag that says which one it is. */
export interface TaggedConfig extends Config {
  readonly etag: string
}

/** What is to be saved. */
export interface ConfigWish {
  readonly enabled: boolean
  readonly settings: Readonly<Record<string, string>>
}

/** The account's config of a connection product. */
export function useConfig(slug: string): Resource<TaggedConfig> {
  return useResource(paths.config(slug), () => readConfig(slug))
}

/** Has a config judged, and saves nothing. Throws a `ProblemError` that names every fault. */
export async function judgeConfig(slug: string, wish: ConfigWish): Promise<void> {
  await call('PUT', `${paths.config(slug)}?dryRun=true`, { body: wish })
}

/** Saves a config, unless it was changed elsewhere since it was read. */
export async function saveConfig(slug: string, wish: ConfigWish, etag: string): Promise<void> {
  const { body, headers } = await call<Config>('PUT', paths.config(slug), { body: wish, headers: { 'If-Match': etag } })
  put(paths.config(slug), { ...body, etag: headers.get('etag') ?? '' })
  await Promise.all([reload(paths.revisions(slug)), reload(paths.access(slug))])
}

async function readConfig(slug: string): Promise<TaggedConfig> {
  const { body, headers } = await call<Config>('GET', paths.config(slug))
  return { ...body, etag: headers.get('etag') ?? '' }
}
