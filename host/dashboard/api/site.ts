import { useQuery } from '@tanstack/react-query'
import { read } from './request.js'

/** `GET /dashboard/api/site` */
interface SiteDescription {
  /** The published key; only in the local demo. */
  readonly demoKey: string | null
  readonly sendsMail: boolean
  /** Whether an account needs a plan, which begins with a free trial. */
  readonly hasTrial: boolean
  readonly limits: {
    readonly key: RequestRate
    readonly account: RequestRate
    readonly atOnce: number
    readonly bodyBytes: number
  }
  readonly problems: readonly ProblemDescription[]
}

/** A maximum of requests in a number of seconds. */
interface RequestRate {
  readonly requests: number
  readonly seconds: number
}

/** One code that the host's error responses may have. */
export interface ProblemDescription {
  readonly code: string
  readonly status: number
  readonly title: string
  /** Whether a client of the API can get it. */
  readonly isOfApi: boolean
}

/** What this deployment tells everyone: its limits and its error codes. */
export function useSite() {
  return useQuery({ queryKey: ['site'], queryFn: () => read<SiteDescription>('/dashboard/api/site') })
}
