import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { PostgresBackend } from '../../host/dist/storage/postgres/backend.js'
import { PostgresConnection } from '../../host/dist/storage/postgres/connection.js'
import { RedisBackend } from '../../host/dist/storage/redis/backend.js'
import { RedisConnection } from '../../host/dist/storage/redis/connection.js'
import { SqliteBackend } from '../../host/dist/storage/sqlite/backend.js'
import { Store } from '../../host/dist/storage/store.js'
import type { Ending } from '../fixtures/host-process.js'
import { startPostgres, withoutPostgres } from '../fixtures/postgres-server.js'
import { startRedis, withoutRedis } from '../fixtures/redis-server.js'
import { type Spread, shuffled, spreadOf } from './statistics.js'

const value = { title: 'A record of two hundred bytes or so', text: 'x'.repeat(150) }
const now = Date.now
const report = console.error
interface Work {
  readonly atOnce: number
  /** Does the one of a number on a store. */
  readonly on: (store: Store) => (index: number) => Promise<unknown>
}

const works: Readonly<Record<string, Work>> = {
  'sets, 64 at once': { atOnce: 64, on: set },
  'sets, one after the other': { atOnce: 1, on: set },
  'updates of 64 accounts, 64 at once': { atOnce: 64, on: store => index => increase(store, index % 64) },
  'updates of one account, 64 at once': { atOnce: 64, on: store => () => increase(store, 0) },
  'reads, 64 at once': { atOnce: 64, on: get }
}

/** One kind of work on one kind of store. */
export interface StoreRow {
  readonly work: string
  readonly store: string
  readonly perSecond: Spread
  /** To those of SQLite and, for PostgreSQL, of Redis, round by round. */
  readonly toSqlite: Spread
  readonly toRedis: Spread | undefined
}

/** How much each kind of store does in a second, in rounds in which all take turns. Redis syncs each write, as the others do. */
export async function measureStores(rounds: number, seconds: number): Promise<readonly StoreRow[]> {
  const ends: (() => unknown)[] = []
  try {
    const stores = await openStores({ teardown: end => void ends.unshift(end) })
    const found = new Map<string, number[]>()
    const ratesOf = (work: string, store: string) => found.get(`${work} ${store}`) ?? []
    // The first round warms up.
    for (let round = -1; round < rounds; round++)
      for (const [work, { atOnce, on }] of shuffled(Object.entries(works)))
        for (const [name, store] of shuffled(stores)) {
          const rate = await rateOf(on(store), atOnce, seconds)
          if (round >= 0) found.set(`${work} ${name}`, [...ratesOf(work, name), rate])
        }
    const ratio = (work: string, store: string, other: string) => {
      const others = ratesOf(work, other)
      return spreadOf(ratesOf(work, store).map((rate, round) => rate / (others[round] ?? Number.NaN)))
    }
    const hasBoth = ['Redis', 'PostgreSQL'].every(name => stores.some(([each]) => each === name))
    return Object.keys(works).flatMap(work =>
      stores.map(([store]) => ({
        work,
        store,
        perSecond: spreadOf(ratesOf(work, store)),
        toSqlite: ratio(work, store, 'SQLite'),
        toRedis: hasBoth && store === 'PostgreSQL' ? ratio(work, store, 'Redis') : undefined
      }))
    )
  } finally {
    for (const end of ends) await end()
  }
}

async function openStores(ending: Ending): Promise<(readonly [string, Store])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-bench-'))
  ending.teardown(() => rm(folder, { recursive: true }))
  const backends: [string, Parameters<typeof Store.open>[0]][] = [
    ['memory', memoryBackend(now)],
    ['SQLite', await SqliteBackend.open({ path: join(folder, 'store.sqlite'), now, report })]
  ]
  if (!withoutRedis) {
    const { url } = await startRedis(ending, { appendfsync: 'always' })
    const connection = await RedisConnection.open({ url, report })
    backends.push(['Redis', await RedisBackend.open({ connection, now, report })])
  }
  if (!withoutPostgres) {
    const { url } = await startPostgres(ending)
    const connection = await PostgresConnection.open({ url, report })
    backends.push(['PostgreSQL', await PostgresBackend.open({ connection, now, report })])
  }
  return Promise.all(
    backends.map(async ([name, backend]) => {
      const store = await Store.open(backend)
      ending.teardown(() => store.close())
      return [name, store] as const
    })
  )
}

function set(store: Store): (index: number) => Promise<unknown> {
  const namespace = store.namespace('account', 'bench')
  return index => namespace.set(`key-${index % 10_000}`, value)
}

function get(store: Store): (index: number) => Promise<unknown> {
  const namespace = store.namespace('account', 'bench')
  return index => namespace.get(`key-${index % 10_000}`)
}

function increase(store: Store, account: number): Promise<unknown> {
  return store.namespace(`account-${account}`, 'bench').update(['count'], read => ({
    writes: [{ key: 'count', value: (read<number>('count') ?? 0) + 1 }],
    result: undefined
  }))
}

/** How many are done in a second. */
async function rateOf(work: (index: number) => Promise<unknown>, atOnce: number, seconds: number): Promise<number> {
  let done = 0
  const start = performance.now()
  const worker = async () => {
    while (performance.now() - start < seconds * 1_000) await work(done++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (done / (performance.now() - start)) * 1_000
}
