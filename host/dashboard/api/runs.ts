import type {
  CancelledRuns,
  FiringPage,
  Run,
  RunProgress,
  Schedule,
  ScheduleChange,
  ScheduleMembers
} from '@product-host/sdk/client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usageKey } from './calls.js'
import { recordsKey } from './data.js'
import type { ProblemBody } from './problem.js'
import { type ActionExample, type ActionResult, homesKey, sessionPath } from './products.js'
import { queryClient, refresh } from './query-client.js'
import { read, request } from './request.js'

const path = `${sessionPath}/runs`
const runsKey = ['runs'] as const

/** How often the list is read while one of its runs has not ended, and otherwise, since others may start some; in milliseconds. */
const listEveryMs = { open: 3_000, ended: 5_000 }
/** How long to wait before a run is followed again whose stream was refused, in milliseconds. */
const followAgainMs = 5_000

/** A run of this account. */
export interface OwnRun extends Run<ActionResult> {
  readonly problem?: Readonly<Record<string, unknown>> & ProblemBody
}

interface RunPage {
  readonly runs: readonly OwnRun[]
  readonly next: string | null
}

/** Which runs to list; an empty member does not matter. */
export interface ListedRuns {
  readonly status: Run['status'] | ''
  readonly product: string
}

/** Whether a run waits or runs. */
export function isOpen({ status }: Pick<Run, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** The runs that fit a filter, the latest first, page by page, read again every few seconds. */
export function useRuns({ status, product }: ListedRuns) {
  return useInfiniteQuery({
    queryKey: [...runsKey, 'list', status, product],
    queryFn: ({ pageParam }) => {
      const given = Object.entries({ status, product, after: pageParam ?? '' }).filter(([, value]) => value !== '')
      return read<RunPage>(`${path}?${new URLSearchParams(given)}`)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ runs }) => runs.some(isOpen)) ? listEveryMs.open : listEveryMs.ended
  })
}

/** One run; until it has ended, the host tells what happens to it. */
export function useRun(id: string) {
  const query = useQuery({ queryKey: keyOf(id), queryFn: () => read<OwnRun>(pathOf(id)) })
  const isFollowed = query.data !== undefined && isOpen(query.data)
  const [tries, setTries] = useState(0)
  useEffect(() => (isFollowed ? follow(id, () => setTries(tries + 1)) : undefined), [id, isFollowed, tries])
  return query
}

/**
 * Writes what happens to a run into what was read of it, until it has ended; what is returned stops that. The browser connects again by
 * itself after a broken connection. Once the host has refused, the run is read again, which shows the reason or asks for the password.
 */
function follow(id: string, again: () => void): () => void {
  const source = new EventSource(`${pathOf(id)}/events`)
  const update = (change: (run: OwnRun) => OwnRun) =>
    queryClient.setQueryData<OwnRun>(keyOf(id), run => run && change(run))
  let timer: ReturnType<typeof setTimeout> | undefined
  source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
    const progress: RunProgress = JSON.parse(data)
    update(run => ({ ...run, progress }))
  })
  source.addEventListener('status', ({ data }: MessageEvent<string>) => {
    const next: OwnRun = JSON.parse(data)
    if (!isOpen(next)) {
      source.close()
      refresh([...runsKey, 'list'], usageKey, recordsKey, homesKey)
    }
    update(({ progress }) => ({ ...(progress && isOpen(next) && { progress }), ...next }))
  })
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED) return
    timer = setTimeout(() => {
      refresh(keyOf(id))
      again()
    }, followAgainMs)
  })
  return () => {
    source.close()
    clearTimeout(timer)
  }
}

/** Starts an action as a run. Sent again with the same key, it is the same run. */
export function useStartRun(slug: string) {
  return useMutation({
    mutationFn: async (body: ActionExample['input']) => {
      const headers = { Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID() }
      return (await request<OwnRun>('POST', `${sessionPath}/${slug}/execute`, { body, headers })).body
    },
    onSuccess: showRun
  })
}

/** Cancels a run. */
export function useCancelRun(id: string) {
  return useMutation({
    mutationFn: async () => (await request<OwnRun>('POST', `${pathOf(id)}/cancel`)).body,
    onSuccess: showRun
  })
}

/** Cancels all runs that have not ended. */
export function useCancelAllRuns() {
  return useMutation({
    mutationFn: async () => {
      for (;;) {
        const { body } = await request<CancelledRuns>('POST', `${path}/cancel`, { body: { all: true } })
        // One request cancels some of very many; those that run end a little later.
        if (!body.more || body.runs.every(({ status }) => status === 'running')) return
      }
    },
    onSettled: () => refresh(runsKey)
  })
}

/**
 * Runs a run again; the new run. `mayRepeat` also where its action may have done its work. Until an answer has come, a further try is the
 * same request: it starts no second run.
 */
export function useReplayRun(id: string) {
  const [key, setKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async ({ mayRepeat }: { readonly mayRepeat: boolean }) => {
      const headers = { 'Idempotency-Key': key }
      return (await request<OwnRun>('POST', `${pathOf(id)}/replay${mayRepeat ? '?mayRepeat=true' : ''}`, { headers }))
        .body
    },
    onSuccess: run => {
      setKey(crypto.randomUUID())
      showRun(run)
    }
  })
}

const schedulesPath = `${sessionPath}/schedules`
const schedulesKey = ['schedules'] as const

/** What starts runs at given times, the oldest first. */
export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: async () => (await read<{ schedules: readonly Schedule[] }>(schedulesPath)).schedules
  })
}

export function useSchedule(id: string) {
  return useQuery({ queryKey: [...schedulesKey, id], queryFn: () => read<Schedule>(schedulePath(id)) })
}

/** What a schedule did, the newest first, page by page. */
export function useFirings(id: string) {
  return useInfiniteQuery({
    queryKey: [...schedulesKey, id, 'firings'],
    queryFn: ({ pageParam }) => read<FiringPage>(`${schedulePath(id)}/firings?limit=20${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === null ? undefined : `&after=${next}`)
  })
}

export function useMakeSchedule() {
  return useMutation({
    mutationFn: async (body: ScheduleMembers) => (await request<Schedule>('POST', schedulesPath, { body })).body,
    onSuccess: () => refresh(schedulesKey)
  })
}

/** Changes a schedule, or lets it go on if it was paused. */
export function useChangeSchedule(id: string) {
  return useMutation({
    mutationFn: async (change: ScheduleChange | 'resume') =>
      change === 'resume'
        ? (await request<Schedule>('POST', `${schedulePath(id)}/resume`)).body
        : (await request<Schedule>('PATCH', schedulePath(id), { body: change })).body,
    onSuccess: schedule => {
      queryClient.setQueryData([...schedulesKey, id], schedule)
      refresh(schedulesKey)
    }
  })
}

export function useDeleteSchedule(id: string) {
  return useMutation({
    mutationFn: () => request('DELETE', schedulePath(id)),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: [...schedulesKey, id] })
      refresh(schedulesKey)
    }
  })
}

/** Starts what a schedule runs at once; the run. */
export function useRunSchedule(id: string) {
  return useMutation({
    mutationFn: async () => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      return (await request<OwnRun>('POST', `${schedulePath(id)}/run`, { headers })).body
    },
    onSuccess: showRun
  })
}

function schedulePath(id: string): string {
  return `${schedulesPath}/${encodeURIComponent(id)}`
}

function showRun(run: OwnRun): void {
  queryClient.setQueryData(keyOf(run.id), run)
  refresh([...runsKey, 'list'])
}

function keyOf(id: string) {
  return [...runsKey, id] as const
}

function pathOf(id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
