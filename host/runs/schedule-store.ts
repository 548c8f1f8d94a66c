import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { Problem, type ProblemCode } from '../base/problems.js'
import { CIPHER, type Cipher, encryptedSubjects } from '../config/cipher.js'
import { schedulePrefix } from '../config/stored-secrets.js'
import { RATES, type Rates } from '../deployment.js'
import { entries } from '../storage/entries.js'
import type { JobScheduler } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'
import { type MissedRule, nextTimes, type OverlapRule, type Timing } from './schedule-times.js'

/** A schedule in the store. Times are milliseconds since 1970. */
export interface StoredSchedule extends Timing {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly action: string
  readonly enabled: boolean
  readonly overlap: OverlapRule
  readonly missed: MissedRule
  /** Who made or changed it last: its runs are theirs. */
  readonly by: JobScheduler
  readonly createdAt: number
  readonly updatedAt: number
  /** The first time that has not been dealt with. */
  readonly nextAt: number
  /** Why it starts nothing. */
  readonly paused?: Pause
  /** The run that it started last. */
  readonly lastRun?: string
  /** The fields of its input, encrypted. */
  readonly sealed: string
}

/** Why a schedule starts nothing at present. */
interface Pause {
  readonly code: ProblemCode
  readonly detail: string
  readonly since: number
  /** Whether somebody has to resume it; otherwise it goes on when the cause is gone. */
  readonly isEnded: boolean
}

/** What a schedule did at a time. */
export interface Firing {
  readonly dueAt: number
  readonly at: number
  /** The run that was started. */
  readonly run?: string
  /** Why none was started: the run before had not ended, the time was missed, or a refusal. */
  readonly skipped?: 'overlap' | 'missed' | ProblemCode
  /** Of missed times in a row: how many, the last of which is `dueAt`. */
  readonly times?: number
}

/** What a caller decides of a schedule. */
export interface ScheduleMembers
  extends Timing,
    Pick<StoredSchedule, 'name' | 'slug' | 'action' | 'enabled' | 'overlap' | 'missed' | 'by'> {
  readonly fields: Readonly<Record<string, unknown>>
}

/** The subject of these records; each account's are below it. */
export const scheduleSubject = encryptedSubjects.schedules
/** In place of a slug, the owner of the jobs that fire schedules. */
export const scheduleJobOwner = '@schedules'

