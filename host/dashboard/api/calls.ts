import type { Outcome, OutcomeFinding, UsageFigures, UsagePeriod, UsageReport } from '@product-host/sdk/client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from './query-client.js'
import { read, request } from './request.js'

const path = '/dashboard/api/calls'
const usagePath = '/dashboard/api/products/usage'
const recordingPath = '/dashboard/api/call-recording'
const recordingKey = ['call-recording'] as const

/** How often the latest calls are read while they are followed, in milliseconds. */
const followEveryMs = 2_000

/** One of `GET /dashboard/api/calls` */
export interface LoggedCall {
  readonly requestId: string
  /** ISO 8601. */
  readonly at: string
  readonly product: string
  readonly action: string | null
  /** What people call the action; null where it is not known. */
  readonly actionTitle: string | null
  readonly keyId: string
  readonly via: 'request' | 'nested' | 'job'
  readonly status: number
  readonly code?: string
  readonly ms: number
  readonly isReplay?: true
  readonly hasBodies: boolean
}

interface CallPage {
  readonly calls: readonly LoggedCall[]
  readonly next: string | null
  readonly skipped: number
}

interface CallDetails {
  readonly calls: readonly (LoggedCall & {
    readonly bodies: { readonly input: string; readonly answer: string } | null
  })[]
}

/** Which calls to list; an empty member does not matter. */
export interface CallFilter {
  readonly requestId: string
  readonly product: string
  readonly action: string
  readonly status: string
  readonly key: string
  /** Times in ISO 8601: the earliest, and the one that is too late. */
  readonly from: string
  readonly to: string
}

/** The filter that every call fits. */
export const anyCall: CallFilter = { requestId: '', product: '', action: '', status: '', key: '', from: '', to: '' }

/** The calls that fit a filter, the latest first, page by page; while they are followed, read again every two seconds. */
export function useCalls(filter: CallFilter, isFollowed: boolean) {
  return useInfiniteQuery({
    queryKey: ['calls', filter],
    queryFn: ({ pageParam }) => {
      const given = Object.entries(filter).filter(([, value]) => value !== '')
      const query = new URLSearchParams([...given, ...(pageParam === null ? [] : [['before', pageParam]])])
      return read<CallPage>(`${path}?${query}`)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    refetchInterval: isFollowed && followEveryMs
  })
}

/** The calls of one request id, with their bodies where these were recorded. */
export function useCall(requestId: string) {
  return useQuery({
    queryKey: ['call', requestId],
    queryFn: () => read<CallDetails>(`${path}/${encodeURIComponent(requestId)}`)
  })
}

/** Whether the bodies of calls are recorded. */
export function useRecording() {
  return useQuery({
    queryKey: recordingKey,
    queryFn: () => read<{ readonly recordsBodies: boolean }>(recordingPath)
  })
}

/** Switches the recording of bodies on or off. */
export function useSetRecording() {
  return useMutation({
    mutationFn: async (recordsBodies: boolean) =>
      (await request<{ readonly recordsBodies: boolean }>('PUT', recordingPath, { body: { recordsBodies } })).body,
    onSuccess: body => queryClient.setQueryData(recordingKey, body)
  })
}

/** Which usage to report; without a member, the host's default applies. */
export interface UsageFilter {
  readonly period?: UsagePeriod
  /** A product's slug. */
  readonly product?: string
  /** The id of a key, or `session` for calls from the dashboard. */
  readonly key?: string
}

/** The query key of every usage report. */
export const usageKey = ['usage'] as const

/** What the account used; it is not read while it is not wanted. */
export function useUsage(filter: UsageFilter = {}, isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: [...usageKey, filter],
    queryFn: () => read<UsageReport>(`${usagePath}?${new URLSearchParams({ ...filter })}`)
  })
}

/** The address of a usage report as CSV. */
export function usageCsv(filter: UsageFilter): string {
  return `${usagePath}?${new URLSearchParams({ ...filter, format: 'csv' })}`
}

/** How many requests were refused. */
export function countRefused({ refusals }: Pick<UsageFigures, 'refusals'>): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0)
}

const outcomesPath = '/dashboard/api/products/outcomes'
const outcomesKey = ['outcomes'] as const

/** The requests whose outcome was lost, at most 100. */
export function useLostOutcomes() {
  return useQuery({
    queryKey: outcomesKey,
    queryFn: async () => (await read<{ readonly outcomes: readonly Outcome[] }>(outcomesPath)).outcomes
  })
}

/** Settles one of them. */
export function useSettleOutcome() {
  return useMutation({
    mutationFn: async (finding: OutcomeFinding & { readonly id: string }) =>
      (await request<Outcome>('POST', `${outcomesPath}/settle`, { body: finding })).body,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: outcomesKey })
  })
}
