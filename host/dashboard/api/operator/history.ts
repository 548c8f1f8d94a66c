import { useQuery } from '@tanstack/react-query'
import { read } from '../request.js'

/** The calls of a product or an account, those of them that failed, and what was refused. */
interface Use {
  readonly calls: number
  readonly errors: number
  readonly refused: number
}

/** `GET /operator/api/history` */
export interface History {
  readonly from: string
  readonly stepHours: number
  readonly steps: readonly {
    readonly from: string
    readonly products: readonly (Use & {
      readonly product: string
      readonly p50Ms: number | null
      readonly p99Ms: number | null
    })[]
    /** The most of any host: shares from 0 to 1, calls, and milliseconds an operation. */
    readonly slots: number
    readonly loop: number
    readonly waiting: number
    readonly storeMs: number
  }[]
  /** The host itself has no name. */
  readonly changes: readonly { readonly product: string | null; readonly version: string; readonly at: string }[]
  readonly accounts: readonly (Use & { readonly account: string; readonly email: string | null })[]
}

/** What the deployment did in so many days, read again once a minute. */
export function useHistory(days: number) {
  return useQuery({
    queryKey: ['operator', 'history', days],
    queryFn: () => read<History>(`/operator/api/history?days=${days}`),
    placeholderData: before => before,
    refetchInterval: 60_000
  })
}
