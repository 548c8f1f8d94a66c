import type { Entry, Storage } from '@product-host/sdk'

/** A record has 1 MiB at most, so that a page of them has its bound too. */
const pageSize = 20

/** Every record of some storage whose key starts with a prefix, in the order of the keys, a few at a time in memory. */
export async function* entries<Value>(storage: Storage, prefix: string): AsyncGenerator<Entry<Value>, void> {
  for (let after: string | undefined; ; ) {
    const page = await storage.list<Value>(prefix, { limit: pageSize, ...(after !== undefined && { after }) })
    yield* page
    after = page.at(-1)?.key
    if (after === undefined) return
  }
}
