import { hash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { Problem } from '../base/problems.js'
import { STORE, type Store } from '../storage/store.js'

/** How many attempts are allowed at once, and after how many milliseconds another one is allowed. */
interface Pace {
  readonly burst: number
  readonly everyMs: number
}

const minute = 60_000

/** The rates of all actions that an attacker could repeat. */
const paces = {
  sign_in_by_address: { burst: 50, everyMs: minute / 6 },
  /** One network address and one account. */
  sign_in_by_pair: { burst: 10, everyMs: minute },
  /** A browser that has signed in to the account before. */
  sign_in_by_device: { burst: 10, everyMs: minute },
  /** All other attempts on one account, from any address. */
  sign_in_by_email: { burst: 100, everyMs: minute / 2 },
  sign_up_by_address: { burst: 30, everyMs: minute },
  mail_by_address: { burst: 20, everyMs: minute },
  mail_by_email: { burst: 3, everyMs: 20 * minute },
  sign_up_mail: { burst: 3, everyMs: 60 * minute },
  password_reset_mail: { burst: 5, everyMs: 20 * minute },
  email_change_mail: { burst: 3, everyMs: 60 * minute },
  account_mail: { burst: 20, everyMs: 10 * minute },
  link_by_address: { burst: 30, everyMs: minute / 6 },
  checkout_by_account: { burst: 60, everyMs: minute / 6 },
  password_by_account: { burst: 10, everyMs: minute },
  email_change_by_account: { burst: 5, everyMs: 20 * minute },
  code_by_account: { burst: 5, everyMs: 5 * minute },
  export_by_account: { burst: 10, everyMs: minute },
  erasure_by_account: { burst: 20, everyMs: minute / 6 }
} as const satisfies Record<string, Pace>

/** The limits that one request counts towards, each with its subject. */
export type Attempt = readonly (readonly [what: keyof typeof paces, subject: string])[]

/**
 * Limits the rate of attempts, counted in the store for all processes, by the generic cell rate algorithm (ITU-T
 * I.371): one number for each subject, its theoretical arrival time.
 */
@injectable()
export class Throttle {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('tries')
  }

  /** Counts an attempt for each of its subjects. Throws a 429 `Problem` if one of them has none left. */
  async take(attempt: Attempt): Promise<void> {
    const waitMs = await this.#count(attempt)
    if (waitMs > 0)
      throw new Problem('rate_limited', 'Too many attempts; wait before the next one.', {
        retryAfter: Math.ceil(waitMs / 1000)
      })
  }

  /** Counts an attempt for each of its subjects; returns false and counts nothing if one of them has none left. */
  async takeIfAllowed(attempt: Attempt): Promise<boolean> {
    return (await this.#count(attempt)) <= 0
  }

  /** Takes back an attempt that was not a guess. */
  async giveBack(attempt: Attempt): Promise<void> {
    const cells = cellsOf(attempt)
    const keys = cells.map(({ key }) => key)
    await this.#records.update(keys, read => {
      const now = this.clock.now()
      const writes = cells.map(({ key, pace }) => {
        const value = (read<number>(key) ?? 0) - pace.everyMs
        return value > now ? { key, value, ttlMs: value - now } : { key, delete: true as const }
      })
      return { writes, result: undefined }
    })
  }

  /** Counts an attempt and returns 0, or returns in how many milliseconds the next one is allowed. */
  async #count(attempt: Attempt): Promise<number> {
    const cells = cellsOf(attempt)
    const keys = cells.map(({ key }) => key)
    return this.#records.update(keys, read => {
      const now = this.clock.now()
      const counted = cells.map(({ key, pace: { burst, everyMs } }) => {
        const stored = read<number>(key) ?? 0
        // A later time was stored before the clock was set back.
        const latest = now + burst * everyMs
        const value = Math.max(now, Math.min(stored, latest)) + everyMs
        return { key, value, latest, wait: value - latest, isAhead: stored > latest }
      })
      const wait = Math.max(...counted.map(cell => cell.wait))
      const written =
        wait > 0
          ? counted.filter(({ isAhead }) => isAhead).map(({ key, latest }) => ({ key, value: latest }))
          : counted.map(({ key, value }) => ({ key, value }))
      const writes = written.map(cell => ({ ...cell, ttlMs: cell.value - now }))
      return { writes, result: Math.max(0, wait) }
    })
  }
}

function cellsOf(attempt: Attempt): readonly { readonly key: string; readonly pace: Pace }[] {
  return attempt.map(([what, subject]) => ({ key: `${what}:${hash('sha256', subject)}`, pace: paces[what] }))
}
