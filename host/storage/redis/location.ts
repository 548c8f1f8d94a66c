import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { backendLocation, type StoreInfo, type StoreLocation } from '../location.js'
import { requireEmpty, requireKnown, schemaKey } from '../schema.js'
import { RedisBackend } from './backend.js'
import { clientName, RedisConnection } from './connection.js'

/** The store of a deployment in Redis. No host may use it while it is replaced. */
export async function redisLocation(url: string, report: (error: Error) => void): Promise<StoreLocation> {
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  return backendLocation(backend, connection.name, async () => {
    const clients = await connection.use(({ client }) => client.clientList())
    if (clients.filter(({ name }) => name === clientName).length > 1)
      throw new Error(`${connection.name} is in use: stop every host that uses it, and then do this again.`)
  })
}

/** Copies a store in Redis before a migration, to a file in the folder whose name says the schema version. */
export function redisBackUp(folder: string, backend: RedisBackend, name: string): (version: number) => Promise<void> {
  return async version => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const time = new Date().toISOString().replace(/[:.]/g, '-')
    await backendLocation(backend, name).backUp(join(folder, `redis.schema-${version}.${time}`), () => undefined)
  }
}

/** The records of a store in Redis whose keys start with the prefix. */
export async function* redisBelow(url: string, prefix: string): AsyncGenerator<ListedRecord, void> {
  const report = () => undefined
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  try {
    for await (const page of backend.scan(prefix)) yield* page
  } finally {
    await backend.close()
  }
}

/** Inspects a store in Redis without writing to it. Throws when a host could not serve from it. */
export async function inspectRedis(url: string): Promise<StoreInfo> {
  const warnings: string[] = []
  const report = (error: Error) => void warnings.push(error.message)
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  try {
    const text = await backend.get(schemaKey)
    if (warnings.length > 0) throw new Error(`${connection.name}: ${warnings.join(' ')}`)
    const schema = text === undefined ? undefined : Number(text)
    if (schema === undefined) await requireEmpty(backend, `The store ${connection.name}`)
    else requireKnown(schema, undefined, `The store ${connection.name}`)
    return { name: connection.name, schema }
  } finally {
    await backend.close()
  }
}
