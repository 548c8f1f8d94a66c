import { CLOCK, type Clock, inject, injectable, type Job } from '@product-host/sdk'
import type { SecurityEvent } from '../accounts/security-events.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** Something that the host itself has to do, surely and perhaps later. */
export type Errand =
  | { readonly kind: 'sign_up_letter'; readonly request: string }
  | { readonly kind: 'reset_letter'; readonly email: string }
  | { readonly kind: 'email_change_email'; readonly request: string }
  | { readonly kind: 'customer_email'; readonly account: string; readonly customer: string }
  | { readonly kind: 'erase'; readonly account: string }
  | { readonly kind: 'trial_letter'; readonly account: string; readonly trialEndsAt: number }
  | { readonly kind: 'end_trial'; readonly account: string }
  | { readonly kind: 'end_charges'; readonly customer: string }
  | { readonly kind: 'remove_second_factor'; readonly account: string; readonly removal: string }
  | { readonly kind: 'security_email'; readonly account: string; readonly event: SecurityEvent; readonly to?: string }

/** The account under which the host keeps its own jobs; no caller's account has such a name. */
export const hostAccount = '@host'

/** When a failed errand is tried again, in milliseconds. */
const delaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000]

/** What the host has to do is kept as jobs of its own: done at least once, tried again, and in the end a dead letter. */
@injectable()
export class Errands {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Schedules an errand, at once when no time is given in milliseconds; another one with the same id is replaced. */
  async schedule(errand: Errand, { id = this.clock.ulid(), at = this.clock.now() } = {}): Promise<void> {
    const { kind } = errand
    const job = { id: `${kind}.${id}`, at, action: kind, input: { ...errand }, retry: { delaysMs } }
    await this.store.corner(hostAccount, 'host').update([], () => ({ jobs: [{ schedule: job }], result: undefined }))
  }
}

/** The errand that a job of the host's stands for. */
export function errandOf({ input }: Job): Errand {
  return input as Errand
}
