import { injectable } from '@product-host/sdk'
import { Problem, repeatedProblem } from '../base/problems.js'
import type { Cancellation } from './cancellation.js'

/** How often the event loop is measured, in milliseconds. */
const measureEveryMs = 50

/** Measurements without a call after which the timer ends. */
const idleMeasurements = 100

/** Delays of the event loop above this are too long, in milliseconds. */
const longestDelayMs = 60

/** Calls that may always be under way, those that may be at first, and those that may be at most. */
const leastAtOnce = 32
const firstAtOnce = 64
const mostAtOnce = 4_096

/** The share of the time in which the event loop works, above which more calls would only wait for each other. */
const busy = 0.8

/** How the limit changes while calls wait: by so many on a busy loop, and otherwise to so many times of itself. */
const step = 2
const rise = 1.5

/** The least and the largest share of the calls under way that the limit falls to when the loop is late. */
const steepestFall = 0.25
const gentlestFall = 0.9

/** The share of the limit above which each account is held to an equal part. */
const crowded = 0.75

/** Calls under way from which on they keep each other from the event loop, when it has no time left. */
const sharingCalls = 8

/** How long a call waits to be let in before it is refused, and the expected wait above which the newest come first, in milliseconds. */
const patienceMs = 1_000
const newestFirstAfterMs = 250

/** The weight of the newest in the usual time between two calls that go on. */
const gapWeight = 0.2

/** Calls that wait at most. */
const mostWaiting = 16_384

/** What the measurement of the event loop has shown. */
export interface LoopState {
  /** How late it came to a timer, in milliseconds. */
  readonly delayMs: number
  /** The share of the time in which it worked, from 0 to 1. */
  readonly utilization: number
}

/** A call's permission to be under way. */
export class Admission {
  account: string | undefined
  #hasLeft = false

  constructor(
    private readonly gate?: { left(admission: Admission): void },
    readonly bulkhead?: Bulkhead
  ) {}

  /** Whether the call counts among those under way. */
  get isCounted(): boolean {
    return this.gate !== undefined
  }

  /** Says that the call has ended. */
  leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.gate?.left(this)
  }
}

/** For calls that are not counted: nested calls and jobs. */
const uncounted = new Admission()

/**
 * Lets in as many calls as the host can answer in time, and of each product as many as it can take. Further calls wait before anything
 * is done for them, and are refused when they have waited too long: a caller that calls again at once is thereby slowed down. The
 * limit adapts to the event loop: it falls while the loop is late, and rises while calls wait, fast where the loop has time left,
 * because the calls under way then wait for something else.
 */
@injectable()
export class LoadShedder {
  readonly #accounts = new Map<string, number>()
  readonly #line = new Line(patienceMs)
  /** Calls that are refused after a wait: a refusal at once would be followed by the next call at once. */
  readonly #refused = new Line(patienceMs)
  /** Products for which calls wait. */
  readonly #backedUp = new Set<Bulkhead>()
  #limit = firstAtOnce
  #underWay = 0
  #mostUnderWay = 0
  #wasFull = false
  #sharedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #idle = 0

