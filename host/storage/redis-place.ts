import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backendPlace, type Place } from './place.js'
import { RedisBackend } from './redis.js'
import { clientName, RedisConnection } from './redis-connection.js'
import { newestSchema, schemaPlace } from './schema.js'

/** All that a deployment keeps in Redis; to replace it, no host may use it. */
export async function redisPlace(url: string, report: (error: Error) => void): Promise<Place> {
  const connection = await RedisConnection.open({ url, report })
  const place = backendPlace(await RedisBackend.open({ connection, now: Date.now, report }), connection.name)
  return {
    ...place,
    async replace(records, mayReplace, tick) {
      const clients = await connection.use(({ client }) => client.clientList())
      if (clients.filter(({ name }) => name === clientName).length > 1)
        throw new Error(`${connection.name} is in use: stop every host that uses it, and then do this again.`)
      return place.replace(records, mayReplace, tick)
    }
  }
}

/** Keeps what is in Redis in a file of a folder, under a name that says its version, before it is brought to another one. */
export function keptBeforeIn(folder: string, backend: RedisBackend, name: string): (version: number) => Promise<void> {
  return async version => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const time = new Date().toISOString().replace(/[:.]/g, '-')
    await backendPlace(backend, name).backUp(join(folder, `redis.schema-${version}.${time}`), () => undefined)
  }
}

/** What a store in Redis is: its name, and its schema version if there is a store yet. Throws where a host could not use it. */
export async function lookAtRedis(
  url: string
): Promise<{ readonly name: string; readonly schema: number | undefined }> {
  const warnings: string[] = []
  const report = (error: Error) => void warnings.push(error.message)
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  try {
    const text = await backend.get(`host:{${schemaPlace.subject}}:${schemaPlace.key}`)
    if (warnings.length > 0) throw new Error(`${connection.name}: ${warnings.join(' ')}`)
    const schema = text === undefined ? undefined : Number(text)
    if (schema !== undefined && schema > newestSchema)
      throw new Error(
        `The store has schema version ${schema}; this host knows versions up to ${newestSchema}. Start a host that is as new as the store.`
      )
    return { name: connection.name, schema }
  } finally {
    await backend.close()
  }
}
