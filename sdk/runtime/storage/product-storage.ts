import type { JobChange } from '../../jobs.js'
import type { Migration, Product } from '../../product.js'
import type { Change, Entry, ListOptions, Read, SetOptions, Storage } from '../../storage.js'

/** A stored record that cannot be read: the store's fault or the operator's, never that of the product that asked for it. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor(
    readonly key: string,
    readonly reason: string
  ) {
    super(`The record "${key}" ${reason}.`)
  }
}

/** The records whose keys start with the prefix, under keys without it; `jobRecords` turns jobs into records of the whole store. */
export class ScopedRecords implements NamespaceRecords {
  constructor(
    private readonly records: Records,
    private readonly prefix: string,
    private readonly jobRecords: (jobs: readonly JobChange[]) => Promise<JobRecords>
  ) {}

  get(key: string): Promise<string | undefined> {
    return this.records.get(this.prefix + key)
  }

  set(key: string, text: string, ttlMs?: number): Promise<void> {
    return this.records.set(this.prefix + key, text, ttlMs)
  }

  delete(key: string): Promise<boolean> {
    return this.records.delete(this.prefix + key)
  }

  read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return this.records.read(keys.map(key => this.prefix + key))
  }

  async commit(
    expected: readonly Expected[],
    writes: readonly StoredWrite[],
    jobs: readonly JobChange[]
  ): Promise<boolean> {
    const beside = jobs.length > 0 ? await this.jobRecords(jobs) : { expected: [], writes: [] }
    return this.records.commit(
      [...expected.map(each => ({ ...each, key: this.prefix + each.key })), ...beside.expected],
      [...writes.map(each => ({ ...each, key: this.prefix + each.key })), ...beside.writes]
    )
  }

  async list(keyPrefix: string, page: Page): Promise<readonly ListedRecord[]> {
    const { after } = page
    const found = await this.records.list(
      this.prefix + keyPrefix,
      after === undefined ? page : { ...page, after: this.prefix + after }
    )
    return found.map(({ key, text }) => ({ key: key.slice(this.prefix.length), text }))
  }
}

/** The records of jobs in the whole store: those to write, and the versions of those that must not have changed meanwhile. */
export interface JobRecords {
  readonly expected: readonly Expected[]
  readonly writes: readonly StoredWrite[]
}

/** The value of a record's text. Throws an `UnreadableRecord`. */
export function parseRecord<T>(key: string, text: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRecord(key, 'is not JSON')
  }
}

/** A product's storage whose records carry their version: older ones are read as today's, and written as today's. */
export class VersionedStorage implements Storage {
  constructor(
    private readonly storage: Storage,
    private readonly form: RecordForm
  ) {}

  async get<T>(key: string): Promise<T | undefined> {
    return this.#decode<T>(key, await this.storage.get(key))
  }

  set(key: string, value: unknown, options?: SetOptions): Promise<void> {
    return this.storage.set(key, this.form.encode(value), options)
  }

  delete(key: string): Promise<boolean> {
    return this.storage.delete(key)
  }

  update<Result>(keys: readonly string[], change: (read: Read) => Change<Result>): Promise<Result> {
    return this.storage.update(keys, read => {
      const decided = change(<T>(key: string) => this.#decode<T>(key, read(key)))
      this.form.requireJobs(decided.jobs ?? [])
      if (!decided.writes) return decided
      const writes = decided.writes.map(write =>
        'delete' in write ? write : { ...write, value: this.form.encode(write.value) }
      )
      return { ...decided, writes }
    })
  }

  async list<T>(prefix: string, options?: ListOptions): Promise<readonly Entry<T>[]> {
    const entries = await this.storage.list(prefix, options)
    return entries.map(({ key, value }) => ({ key, value: this.form.decode(key, value) as T }))
  }

  #decode<T>(key: string, stored: unknown): T | undefined {
    return stored === undefined ? undefined : (this.form.decode(key, stored) as T)
  }
}

/** The member by which a stored record is known whose version is not 1, or that would look like one. */
const mark = '@record'

/** A stored record with its version. */
interface Versioned {
  readonly '@record': number
  readonly value: unknown
}

/** How a product's records are told from older ones: each carries its version, and what carries none is of version 1. */
export class RecordForm {
  /** The version that records are written in. */
  readonly version: number
  readonly #steps: readonly Migration[]
  readonly #actions: Product['actions'] | undefined

