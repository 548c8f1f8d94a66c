import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { accountKey as ownAccountKey, refresh } from '../query-client.js'
import { read, request } from '../request.js'

const path = '/operator/api'

/** How often what changes by itself is read again, in milliseconds. */
const everyMs = 5_000

const meKey = ['operator', 'me'] as const
const healthKey = ['operator', 'health'] as const
const productsKey = ['operator', 'products'] as const
const jobsKey = ['operator', 'jobs'] as const
const deadLettersKey = ['operator', 'dead-letters'] as const
const accountKey = ['operator', 'account'] as const
const logKey = ['operator', 'log'] as const

/** One plugin of `GET /operator/api/health` */
export interface ProductHealth {
  readonly plugin: string
  readonly product: string | null
  readonly title: string | null
  readonly version: string | null
  readonly isRequired: boolean
  readonly isolation: 'inline' | 'thread' | 'process' | 'remote' | null
  readonly isSandboxed: boolean | null
  readonly state: 'ready' | 'failing' | 'recovering' | 'quarantined' | 'failed' | 'off'
  readonly reason: string | null
  readonly waitMs: number
  readonly running: number
  readonly waiting: number
  readonly slots: number
  readonly restarts: number
}

/** An action that waits for approval: it is new, or has changed, since its source was approved. */
export interface WaitingAction {
  readonly product: string
  readonly name: string
  readonly kind: 'changed' | 'new'
  readonly description: string
  readonly since: string
}

/** One entry of the deployment file, of `GET /operator/api/products` */
export interface ChoosableProduct {
  readonly plugin: string
  readonly isOff: boolean
  /** Whether the deployment file has switched it off, which is not changed here. */
  readonly isOffInFile: boolean
  /** Null for a package without a version of its own in the file, and for what is no package. */
  readonly version: string | null
  /** The versions that were fetched. */
  readonly versions: readonly string[]
  readonly waiting: readonly WaitingAction[]
}

/** What is chosen for an entry. */
export type ProductChoice = { readonly plugin: string } & ({ readonly isOff: boolean } | { readonly version: string })

/** Times are ISO 8601; null for what has not happened. */
export interface ScheduledBackups {
  readonly folder: string
  readonly everyMinutes: number
  readonly keep: number
  readonly lastAt: string | null
  readonly lastFile: string | null
  readonly lastBytes: number | null
  readonly failedAt: string | null
  readonly reason: string | null
}

interface HostHealth {
  readonly pid: number
  readonly node: string
  readonly uptimeS: number
  readonly memoryBytes: number
  /** Since when the store is held, and by which command. */
  readonly held: { readonly since: string; readonly by: 'restore' | 'import' | 'hold' } | null
  /** The back-ups that the host makes by itself; null where it makes none. */
  readonly backup: ScheduledBackups | null
  readonly products: readonly ProductHealth[]
}

/** One of `GET /operator/api/error-rates` */
export interface ErrorRate {
  /** Null for all routes together. */
  readonly product: string | null
  readonly requests: number
  readonly refused: number
  readonly failed: number
  readonly codes: readonly { readonly code: string; readonly count: number }[]
}

/** What happened, by reason, the most frequent first. */
export type Reasons = readonly { readonly reason: string; readonly count: number }[]

interface ErrorRates {
  readonly rates: readonly ErrorRate[]
  readonly hooksRefused: Reasons
  readonly schedulesPaused: Reasons
}

/** A member of an input: its name and the size of its value. */
export interface InputMember {
  readonly name: string
  readonly bytes: number
}

/** One of `GET /operator/api/jobs` */
export interface WaitingJob {
  readonly id: string
  readonly account: string
  /** Null if the account is deleted; left out for jobs of the host itself. */
  readonly email?: string | null
  readonly product: string
  readonly action: string
  /** What people call the product and the action; null if they are not served, or of the host itself. */
  readonly productTitle: string | null
  readonly actionTitle: string | null
  readonly dueAt: string
  readonly attempts: number
  readonly input: readonly InputMember[]
  /** Set for the job that starts a run. */
  readonly isRun?: true
}

