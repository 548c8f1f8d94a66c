import type { UsageFigures, UsageReport } from '@product-host/sdk/client'
import { useQuery } from '@tanstack/react-query'
import { read } from './request.js'

const path = '/dashboard/api/products/usage'

/** Which usage to report; without a member, the host's default applies. */
export interface UsageFilter {
  /** The first day, such as `2026-01-31`. */
  readonly from?: string
  /** A product's slug. */
  readonly product?: string
  /** The id of a key, or `session` for calls from the dashboard. */
  readonly key?: string
}

/** The query key of every usage report. */
export const usageKey = ['usage'] as const

/** What the account used. */
export function useUsage(filter: UsageFilter = {}) {
  return useQuery({
    queryKey: [...usageKey, filter],
    queryFn: () => read<UsageReport>(`${path}?${new URLSearchParams({ ...filter })}`)
  })
}

/** The address of a usage report as CSV. */
export function usageCsv(filter: UsageFilter): string {
  return `${path}?${new URLSearchParams({ ...filter, format: 'csv' })}`
}

/** How many requests were refused. */
export function countRefused({ refusals }: Pick<UsageFigures, 'refusals'>): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0)
}
