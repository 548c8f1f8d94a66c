import type { JobChange } from '../jobs.js'
import type { CornerRecords, Expected, ListedRecord, Page, Records, StoredRecord, StoredWrite } from './records.js'

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
  return new ScopedRecords(records, prefix, jobRecords)
}

class ScopedRecords implements CornerRecords {
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
