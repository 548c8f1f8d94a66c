import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Settings } from '../settings.js'
import type { Backend } from './backend.js'
import { backendLocation, type OpenServer, type StoreInfo, type StoreLocation } from './location.js'
import { requireEmpty, requireKnown, schemaKey } from './schema.js'

/** The server that holds the records of a deployment, and the setting that names it. */
export interface ServerStore {
  readonly setting: 'REDIS_URL' | 'DATABASE_URL'
  readonly url: string
}

/** The server that holds the records of a deployment; undefined with the embedded store. */
export function serverStore({
  redisUrl,
  databaseUrl
}: Pick<Settings, 'redisUrl' | 'databaseUrl'>): ServerStore | undefined {
  if (redisUrl !== undefined) return { setting: 'REDIS_URL', url: redisUrl }
  return databaseUrl === undefined ? undefined : { setting: 'DATABASE_URL', url: databaseUrl }
}

/** The store of a deployment on a server. No host may use it while it is replaced. */
export async function serverLocation(server: ServerStore, report: (error: Error) => void): Promise<StoreLocation> {
  const { backend, name, source, requireUnused } = await open(server, report, true)
  return backendLocation(backend, name, { requireUnused, ...(source && { source }) })
}

/** Copies a store on a server before a migration, to a file in the folder whose name says the schema version. */
export function serverBackUp(
  folder: string,
  backend: Backend,
  name: string,
  kind: 'redis' | 'postgres'
): (version: number) => Promise<void> {
  return async version => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const time = new Date().toISOString().replace(/[:.]/g, '-')
    await backendLocation(backend, name).backUp(join(folder, `${kind}.schema-${version}.${time}`), () => undefined)
  }
}

/** The records of a store on a server whose keys start with the prefix. */
export async function* serverRecords(server: ServerStore, prefix: string): AsyncGenerator<ListedRecord, void> {
  const { backend, isNew } = await open(server, () => undefined, false)
  try {
    if (!isNew) for await (const page of backend.scan(prefix)) yield* page
  } finally {
    await backend.close()
  }
}

/** Inspects a store on a server without writing to it. Throws when a host could not serve from it. */
export async function inspectServer(server: ServerStore): Promise<StoreInfo> {
  const warnings: string[] = []
  const { backend, name, isNew } = await open(server, error => void warnings.push(error.message), false)
  try {
    const text = isNew ? undefined : await backend.get(schemaKey)
    if (warnings.length > 0) throw new Error(`${name}: ${warnings.join(' ')}`)
    const schema = text === undefined ? undefined : Number(text)
    if (schema !== undefined) requireKnown(schema, undefined, `The store ${name}`)
    else if (!isNew) await requireEmpty(backend, `The store ${name}`)
    return { name, schema }
  } finally {
    await backend.close()
  }
}

/** The client of each server is loaded only where it is used. */
async function open(
  { setting, url }: ServerStore,
  report: (error: Error) => void,
  mayCreate: boolean
): Promise<OpenServer> {
  if (setting === 'REDIS_URL') return (await import('./redis/open.js')).openRedis(url, report)
  return (await import('./postgres/open.js')).openPostgres(url, report, mayCreate)
}
