import type { Backend } from './backend.js'

/**
 * A Keyv 5 storage adapter over any backend. It keeps whatever text Keyv's serialiser makes. Keyv writes its
 * namespace into the adapter that it is given, so every Keyv takes an adapter of its own.
 */
export class KeyvAdapter {
  /** Keyv offers its iterator only over a dialect that it knows. */
  readonly opts = { dialect: 'sqlite', url: '' }
  namespace: string | undefined

  constructor(private readonly backend: Backend) {}

  async get(key: string): Promise<string | undefined> {
    return this.backend.get(key)
  }

  async getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    const records = await this.backend.read(keys)
    return records.map(record => record?.text)
  }

  async set(key: string, text: string, ttlMs?: number): Promise<true> {
    await this.backend.set(key, text, ttlMs)
    return true
  }

  async delete(key: string): Promise<boolean> {
    return this.backend.delete(key)
  }

  /** True when there was any to delete. */
  async deleteMany(keys: readonly string[]): Promise<boolean> {
    const existed = await Promise.all(keys.map(key => this.backend.delete(key)))
    return existed.includes(true)
  }

  async has(key: string): Promise<boolean> {
    return (await this.backend.get(key)) !== undefined
  }

  async hasMany(keys: readonly string[]): Promise<boolean[]> {
    const records = await this.backend.read(keys)
    return records.map(record => record !== undefined)
  }

  /** Deletes the namespace's records, or all where there is none. */
  async clear(): Promise<void> {
    for await (const page of this.#pages(this.namespace)) await this.deleteMany(page.map(({ key }) => key))
  }

  async *iterator(namespace?: string): AsyncGenerator<[string, string], void> {
    for await (const page of this.#pages(namespace)) for (const { key, text } of page) yield [key, text]
  }

  #pages(namespace: string | undefined): ReturnType<Backend['walk']> {
    return this.backend.walk(namespace ? `${namespace}:` : '')
  }
}
