import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { STORE, type Store } from '../storage/store.js'
import { browserName, networkOf } from './client.js'

/** What operators do, by its code. Codes are public and never used for anything else. */
export const operatorActs = {
  operator_named: 'Operator role given',
  operator_enrolled: 'Operator role accepted',
  operator_removed: 'No longer an operator',
  dead_letter_replayed: 'Failed job run again',
  dead_letters_replayed: 'Failed jobs run again',
  dead_letters_deleted: 'Failed jobs deleted',
  job_cancelled: 'Job cancelled',
  account_created: 'Account created',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  account_erased: 'Account erased',
  access_granted: 'Access granted',
  grant_ended: 'Grant ended',
  password_reset: 'Password reset',
  second_factor_reset: 'Two-factor authentication reset',
  key_created: 'API key created',
  key_revoked: 'API key revoked',
  secrets_rotated: 'Secrets encrypted again',
  actions_approved: 'Actions of a product approved',
  product_disabled: 'Product switched off',
  product_enabled: 'Product switched on',
  version_chosen: 'Version of a product chosen',
  product_erased: 'Data of a product erased',
  slug_taken_over: 'Slug given to another source',
  store_held: 'Background work held',
  store_resumed: 'Background work released'
} as const

/** The code of what an operator does. */
export type OperatorAct = keyof typeof operatorActs

/** Who does it: the signed-in account of an operator, or a user of the machine at the command line. */
export type Actor =
  | { readonly account: string; readonly address?: string; readonly browser?: string }
  | { readonly user: string }

/** One entry of the audit log. */
export interface OperatorLogEntry {
  /** Counts up from 1. */
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly what: OperatorAct
  /** What it is done to: an account, a key, a job or a dead letter. */
  readonly on: string
  /** The account of the operator; left out for the command line. */
  readonly account?: string
  /** The user of the machine; left out for the page. */
  readonly user?: string
  /** Such as 192.0.2.0/24. */
  readonly network?: string
  /** Such as "Firefox on Linux". */
  readonly browser?: string
}

/** A page of the log, the latest entries first. */
interface OperatorLogPage {
  readonly entries: readonly OperatorLogEntry[]
  /** The number before which the next page starts; null on the last page. */
  readonly next: number | null
}

/** Most entries that are stored: a newer one replaces the oldest. */
const mostEntries = 10_000

const lastKey = 'last'

/** The audit log of what operators do, on the page and at the command line. */
@injectable()
export class OperatorLog {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('operator-log')
  }

  /** Writes an entry; what it says is done only after that. Rejects if the entry could not be stored. */
  async record(actor: Actor, what: OperatorAct, on: string): Promise<void> {
    await this.#records.update([lastKey], read => {
      const number = (read<number>(lastKey) ?? 0) + 1
      const entry: OperatorLogEntry = { number, at: isoTime(this.clock.now()), what, on, ...shownActor(actor) }
      const writes = [
        { key: lastKey, value: number },
        { key: entryKey(number), value: entry, ttlMs: this.store.storedMs('operatorLogDays') },
        { key: entryKey(number - mostEntries), delete: true as const }
      ]
      return { writes: number > mostEntries ? writes : writes.slice(0, 2), result: undefined }
    })
  }

  /** A page of entries, the latest first, from the end or before the entry with the number. */
  async page(limit: number, before = Number.MAX_SAFE_INTEGER): Promise<OperatorLogPage> {
    const found = await this.#records.list<OperatorLogEntry>('entry:', {
      limit: limit + 1,
      reverse: true,
      after: entryKey(before)
    })
    const entries = found.slice(0, limit).map(({ value }) => value)
    return { entries, next: found.length > limit ? (entries.at(-1)?.number ?? null) : null }
  }
}

/** The number in 16 digits, so that keys sort as numbers do. */
function entryKey(number: number): string {
  return `entry:${String(number).padStart(16, '0')}`
}

function shownActor(actor: Actor): Pick<OperatorLogEntry, 'account' | 'user' | 'network' | 'browser'> {
  if ('user' in actor) return { user: actor.user }
  const network = actor.address === undefined ? undefined : networkOf(actor.address)
  return {
    account: actor.account,
    ...(network !== undefined && { network }),
    ...(actor.browser !== undefined && { browser: browserName(actor.browser) })
  }
}
