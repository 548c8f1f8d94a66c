import type { JobChange } from '../jobs.js'
import type { CornerRecords, Expected, Records, StoredWrite } from './records.js'

/** What jobs come to in the whole store: the records to write, and those that must not have changed meanwhile. */
export interface JobRecords {
  readonly expected: readonly Expected[]
  readonly writes: readonly StoredWrite[]
}

/** The records whose keys start with the prefix, under keys without it; `jobRecords` turns jobs into records of the whole store. */
export function scoped(
  records: Records,
  prefix: string,
  jobRecords: (jobs: readonly JobChange[]) => Promise<JobRecords>
): CornerRecords {
  const full = (key: string) => prefix + key
  return {
    get: key => records.get(full(key)),
    set: (key, text, ttlMs) => records.set(full(key), text, ttlMs),
    delete: key => records.delete(full(key)),
    read: keys => records.read(keys.map(full)),
    async commit(expected, writes, jobs) {
      const beside = jobs.length > 0 ? await jobRecords(jobs) : { expected: [], writes: [] }
      return records.commit(
        [...expected.map(each => ({ ...each, key: full(each.key) })), ...beside.expected],
        [...writes.map(each => ({ ...each, key: full(each.key) })), ...beside.writes]
      )
    },
    async list(keyPrefix, page) {
      const found = await records.list(
        full(keyPrefix),
        page.after === undefined ? page : { ...page, after: full(page.after) }
      )
      return found.map(({ key, text }) => ({ key: key.slice(prefix.length), text }))
    }
  }
}