/** How many runs of all accounts wait and run, 1,000 at most, and when the one was accepted that waits longest. */
export interface OpenRuns {
  readonly queued: number
  readonly running: number
  /** ISO 8601; null if none waits. */
  readonly oldestQueuedAt: string | null
}

/** One of `GET /operator/api/dead-letters` */
export interface FailedJob extends Omit<WaitingJob, 'dueAt'> {
  readonly job: string
  readonly at: string
  readonly error: string
  /** What the code means; null if neither the product nor the host declares it. */
  readonly errorTitle: string | null
}

/** `GET /operator/api/accounts` */
export interface FoundAccount {
  readonly id: string
  readonly email: string | null
  readonly emailVerified?: boolean
  readonly createdAt?: string
  readonly keys: number
  readonly goodKeys: number
  readonly keyLastUsedAt: string | null
  readonly sessions: number
  readonly hasSecondFactor: boolean
  readonly plan: string
  readonly trialEndsAt: string | null
  readonly cardHeld: boolean
  readonly isGranted: boolean
  readonly isDisabled: boolean
  readonly disabledAt?: string
  readonly disabledFor?: string
}

/** `GET /operator/api/configuration` */
export interface Configuration {
  readonly settings: readonly {
    readonly name: string
    readonly title: string
    readonly group: string
    readonly meaning: string
    readonly value: string | null
    readonly usual: string
  }[]
  readonly members: readonly {
    readonly name: string
    readonly title: string
    readonly group: string
    readonly about: string
    readonly value: string
    readonly isUsual: boolean
  }[]
}

/** `GET /operator/api/store` */
export interface StoreState {
  readonly space: {
    readonly file: number
    readonly free: number
    readonly log: number
    readonly diskFree: number
    readonly diskSize: number
  } | null
  readonly retention: readonly {
    readonly group: string
    readonly data: string
    readonly storedFor: string
    /** The default, if it is another. */
    readonly usual: string | null
    /** The members of the deployment file that decide it. */
    readonly members: readonly [string, ...string[]]
  }[]
}

/** One of `GET /operator/api/log` */
export interface LogEntry {
  readonly number: number
  readonly at: string
  readonly title: string
  readonly on: string
  /** The e-mail address of the account that it was done to, or whose job it is. */
  readonly onEmail?: string
  /** The account of the operator; left out for the command line. */
  readonly account?: string
  readonly email?: string | null
  readonly user?: string
  readonly network?: string
  readonly browser?: string
}

/** What is done to an account. */
export type AccountChange = { readonly id: string } & (
  | { readonly kind: 'disable'; readonly reason: string }
  | { readonly kind: 'enable' | 'grant' | 'end-grant' | 'reset-second-factor' }
)

/** The signed-in operator; fails for everybody else. */
export function useOperator() {
  return useQuery({
    queryKey: meKey,
    queryFn: () => read<{ readonly email: string; readonly isDemo: boolean }>(`${path}/me`)
  })
}

/** Enrols the signed-in account by the token of its link. */
export function useEnrol() {
  return useMutation({
    mutationFn: (token: string) => request('POST', `${path}/enrolments/${encodeURIComponent(token)}`),
    onSuccess: () => refresh(meKey, ownAccountKey)
  })
}

/** This host and its products, read again every 5 s. */
export function useHealth() {
  return useQuery({
    queryKey: healthKey,
    queryFn: () => read<HostHealth>(`${path}/health`),
    refetchInterval: everyMs
  })
}

/** What may be chosen for each product, read again every 5 s. */
export function useChoosableProducts() {
  return useQuery({
    queryKey: productsKey,
    queryFn: async () => (await read<{ readonly products: readonly ChoosableProduct[] }>(`${path}/products`)).products,
    refetchInterval: everyMs
  })
}

/** Switches a product off or on, or has another version of it served. */
export function useChooseProduct() {
  return useMutation({
    mutationFn: (choice: ProductChoice) => request('PUT', `${path}/products`, { body: choice }),
    onSuccess: () => refresh(productsKey, healthKey, logKey)
  })
}

