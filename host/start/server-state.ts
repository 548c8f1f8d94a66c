import type { Retention } from '../base/retention.js'
import type { LimitStore } from '../limits/limits.js'
import type { Backend } from '../storage/backend.js'
import { schemaKey } from '../storage/schema.js'
import { serverBackUp } from '../storage/server-stores.js'
import { Store } from '../storage/store.js'

/** What the processes of a deployment share. */
export interface SharedState {
  readonly store: Store
  readonly limits: LimitStore
}

/** How a store on a server is opened. */
export interface ServerStateOptions {
  /** The folder into which a store of an older version is backed up before it is migrated. */
  readonly folder?: string
  readonly retention?: Retention
  /** Is told the name of a server without a store; what it throws keeps the store from being created. */
  readonly onNew?: (name: string) => void
}

/** A server that can be reached, with the limits that are counted on it. */
interface ReachedServer {
  readonly backend: Backend
  /** The name of the server in messages. */
  readonly name: string
  readonly kind: 'redis' | 'postgres'
  readonly limits: LimitStore
}

/** Opens the store in a backend on a server, which it takes over. */
export async function openServerState(
  { backend, name, kind, limits }: ReachedServer,
  { folder = '.data', retention, onNew = () => undefined }: ServerStateOptions
): Promise<SharedState> {
  try {
    if ((await backend.get(schemaKey)) === undefined) onNew(name)
  } catch (error) {
    await backend.close()
    throw error
  }
  const store = await Store.open(backend, {
    ...(retention && { retention }),
    name: `The store ${name}`,
    backUp: serverBackUp(folder, backend, name, kind)
  })
  return { store, limits }
}