/** The schedules of every account. Each has a job, which is due when the schedule is. */
@injectable()
export class ScheduleStore {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(RATES) private readonly rates: Rates
  ) {}

  /** Throws a 429 `Problem` when the account has too many schedules. */
  async create(account: string, members: ScheduleMembers): Promise<StoredSchedule> {
    const { schedules: most } = this.rates
    if ((await this.#records(account).list(schedulePrefix, { limit: most })).length === most)
      throw new Problem('rate_limited', `The account has ${most} schedules; delete one first.`, { retryAfter: 60 })
    const id = `schedule_${this.clock.ulid()}`
    const now = this.clock.now()
    return this.#save(account, { id, createdAt: now }, members)
  }

  async get(account: string, id: string): Promise<StoredSchedule | undefined> {
    return this.#records(account).get<StoredSchedule>(schedulePrefix + id)
  }

  /** All schedules of an account, the oldest first. */
  async list(account: string): Promise<readonly StoredSchedule[]> {
    const found: StoredSchedule[] = []
    for await (const { value } of entries<StoredSchedule>(this.#records(account), schedulePrefix)) found.push(value)
    return found
  }

  /** The input of its runs. Throws a 409 `Problem` when this host lacks the key that it was encrypted with. */
  fieldsOf(account: string, schedule: StoredSchedule): Record<string, unknown> {
    const { id, sealed } = schedule
    if (!this.opens(account, schedule))
      throw new Problem('input_unreadable', 'The input of the schedule cannot be decrypted. Save the input again.')
    return JSON.parse(this.cipher.decrypt(sealed, contextOf(account, id)))
  }

  /** Whether this host has the key that the input was encrypted with. */
  opens(account: string, { id, sealed }: StoredSchedule): boolean {
    return this.cipher.opens(sealed, contextOf(account, id))
  }

  /** Puts other members in the place of those that a schedule has; it begins anew. */
  async replace(account: string, { id, createdAt }: StoredSchedule, members: ScheduleMembers): Promise<StoredSchedule> {
    return this.#save(account, { id, createdAt }, members)
  }

  /** Lets a schedule go on that was paused, in the name of somebody; what it missed meanwhile is made up for as it says. */
  async resume(account: string, { id }: StoredSchedule, by: JobScheduler): Promise<StoredSchedule | undefined> {
    return this.#update(account, id, ({ paused: _, ...schedule }) => ({ ...schedule, by }), this.clock.now())
  }

  async delete(account: string, id: string): Promise<boolean> {
    return this.#keyed(account, id).update([schedulePrefix + id], read => ({
      writes: [{ key: schedulePrefix + id, delete: true }],
      jobs: [{ cancel: id }],
      result: read(schedulePrefix + id) !== undefined
    }))
  }

  /** Notes how a schedule that was due goes on, unless it was changed meanwhile. */
  async advance(
    account: string,
    before: StoredSchedule,
    change: Pick<StoredSchedule, 'nextAt' | 'paused' | 'lastRun'>
  ): Promise<void> {
    await this.#update(account, before.id, schedule => {
      if (schedule.updatedAt !== before.updatedAt || schedule.nextAt !== before.nextAt) return undefined
      const { paused: _, ...rest } = schedule
      return { ...rest, ...change }
    })
  }

  /** Records what a schedule did at a time. */
  async record(account: string, id: string, firing: Firing): Promise<void> {
    await this.#records(account).set(firingKey(id, firing.dueAt), firing, { ttlMs: this.store.storedMs('runDays') })
  }

  /** What a schedule did, the newest first, before a time. */
  async firings(account: string, id: string, before: number | undefined, limit: number): Promise<readonly Firing[]> {
    const after = before === undefined ? {} : { after: firingKey(id, before) }
    const found = await this.#records(account).list<Firing>(firingPrefix(id), { reverse: true, limit, ...after })
    return found.map(({ value }) => value)
  }

  /** All schedules of an account with their inputs, for its owner; without an input that this host has no key for. */
  async *all(account: string): AsyncGenerator<object, void> {
    for (const schedule of await this.list(account)) {
      const { sealed: _, slug, ...rest } = schedule
      yield { ...rest, productId: slug, input: this.opens(account, schedule) ? this.fieldsOf(account, schedule) : null }
    }
  }

  async #save(
    account: string,
    own: Pick<StoredSchedule, 'id' | 'createdAt'>,
    { fields, ...members }: ScheduleMembers
  ): Promise<StoredSchedule> {
    const now = this.clock.now()
    const [nextAt = now] = nextTimes(members, now, 1)
    const sealed = this.cipher.encrypt(JSON.stringify(fields), contextOf(account, own.id))
    const stored: StoredSchedule = { ...own, ...members, updatedAt: now, nextAt, sealed }
    return this.#keyed(account, own.id).update([schedulePrefix + own.id], read => {
      const { lastRun } = read<StoredSchedule>(schedulePrefix + own.id) ?? {}
      const value = { ...stored, ...(lastRun !== undefined && { lastRun }) }
      const job = stored.enabled ? jobOf(stored, nextAt) : { cancel: own.id }
      return { writes: [{ key: schedulePrefix + own.id, value }], jobs: [job], result: value }
    })
  }

  /** Changes a schedule; with a time, its job is due then. */
  async #update(
    account: string,
    id: string,
    change: (schedule: StoredSchedule) => StoredSchedule | undefined,
    jobAt?: number
  ): Promise<StoredSchedule | undefined> {
    return this.#keyed(account, id).update([schedulePrefix + id], read => {
      const schedule = read<StoredSchedule>(schedulePrefix + id)
      const next = schedule && change(schedule)
      if (!next) return { result: undefined }
      const jobs = jobAt === undefined ? {} : { jobs: [jobOf(next, jobAt)] }
      return { writes: [{ key: schedulePrefix + id, value: next }], ...jobs, result: next }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${scheduleSubject}/${account}`)
  }

  #keyed(account: string, id: string): Storage {
    return this.store.own(`${scheduleSubject}/${account}`, id, {
      owner: { account, slug: scheduleJobOwner },
      call: { begunAt: this.clock.now(), now: () => this.clock.now() }
    })
  }
}

function jobOf({ id, action, slug }: StoredSchedule, at: number) {
  return { schedule: { id, at, action, input: { product: slug } } }
}

function firingPrefix(id: string): string {
  return `firing:${id}/`
}

function firingKey(id: string, dueAt: number): string {
  return firingPrefix(id) + String(dueAt).padStart(14, '0')
}

function contextOf(account: string, id: string): string {
  return `${scheduleSubject}/${account}/${id}`
}
