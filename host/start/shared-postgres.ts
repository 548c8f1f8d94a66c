import { postgresLimits } from '../limits/postgres.js'
import { PostgresBackend } from '../storage/postgres/backend.js'
import { PostgresConnection } from '../storage/postgres/connection.js'
import { openServerState, type ServerStateOptions, type SharedState } from './server-state.js'

/** Opens a store and limits in PostgreSQL. Rejects with `StoreUnavailable`, which names the server, when it cannot be reached. */
export async function openSharedPostgres(
  url: string,
  report: (error: Error) => void,
  options: ServerStateOptions = {}
): Promise<SharedState> {
  const onMissing = (name: string) => {
    options.onNew?.(name)
    return true
  }
  const connection = await PostgresConnection.open({ url, report, onMissing })
  const backend = await PostgresBackend.open({ connection, now: Date.now, report })
  const limits = postgresLimits(connection)
  return openServerState({ backend, name: connection.name, kind: 'postgres', limits }, options)
}
