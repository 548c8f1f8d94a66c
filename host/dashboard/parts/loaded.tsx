import type { ReactNode } from 'react'
import { hasCode, ProblemError } from '../api/problem.js'
import { Button } from './button.js'
import { Notice, RequestReference } from './notice.js'
import { Page } from './page.js'
import { useIsSlow } from './slow.js'

/** A query as far as it is shown: its data once it was read, and the error of the latest attempt. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface LoadedProps<Data> {
  readonly query: LoadedQuery<Data>
  /** How many lines to reserve while loading, so that the layout does not shift afterwards. */
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** Shows the data of a query; while there is none, placeholder lines; after an error, the error and a button to retry. */
export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined && !error) return <Loading lines={lines} retry={refetch} />
  return (
    <>
      {error && (
        <Notice tone="danger" title={data === undefined ? 'This could not be loaded' : 'This could not be refreshed'}>
          <p>{error.message}</p>
          <Button isBusy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
          <RequestReference requestId={error instanceof ProblemError ? error.body.requestId : undefined} />
        </Notice>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

interface FoundPageProps<Found> {
  /** What the address names, such as "schedule". */
  readonly what: string
  readonly query: LoadedQuery<Found>
  readonly titleOf: (found: Found) => string
  readonly back: ReactNode
  /** What is said if the account has nothing of that kind at the address. */
  readonly missing?: string
  readonly lines?: number
  readonly children: (found: Found) => ReactNode
}

/** The page of one thing of the account: it is loading, it is not there, or it is shown. */
export function FoundPage<Found>({ what, query, titleOf, back, missing, lines = 12, children }: FoundPageProps<Found>) {
  if (hasCode(query.error, 'not_found'))
    return (
      <Page title={`No such ${what}`} back={back} isForm>
        <p>{missing ?? `Your account has no ${what} here.`}</p>
      </Page>
    )
  const title = query.data === undefined ? what.charAt(0).toUpperCase() + what.slice(1) : titleOf(query.data)
  return (
    <Page title={title} back={back}>
      <Loaded query={query} lines={lines}>
        {children}
      </Loaded>
    </Page>
  )
}

interface LoadingProps {
  readonly lines: number
  readonly retry: () => unknown
}

/** Placeholder lines, and after some seconds that it takes long, with a button to retry. */
export function Loading({ lines, retry }: LoadingProps) {
  const isSlow = useIsSlow(true)
  return (
    <>
      <Skeleton lines={lines} />
      {isSlow && (
        <p className="quiet row" role="status">
          This takes longer than usual. <Button onClick={() => retry()}>Try again</Button>
        </p>
      )}
    </>
  )
}

/** Several queries as one: it has data once all of them have. */
export function together<const Data extends readonly unknown[]>(
  ...queries: { readonly [Index in keyof Data]: LoadedQuery<Data[Index]> }
): LoadedQuery<Data> {
  const data = queries.map(query => query.data)
  return {
    data: areRead<Data>(data) ? data : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.filter(({ error }) => error).map(({ refetch }) => refetch()))
  }
}

/** Whether each of several queries has its data. */
function areRead<Data extends readonly unknown[]>(data: readonly unknown[]): data is Data {
  return !data.includes(undefined)
}

/** Placeholder lines for content that is loading. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  )
}
