import type { JobChange } from '../../jobs.js'
import type { Migration, Product } from '../../product.js'
import type { Change, Entry, ListOptions, Read, SetOptions, Storage } from '../../storage.js'

/** A stored record that cannot be read: the store's fault or the operator's, never that of the product that asked for it. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor(
    readonly key: string,
    readonly reason: string,
    /** Whether a later version of the product stored it, in no form that this one reads. */
    readonly isNewer = false
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
    return this.storage.set(key, this.form.encode(key, value), options)
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
        'delete' in write ? write : { ...write, value: this.form.encode(write.key, write.value) }
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
  /** Its forms in earlier versions, by their numbers, where its migrations have a `down`. */
  readonly older?: Readonly<Record<string, unknown>>
}

/** Which versions a product writes its records in. */
export interface RecordVersions {
  /** The version that records are written in. */
  readonly version: number
  /** The earliest version of the product that reads what is written: each record has the forms from there to `version`. */
  readonly readableFrom: number
}

/** How a product's records are told from older ones: each carries its version, and what carries none is of version 1. */
export class RecordForm implements RecordVersions {
  readonly version: number
  readonly readableFrom: number
  readonly #steps: readonly Migration[]
  /** The migrations that have a `down`, from the newest on. */
  readonly #undone: readonly Undone[]
  readonly #actions: Product['actions'] | undefined

  constructor({ migrate = [], actions }: Pick<Product, 'migrate'> & Partial<Pick<Product, 'actions'>>) {
    this.#actions = actions
    this.#steps = stepsOf(migrate)
    this.version = this.#steps.at(-1)?.to ?? 1
    this.#undone = undoneOf(this.#steps)
    this.readableFrom = this.#undone.at(-1)?.from ?? this.version
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

  /** A value as it is stored; what JSON cannot hold is left to be refused. Throws when a migration has no earlier form of it. */
  encode(key: string, value: unknown): unknown {
    if (['undefined', 'function', 'symbol'].includes(typeof value)) return value
    if (this.#undone.length === 0) return storedRecord(this.version, value)
    const older: Record<string, unknown> = {}
    let text = jsonOf(value, `The value of "${key}" is not JSON.`)
    for (const step of this.#undone) {
      const form = step.down(JSON.parse(text), key)
      text = jsonOf(form, `The down of its migration from ${step.from} to ${step.to} gives no form of "${key}".`)
      older[step.from] = form
    }
    return { [mark]: this.version, value, older }
  }

  /** What is stored, as today's version has it. Throws when the record is newer, or when no step begins at its version. */
  decode(key: string, stored: unknown): unknown {
    const { '@record': version, value } = this.#readable(key, stored)
    let [reached, changed] = [version, value]
    while (reached < this.version) {
      const step = this.#steps.find(({ from }) => from === reached)
      if (!step) throw new UnreadableRecord(key, `is of version ${version}, and no migration starts there`)
      changed = step.change(changed, key)
      reached = step.to
    }
    return changed
  }

  /** The latest form of a record that this version knows. */
  #readable(key: string, stored: unknown): Versioned {
    const record = isVersioned(stored) ? stored : { [mark]: 1, value: stored }
    if (record[mark] <= this.version) return record
    const known = Object.keys(record.older ?? {}).filter(version => Number(version) <= this.version)
    const version = Math.max(...known.map(Number))
    if (known.length > 0) return { [mark]: version, value: record.older?.[version] }
    const reason = `is of version ${record[mark]}, and this product knows version ${this.version}`
    throw new UnreadableRecord(key, reason, true)
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

/** The earliest version that reads a stored record. */
export function recordReadableFrom(stored: unknown): number {
  return isVersioned(stored) ? Math.min(stored[mark], ...Object.keys(stored.older ?? {}).map(Number)) : 1
}

/** All forms in which a value that is to be stored has its record. */
export function recordForms(stored: unknown): readonly unknown[] {
  return isVersioned(stored) ? [stored.value, ...Object.values(stored.older ?? {})] : [stored]
}

/** What is wrong with the migrations that a product declares; a sentence each. */
export function* migrationErrors({ migrate = [] }: Pick<Product, 'migrate'>): Generator<string> {
  const steps = stepsOf(migrate)
  for (const { from, to, change, down } of steps) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to <= from)
      yield `Its migration from ${String(from)} to ${String(to)} does not lead from a version, 1 or later, to a later one.`
    if (typeof change !== 'function') yield `Its migration from ${String(from)} has no change function.`
    if (down !== undefined && typeof down !== 'function')
      yield `The down of its migration from ${String(from)} is no function.`
  }
  for (const [index, { to }] of steps.slice(0, -1).entries())
    if (steps[index + 1]?.from !== to) yield `Its migrations do not go on from version ${String(to)}.`
}

function stepsOf(migrate: Migration | readonly Migration[]): readonly Migration[] {
  return [migrate].flat().sort((left, right) => left.from - right.from)
}

/** A migration that has a `down`. */
interface Undone extends Migration {
  down(record: unknown, key: string): unknown
}

/** The migrations from the newest on, up to the first without a `down`. */
function undoneOf(steps: readonly Migration[]): readonly Undone[] {
  const last = steps.findLastIndex(step => !hasDown(step))
  return steps
    .slice(last + 1)
    .filter(hasDown)
    .reverse()
}

function hasDown(step: Migration): step is Undone {
  return step.down !== undefined
}

function jsonOf(value: unknown, otherwise: string): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(otherwise)
  return text
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
