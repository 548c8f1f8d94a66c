/** How much an account has of everything that is counted; written with whatever changes it. */
export interface Totals {
  readonly leads: number
  /** Events on their way that will be tried again. */
  readonly waiting: number
  /** Events whose destination is not ready. */
  readonly held: number
  /** Events that were given up. */
  readonly dead: number
}

/** Where the totals are kept. */
export const totalsKey = 'totals'

/** The totals of an account that has nothing. */
export const noTotals: Totals = { leads: 0, waiting: 0, held: 0, dead: 0 }

/** Most leads that are kept. */
export const mostLeads = 5_000
/** Most events that wait or are held. */
export const mostQueued = 5_000
/** Most dead letters that are kept. */
export const mostDead = 200
