// The only module of the benchmark that reaches into the host: how it is started, its store and its keys.
import type { Storage } from '@product-host/sdk'
import { Keys } from '../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../host/dist/base/clock.js'
import { openLog } from '../../host/dist/base/log.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { readDeployment } from '../../host/dist/deployment.js'
import type { LimitStore } from '../../host/dist/limits/limits.js'
import { Watchdog } from '../../host/dist/resilience/watchdog.js'
import { readSettings } from '../../host/dist/settings.js'
import { startHost } from '../../host/dist/start/host.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { openStore } from '../../host/dist/storage/sqlite/open.js'
import { Store } from '../../host/dist/storage/store.js'

export { messageClasses } from '../../host/dist/http/message.js'

/** Where a server stores: in memory, in SQLite in the folder, or in the Redis at the URL. */
export interface StoreChoice {
  readonly store: 'memory' | 'sqlite' | 'redis'
  readonly folder: string
  readonly redisUrl?: string
}

/** The host's own store, as the peers use it. */
export interface BenchStore {
  namespace(account: string, slug: string): Storage
}

/** Opens the host's store for a peer. */
export async function openBenchStore(choice: StoreChoice): Promise<BenchStore> {
  const { store } = await open(choice)
  return { namespace: (account, slug) => store.namespace(account, slug) }
}

/** A host that listens, and keys of so many accounts. */
export interface BenchHost {
  readonly port: number
  readonly keys: readonly string[]
}

/** Starts the host as production does, with one key for each of so many accounts: log at `info`, watchdog, every limit on. */
export async function startBenchHost(
  choice: StoreChoice,
  deploymentFile: string,
  accounts: number
): Promise<BenchHost> {
  const opened = await open(choice)
  const keys = await createKeys(new Keys(opened.store, realClock()), accounts)
  const encryptionKey = Buffer.alloc(32, 1)
  const { port } = await startHost({
    settings: readSettings({
      PORT: '0',
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://products.example.com',
      ENCRYPTION_KEYS: encryptionKey.toString('base64')
    }),
    deployment: await readDeployment(deploymentFile),
    ...opened,
    cipher: new Cipher([encryptionKey]),
    log: await openLog('info', false),
    watch: new Watchdog()
  })
  return { port, keys }
}

async function open({ store, folder, redisUrl }: StoreChoice): Promise<{ store: Store; limits?: LimitStore }> {
  if (store === 'memory') return { store: await Store.open(memoryBackend(Date.now)) }
  if (store === 'sqlite') return { store: await openStore(folder, report) }
  if (redisUrl === undefined) throw new Error('A store in Redis needs its URL.')
  const { openSharedRedis } = await import('../../host/dist/start/shared-redis.js')
  return openSharedRedis(redisUrl, report, { folder })
}

async function createKeys(keys: Keys, accounts: number): Promise<readonly string[]> {
  const made: string[] = []
  const batch = 500
  for (let from = 0; from < accounts; from += batch) {
    const names = Array.from({ length: Math.min(batch, accounts - from) }, (_, index) => `account-${from + index}`)
    made.push(...(await Promise.all(names.map(async name => (await keys.create(name, 'bench')).key))))
  }
  return made
}

function report(error: Error): void {
  process.stderr.write(`${error.message}\n`)
}
