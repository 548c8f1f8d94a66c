import { hash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { Problem } from '../problems.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** How many tries may come at once, and after how many milliseconds another one is allowed. */
interface Pace {
  readonly burst: number
  readonly everyMs: number
}

const minute = 60_000

/** The paces of everything that somebody could try again and again. */
const paces = {
  sign_in_by_address: { burst: 50, everyMs: minute / 6 },
  /** Where one network address tries one account. */
  sign_in_by_pair: { burst: 10, everyMs: minute },
  /** Where a browser that has signed in to an account before tries that account. */
  sign_in_by_device: { burst: 10, everyMs: minute },
  /** All other tries for one account together, from wherever they come. */
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
  export_by_account: { burst: 10, everyMs: minute }
} as const satisfies Record<string, Pace>

/** What is tried, and by whom or for whom; all that one request tries. */
export type Try = readonly (readonly [what: keyof typeof paces, subject: string])[]

/**
 * Slows guessing down, whatever is guessed: the times of tries are kept in the store, for every process. The generic cell rate
 * algorithm (ITU-T I.371): one number a subject, the time at which all its tries have been paid for.
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

  /** Counts a try under each of its subjects. Throws a 429 `Problem` when one of them has no try left. */
  async take(attempt: Try): Promise<void> {
    const waitMs = await this.#count(attempt)
    if (waitMs > 0)
      throw new Problem('rate_limited', 'There were too many tries; wait a little before the next one.', {
        retryAfter: Math.ceil(waitMs / 1000)
      })
  }

  /** Counts a try under each of its subjects; false, and nothing is counted, when one of them has no try left. */
  async takeIfLeft(attempt: Try): Promise<boolean> {
    return (await this.#count(attempt)) <= 0
  }

  /** Takes a try back that turned out to be no guess. */
  async giveBack(attempt: Try): Promise<void> {
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

  /** Counts a try; or in how many milliseconds there is one left. */
  async #count(attempt: Try): Promise<number> {
    const cells = cellsOf(attempt)
    const keys = cells.map(({ key }) => key)
    return this.#records.update(keys, read => {
      const now = this.clock.now()
      const next = cells.map(({ key, pace }) => ({
        key,
        pace,
        value: Math.max(now, read<number>(key) ?? 0) + pace.everyMs
      }))
      const wait = Math.max(...next.map(({ value, pace }) => value - now - pace.burst * pace.everyMs))
      if (wait > 0) return { result: wait }
      return { writes: next.map(({ key, value }) => ({ key, value, ttlMs: value - now })), result: 0 }
    })
  }
}

function cellsOf(attempt: Try): readonly { readonly key: string; readonly pace: Pace }[] {
  return attempt.map(([what, subject]) => ({ key: `${what}:${hash('sha256', subject)}`, pace: paces[what] }))
}
