import { type JobChange, type Storage, Token } from '@product-host/sdk'
import {
  type Expected,
  type JobRecords,
  type ListedRecord,
  Namespace,
  type NamespaceRecords,
  type Page,
  parseRecord,
  type Records,
  ScopedRecords,
  type StoredWrite,
  UpdateQueues
} from '@product-host/sdk/runtime'
import type { Keyv } from 'keyv'
import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from '../base/problems.js'
import { type Retention, type TimedKind, unitMs, usualRetention } from '../base/retention.js'
import { tracedRecords } from '../tracing/spans.js'
import type { Backend, StoreSpace } from './backend.js'
import { type ChangedSubject, Changes } from './changes.js'
import { type JobOwner, jobRecords, type SchedulingCall } from './job-records.js'
import { createKeyv, KeyvAdapter } from './keyv.js'
import { ownerOf, productPrefix, readableValue } from './product-records.js'
import { type MigrationOptions, migrate, schemaRecord } from './schema.js'

/** The whole store. */
export const STORE = new Token<Store>('STORE')
/** The records below the storage of one call, for a product in another thread. */
export const RECORDS = new Token<NamespaceRecords>('RECORDS')

/** How long the record of a probe is stored, in milliseconds. */
const probeTtlMs = 60_000

/** A record of the host's own. */
interface OwnRecord {
  /** The rest of the subject's name. */
  readonly below: string
  readonly key: string
  readonly value: unknown
}

/** Whose jobs an update of the host's own records schedules. */
interface OwnJobs {
  readonly owner: JobOwner
  readonly call: SchedulingCall
}

/** How a store is opened, and how an older one is migrated. */
interface StoreOptions extends MigrationOptions {
  /** How long records are stored; as usual by default. */
  readonly retention?: Retention
}

/** A record that a product stores for an account. */
interface ProductRecord {
  readonly slug: string
  readonly key: string
  /** An `UnreadableRecord` where the store holds what cannot be read. */
  readonly value: unknown
}

/** All records of the host and its products, in one backend. */
export class Store {
  /** The whole store as Keyv: JSON text under full keys. */
  readonly keyv: Keyv<string>
  /** What this process and the others that use the store tell each other. */
  readonly changes: Changes
  readonly #backend: Backend
  readonly #records: MeasuredRecords
  readonly #updates = new UpdateQueues()
  #probing: Promise<void> | undefined

  private constructor(
    backend: Backend,
    /** How long records are stored that are written from now on; a running host follows the deployment file. */
    public retention: Retention
  ) {
    this.#backend = backend
    this.keyv = createKeyv(new KeyvAdapter(backend))
    this.changes = new Changes(backend.channel)
    this.#records = new MeasuredRecords(throughKeyv(this.keyv, backend))
  }

  /** Takes over the backend. Rejects when its schema version is newer than this host, and closes the backend then. */
  static async open(backend: Backend, { retention = usualRetention, ...migration }: StoreOptions = {}): Promise<Store> {
    const store = new Store(backend, retention)
    try {
      await migrate(backend, store.own(schemaRecord.subject), migration)
      return store
    } catch (error) {
      await backend.close()
      throw error
    }
  }

  /** How long a record of a kind is stored, in milliseconds. */
  storedMs(kind: TimedKind): number {
    return this.retention[kind] * unitMs[kind]
  }

  /** The storage of one product for one account; jobs that are scheduled through it belong to the scheduler. */
  namespace(account: string, slug: string, scheduler?: SchedulingCall): Storage {
    const prefix = namespacePrefix(account, slug)
    return new Namespace(this.#productRecords(prefix, account, slug, scheduler), this.#updates.of(prefix))
  }

