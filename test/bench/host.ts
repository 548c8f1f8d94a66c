// The only module of the benchmark that reaches into the host: how it is started, its store and its keys.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '@product-host/sdk'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { Keys } from '../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../host/dist/base/clock.js'
import { openLog } from '../../host/dist/base/log.js'
import { Cipher } from '../../host/dist/config/cipher.js'
import { readDeployment } from '../../host/dist/deployment.js'
import type { LimitStore } from '../../host/dist/limits/limits.js'
import { Watchdog } from '../../host/dist/resilience/watchdog.js'
import { readSettings } from '../../host/dist/settings.js'
import { startHost } from '../../host/dist/start/host.js'
import type { Backend } from '../../host/dist/storage/backend.js'
import { loadRecords } from '../../host/dist/storage/dump.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { SqliteBackend } from '../../host/dist/storage/sqlite/backend.js'
import { openStore, storeFile } from '../../host/dist/storage/sqlite/open.js'
import { Store } from '../../host/dist/storage/store.js'

export { messageClasses } from '../../host/dist/http/message.js'

/** Where a server stores: in memory, in SQLite in the folder, or in the Redis or the PostgreSQL at the URL. */
export interface StoreChoice {
  readonly store: 'memory' | 'sqlite' | 'redis' | 'postgres'
  readonly folder: string
  readonly url?: string
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

async function open({ store, folder, url }: StoreChoice): Promise<{ store: Store; limits?: LimitStore }> {
  if (store === 'memory') return { store: await Store.open(memoryBackend(Date.now)) }
  if (store === 'sqlite') return { store: await openStore(folder, report) }
  if (url === undefined) throw new Error('A store on a server needs its URL.')
  if (store === 'redis')
    return (await import('../../host/dist/start/shared-redis.js')).openSharedRedis(url, report, { folder })
  return (await import('../../host/dist/start/shared-postgres.js')).openSharedPostgres(url, report, { folder })
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

/** What each account of a filled store has. */
export const filling = { keys: 10, records: 100, jobs: 1 } as const

/** Loads an empty store with accounts that never call; each has what `filling` says. Gives the number of records. */
export async function fillStore(choice: StoreChoice, accounts: number): Promise<number> {
  return choice.store === 'postgres' ? copyFillers(choice, accounts) : loadFillers(choice, accounts)
}

async function loadFillers({ folder }: StoreChoice, accounts: number): Promise<number> {
  const backend = await SqliteBackend.open({ path: storeFile(folder), now: Date.now, report })
  try {
    return await loadRecords(backend, { schema: 1, records: fillers(accounts) }, () => undefined)
  } finally {
    await backend.close()
  }
}

/** Writes them with COPY, which is far faster than the host. */
async function copyFillers(choice: StoreChoice, accounts: number): Promise<number> {
  const { store } = await open(choice)
  await store.close()
  const copy = 'COPY product_host.record (key, text, version) FROM STDIN'
  const psql = spawn('psql', [choice.url ?? '', '-q', '-c', copy, '-c', 'VACUUM (ANALYZE) product_host.record'], {
    stdio: ['pipe', 'inherit', 'inherit']
  })
  const exited = once(psql, 'exit')
  let count = 0
  async function* rows(): AsyncGenerator<string, void> {
    let part = ''
    for await (const { key, text } of fillers(accounts)) {
      // The store has its schema version already.
      if (!/filler-/.test(key + text)) continue
      part += `${copied(key)}\t${copied(text)}\tfiller.${(++count).toString(36)}\n`
      if (part.length < 256 * 1024) continue
      yield part
      part = ''
    }
    yield part
  }
  await pipeline(Readable.from(rows()), psql.stdin)
  const [code] = await exited
  if (code !== 0) throw new Error(`psql ended with ${code}.`)
  return count
}

function copied(text: string): string {
  return text.replaceAll(/[\\\t\n\r]/g, found => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[found] ?? '\\r')
}

/** The records of one account as the host writes them, under other names for each. */
async function* fillers(accounts: number): AsyncGenerator<ListedRecord, void> {
  const template = memoryBackend(Date.now)
  await storeFiller(template)
  const records: ListedRecord[] = []
  for await (const page of template.scan('')) records.push(...page)
  for (let number = 0; number < accounts; number++) {
    const digits = String(number).padStart(fillerDigits, '0')
    const named = (text: string) =>
      text
        .replaceAll(fillerName, `filler-${digits}`)
        .replaceAll(/(?<=[0-9a-f]{56})[0-9a-f]{8}(?![0-9a-f])/g, digits)
        .replaceAll(/(?<=key_[0-9A-Z]{10})[0-9A-Z]{8}(?=[0-9A-Z]{8})/g, digits)
    for (const { key, text } of records) yield { key: named(key), text: named(text) }
  }
}

const fillerDigits = 8
const fillerName = `filler-${'0'.repeat(fillerDigits)}`

async function storeFiller(backend: Backend): Promise<void> {
  const store = await Store.open(backend)
  const keys = new Keys(store, realClock())
  for (let number = 0; number < filling.keys; number++) await keys.create(fillerName, `key ${number}`)
  const storage = store.namespace(fillerName, 'bench')
  for (let number = 0; number < filling.records; number++)
    await storage.set(`task:${number}`, { text: 'milk and bread for the whole week, and butter', priority: 3 })
  const at = Date.now() + 30 * 24 * 60 * 60 * 1000
  const jobs = Array.from({ length: filling.jobs }, (_, number) => ({
    schedule: { id: `later ${number}`, at, action: 'set', input: {} }
  }))
  await storage.update([], () => ({ jobs, result: undefined }))
}

function report(error: Error): void {
  process.stderr.write(`${error.message}\n`)
}