/** Approves what waits of a product. */
export function useApprove() {
  return useMutation({
    mutationFn: (product: string) => request('POST', `${path}/products/approval`, { body: { product } }),
    onSuccess: () => refresh(productsKey, healthKey, logKey)
  })
}

/** The errors of this host since its start, with the calls of hooks that were refused and the schedules that were paused; read again every 5 s. */
export function useErrorRates() {
  return useQuery({
    queryKey: ['operator', 'error-rates'],
    queryFn: () => read<ErrorRates>(`${path}/error-rates`),
    refetchInterval: everyMs
  })
}

/** The jobs that wait and the runs that have not ended, read again every 5 s. */
export function useWaitingJobs() {
  return useQuery({
    queryKey: jobsKey,
    queryFn: () => read<{ readonly runs: OpenRuns; readonly jobs: readonly WaitingJob[] }>(`${path}/jobs`),
    refetchInterval: everyMs
  })
}

/** The jobs that failed for good, read again every 5 s. */
export function useFailedJobs() {
  return useQuery({
    queryKey: deadLettersKey,
    queryFn: async () =>
      (await read<{ readonly deadLetters: readonly FailedJob[] }>(`${path}/dead-letters`)).deadLetters,
    refetchInterval: everyMs
  })
}

/** Schedules a dead letter again. */
export function useReplay() {
  return useMutation({
    mutationFn: (id: string) => request('POST', `${path}/dead-letters/${encodeURIComponent(id)}/replay`),
    onSuccess: () => refresh(jobsKey, deadLettersKey, logKey)
  })
}

/** Cancels a waiting job. */
export function useCancelJob() {
  return useMutation({
    mutationFn: ({ account, product, id }: WaitingJob) =>
      request('DELETE', `${path}/jobs`, { body: { account, product, id } }),
    onSuccess: () => refresh(jobsKey, logKey)
  })
}

/** The account with an id or an e-mail address; nothing is asked for an empty name. */
export function useFoundAccount(name: string) {
  return useQuery({
    queryKey: [...accountKey, name],
    queryFn: () => read<FoundAccount>(`${path}/accounts?name=${encodeURIComponent(name)}`),
    enabled: name !== ''
  })
}

/** Changes an account. */
export function useChangeAccount() {
  return useMutation({
    mutationFn: (change: AccountChange) => {
      const account = `${path}/accounts/${encodeURIComponent(change.id)}`
      switch (change.kind) {
        case 'disable':
          return request('PUT', `${account}/disablement`, { body: { reason: change.reason } })
        case 'enable':
          return request('DELETE', `${account}/disablement`)
        case 'grant':
          return request('PUT', `${account}/grant`)
        case 'end-grant':
          return request('DELETE', `${account}/grant`)
        case 'reset-second-factor':
          return request('DELETE', `${account}/second-factor`)
      }
    },
    onSuccess: () => refresh(accountKey, logKey)
  })
}

/** Settings and deployment file as the host understands them. */
export function useConfiguration() {
  return useQuery({
    queryKey: ['operator', 'configuration'],
    queryFn: () => read<Configuration>(`${path}/configuration`)
  })
}

const storeState = { queryKey: ['operator', 'store'], queryFn: () => read<StoreState>(`${path}/store`) }

/** The size of the store, and how long what is stored. */
export function useStoreState() {
  return useQuery(storeState)
}

/** How long a kind of record is stored, such as "90 days from the last attempt", by its member of the deployment file. */
export function useStoredFor(member: string) {
  return useQuery({
    ...storeState,
    select: ({ retention }) => {
      const found = retention.find(({ members: [first] }) => first === member)
      if (!found) throw new Error(`The host does not say how long ${member} is.`)
      return found.storedFor
    }
  })
}

/** The audit log, the latest entries first, page by page. */
export function useOperatorLog() {
  return useInfiniteQuery({
    queryKey: logKey,
    queryFn: ({ pageParam }) => {
      const query = pageParam === null ? '' : `?before=${pageParam}`
      return read<{ readonly entries: readonly LogEntry[]; readonly next: number | null }>(`${path}/log${query}`)
    },
    initialPageParam: null as number | null,
    getNextPageParam: page => page.next
  })
}
