import { setTimeout as delay } from 'node:timers/promises'
import type { Change, Entry, ListOptions, Read, SetOptions, Storage } from '../storage.js'
import type { CornerRecords, StoredRecord, StoredWrite } from './records.js'

/** Largest value, in bytes of JSON text. */
export const largestValue = 1024 * 1024
/** Longest key, in bytes of UTF-8. */
export const longestKey = 1200
/** Most entries that one `list` returns. */
export const longestList = 1000

/** Runs pieces of work one after another. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A turn of its own: each piece of work waits for the one before, whether that failed or not. */
export function newTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}

/** A product's storage over records of text: checks keys and values, and makes `update` out of reading and committing. */
export class Corner implements Storage {
  constructor(
    private readonly records: CornerRecords,
    private readonly turn: Turn
  ) {}

  async get<T>(key: string): Promise<T | undefined> {
    const text = await this.records.get(checkedKey(key))
    return text === undefined ? undefined : JSON.parse(text)
  }

  async set(key: string, value: unknown, { ttlMs }: SetOptions = {}): Promise<void> {
    await this.records.set(checkedKey(key), checkedText(key, value), checkedTtl(ttlMs))
  }

  async delete(key: string): Promise<boolean> {
    return this.records.delete(checkedKey(key))
  }

  async update<Result>(keys: readonly string[], change: (read: Read) => Change<Result>): Promise<Result> {
    const names = [...new Set(keys)].map(checkedKey)
    return this.turn(async () => {
      for (let attempt = 0; ; attempt++) {
        const stored = await this.records.read(names)
        const { writes = [], jobs = [], result } = change(reader(names, stored))
        if (writes.length === 0 && jobs.length === 0) return result
        const expected = names.map((key, index) => ({ key, ...versionOf(stored[index]) }))
        if (await this.records.commit(expected, writes.map(toStored), jobs)) return result
        await delay(Math.min(attempt, 10))
      }
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
    return entries.map(({ key, text }) => ({ key, value: JSON.parse(text) }))
  }
}

function reader(names: readonly string[], stored: readonly (StoredRecord | undefined)[]): Read {
  return <T>(key: string): T | undefined => {
    const index = names.indexOf(key)
    if (index < 0) throw new Error(`The update read "${key}", which is not among the keys that it named.`)
    const text = stored[index]?.text
    return text === undefined ? undefined : JSON.parse(text)
  }
}

function versionOf(record: StoredRecord | undefined): { version?: string } {
  return record ? { version: record.version } : {}
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
  if (Buffer.byteLength(text) > largestValue)
    throw new RangeError(`The value of "${key}" is over ${largestValue} bytes of JSON.`)
  return text
}

function checkedTtl(ttlMs: number | undefined): number | undefined {
  if (ttlMs !== undefined && !(Number.isFinite(ttlMs) && ttlMs > 0))
    throw new RangeError('A time to live is a number of milliseconds above 0.')
  return ttlMs
}
