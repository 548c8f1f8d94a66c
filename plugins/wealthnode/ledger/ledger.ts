import { hash } from 'node:crypto'
import {
  type Change,
  CLOCK,
  type Clock,
  inject,
  injectable,
  type Job,
  type JobChange,
  type Read,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  WEBHOOKS,
  type Webhooks
} from '@product-host/sdk'
import { dateOf, monthOf } from '@product-host/toolkit/calendar'
import { canonicalJson } from '@product-host/toolkit/json'
import { alertJob, type BudgetAlert, budgetState, isForbidden, reachedPct, thresholds } from '../budget.js'
import { decimal } from '../money.js'
import { type Budget, readSettings, type Terms } from '../settings.js'
import { amountsOf, type ChainedEntry, chained, type Entry, postingsOf, reversalOf } from './entry.js'
import {
  added,
  type Balances,
  type Claim,
  type Day,
  dayIn,
  dayKey,
  entryKey,
  externalKey,
  type Head,
  headIn,
  headKey,
  type Month,
  monthIn,
  monthKey,
  reversalKey,
  totalsOf,
  withEntry
} from './records.js'
import { BookedNames, readUsage, type Usage } from './usage.js'
import type { UsageInput } from './usage-input.js'

/** One account's ledger. */
@injectable()
export class Ledger {
  readonly terms: Terms

  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) settings: Settings,
    @inject(WEBHOOKS) private readonly webhooks: Webhooks,
    private readonly names: BookedNames
  ) {
    this.terms = readSettings(settings)
  }

  /**
   * Books a usage. The entry, its day, its month, its external id, the head of the chain and an alert change together or not
   * at all, and what decides (the budget, the external id) is read in the same step, so that no two hosts can disagree.
   */
  async record(input: UsageInput): Promise<Booking> {
    const now = this.clock.now()
    const usage = await this.names.applied(readUsage(input, now), input)
    const pending = pendingEntryOf(usage, this.terms, now, this.#alertMaker())
    return this.storage.update(keysOf(pending), read => book(pending, read))
  }

  /**
   * Books the exact opposite of an entry, in the same manner as a usage. A second reversal of an entry is a duplicate of the first.
   */
  async reverse(key: string): Promise<Booking | Refusal> {
    const entry = await this.storage.get<ChainedEntry>(key)
    if (!entry) return { kind: 'unknown' }
    if (entry.reverses !== undefined) return { kind: 'reversal' }
    const now = this.clock.now()
    const { budget, timeZone } = this.terms
    const pending: PendingEntry = {
      entry: reversalOf(entry, new Date(now).toISOString()),
      today: dateOf(now, timeZone),
      claim: { key: reversalKey(entry.sequence), content: entry.hash },
      ...(budget && { budget }),
      alertJob: this.#alertMaker()
    }
    return this.storage.update(keysOf(pending), read => book(pending, read))
  }

  /** The key of the entry that reverses another; undefined when none does. */
  async reversalKeyOf(sequence: number): Promise<string | undefined> {
    const claim = await this.storage.get<Claim>(reversalKey(sequence))
    return claim && entryKey(claim.sequence)
  }

  /** Makes the job of the alert that may have to go out; undefined when nobody wants alerts. */
  #alertMaker(): PendingEntry['alertJob'] {
    const { wantsAlerts, budget } = this.terms
    if (!wantsAlerts || !budget) return undefined
    const messageId = `msg_${this.clock.ulid()}`
    return alert => alertJob(this.webhooks, { messageId, ...alert })
  }

  /** An entry that was booked; entries never change. */
  async entry(sequence: number): Promise<ChainedEntry> {
    const entry = await this.storage.get<ChainedEntry>(entryKey(sequence))
    if (!entry) throw new Error(`The entry ${sequence} is missing from the ledger.`)
    return entry
  }
}

/** The result of a booking. */
type Booking =
  | { readonly kind: 'recorded'; readonly entry: ChainedEntry; readonly balances: Balances }
  | { readonly kind: 'duplicate'; readonly sequence: number; readonly balances: Balances }
  | { readonly kind: 'conflict'; readonly sequence: number }
  | OverBudget

/** Why an entry is not reversed: there is none, or it is a reversal itself. */
type Refusal = { readonly kind: 'unknown' } | { readonly kind: 'reversal' }

/** An entry that the budget forbids, and the state of its month without it. */
export interface OverBudget {
  readonly kind: 'over_budget'
  readonly budget: Budget
  readonly costGbp: string
  readonly month: string
  readonly monthCostGbp: string
}

/** Every record that decides whether an entry is booked, or changes with it; the entry's own key follows from the head. */
function keysOf({ entry, today, claim }: PendingEntry): readonly string[] {
  return [
    headKey,
    ...[entry.date, today].flatMap(date => [dayKey(date), monthKey(monthOf(date))]),
    ...(claim ? [claim.key] : [])
  ]
}

/** Decides whether an entry is booked, and what is written with it. Pure: called again when another process was faster. */
function book(pending: PendingEntry, read: Read): Change<Booking> {
  const { entry, claim, budget } = pending
  const known = claim && read<Claim>(claim.key)
  if (known && known.content !== claim.content) return { result: { kind: 'conflict', sequence: known.sequence } }
  if (known) return { result: { kind: 'duplicate', sequence: known.sequence, balances: balancesOf(pending, read) } }
  const month = monthIn(read, entry.date)
  if (budget && isForbidden(budget, month.costGbp, entry.costGbp)) return refuse(pending, budget, month)
  return record(pending, month, read)
}

