import type { Page, Records } from '@product-host/sdk/runtime'

/** A record has 1 MiB at most, and so a page 50. */
const pageSize = 50

/** The records whose keys start with the prefix, a page at a time, by listing them in order. */
export async function* walk(
  records: Pick<Records, 'list'>,
  prefix: string
): AsyncGenerator<Awaited<ReturnType<Records['list']>>, void> {
  let page: Page = { limit: pageSize, reverse: false }
  for (;;) {
    const found = await records.list(prefix, page)
    const last = found.at(-1)
    if (!last) return
    yield found
    page = { ...page, after: last.key }
  }
}
