import { CLOCK, type Clock, inject, injectable, type Job, type JobChange } from '@product-host/sdk'
import type { BudgetPeriod } from '../base/caller.js'
import type { SecurityEvent } from '../base/security-event.js'
import type { JobOwner } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'

/** Work of the host itself that must be done at least once. */
export type SystemJob =
  | { readonly kind: 'sign_up_letter'; readonly request: string }
  | { readonly kind: 'reset_letter'; readonly email: string }
  | { readonly kind: 'email_change_email'; readonly request: string }
  | { readonly kind: 'customer_email'; readonly account: string; readonly customer: string }
  | { readonly kind: 'erase'; readonly account: string }
  | { readonly kind: 'trial_letter'; readonly account: string; readonly trialEndsAt: number }
  | { readonly kind: 'end_trial'; readonly account: string }
  | { readonly kind: 'end_charges'; readonly customer: string }
  | { readonly kind: 'remove_second_factor'; readonly account: string; readonly removal: string }
  | { readonly kind: 'budget_notice'; readonly account: string; readonly notice: BudgetNotice }
  | {
      readonly kind: 'contract_changed'
      readonly product: string
      readonly digest: string
      /** In milliseconds. */
      readonly changedAt: number
    }
  | { readonly kind: 'security_email'; readonly account: string; readonly event: SecurityEvent; readonly to?: string }

/** What a budget's owner is told once so many of its calls were made. */
export interface BudgetNotice {
  /** The same for every notice of one budget, period and number of calls. */
  readonly id: string
  /** The key whose budget it is; left out for that of the account. */
  readonly keyId?: string | undefined
  readonly period: BudgetPeriod
  /** When the period began and ends, in milliseconds. */
  readonly startsAt: number
  readonly endsAt: number
  readonly warnAt: number
  readonly stopAt?: number | undefined
}

/** The account under which the host stores its own jobs; no caller's account has such a name. */
export const hostAccount = '@host'
/** Whose jobs these are. */
export const hostJobs: JobOwner = { account: hostAccount, slug: 'host' }

/** When a failed system job is retried, in milliseconds. */
const delaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000]

/** Stores the work of the host as jobs: run at least once, retried, and a dead letter after the last attempt. */
@injectable()
export class SystemJobs {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Schedules a system job at a time in milliseconds, by default now; it replaces one with the same id. */
  async schedule(job: SystemJob, { id = this.clock.ulid(), at = this.clock.now() } = {}): Promise<void> {
    const now = () => this.clock.now()
    const records = this.store.namespace(hostJobs.account, hostJobs.slug, { begunAt: now(), now })
    await records.update([], () => ({ jobs: [systemJobChange(job, id, at)], result: undefined }))
  }
}

/** What schedules a system job in an update of other records. */
export function systemJobChange(job: SystemJob, id: string, at: number): JobChange {
  const { kind } = job
  return { schedule: { id: `${kind}.${id}`, at, action: kind, input: { ...job }, retry: { delaysMs } } }
}

/** The system job that a stored job holds. */
export function systemJobOf({ input }: Job): SystemJob {
  return input as SystemJob
}