  /** Calls under way, how many there may be, and calls that wait. */
  get load(): { readonly underWay: number; readonly limit: number; readonly waiting: number } {
    let waiting = this.#line.length
    for (const { line } of this.#backedUp) waiting += line.length
    return { underWay: this.#underWay, limit: this.#limit, waiting }
  }

  /** Whether calls shared the event loop since a time of `performance.now()`: some had to wait, or many were under way. */
  wasSharedSince(time: number): boolean {
    return this.#sharedAt >= time || this.#line.length + this.#backedUp.size > 0 || this.#underWay >= sharingCalls
  }

  /**
   * Lets a call in that came over the wire, at once or after a wait. Throws a 503 `Problem` when it has waited too long, and a 499
   * or 503 when its caller has gone or the host stops.
   */
  enter(isCounted: boolean, cancellation: Cancellation, bulkhead?: Bulkhead): Admission | Promise<Admission> {
    if (!isCounted) return uncounted
    if (!this.#timer) this.#measure()
    this.#idle = 0
    if (bulkhead?.isBackedUp) return this.#afterProduct(bulkhead, cancellation)
    if (this.#underWay < this.#limit && this.#line.length === 0) return this.#admission(bulkhead)
    return this.#afterWait(bulkhead, cancellation)
  }

  /** Throws a 503 `Problem` while calls have waited for long; for what is counted later, or not at all. */
  requireRoom(): void {
    if (this.#line.isLate) throw overloaded()
  }

  /**
   * Keeps one account from filling a busy host: a call beyond its account's part leaves at once, and is refused after a wait by a
   * 503 `Problem`.
   */
  requireShare(admission: Admission, account: string, cancellation: Cancellation): undefined | Promise<void> {
    if (!admission.isCounted) return
    const own = (this.#accounts.get(account) ?? 0) + 1
    const others = this.#accounts.size - (own > 1 ? 1 : 0)
    const isCrowded = this.#underWay > this.#limit * crowded
    if (isCrowded && others > 0 && own > this.#limit / (others + 1)) {
      admission.leave()
      return this.#refused.wait(cancellation)
    }
    this.#accounts.set(account, own)
    admission.account = account
  }

  /** Adapts the limit to what the event loop has done since the last measurement. */
  adapt({ delayMs, utilization }: LoopState): void {
    const most = Math.max(this.#mostUnderWay, this.#underWay)
    if (delayMs > longestDelayMs) {
      const share = Math.min(gentlestFall, Math.max(steepestFall, longestDelayMs / delayMs))
      this.#limit = Math.max(leastAtOnce, Math.min(this.#limit, Math.floor(most * share)))
    } else if (this.#wasFull) {
      const raised = utilization < busy ? Math.ceil(this.#limit * rise) : this.#limit + step
      this.#limit = Math.min(mostAtOnce, raised)
    } else if (most < this.#limit / 2) {
      this.#limit = Math.max(firstAtOnce, Math.floor(this.#limit * gentlestFall))
    }
    this.#mostUnderWay = this.#underWay
    this.#wasFull = this.#line.length > 0
    this.#admitWaiting()
  }

  /** Frees the slot of a call that has ended. */
  left({ account, bulkhead }: Admission): void {
    if (this.#underWay-- >= sharingCalls) this.#sharedAt = performance.now()
    if (this.#line.length > 0) this.#admitWaiting()
    if (bulkhead && bulkhead.line.length > 0 && !bulkhead.isBackedUp) bulkhead.line.next()
    if (account === undefined) return
    const left = (this.#accounts.get(account) ?? 1) - 1
    if (left > 0) this.#accounts.set(account, left)
    else this.#accounts.delete(account)
  }

  #admission(bulkhead: Bulkhead | undefined): Admission {
    this.#count()
    return new Admission(this, bulkhead)
  }

  #count(): void {
    if (++this.#underWay > this.#mostUnderWay) this.#mostUnderWay = this.#underWay
  }

  async #afterProduct(bulkhead: Bulkhead, cancellation: Cancellation): Promise<Admission> {
    this.#backedUp.add(bulkhead)
    this.#sharedAt = performance.now()
    await bulkhead.line.wait(cancellation)
    return this.#underWay < this.#limit ? this.#admission(bulkhead) : this.#afterWait(bulkhead, cancellation)
  }

  async #afterWait(bulkhead: Bulkhead | undefined, cancellation: Cancellation): Promise<Admission> {
    this.#wasFull = true
    this.#sharedAt = performance.now()
    await this.#line.wait(cancellation)
    // It was counted when the line let it go on.
    return new Admission(this, bulkhead)
  }

  #admitWaiting(): void {
    while (this.#underWay < this.#limit && this.#line.next()) this.#count()
  }

  /** Measures while calls are under way or wait; an idle host has no timer. */
  #measure(): void {
    let measuredAt = performance.now()
    let use = performance.eventLoopUtilization()
    this.#timer = setInterval(() => {
      const now = performance.now()
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, use)
      this.adapt({ delayMs: now - measuredAt - measureEveryMs, utilization })
      measuredAt = now
      use = current
      this.#moveLines()
      const isIdle = this.#underWay + this.#refused.length + this.#backedUp.size === 0
      if (!isIdle || ++this.#idle < idleMeasurements) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }, measureEveryMs).unref()
  }

  #moveLines(): void {
    this.#line.refuseExpired()
    this.#refused.refuseExpired()
    for (const bulkhead of this.#backedUp) {
      bulkhead.line.refuseExpired()
      for (let room = bulkhead.room; room > 0 && bulkhead.line.next(); room--);
      if (bulkhead.line.length === 0) this.#backedUp.delete(bulkhead)
    }
  }
}

/** A call that waits in a line. */
interface WaitingCall {
  readonly since: number
  readonly cancellation: Cancellation
  readonly admit: () => void
  readonly refuse: (problem: Problem) => void
}

/**
 * Calls that wait, for so long at most: in their order, but the newest first while there are more than can go on in time, since the
 * callers of the oldest may have given up.
 */
class Line {
  readonly #calls: WaitingCall[] = []
  #wentOnAt = 0
  /** The usual time between two calls that go on, in milliseconds. */
  #gapMs = 0

  constructor(private readonly patienceMs: number) {}

  get length(): number {
    return this.#calls.length
  }

  /** Whether a call that comes now would wait for long in its order. */
  get isLate(): boolean {
    return this.#calls.length * this.#gapMs > newestFirstAfterMs
  }

  /** Resolves when the call is next. Throws a `Problem`: 503 after too long a wait, 499 or 503 when the call was cancelled. */
  wait(cancellation: Cancellation): Promise<void> {
    if (this.#calls.length >= mostWaiting) throw overloaded()
    return new Promise((admit, refuse) => this.#calls.push({ since: performance.now(), cancellation, admit, refuse }))
  }

  /** Lets one call go on; false when none waits. */
  next(): boolean {
    if (this.#calls.length > 0) this.#measureGap()
    while (this.#calls.length > 0) {
      const call = this.isLate ? this.#calls.pop() : this.#calls.shift()
      if (call && !call.cancellation.reason) {
        call.admit()
        return true
      }
      call?.refuse(refusalOf(call.cancellation))
    }
    return false
  }

  /** A time in which nobody waited says nothing. */
  #measureGap(): void {
    const now = performance.now()
    const since = Math.max(this.#wentOnAt, this.#calls[0]?.since ?? now)
    this.#gapMs += (now - since - this.#gapMs) * gapWeight
    this.#wentOnAt = now
  }

  /** Refuses those that have waited too long. */
  refuseExpired(): void {
    const before = performance.now() - this.patienceMs
    const first = this.#calls.findIndex(({ since }) => since > before)
    for (const { refuse, cancellation } of this.#calls.splice(0, first < 0 ? this.#calls.length : first))
      refuse(refusalOf(cancellation))
  }
}

const refuse = repeatedProblem('overloaded', 'The host has more to do than it can answer in time.')

/** The longest `Retry-After`, in seconds. */
const longestRetryAfter = 3

/** `Retry-After` is random, so that callers that were refused together do not return together. */
function overloaded(): Problem {
  return refuse(1 + Math.floor(Math.random() * longestRetryAfter))
}

/** The refusal of a call that has waited in vain. */
export function refusalOf({ reason }: Cancellation): Problem {
  if (reason === 'stopping')
    return new Problem('shutting_down', 'The host is stopping; send the request again.', { retryAfter: 1 })
  if (reason) return new Problem('client_gone', 'The caller closed the connection.')
  return overloaded()
}

/** Calls that wait, for each that may be inside. */
const waitingShare = 4

/** How long a call may wait, in milliseconds, and how often the waiting calls are checked. */
const longestWaitMs = 1_000
const checkEveryMs = 100

interface Waiting {
  readonly cancellation: Cancellation
  readonly until: number
  readonly end: (isIn: boolean) => void
}

/** The share of the calls inside that may wait before further calls wait in front of their keys. */
const backedUpShare = 0.25

/** A limit of concurrent calls; a few more wait for a slot. */
export class Bulkhead {
  /** Calls of the product that wait in front of their keys. */
  readonly line = new Line(longestWaitMs)
  #inside = 0
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly atOnce: number) {}

  get inside(): number {
    return this.#inside
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Further calls that would not wait for long. */
  get room(): number {
    return Math.ceil(this.atOnce * (1 + backedUpShare)) - this.#inside - this.#waiting.size
  }

  /** Whether so many wait that further calls should not even begin. */
  get isBackedUp(): boolean {
    return this.#waiting.size > 0 && this.room <= 0
  }

  /** Takes a slot: true at once when one is free. Otherwise resolves with true when one is free, with false when none comes in time. */
  enter(cancellation: Cancellation): true | Promise<boolean> {
    if (this.#inside < this.atOnce) {
      this.#inside++
      return true
    }
    if (this.#waiting.size >= this.atOnce * waitingShare) return Promise.resolve(false)
    this.#timer ??= setInterval(() => this.#refuseExpired(), checkEveryMs)
    return new Promise(end => this.#waiting.add({ cancellation, until: performance.now() + longestWaitMs, end }))
  }

  /** Gives the slot to the call that has waited longest and is not cancelled. */
  leave(): void {
    for (const waiting of this.#waiting) {
      const isThere = waiting.cancellation.reason === undefined
      this.#end(waiting, isThere)
      if (isThere) return
    }
    this.#inside--
  }

  /** Checking all calls that wait costs less than a timer and a listener for each. */
  #refuseExpired(): void {
    const now = performance.now()
    for (const waiting of this.#waiting)
      if (waiting.cancellation.reason || waiting.until <= now) this.#end(waiting, false)
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #end(waiting: Waiting, isIn: boolean): void {
    this.#waiting.delete(waiting)
    waiting.end(isIn)
  }
}
