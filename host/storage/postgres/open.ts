import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Client } from 'pg'
import type { DumpSource, OpenServer } from '../location.js'
import { listedRecord, PostgresBackend } from './backend.js'
import { PostgresConnection } from './connection.js'

/** Records in one page of a scan: a record has at most 1 MiB. */
const pageSize = 50

/** Opens a store in PostgreSQL for a command; what is missing is created only where that may be. */
export async function openPostgres(
  url: string,
  report: (error: Error) => void,
  mayCreate: boolean
): Promise<OpenServer> {
  const connection = await PostgresConnection.open({ url, report, onMissing: () => mayCreate })
  const backend = await PostgresBackend.open({ connection, now: Date.now, report })
  return {
    backend,
    name: connection.name,
    isNew: !connection.hasTables,
    source: snapshotOf(connection),
    async requireUnused() {
      if ((await connection.otherSessions()) > 0)
        throw new Error(`${connection.name} is in use: stop every host that uses it, and then do this again.`)
    }
  }
}

/** All records as of the moment at which their reading begins, whatever hosts write meanwhile. */
function snapshotOf(connection: PostgresConnection): DumpSource {
  const table = `"${connection.schema}".record`
  return {
    async get(key) {
      const { rows } = await connection.apart(client =>
        client.query<{ text: string }>(`SELECT text FROM ${table} WHERE key = $1`, [key])
      )
      return rows[0]?.text
    },
    async *scan() {
      const client = connection.client()
      try {
        await client.connect()
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        yield* pages(client, table)
      } catch (error) {
        throw connection.errorOf(error)
      } finally {
        await client.end()
      }
    }
  }
}

async function* pages(client: Client, table: string): AsyncGenerator<readonly ListedRecord[], void> {
  const text = `SELECT key, text, expires FROM ${table}
    WHERE key > $1 AND (expires IS NULL OR expires > $2) ORDER BY key LIMIT ${pageSize}`
  for (let after = ''; ; ) {
    const { rows } = await client.query<Parameters<typeof listedRecord>[0]>({
      name: 'page',
      text,
      values: [after, Date.now()]
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(listedRecord)
    after = last.key
  }
}