function record(pending: PendingEntry, monthBefore: Month, read: Read): Change<Booking> {
  const { budget, claim } = pending
  const before = headIn(read)
  const entry = chained({ sequence: before.sequence + 1, ...pending.entry }, before.hash)
  const head = { ...before, sequence: entry.sequence, hash: entry.hash }
  const day = withEntry(dayIn(read, entry.date), entry)
  const sums = { ...added(monthBefore, totalsOf(entry)), alerted: monthBefore.alerted }
  const { month, jobs } = withAlert(pending, sums, budget && reachedPct(budget, sums.costGbp), false)
  return {
    writes: [
      { key: entryKey(entry.sequence), value: entry },
      { key: dayKey(entry.date), value: day },
      { key: monthKey(monthOf(entry.date)), value: month },
      { key: headKey, value: head },
      ...(claim ? [{ key: claim.key, value: { sequence: entry.sequence, content: claim.content } }] : [])
    ],
    jobs,
    result: { kind: 'recorded', entry, balances: balancesOf(pending, read, { day, month, head }) }
  }
}

/** Writes nothing but the alert of an exhausted budget, where it was not sent before. */
function refuse(pending: PendingEntry, budget: Budget, before: Month): Change<Booking> {
  const { month, jobs } = withAlert(pending, before, lastThreshold, true)
  const name = monthOf(pending.entry.date)
  return {
    writes: jobs.length > 0 ? [{ key: monthKey(name), value: month }] : [],
    jobs,
    result: { kind: 'over_budget', budget, costGbp: pending.entry.costGbp, month: name, monthCostGbp: before.costGbp }
  }
}

const lastThreshold = Math.max(...thresholds.map(({ pct }) => pct))

/** The month with the alert noted and the job that sends it, once for each threshold. */
function withAlert(
  { budget, alertJob, entry }: PendingEntry,
  month: Month,
  thresholdPct: number | undefined,
  refused: boolean
): { readonly month: Month; readonly jobs: readonly JobChange[] } {
  if (!budget || !alertJob || thresholdPct === undefined || month.alerted.includes(thresholdPct))
    return { month, jobs: [] }
  const { monthlyGbp, costGbp, usedPct, month: name } = budgetState(budget, monthOf(entry.date), month.costGbp)
  const alert = { at: entry.recordedAt, month: name, thresholdPct, monthlyGbp, costGbp, usedPct, refused }
  return {
    month: { ...month, alerted: thresholds.map(({ pct }) => pct).filter(pct => pct <= thresholdPct) },
    jobs: [{ schedule: alertJob(alert) }]
  }
}

/** The sums of today, or those after the booking. */
function balancesOf(
  { entry, today }: PendingEntry,
  read: Read,
  booked?: { readonly day: Day; readonly month: Month; readonly head: Head }
): Balances {
  const { totals: day } = booked && entry.date === today ? booked.day : dayIn(read, today)
  const month = booked && monthOf(entry.date) === monthOf(today) ? booked.month : monthIn(read, today)
  return { date: today, day, month, entries: (booked?.head ?? headIn(read)).sequence }
}

/** One entry that is to be booked, and what decides about it. */
interface PendingEntry {
  readonly entry: Omit<Entry, 'sequence'>
  /** The day, in the account's time zone, on which the booking is made. */
  readonly today: string
  /** What this entry is booked for, once: the key that says so, and what has to be the same when it is asked for again. */
  readonly claim?: { readonly key: string; readonly content: string }
  readonly budget?: Budget
  /** Makes the job of the alert that may have to go out; left out when nobody wants alerts. */
  readonly alertJob?: ((alert: Omit<BudgetAlert, 'messageId'>) => Job) | undefined
}

/** Prices a usage by the account's terms and files it under its day, at the time `now` in milliseconds. */
function pendingEntryOf(usage: Usage, terms: Terms, now: number, alertJob: PendingEntry['alertJob']): PendingEntry {
  const recordedAt = new Date(now).toISOString()
  const occurredAt = usage.occurredAt ?? recordedAt
  const bill = billOf(usage, terms)
  const amounts = amountsOf(usage, bill)
  const { externalId } = usage
  return {
    entry: {
      ...usage,
      ...(bill && { billPer1kGbp: bill.toString() }),
      date: dateOf(Date.parse(occurredAt), terms.timeZone),
      occurredAt,
      recordedAt,
      ...amounts,
      postings: postingsOf(usage, amounts)
    },
    today: dateOf(now, terms.timeZone),
    ...(externalId !== undefined && {
      claim: { key: externalKey(hash('sha256', externalId)), content: hash('sha256', canonicalJson(usage)) }
    }),
    ...(terms.budget && { budget: terms.budget }),
    alertJob
  }
}

/** What the customer pays for 1,000 tokens, where that is known; a bill has its price already. */
function billOf({ kind, billPer1kGbp }: Usage, { resalePer1kGbp }: Terms) {
  if (kind === 'revenue') return undefined
  return billPer1kGbp === undefined ? resalePer1kGbp : decimal(billPer1kGbp)
}