  /** All records that products store for an account, also of products that no longer run here, in the backend's order. */
  async *accountRecords(account: string): AsyncGenerator<ProductRecord, void> {
    const prefix = accountPrefix(account)
    for await (const page of this.#backend.scan(prefix))
      for (const { key, text } of page) {
        const end = key.indexOf('}:', prefix.length)
        yield { slug: key.slice(prefix.length, end), key: key.slice(end + 2), value: readableValue(key, text) }
      }
  }

  /** All records that products store, of all accounts, under their full keys, in the backend's order. */
  async *productRecords(): AsyncGenerator<ListedRecord, void> {
    for await (const page of this.#backend.scan(productPrefix)) yield* page
  }

  /** The accounts for which a product has records, each once for every record; it reads the records of all products. */
  async *accountsWith(slug: string): AsyncGenerator<string, void> {
    for await (const { key } of this.productRecords()) {
      const owner = ownerOf(key)
      if (owner.slug === slug) yield owner.account
    }
  }

  /** The records of a namespace, for a thread that has the namespace's storage on its side. */
  namespaceRecords(account: string, slug: string, scheduler?: SchedulingCall): NamespaceRecords {
    return this.#productRecords(namespacePrefix(account, slug), account, slug, scheduler)
  }

  /**
   * The host's own records on a subject. Updates in this process run one after another: all of a subject, or, where a part of it is
   * named, those of the same part. Only where it is said whose they are may an update schedule jobs.
   */
  own(subject: string, part = '', jobs?: OwnJobs): Storage {
    const prefix = ownPrefix(subject)
    const recordsOf = jobs
      ? (changes: readonly JobChange[]) => jobRecords(this.#records, jobs.owner, changes, jobs.call)
      : refuseJobs
    return new Namespace(new ScopedRecords(this.#records, prefix, recordsOf), this.#updates.of(prefix + part))
  }

  /** The host's own records on all subjects whose names start with a subject and "/". */
  async *ownBelow(subject: string): AsyncGenerator<OwnRecord, void> {
    const prefix = ownPrefixBelow(subject)
    for await (const page of this.#backend.scan(prefix))
      for (const { key, text } of page) {
        const end = key.indexOf('}:', prefix.length)
        yield { below: key.slice(prefix.length, end), key: key.slice(end + 2), value: parseRecord(key, text) }
      }
  }

  /** Deletes all records that one product stores for an account. */
  async eraseNamespace(account: string, slug: string): Promise<void> {
    await this.#erase(namespacePrefix(account, slug))
  }

  /** Deletes all records that products store for an account. */
  async eraseAccount(account: string): Promise<void> {
    await this.#erase(accountPrefix(account))
  }

  /** Deletes the host's own records on a subject, and on those whose names start with it and "/". */
  async eraseOwn(subject: string): Promise<void> {
    await this.#erase(ownPrefix(subject))
    await this.#erase(ownPrefixBelow(subject))
  }

  /**
   * Writes a small record and reads it back; rejects with `StoreUnavailable` while the store is unavailable. Concurrent calls
   * share one probe.
   */
  async probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  /** How much room the store takes and has; undefined where that is not this host's to know. */
  space(): StoreSpace | undefined {
    return this.#backend.space?.()
  }

  /** Calls the observer for every later operation. */
  observe(observer: StoreObserver): void {
    this.#records.observe(observer)
  }

  /** Completes the pending writes and closes the backend. */
  async close(): Promise<void> {
    await this.#backend.close()
  }

  #productRecords(prefix: string, account: string, slug: string, scheduler?: SchedulingCall): NamespaceRecords {
    const jobs = (changes: readonly JobChange[]) => jobRecords(this.#records, { account, slug }, changes, scheduler)
    const records = new ScopedRecords(this.#records, prefix, jobs)
    return scheduler?.span ? tracedRecords(records, scheduler.span, this.#backend.system) : records
  }

  async #erase(prefix: string): Promise<void> {
    for await (const page of this.#backend.scan(prefix))
      await Promise.all(page.map(({ key }) => this.#backend.delete(key)))
  }

  async #probe(): Promise<void> {
    const own = this.own('store')
    await own.set('probe', true, { ttlMs: probeTtlMs })
    if (!(await own.get('probe')))
      throw new StoreUnavailable('The store did not return a record that was just written.')
  }
}

/** The records of one product for one account. The braces are a hash tag: Redis stores such keys on one node. */
function namespacePrefix(account: string, slug: string): string {
  return `${accountPrefix(account)}${plain(slug)}}:`
}

/** The records of all products for one account. */
function accountPrefix(account: string): string {
  return `${productPrefix}${plain(account)}/`
}

function plain(name: string): string {
  if (/^[^/{}:]+$/.test(name)) return name
  throw new RangeError('An account and a slug may not contain "/", "{", "}" or ":".')
}

function ownPrefix(subject: string): string {
  if (!/^[^{}]+$/.test(subject)) throw new RangeError('A subject may not be empty or contain "{" or "}".')
  return `host:{${subject}}:`
}

/** What the full keys of the host's own records start with, on all subjects whose names start with a subject and "/". */
export function ownPrefixBelow(subject: string): string {
  return `host:{${subject}/`
}

async function refuseJobs(): Promise<JobRecords> {
  throw new Error("The host's own records take no jobs.")
}

/** Single records go through Keyv; operations that Keyv does not have go to the backend. */
function throughKeyv(keyv: Keyv<string>, backend: Backend): Records {
  return {
    get: key => keyv.get(key),
    async set(key, text, ttlMs) {
      if (!(await keyv.set(key, text, ttlMs))) throw new StoreUnavailable('The store did not accept a record.')
    },
    delete: key => keyv.delete(key),
    read: keys => backend.read(keys),
    commit: (expected, writes) => backend.commit(expected, writes),
    list: (prefix, page) => backend.list(prefix, page)
  }
}

/** Measures one operation of the store. */
interface OperationObserver {
  /** Takes the seconds of each. */
  readonly duration: { observe(seconds: number): void }
  readonly failures: { inc(): void }
}

/** The observer of each operation; asked once for each. */
export type StoreObserver = (operation: keyof Records) => OperationObserver

/** Records of which every operation is measured. */
class MeasuredRecords implements Records {
  #observers = observersOf(() => ({ duration: { observe: () => undefined }, failures: { inc: () => undefined } }))

  constructor(private readonly records: Records) {}

  observe(observer: StoreObserver): void {
    this.#observers = observersOf(observer)
  }

  get(key: string): Promise<string | undefined> {
    return measured(this.#observers.get, performance.now(), this.records.get(key))
  }

  set(key: string, text: string, ttlMs?: number): Promise<void> {
    return measured(this.#observers.set, performance.now(), this.records.set(key, text, ttlMs))
  }

  delete(key: string): Promise<boolean> {
    return measured(this.#observers.delete, performance.now(), this.records.delete(key))
  }

  read(keys: readonly string[]): ReturnType<Records['read']> {
    return measured(this.#observers.read, performance.now(), this.records.read(keys))
  }

  commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    return measured(this.#observers.commit, performance.now(), this.records.commit(expected, writes))
  }

  list(prefix: string, page: Page): ReturnType<Records['list']> {
    return measured(this.#observers.list, performance.now(), this.records.list(prefix, page))
  }
}

function observersOf(observer: StoreObserver): Readonly<Record<keyof Records, OperationObserver>> {
  return {
    get: observer('get'),
    set: observer('set'),
    delete: observer('delete'),
    read: observer('read'),
    commit: observer('commit'),
    list: observer('list')
  }
}

async function measured<Result>(
  { duration, failures }: OperationObserver,
  startedAt: number,
  running: Promise<Result>
): Promise<Result> {
  try {
    return await running
  } catch (error) {
    failures.inc()
    throw error
  } finally {
    duration.observe((performance.now() - startedAt) / 1_000)
  }
}

/** How many values a cache holds, and for how long. */
interface ReadCacheOptions<Value> {
  readonly mostEntries: number
  /** How long a value may be used after its read began, in milliseconds; after that, changes are seen of which nobody told. */
  readonly freshMs: number
  /** Where hosts tell each other of changes. */
  readonly changes: Changes
  readonly subject: ChangedSubject
  /** The id under which others are told of a value's change; the name of the value by default. */
  readonly idOf?: (value: Value) => string
}

/**
 * Values that were read from the store a short time ago. A read that began before the record was changed, by this process or by one that
 * told of it, never fills the cache after the change.
 */
export class ReadCache<Value extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, Value>
  readonly #tell: (id: string) => void
  #changes = 0

  constructor({ mostEntries, freshMs, changes, subject, idOf }: ReadCacheOptions<Value>) {
    // With `max` it would allocate all places at once.
    this.#values = new LRUCache({ maxSize: mostEntries, sizeCalculation: () => 1, ttl: freshMs, ttlResolution: 0 })
    this.#tell = id => changes.tell(subject, id)
    changes.on(subject, id => {
      this.#changes++
      if (id === undefined) this.#values.clear()
      else if (!idOf) this.#values.delete(id)
      else for (const [name, value] of this.#values.entries()) if (idOf(value) === id) this.#values.delete(name)
    })
  }

  /** The cached value, if there is one. */
  cached(name: string): Value | undefined {
    return this.#values.get(name)
  }

  /** The cached value, or what `read` finds; undefined is not cached. */
  async get<Found extends Value | undefined>(name: string, read: () => Promise<Found>): Promise<Found | Value> {
    return this.#values.get(name) ?? this.fresh(name, read)
  }

  /** What `read` finds, even if there is a cached value. */
  async fresh<Found extends Value | undefined>(name: string, read: () => Promise<Found>): Promise<Found> {
    const changes = this.#changes
    const start = performance.now()
    const value = await read()
    if (value !== undefined && changes === this.#changes) this.#values.set(name, value, { start })
    return value
  }

  /**
   * Changes the records of these names, then drops their cached values and tells others of the id, also when the change may or may not have
   * been written.
   */
  async change<Result>(id: string, write: () => Promise<Result>, names: readonly string[] = [id]): Promise<Result> {
    try {
      return await write()
    } finally {
      this.#changes++
      for (const name of names) this.#values.delete(name)
      this.#tell(id)
    }
  }
}
