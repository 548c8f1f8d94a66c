import { Keyv } from 'keyv'
import type { Backend } from './backend.js'

/**
 * A whole store as Keyv: JSON text under full keys. Every failure throws. Keyv's wrapping of values is off, and with it Keyv's
 * expiry, which deletes by key alone and could delete a newer record; the backends hide expired records instead.
 */
export function createKeyv(adapter: KeyvAdapter): Keyv<string> {
  return new Keyv<string>({
    store: adapter,
    namespace: '',
    useKeyPrefix: false,
    throwOnErrors: true,
    emitErrors: false,
    serialize: ({ value }) => requireText(value),
    deserialize: unwrapped
  })
}

/**
 * A Keyv 5 storage adapter over any backend. It stores the text that Keyv's serializer returns. Keyv sets the namespace of its
 * adapter, so that every Keyv needs its own adapter.
 */
export class KeyvAdapter {
  /** Keyv offers its iterator only for dialects that it knows. */
  readonly opts = { dialect: 'sqlite', url: '' }
  namespace: string | undefined

  constructor(private readonly backend: Backend) {}

  get(key: string): Promise<string | undefined> {
    return this.backend.get(key)
  }

  async getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    const records = await this.backend.read(keys)
    return records.map(record => record?.text)
  }

  set(key: string, text: string, ttlMs?: number): Promise<void> {
    return this.backend.set(key, text, ttlMs)
  }

  delete(key: string): Promise<boolean> {
    return this.backend.delete(key)
  }

  /** True when at least one record was deleted. */
  async deleteMany(keys: readonly string[]): Promise<boolean> {
    const existed = await Promise.all(keys.map(key => this.delete(key)))
    return existed.includes(true)
  }

  async has(key: string): Promise<boolean> {
    return (await this.get(key)) !== undefined
  }

  async hasMany(keys: readonly string[]): Promise<boolean[]> {
    const records = await this.backend.read(keys)
    return records.map(record => record !== undefined)
  }

  /** Deletes the namespace's records, or all if there is no namespace. */
  async clear(): Promise<void> {
    for await (const page of this.#scan(this.namespace)) await this.deleteMany(page.map(({ key }) => key))
  }

  async *iterator(namespace?: string): AsyncGenerator<[string, string], void> {
    for await (const page of this.#scan(namespace)) for (const { key, text } of page) yield [key, text]
  }

  #scan(namespace: string | undefined): ReturnType<Backend['scan']> {
    return this.backend.scan(namespace ? `${namespace}:` : '')
  }
}

function requireText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('The store takes JSON text; encode the value first.')
  return value
}

function unwrapped<Value>(text: string): { value?: Value }
function unwrapped(text: string): { value: string } {
  return { value: text }
}
