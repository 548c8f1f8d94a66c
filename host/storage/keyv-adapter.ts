import type { Expected, ListedRecord, Page, StoredRecord, StoredWrite } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'

/** Is told what each operation of a store took, and whether it failed. */
export type Observer = (operation: string, ms: number, isFailure: boolean) => void

/**
 * A Keyv 5 storage adapter over any backend, and the one place where the operations of a store are measured: beside Keyv's own
 * it has `read`, `commit` and `list`, for which Keyv has no word. It keeps whatever text Keyv's serialiser makes. Keyv writes
 * its namespace into the adapter that it is given, so every Keyv takes an adapter of its own.
 */
export class KeyvAdapter {
  /** Keyv offers its iterator only over a dialect that it knows. */
  readonly opts = { dialect: 'sqlite', url: '' }
  namespace: string | undefined

  constructor(
    private readonly backend: Backend,
    private readonly observe: Observer = () => undefined
  ) {}

  get(key: string): Promise<string | undefined> {
    return this.#measured('get', performance.now(), this.backend.get(key))
  }

  async getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    const records = await this.read(keys)
    return records.map(record => record?.text)
  }

  async set(key: string, text: string, ttlMs?: number): Promise<true> {
    await this.#measured('set', performance.now(), this.backend.set(key, text, ttlMs))
    return true
  }

  delete(key: string): Promise<boolean> {
    return this.#measured('delete', performance.now(), this.backend.delete(key))
  }

  /** Several records at once, with their versions. */
  read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return this.#measured('read', performance.now(), this.backend.read(keys))
  }

  /** Writes all, if all that is expected is so; false when it is not. */
  commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    return this.#measured('commit', performance.now(), this.backend.commit(expected, writes))
  }

  /** The records whose keys start with the prefix, in byte order. */
  list(prefix: string, page: Page): Promise<readonly ListedRecord[]> {
    return this.#measured('list', performance.now(), this.backend.list(prefix, page))
  }

  /** True when there was any to delete. */
  async deleteMany(keys: readonly string[]): Promise<boolean> {
    const existed = await Promise.all(keys.map(key => this.delete(key)))
    return existed.includes(true)
  }

  async has(key: string): Promise<boolean> {
    return (await this.get(key)) !== undefined
  }

  async hasMany(keys: readonly string[]): Promise<boolean[]> {
    const records = await this.read(keys)
    return records.map(record => record !== undefined)
  }

  /** Deletes the namespace's records, or all where there is none. */
  async clear(): Promise<void> {
    for await (const page of this.#pages(this.namespace)) await this.deleteMany(page.map(({ key }) => key))
  }

  async *iterator(namespace?: string): AsyncGenerator<[string, string], void> {
    for await (const page of this.#pages(namespace)) for (const { key, text } of page) yield [key, text]
  }

  async #measured<Result>(operation: string, startedAt: number, running: Promise<Result>): Promise<Result> {
    let isFailure = true
    try {
      const result = await running
      isFailure = false
      return result
    } finally {
      this.observe(operation, performance.now() - startedAt, isFailure)
    }
  }

  #pages(namespace: string | undefined): ReturnType<Backend['walk']> {
    return this.backend.walk(namespace ? `${namespace}:` : '')
  }
}