  constructor({ migrate = [], actions }: Pick<Product, 'migrate'> & Partial<Pick<Product, 'actions'>>) {
    this.#actions = actions
    this.#steps = stepsOf(migrate)
    this.version = this.#steps.at(-1)?.to ?? 1
  }

  /** Throws when a job would run an action that the product does not have. */
  requireJobs(changes: readonly JobChange[]): void {
    for (const change of changes) {
      if ('cancel' in change) continue
      const { action } = 'every' in change ? change.every : change.schedule
      if (this.#actions && !Object.hasOwn(this.#actions, action))
        throw new Error(`It schedules the action "${action}", which it does not have.`)
    }
  }

  /** A value as it is stored; what JSON cannot hold is left to be refused. */
  encode(value: unknown): unknown {
    return ['undefined', 'function', 'symbol'].includes(typeof value) ? value : storedRecord(this.version, value)
  }

  /** What is stored, as today's version has it. Throws when the record is newer, or when no step begins at its version. */
  decode(key: string, stored: unknown): unknown {
    const { '@record': version, value } = isVersioned(stored) ? stored : { '@record': 1, value: stored }
    if (version > this.version)
      throw new UnreadableRecord(key, `is of version ${version}, and this product knows version ${this.version}`)
    let [reached, changed] = [version, value]
    while (reached < this.version) {
      const step = this.#steps.find(({ from }) => from === reached)
      if (!step) throw new UnreadableRecord(key, `is of version ${version}, and no migration starts there`)
      changed = step.change(changed, key)
      reached = step.to
    }
    return changed
  }
}

/** A value as a given version stores it. */
export function storedRecord(version: number, value: unknown): unknown {
  return version === 1 && !isVersioned(value) ? value : { [mark]: version, value }
}

/** A stored record's value, in whatever version it was written. */
export function recordValue(stored: unknown): unknown {
  return isVersioned(stored) ? stored.value : stored
}

/** What is wrong with the migrations that a product declares; a sentence each. */
export function* migrationErrors({ migrate = [] }: Pick<Product, 'migrate'>): Generator<string> {
  const steps = stepsOf(migrate)
  for (const { from, to, change } of steps) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to <= from)
      yield `Its migration from ${String(from)} to ${String(to)} does not lead from a version, 1 or later, to a later one.`
    if (typeof change !== 'function') yield `Its migration from ${String(from)} has no change function.`
  }
  for (const [index, { to }] of steps.slice(0, -1).entries())
    if (steps[index + 1]?.from !== to) yield `Its migrations do not go on from version ${String(to)}.`
}

function stepsOf(migrate: Migration | readonly Migration[]): readonly Migration[] {
  return [migrate].flat().sort((left, right) => left.from - right.from)
}

function isVersioned(value: unknown): value is Versioned {
  return typeof value === 'object' && value !== null && mark in value && typeof value[mark] === 'number'
}

/** A record in a store: JSON text, and a version that differs after every write. */
export interface StoredRecord {
  readonly text: string
  readonly version: string
}

/** A record in the result of a list. */
export interface ListedRecord {
  readonly key: string
  readonly text: string
  /** When it expires, in milliseconds; left out for one that does not. */
  readonly expiresAt?: number
}

/** One write of a commit; a record without text is deleted. */
export interface StoredWrite {
  readonly key: string
  readonly text?: string
  readonly ttlMs?: number
}

/** The version that a commit expects a record to have; without a version there must be no such record. */
export interface Expected {
  readonly key: string
  readonly version?: string
}

/** One page of a list. */
export interface Page {
  readonly after?: string
  readonly limit: number
  readonly reverse: boolean
}

/** The layer below a product's storage: text under keys, read with versions and committed against them. */
export interface Records {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, ttlMs?: number): Promise<void>
  delete(key: string): Promise<boolean>
  /** The records under the keys, in the order of the keys, as one snapshot. */
  read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>
  /** Writes all or nothing; false when a record no longer has the expected version, and then nothing was written. */
  commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean>
  /** Records by prefix in the byte order of their keys. */
  list(prefix: string, page: Page): Promise<readonly ListedRecord[]>
}

/** The records of one namespace; a commit may change jobs too. */
export interface NamespaceRecords extends Omit<Records, 'commit'> {
  commit(expected: readonly Expected[], writes: readonly StoredWrite[], jobs: readonly JobChange[]): Promise<boolean>
}
