import { hash } from 'node:crypto'
import type { Clock } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'
import type { JobScheduler } from '../storage/job-records.js'
import type { Follower } from './followers.js'

/** Where a run is; the last three are final. */
export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
/** Where a run is. */
export type RunStatus = (typeof runStatuses)[number]

/** A run in the store. Times are milliseconds since 1970. */
export interface StoredRun {
  readonly id: string
  readonly slug: string
  readonly action: string
  /** Of the request that started it. */
  readonly requestId: string
  readonly status: RunStatus
  /** Who started it. */
  readonly by: JobScheduler
  readonly createdAt: number
  readonly startedAt?: number
  readonly endedAt?: number
  /** How often its action was begun. */
  readonly attempts: number
  /** The name of the machine that runs or ran it. */
  readonly host?: string
  readonly cancelRequestedAt?: number
  /** The run of which it is a repetition. */
  readonly replayOf?: string
  /** The schedule that started it. */
  readonly schedule?: string
  /** The hook that started it. */
  readonly hook?: string
  /** The run after which it was started: its input may refer to what that one came to. */
  readonly follows?: string
  /** What is run after it. */
  readonly follower?: StoredFollower
  /** The fields of its input, encrypted. */
  readonly sealed: string
}

/** What is run after a run. */
export interface StoredFollower extends Pick<Follower, 'on' | 'action'> {
  readonly slug: string
  /** Its input, and what is run after it, encrypted. */
  readonly sealed: string
}

/** The id of what follows a run that has ended as its follower asks for; undefined if nothing does. */
export function followerIdOf({ id, status, endedAt, follower }: StoredRun): string | undefined {
  return endedAt !== undefined && follower?.on === status ? runIdAt(`follower of ${id}`, endedAt) : undefined
}

/** The id of a run that something starts at a time: always the same, and one that no request has. */
export function runIdAt(origin: string, at: number): string {
  const bytes = hash('sha256', origin, 'buffer')
  let next = 0
  const random = () => (bytes[next++ % bytes.length] ?? 0) / 256
  return newRunId(makeClock(() => at, random))
}

/** The id of a new run: later ones sort after it. */
export function newRunId(clock: Clock): string {
  return `run_${clock.ulid()}`
}

export function isFinal(status: RunStatus): boolean {
  return status !== 'queued' && status !== 'running'
}
