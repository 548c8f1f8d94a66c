import type { RecordKind } from '@product-host/sdk'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type ActionResult, sessionPath } from './products.js'
import { refresh } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/data'
/** The query key of everything that is read from stored records. */
export const recordsKey = ['records'] as const
const pageSize = 20
/** Most records that are offered in a form. */
const mostOffered = 100
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

/** Records, and the kinds that their product has. */
export interface RecordsOfKind {
  readonly kinds: RecordKinds
  readonly records: readonly StoredRecord[]
}

/** One page of `GET /dashboard/api/data/{slug}` */
interface RecordPage extends RecordsOfKind {
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
  /** Whether the record with the last key comes first. */
  readonly isReverse?: boolean
}

/** The records that a product stores for the account, page by page. */
export function useRecords(slug: string, filter: RecordFilter) {
  return useInfiniteQuery({
    queryKey: [...recordsKey, slug, filter],
    queryFn: ({ pageParam }) => readPage(slug, filter, pageParam, pageSize),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    // While another filter is read, the records stay, so that nothing jumps at each letter.
    placeholderData: before => before
  })
}

/** The last records of a kind by their keys, which are the newest ones where keys end in an identifier made from the time. */
export function useLastRecords(slug: string, start: string) {
  const filter = { prefix: start, search: '', showsInternal: false, isReverse: true }
  return useQuery({
    queryKey: [...recordsKey, slug, filter],
    queryFn: () => readPage(slug, filter, null, mostOffered)
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

/** A page of records; it reads on while a search finds nothing, or the records of one answer are too long for a page. */
async function readPage(slug: string, filter: RecordFilter, start: string | null, size: number): Promise<RecordPage> {
  const { prefix, search, showsInternal, isReverse } = filter
  const records: StoredRecord[] = []
  let next = start
  for (let reads = 0; ; reads++) {
    const query = new URLSearchParams({
      limit: String(size - records.length),
      ...(prefix && { prefix }),
      ...(search && { search }),
      ...(!showsInternal && { hidesInternal: 'true' }),
      ...(isReverse && { reverse: 'true' }),
      ...(next !== null && { after: next })
    })
    const page = await read<RecordPage>(`${path}/${slug}?${query}`)
    records.push(...page.records)
    next = page.next
    if (next === null || records.length >= size || reads >= mostReads) return { kinds: page.kinds, records, next }
  }
}

function refreshRecords(): void {
  refresh(recordsKey)
}
