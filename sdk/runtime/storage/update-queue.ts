import { setTimeout as delay } from 'node:timers/promises'
import type { JobChange } from '../../jobs.js'
import type { Read } from '../../storage.js'
import { type NamespaceRecords, parseRecord, type StoredRecord, type StoredWrite } from './product-storage.js'

/** The updates of one namespace, in the order of their calls. */
export interface UpdateQueue {
  /** Resolves to the result of a change once what it writes is stored; the change may be called several times. */
  add<Result>(
    records: NamespaceRecords,
    /** What it reads. */
    names: readonly string[],
    change: (read: Read) => CheckedChange<Result>
  ): Promise<Result>
}

/** What a change decides, as it is stored. */
interface CheckedChange<Result> {
  readonly writes: readonly StoredWrite[]
  readonly jobs: readonly JobChange[]
  readonly result: Result
}

interface Update {
  readonly records: NamespaceRecords
  readonly names: readonly string[]
  readonly change: (read: Read) => CheckedChange<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Most updates that are read and written together. */
const mostTogether = 16

/**
 * The queues of namespaces, by a key. What waits while an update of its namespace is under way is read together afterwards and written
 * together: each change sees what those before it write, and the store is asked twice for all of them instead of twice for each.
 */
export class UpdateQueues {
  /** A namespace is here while one of its updates is under way, with those that wait. */
  readonly #waiting = new Map<string, Update[]>()

  /** How many namespaces have updates. */
  get size(): number {
    return this.#waiting.size
  }

  /** The queue of a key. */
  of(key: string): UpdateQueue {
    return {
      add: <Result>(
        records: NamespaceRecords,
        names: readonly string[],
        change: (read: Read) => CheckedChange<Result>
      ) =>
        new Promise<Result>((resolve, reject) => {
          const waiting = this.#waiting.get(key) ?? []
          waiting.push({ records, names, change, resolve: result => resolve(result as Result), reject })
          if (this.#waiting.has(key)) return
          this.#waiting.set(key, waiting)
          void this.#work(key, waiting)
        })
    }
  }

  async #work(key: string, waiting: Update[]): Promise<void> {
    while (waiting.length > 0) waiting.unshift(...(await carryOut(waiting.splice(0, mostTogether))))
    this.#waiting.delete(key)
  }
}

/** A queue of its own. */
export function newUpdateQueue(): UpdateQueue {
  return new UpdateQueues().of('')
}

/** Carries updates out together. Resolves to those that have to come after what was stored. */
async function carryOut(updates: readonly Update[]): Promise<readonly Update[]> {
  const names = [...new Set(updates.flatMap(update => update.names))]
  const records = updates[0]?.records
  if (!records) return []
  for (let attempt = 0; ; attempt++) {
    let stored: readonly (StoredRecord | undefined)[]
    try {
      stored = await records.read(names)
    } catch (error) {
      return readAlone(updates, error)
    }
    const { decided, writes, jobs } = decide(updates, new Map(names.map((key, index) => [key, stored[index]?.text])))
    try {
      const expected = names.map((key, index) => ({ key, ...versionOf(stored[index]) }))
      if (writes.length + jobs.length > 0 && !(await records.commit(expected, writes, jobs))) {
        await delay(Math.min(attempt, 10))
        continue
      }
      for (const settle of decided) settle()
    } catch (error) {
      for (const { reject } of updates.slice(0, decided.length)) reject(error)
    }
    return updates.slice(decided.length)
  }
}

/** What could not be read for several is read for each: one of them may name what another cannot do without. */
async function readAlone(updates: readonly Update[], error: unknown): Promise<readonly Update[]> {
  if (updates.length === 1) updates[0]?.reject(error)
  else for (const update of updates) await carryOut([update])
  return []
}

/**
 * Calls the changes, each with what those before it write, up to one that changes jobs: these belong to its own call, so that it is
 * carried out alone. What comes of each is told when it is stored.
 */
function decide(updates: readonly Update[], texts: Map<string, string | undefined>) {
  const decided: (() => void)[] = []
  const writes = new Map<string, StoredWrite>()
  let jobs: readonly JobChange[] = []
  for (const { names, change, resolve, reject } of updates) {
    try {
      const next = change(reader(names, texts))
      if (next.jobs.length > 0 && decided.length > 0) break
      for (const write of next.writes) {
        writes.set(write.key, write)
        texts.set(write.key, write.text)
      }
      decided.push(() => resolve(next.result))
      jobs = next.jobs
      if (jobs.length > 0) break
    } catch (error) {
      decided.push(() => reject(error))
    }
  }
  return { decided, writes: [...writes.values()], jobs }
}

function reader(names: readonly string[], texts: ReadonlyMap<string, string | undefined>): Read {
  return <T>(key: string): T | undefined => {
    if (!names.includes(key)) throw new Error(`The update read "${key}", which is not among the keys that it named.`)
    const text = texts.get(key)
    return text === undefined ? undefined : parseRecord(key, text)
  }
}

function versionOf(record: StoredRecord | undefined): { version?: string } {
  return record ? { version: record.version } : {}
}
