/** What a budget counts over: UTC days and UTC months. */
export const budgetPeriods = ['day', 'month'] as const

/** A day or a month of a budget. */
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** From how many calls of a period on its owner is told, and after how many every further one is refused. */
export interface CallLimit {
  readonly warnAt?: number
  readonly stopAt?: number
}

/** The calls that a key or an account may make in a day and in a month; a period that is left out has no limit. */
export type Budget = { readonly [period in BudgetPeriod]?: CallLimit }

/** Does not count a call that was counted: it was refused, or answered from what is stored. */
export type GiveBackCall = () => void

/** Who calls: what a key stands for. */
export interface Caller {
  /** The account's identifier. */
  readonly account: string
  /** The key's identifier, which is no secret. */
  readonly keyId: string
  /** The scopes of the key, see `scopes.ts`; all scopes when left out. */
  readonly scopes?: readonly string[]
  /** The only address that the key may be used at (RFC 8707), where an application got it by OAuth. */
  readonly resource?: string
  /** How many calls the key may make; any number when left out. */
  readonly budget?: Budget
  /** The key under which these are counted, where this one has replaced it; the key itself when left out. */
  readonly countedAs?: string
  /** Of a session: how often all sessions of the account had been ended before it began; 0 when left out. */
  readonly sessionGeneration?: number
}

/** The key id of all sessions of an account, which together are one caller with every scope; no key has such an id. */
export const sessionKeyId = 'session'

/** The key id of the demo key, see `demo-key.ts`. */
export const demoKeyId = 'key_demo'
