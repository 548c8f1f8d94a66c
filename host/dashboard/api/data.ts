import type { RecordKind } from '@product-host/sdk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ActionResult, sessionPath } from './products.js'
import { refresh } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/data'
const recordsKey = ['records'] as const
const pageSize = 20
/** How many answers are read for one page while a search finds nothing. */
const mostReads = 10

/** The address of the file with all data of the account. */
export const exportPath = '/dashboard/api/export'

/** A record that a product stores. */
export interface StoredRecord {
  readonly key: string
  readonly value: unknown
  /** Set for a record that the host cannot read; its value is null. */
  readonly isUnreadable?: true
}

/** The kinds of records of a product by what their keys start with. */
export type RecordKinds = Readonly<Record<string, RecordKind>>

/** One page of `GET /dashboard/api/data/{slug}` */
interface RecordPage {
  readonly kinds: RecordKinds
  readonly records: readonly StoredRecord[]
  /** Where the next page starts; null on the last page. */
  readonly next: string | null
}

/** Which records of a product to list. */
export interface RecordFilter {
  /** What the keys start with. */
  readonly prefix: string
  /** Text that a record contains. */
  readonly search: string
  /** Whether the records are listed that the product stores for itself. */
  readonly showsInternal: boolean
}

/** The records that a product stores for the account, page by page. */
export function useRecords(slug: string, filter: RecordFilter) {
  return useInfiniteQuery({
    queryKey: [...recordsKey, slug, filter],
    queryFn: ({ pageParam }) => readPage(slug, filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    // While another filter is read, the records stay, so that nothing jumps at each letter.
    placeholderData: before => before
  })
}

/** Deletes a record that nothing depends on. */
export function useDeleteRecord(slug: string) {
  return useMutation({
    mutationFn: (key: string) => request('DELETE', `${path}/${slug}/records`, { body: { key } }),
    onSuccess: refreshRecords
  })
}

/** Deletes a record by the action of its product that does that. */
export function useDeleteByAction(slug: string) {
  return useMutation({
    mutationFn: async (input: Readonly<Record<string, unknown>>) => {
      const { body } = await request<ActionResult>('POST', `${sessionPath}/${slug}/execute`, { body: input })
      if (!body.ok) throw new Error(body.summary)
    },
    onSuccess: refreshRecords
  })
}

/** Deletes everything that a product stores for the account. */
export function useEraseData(slug: string) {
  return useMutation({ mutationFn: () => request('DELETE', `${path}/${slug}`), onSuccess: refreshRecords })
}

/** A page of records; a search reads on while it finds nothing. */
async function readPage(slug: string, { prefix, search, showsInternal }: RecordFilter, start: string | null) {
  const records: StoredRecord[] = []
  let next = start
  for (let reads = 0; ; reads++) {
    const query = new URLSearchParams({
      limit: String(pageSize - records.length),
      ...(prefix && { prefix }),
      ...(search && { search }),
      ...(!showsInternal && { hidesInternal: 'true' }),
      ...(next !== null && { after: next })
    })
    const page = await read<RecordPage>(`${path}/${slug}?${query}`)
    records.push(...page.records)
    next = page.next
    if (next === null || records.length >= pageSize || reads >= mostReads) return { kinds: page.kinds, records, next }
  }
}

function refreshRecords(): void {
  refresh(recordsKey)
}
