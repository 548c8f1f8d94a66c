import type { Page, Records } from '@product-host/sdk/runtime'

const pageSize = 500

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
