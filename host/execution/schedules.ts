import { CLOCK, type Clock, type Issue, inject, injectable } from '@product-host/sdk'
import { checkedInput } from '@product-host/sdk/runtime'
import { Sessions } from '../accounts/sessions.js'
import { type Caller, sessionKeyId } from '../base/caller.js'
import { isoTime } from '../base/clock.js'
import { Problem } from '../base/problems.js'
import { allScopes, coversAll } from '../base/scopes.js'
import type { Firing, ScheduleMembers, StoredSchedule } from '../runs/schedule-store.js'
import { ScheduleStore } from '../runs/schedule-store.js'
import { nextTimes, timingIssues } from '../runs/schedule-times.js'
import { Access, mayExecute, planOf } from './access.js'
import { schedulerOf, sessionsEnded } from './job-callers.js'
import { runPath } from './runs.js'

/** What a caller sends of a schedule. */
export interface ScheduleRequest extends Omit<ScheduleMembers, 'slug' | 'by' | 'fields'> {
  readonly product: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A schedule as its caller sees it; times are ISO 8601. */
export interface ScheduleView {
  readonly id: string
  readonly name: string
  readonly cron: string
  readonly timezone: string
  readonly productId: string
  readonly action: string
  readonly enabled: boolean
  readonly overlap: StoredSchedule['overlap']
  readonly missed: StoredSchedule['missed']
  readonly createdAt: string
  readonly updatedAt: string
  readonly keyId: string
  /** The next five times. */
  readonly next: readonly string[]
  readonly paused?: {
    readonly code: string
    readonly detail: string
    readonly since: string
    readonly resumes: boolean
  }
  readonly lastRun?: string
  /** For a caller with every scope of the one who decided on it. */
  readonly input?: unknown
  readonly links: { readonly self: string; readonly firings: string; readonly lastRun?: string }
}

/** Next times that a schedule shows. */
const shownTimes = 5

/** The schedules of accounts: what starts a run at given times. */
@injectable()
export class AccountSchedules {
  constructor(
    private readonly store: ScheduleStore,
    private readonly access: Access,
    private readonly sessions: Sessions,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Makes a schedule. Throws a `Problem`: 400, 403 for a product that the caller may not execute, 404, 429. */
  async create(caller: Caller, request: ScheduleRequest): Promise<ScheduleView> {
    const stored = await this.store.create(caller.account, this.#checked(caller, request))
    return this.#viewOf(caller, stored)
  }

  /** The schedules of products that the caller may execute, the oldest first. */
  async list(caller: Caller, product?: string): Promise<readonly ScheduleView[]> {
    const all = await this.store.list(caller.account)
    const mine = all.filter(({ slug }) => mayExecute(caller, slug) && (product === undefined || slug === product))
    return Promise.all(mine.map(schedule => this.#viewOf(caller, schedule)))
  }

  async show(caller: Caller, id: string): Promise<ScheduleView> {
    return this.#viewOf(caller, await this.#find(caller, id))
  }

  /** Changes some members. The caller decides on all of them then: the runs are theirs. Throws as `create`, and as `fieldsOf` of the store. */
  async change(caller: Caller, id: string, change: Partial<ScheduleRequest>): Promise<ScheduleView> {
    const before = await this.#owned(caller, id)
    const { slug: product, ...members } = before
    const input = change.input ?? this.store.fieldsOf(caller.account, before)
    const request = { ...members, product, ...change, input }
    const stored = await this.store.replace(caller.account, before, this.#checked(caller, request))
    return this.#viewOf(caller, stored)
  }

  /** Lets a paused schedule go on in the name of the caller. Throws a 409 `Problem` while its input cannot be decrypted. */
  async resume(caller: Caller, id: string): Promise<ScheduleView> {
    const before = await this.#owned(caller, id)
    if (!(await this.#pauseOf(caller.account, before))) return this.#viewOf(caller, before)
    this.access.open(caller, before.slug, 'execute')
    this.store.fieldsOf(caller.account, before)
    return this.#viewOf(caller, (await this.store.resume(caller.account, before, schedulerOf(caller))) ?? before)
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.#owned(caller, id)
    await this.store.delete(caller.account, id)
  }

  /** What a schedule runs, for a caller that may have it. */
  async runOf(caller: Caller, id: string) {
    const schedule = await this.#owned(caller, id)
    return { slug: schedule.slug, action: schedule.action, fields: this.store.fieldsOf(caller.account, schedule) }
  }

  /** What a schedule did, the newest first, before a time in milliseconds, and where the next page starts. */
  async firings(caller: Caller, id: string, before: number | undefined, limit: number) {
    await this.#find(caller, id)
    const found = await this.store.firings(caller.account, id, before, limit + 1)
    const firings = found.slice(0, limit)
    const last = firings.at(-1)
    return { firings: firings.map(firingView), next: found.length > limit && last ? String(last.dueAt) : null }
  }

  #checked(caller: Caller, request: ScheduleRequest): ScheduleMembers {
    const { name, cron, timezone, product: slug, action, input, enabled, overlap, missed } = request
    const product = this.access.open(caller, slug, 'execute')
    const plan = planOf(product, action, {})
    const fields = structuredClone(input)
    const checked = checkedInput(plan.served, fields)
    const inInput = checked.issues.map(issue => ({ ...issue, pointer: `#/input${issue.pointer.slice(1)}` }))
    const misspelt = (checked.notes.misspeltFields ?? []).map(({ field, warning }) => ({
      pointer: `#/input/${field}`,
      code: 'misspelt_field',
      detail: 'is no field of the action',
      fix: warning
    }))
    const errors: readonly Issue[] = [
      ...timingIssues({ cron, timezone }, this.clock.now()),
      ...inInput,
      ...(checked.refusal ? misspelt : [])
    ]
    if (errors.length > 0) throw new Problem('invalid_input', 'The schedule does not fit; see errors.', { errors })
    const decided = { name, cron, timezone, slug, action: plan.name, fields, enabled, overlap, missed }
    return { ...decided, by: schedulerOf(caller) }
  }

  async #find(caller: Caller, id: string): Promise<StoredSchedule> {
    const schedule = /^schedule_[0-9A-Z]{26}$/.test(id) ? await this.store.get(caller.account, id) : undefined
    if (!schedule || !mayExecute(caller, schedule.slug))
      throw new Problem('not_found', 'This account has no schedule with this id.')
    return schedule
  }

  /** A schedule of which the caller may know and decide all. */
  async #owned(caller: Caller, id: string): Promise<StoredSchedule> {
    const schedule = await this.#find(caller, id)
    if (mayRead(caller, schedule)) return schedule
    throw new Problem('insufficient_scope', 'This schedule was made with a key that has scopes which this one lacks.')
  }

  /** Why a schedule starts nothing: what was found when it was due, or that its session has ended since. */
  async #pauseOf(account: string, { paused, by }: StoredSchedule): Promise<StoredSchedule['paused']> {
    if (paused || by.keyId !== sessionKeyId) return paused
    const since = await this.sessions.endedSince(account, by.sessionGeneration ?? 0)
    if (since === undefined) return undefined
    return { code: 'session_required', detail: sessionsEnded, since, isEnded: true }
  }

  async #viewOf(caller: Caller, schedule: StoredSchedule): Promise<ScheduleView> {
    const { id, name, cron, timezone, slug, action, enabled, overlap, missed, by, lastRun, nextAt } = schedule
    const paused = await this.#pauseOf(caller.account, schedule)
    const self = `/api/v1/products/schedules/${id}`
    const now = this.clock.now()
    const isShown = mayRead(caller, schedule) && this.store.opens(caller.account, schedule)
    const next = enabled && !paused ? nextTimes(schedule, Math.max(now, nextAt - 1), shownTimes) : []
    return {
      id,
      name,
      cron,
      timezone,
      productId: slug,
      action,
      enabled,
      overlap,
      missed,
      createdAt: isoTime(schedule.createdAt),
      updatedAt: isoTime(schedule.updatedAt),
      keyId: by.keyId,
      next: next.map(isoTime),
      ...(paused && {
        paused: {
          code: paused.code,
          detail: paused.detail,
          since: isoTime(paused.since),
          resumes: !paused.isEnded
        }
      }),
      ...(lastRun !== undefined && { lastRun }),
      ...(isShown && { input: this.store.fieldsOf(caller.account, schedule) }),
      links: {
        self,
        firings: `${self}/firings`,
        ...(lastRun !== undefined && { lastRun: runPath(lastRun) })
      }
    }
  }
}

function firingView({ dueAt, at, run, skipped, times }: Firing) {
  return {
    dueAt: isoTime(dueAt),
    at: isoTime(at),
    ...(run !== undefined && { run, links: { run: runPath(run) } }),
    ...(skipped !== undefined && { skipped }),
    ...(times !== undefined && { times })
  }
}

/** Whether a caller has every scope of the one who decided on a schedule: its input may hold what only they allow. */
function mayRead({ scopes = allScopes }: Caller, { by }: StoredSchedule): boolean {
  return coversAll(scopes, by.scopes)
}
