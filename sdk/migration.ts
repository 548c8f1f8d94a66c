/**
 * How a stored record of an older version becomes one of a later version. Records that were written before a product declared
 * any are of version 1. Each record is changed by itself when it is read, so `change` is synchronous, has no effect of its own
 * and gives the same for the same record; `list` and `update` see its result as `get` does. A record is stored in its new form
 * when it is next written: a process that dies in between has changed nothing.
 */
export interface Migration {
  readonly from: number
  readonly to: number
  /** Today's form of a record, as JSON; its key says which kind of record it is. The key stays. */
  change(record: unknown, key: string): unknown
}
