import { Keys } from '../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../host/dist/base/clock.js'
import { allScopes } from '../../host/dist/base/scopes.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'
import type { Store } from '../../host/dist/storage/store.js'
import { createStore, dataFolder, type Ending, type HostProcess, startProcess } from '../fixtures/host-process.js'
import { startShared } from '../fixtures/shared-servers.js'
import { deploymentFile } from '../fixtures/start-host.js'

/** Three hosts on one store, which this process has open too. */
export interface ThreeHosts {
  readonly hosts: readonly HostProcess[]
  readonly store: Store
  /** A key of the account `worker`, which may do everything. */
  readonly bearer: string
  /** Kills a host with SIGKILL. */
  kill(index: number): Promise<void>
  /** Starts a host on the port of one that was killed. */
  replace(index: number): Promise<void>
}

/** Starts three hosts on one Redis, one PostgreSQL, or one SQLite file, with plugins given as the source of their modules, and hardly a limit. The
 * members are others of the deployment file. */
export async function startThreeHosts(
  t: Ending,
  kind: string,
  plugins: Readonly<Record<string, string>>,
  members: object = {}
): Promise<ThreeHosts> {
  const rate = { key: [1_000_000, 60], account: [1_000_000, 60], atOnce: 1_000, openRuns: 10_000 }
  const file = await deploymentFile(t, plugins, {}, { rate, ...members })
  const folder = await dataFolder(t)
  const server = await startShared(t, kind)
  if (!server) await createStore(folder)
  const begin = (port: string, ...options: readonly string[]) =>
    startProcess(
      t,
      folder,
      {
        PORT: port,
        PRODUCT_HOST_CONFIG: file,
        LOG_LEVEL: 'warn',
        ...server?.environment
      },
      options
    )
  const hosts = [await begin('0', ...(server ? [] : ['--new-store']))]
  for (let further = 0; further < 2; further++) hosts.push(await begin('0'))
  const store = server ? (await server.open()).store : await openStore(folder, error => console.error(error.message))
  if (!server) t.teardown(() => store.close())
  const { key: bearer } = await new Keys(store, realClock()).create('worker', 'a key', undefined, [
    ...allScopes,
    'account:webhooks'
  ])
  return {
    hosts,
    store,
    bearer,
    async kill(index) {
      await hosts[index]?.end('SIGKILL')
    },
    async replace(index) {
      const before = hosts[index]
      if (before) hosts[index] = await begin(new URL(before.url).port)
    }
  }
}
