import type { Entry, ListOptions, Storage } from '@product-host/sdk'
import { UnreadableRecord } from '@product-host/sdk/runtime'

/** Entries in one page: a record has at most 1 MiB. */
const pageSize = 20

interface EntriesOptions extends Omit<ListOptions, 'limit'> {
  /** Told of each record that cannot be read, which is then passed over; without it, such a record is an error. */
  readonly unreadable?: (record: UnreadableRecord) => Promise<void> | void
}

/** All entries of a storage whose keys start with a prefix, in the order of the keys, one page at a time in memory. */
export async function* entries<Value>(
  storage: Storage,
  prefix: string,
  { unreadable, after: start, reverse = false }: EntriesOptions = {}
): AsyncGenerator<Entry<Value>, void> {
  let limit = pageSize
  for (let after = start; ; ) {
    const page = await read<Value>(storage, prefix, { reverse, limit, ...(after !== undefined && { after }) })
    if (!(page instanceof UnreadableRecord)) {
      yield* page
      after = page.at(-1)?.key
      if (after === undefined) return
      continue
    }
    if (!unreadable) throw page
    // The entries before it in its page are read one by one.
    if (limit > 1) limit = 1
    else {
      await unreadable(page)
      after = page.key
      limit = pageSize
    }
  }
}

async function read<Value>(
  storage: Storage,
  prefix: string,
  options: ListOptions
): Promise<readonly Entry<Value>[] | UnreadableRecord> {
  try {
    return await storage.list<Value>(prefix, options)
  } catch (error) {
    if (error instanceof UnreadableRecord) return error
    throw error
  }
}
