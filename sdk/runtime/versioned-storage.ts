import type { Change, Entry, ListOptions, Read, SetOptions, Storage } from '../storage.js'
import type { RecordForm } from './record-form.js'

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
