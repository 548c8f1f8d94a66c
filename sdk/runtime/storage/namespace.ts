import type { Change, Entry, ListOptions, Read, SetOptions, Storage } from '../../storage.js'
import { type NamespaceRecords, parseRecord, recordForms, type StoredWrite } from './product-storage.js'
import type { UpdateQueue } from './update-queue.js'

/** Largest value, in bytes of JSON text. */
const largestValue = 1024 * 1024

/** Longest key, in bytes of UTF-8. */
const longestKey = 1200

/** Most entries that one `list` returns. */
const longestList = 1000

/** The storage of one product for one account: checks keys and values, and makes the updates of its queue. */
export class Namespace implements Storage {
  constructor(
    private readonly records: NamespaceRecords,
    private readonly updates: UpdateQueue
  ) {}

  async get<T>(key: string): Promise<T | undefined> {
    const text = await this.records.get(checkedKey(key))
    return text === undefined ? undefined : parseRecord(key, text)
  }

  async set(key: string, value: unknown, { ttlMs }: SetOptions = {}): Promise<void> {
    await this.records.set(checkedKey(key), checkedText(key, value), checkedTtl(ttlMs))
  }

  async delete(key: string): Promise<boolean> {
    return this.records.delete(checkedKey(key))
  }

  async update<Result>(keys: readonly string[], change: (read: Read) => Change<Result>): Promise<Result> {
    const names = [...new Set(keys)].map(checkedKey)
    return this.updates.add(this.records, names, read => {
      const { writes = [], jobs = [], result } = change(read)
      return { writes: writes.map(toStored), jobs, result }
    })
  }

  async list<T>(
    prefix: string,
    { after, limit = 100, reverse = false }: ListOptions = {}
  ): Promise<readonly Entry<T>[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > longestList)
      throw new RangeError(`The limit of a list is a whole number from 1 to ${longestList}.`)
    if (!prefix.isWellFormed() || after?.isWellFormed() === false)
      throw new RangeError('The prefix and the start of a list are well-formed text.')
    const entries = await this.records.list(prefix, { ...(after === undefined ? {} : { after }), limit, reverse })
    return entries.map(({ key, text }) => ({ key, value: parseRecord(key, text) }))
  }
}

function toStored(write: { key: string; value?: unknown; ttlMs?: number; delete?: true }): StoredWrite {
  const key = checkedKey(write.key)
  if (write.delete) return { key }
  const ttlMs = checkedTtl(write.ttlMs)
  return { key, text: checkedText(key, write.value), ...(ttlMs === undefined ? {} : { ttlMs }) }
}

function checkedKey(key: string): string {
  if (key === '' || Buffer.byteLength(key) > longestKey || key.includes('\0') || !key.isWellFormed())
    throw new RangeError(`A key is well-formed text of 1 to ${longestKey} bytes without NUL.`)
  return key
}

function checkedText(key: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`The value of "${key}" is not JSON.`)
  // A record that is stored in several forms may have the limit in each.
  if (Buffer.byteLength(text) > largestValue && recordForms(value).some(isTooLarge))
    throw new RangeError(`The value of "${key}" is over ${largestValue} bytes of JSON.`)
  return text
}

function isTooLarge(form: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(form)) > largestValue
}

function checkedTtl(ttlMs: number | undefined): number | undefined {
  if (ttlMs !== undefined && !(Number.isFinite(ttlMs) && ttlMs > 0))
    throw new RangeError('A time to live is a number of milliseconds above 0.')
  return ttlMs
}
