import { setImmediate } from 'node:timers/promises'
import { type Entry, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { addDays } from '../calendar.js'
import type { Day } from '../ledger/day.js'
import { dayKey, dayPrefix } from '../ledger/keys.js'
import type { Totals } from '../ledger/totals.js'
import type { Dimension } from '../ledger/usage.js'
import { addGroups } from './groups.js'
import type { Window } from './window.js'

/** Days that are read at a time, so that other work runs between. */
const pageDays = 31

/** What the radar reads of a ledger. */
export interface Reading {
  /** The ledger's first day; absent while it is empty. */
  readonly since?: string
  /** The sums of the window's days and of those before it that they are compared with. */
  readonly days: ReadonlyMap<string, Totals>
  /** The sums of the window by name. */
  readonly groups: ReadonlyMap<string, Totals>
}

/** The days of one account's ledger. */
@injectable()
export class Days {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** Reads the days of a window and before it; how many entries they hold makes no difference. */
  async read(window: Window, dimension: Dimension | undefined, signal: AbortSignal): Promise<Reading> {
    const [first] = await this.storage.list(dayPrefix, { limit: 1 })
    const [days, groups] = [new Map<string, Totals>(), new Map<string, Totals>()]
    for await (const { key, value } of this.#between(window.historyFrom, window.to, signal)) {
      const date = key.slice(dayPrefix.length)
      days.set(date, value.totals)
      if (dimension && date >= window.from) addGroups(groups, value[dimension])
    }
    return { ...(first && { since: first.key.slice(dayPrefix.length) }), days, groups }
  }

  async *#between(from: string, to: string, signal: AbortSignal): AsyncGenerator<Entry<Day>> {
    for (let after = dayKey(addDays(from, -1)); ; ) {
      const page = await this.storage.list<Day>(dayPrefix, { after, limit: pageDays })
      yield* page.filter(({ key }) => key <= dayKey(to))
      const last = page.at(-1)
      if (!last || page.length < pageDays || last.key >= dayKey(to)) return
      after = last.key
      await setImmediate(undefined, { signal })
    }
  }
}
