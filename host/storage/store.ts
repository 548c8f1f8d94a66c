import type { JobChange, Storage } from '@product-host/sdk'
import {
  Corner,
  type CornerRecords,
  type JobRecords,
  type Records,
  recordValue,
  scoped
} from '@product-host/sdk/runtime'
import type { Keyv } from 'keyv'
import type { Backend } from './backend.js'
import { StoreUnavailable } from './errors.js'
import { type JobScheduler, jobRecords } from './job-records.js'
import { keyvOver } from './keyv.js'
import { KeyvAdapter, type Observer } from './keyv-adapter.js'
import { type Migration, migrate, schemaPlace } from './schema.js'
import { Turns } from './turns.js'

/** How long a probe's record lives, in milliseconds. */
const probeTtlMs = 60_000

/** A record of the host's own. */
export interface OwnRecord {
  readonly below: string
  readonly key: string
  readonly value: unknown
}

/** How an older store is brought up to date. */
export interface Upgrade {
  /** Today's where nothing is said. */
  readonly steps?: readonly Migration[]
  /** Keeps what is there, before anything of it is changed; is told its schema version. */
  readonly backUp?: (version: number) => Promise<void>
}

/** A record that a product keeps for an account. */
export interface KeptRecord {
  readonly slug: string
  readonly key: string
  readonly value: unknown
}

/** Everything that the host and its products keep, over one backend. */
export class Store {
  /** The whole store as Keyv: JSON text under full keys. */
  readonly keyv: Keyv<string>
  readonly #backend: Backend
  readonly #records: Records
  readonly #turns = new Turns()
  #probing: Promise<void> | undefined
  #observe: Observer = () => undefined

  private constructor(backend: Backend) {
    const adapter = new KeyvAdapter(backend, (operation, ms, isFailure) => this.#observe(operation, ms, isFailure))
    this.keyv = keyvOver(adapter)
    this.#backend = backend
    this.#records = throughKeyv(this.keyv, adapter)
  }

  /** Takes the backend over. Rejects when its schema version is newer than this host; the backend is closed then. */
  static async open(backend: Backend, { steps, backUp }: Upgrade = {}): Promise<Store> {
    const store = new Store(backend)
    try {
      await migrate(backend, store.own(schemaPlace.subject), steps, backUp)
      return store
    } catch (error) {
      await backend.close()
      throw error
    }
  }

  /** What one account keeps with one product; the jobs that are scheduled through it are the scheduler's. */
  corner(account: string, slug: string, scheduler?: JobScheduler): Storage {
    return new Corner(this.cornerRecords(account, slug, scheduler), this.#turns.at(cornerPrefix(account, slug)))
  }

  /** Everything that products keep for an account, also those that run here no more, in an order of the backend's own. */
  async *kept(account: string): AsyncGenerator<KeptRecord, void> {
    const prefix = cornersPrefix(account)
    for await (const page of this.#backend.walk(prefix))
      for (const { key, text } of page) {
        const end = key.indexOf('}:', prefix.length)
        yield { slug: key.slice(prefix.length, end), key: key.slice(end + 2), value: recordValue(JSON.parse(text)) }
      }
  }

  /** The records below a corner, for a port to a thread that makes the corner's storage on its side. */
  cornerRecords(account: string, slug: string, scheduler?: JobScheduler): CornerRecords {
    const jobs = (changes: readonly JobChange[]) => jobRecords(this.#records, { account, slug }, changes, scheduler)
    return scoped(this.#records, cornerPrefix(account, slug), jobs)
  }

  /** The host's own records on a subject; updates of one subject wait for each other. */
  own(subject: string): Storage {
    const prefix = ownPrefix(subject)
    return new Corner(scoped(this.#records, prefix, refuseJobs), this.#turns.at(prefix))
  }

  /** The host's own records on all subjects whose names go on from a subject with "/", and what comes behind it there. */
  async *ownBelow(subject: string): AsyncGenerator<OwnRecord, void> {
    const prefix = `host:{${subject}/`
    for await (const page of this.#backend.walk(prefix))
      for (const { key, text } of page) {
        const end = key.indexOf('}:', prefix.length)
        yield { below: key.slice(prefix.length, end), key: key.slice(end + 2), value: JSON.parse(text) }
      }
  }

  /** Deletes everything that products keep for an account. */
  async eraseCorners(account: string): Promise<void> {
    await this.#erase(cornersPrefix(account))
  }

  /** Deletes all of the host's own records on a subject, and on those whose names go on from it with "/". */
  async eraseOwn(subject: string): Promise<void> {
    await this.#erase(ownPrefix(subject))
    await this.#erase(`host:{${subject}/`)
  }

  /**
   * Writes a small record and reads it back; rejects with `StoreUnavailable` while the store is away. Calls that come while
   * a probe runs share it.
   */
  async probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  /** From now on the observer is told of every operation. */
  observe(observer: Observer): void {
    this.#observe = observer
  }

  /** Finishes the writes that wait, and closes the backend. */
  async close(): Promise<void> {
    await this.#backend.close()
  }

  async #erase(prefix: string): Promise<void> {
    for await (const page of this.#backend.walk(prefix))
      await Promise.all(page.map(({ key }) => this.#backend.delete(key)))
  }

  async #probe(): Promise<void> {
    const own = this.own('store')
    await own.set('probe', true, { ttlMs: probeTtlMs })
    if (!(await own.get('probe'))) throw new StoreUnavailable('The store does not give back what was written to it.')
  }
}

/** One account's records of one product. The braces mark what Redis must keep on one node. */
function cornerPrefix(account: string, slug: string): string {
  return `${cornersPrefix(account)}${plain(slug)}}:`
}

/** One account's records of all products. */
function cornersPrefix(account: string): string {
  return `data:{${plain(account)}/`
}

function plain(name: string): string {
  if (/^[^/{}:]+$/.test(name)) return name
  throw new RangeError('An account and a slug hold none of "/", "{", "}" and ":".')
}

function ownPrefix(subject: string): string {
  if (!/^[^{}]+$/.test(subject)) throw new RangeError('A subject is text without "{" and "}".')
  return `host:{${subject}}:`
}

async function refuseJobs(): Promise<JobRecords> {
  throw new Error('These records take no jobs.')
}

/** Single records go through Keyv; what Keyv has no word for goes to its adapter. */
function throughKeyv(keyv: Keyv<string>, adapter: KeyvAdapter): Records {
  return {
    get: key => keyv.get(key),
    async set(key, text, ttlMs) {
      if (!(await keyv.set(key, text, ttlMs))) throw new StoreUnavailable('The store did not take a record.')
    },
    delete: key => keyv.delete(key),
    read: keys => adapter.read(keys),
    commit: (expected, writes) => adapter.commit(expected, writes),
    list: (prefix, page) => adapter.list(prefix, page)
  }
}
