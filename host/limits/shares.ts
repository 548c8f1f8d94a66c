import type { Rate } from '../deployment.js'
import type { FreeSlot, RateState } from './limits.js'

/** What a host asks of a pot, which is a window of calls or the slots of an account. */
export type PotAsk = WindowAsk | SlotsAsk

interface AskOfPot {
  readonly key: string
  /** How much there is for all hosts together. */
  readonly most: number
  /** What is needed now. */
  readonly needed: number
  /** What the host would take beyond that. */
  readonly ahead: number
}

/** A window begins when the first of it is taken. */
export interface WindowAsk extends AskOfPot {
  readonly kind: 'window'
  readonly ms: number
  /** What the host gives back, and to which window. */
  readonly back: number
  readonly window: number
}

interface SlotsAsk extends AskOfPot {
  readonly kind: 'slots'
  /** All that the host holds besides what it is granted now, until its lease ends. */
  readonly held: number
}

/** What a host is granted of a pot. */
export interface PotGrant {
  readonly granted: number
  /** What nobody holds. */
  readonly left: number
  /** Which window it is, and how many milliseconds are left of it; 0 for slots. */
  readonly window: number
  readonly endsInMs: number
}

/** A host that was refused a part of a window does not ask for another one for so long, in milliseconds. */
const refusedMs = 100

/** How much was used lately, in the period that runs and in the one before. */
class RecentUse {
  #now = 0
  #before = 0

  get most(): number {
    return Math.max(this.#now, this.#before)
  }

  add(): void {
    this.#now++
  }

  /** Notes that so many are in use at the same time. */
  reach(count: number): void {
    if (count > this.#now) this.#now = count
  }

  begin(count: number): void {
    this.#before = this.#now
    this.#now = count
  }

  forget(): void {
    this.#before = 0
    this.#now = 0
  }
}

/** The part of a window that this host has borrowed. Its times are those of the host's clock. */
export class WindowShare {
  readonly #recent = new RecentUse()
  /** What is borrowed and not used. */
  #spare = 0
  /** The same, once the window seems to have ended: it goes back, in case it has not. */
  #late = 0
  /** What nobody held when this host asked. */
  #left: number
  #window = 0
  /** Not after the end of the window: a part that is used later would be counted in none. */
  #endsAt = Number.NEGATIVE_INFINITY
  #refusedUntil = Number.NEGATIVE_INFINITY

  constructor(
    private readonly key: string,
    private readonly rate: Rate
  ) {
    this.#left = rate.requests
  }

  get isIdle(): boolean {
    return this.#spare === 0 && this.#recent.most === 0
  }

  /** Makes `tidy` give back all. */
  forget(): void {
    this.#recent.forget()
  }

  has(now: number): boolean {
    if (now >= this.#endsAt) {
      this.#late += this.#spare
      this.#spare = 0
      this.#left = this.rate.requests
    }
    return this.#spare > 0
  }

  /** Whether it was refused a moment ago. */
  isSpent(now: number): boolean {
    return now < this.#refusedUntil && now < this.#endsAt
  }

  use(): void {
    this.#spare--
    this.#recent.add()
  }

  state(now: number, isOver = false): RateState {
    const isOpen = now < this.#endsAt
    return {
      left: isOver ? 0 : this.#left + this.#spare,
      resetsInMs: isOpen ? this.#endsAt - now : this.rate.seconds * 1000,
      isOver
    }
  }

  ask(now: number, calls: number): WindowAsk {
    const needed = Math.max(0, calls - (this.has(now) ? this.#spare : 0))
    return this.#ask(needed, needed > 0 ? this.#recent.most : 0, needed > 0 ? this.#takeLate() : 0)
  }

  /** Takes what was granted for what was asked at a time. */
  take({ granted, left, window, endsInMs }: PotGrant, { needed }: WindowAsk, askedAt: number): void {
    if (window !== this.#window) this.#spare = 0
    this.#window = window
    this.#spare += granted
    this.#left = left
    this.#endsAt = askedAt + endsInMs
    this.#refusedUntil = granted < needed ? askedAt + refusedMs : Number.NEGATIVE_INFINITY
  }

  /** Ends the period, and gives back what is more than was used in it; undefined where that is nothing. */
  tidy(now: number): WindowAsk | undefined {
    const back = this.has(now) ? this.#spare - this.#recent.most : 0
    this.#recent.begin(0)
    if (back <= 0) return undefined
    this.#spare -= back
    this.#left += back
    return this.#ask(0, 0, back)
  }

  #takeLate(): number {
    const late = this.#late
    this.#late = 0
    return late
  }

  #ask(needed: number, ahead: number, back: number): WindowAsk {
    const { key, rate } = this
    return {
      kind: 'window',
      key,
      most: rate.requests,
      ms: rate.seconds * 1000,
      needed,
      ahead,
      back,
      window: this.#window
    }
  }
}

/** The slots of an account that this host holds, in use or free for its next calls. */
export class SlotsShare {
  readonly #recent = new RecentUse()
  #used = 0
  #spare = 0
  /** What nobody held when this host asked. */
  #left = 0
  #needed = 0
  #isRefused = false

  constructor(
    private readonly key: string,
    private readonly most: () => number,
    /** Tells the store what this host holds. */
    private readonly tell: () => void
  ) {}

  get held(): number {
    return this.#used + this.#spare
  }

  get isIdle(): boolean {
    return this.held === 0 && this.#recent.most === 0
  }

  /** Whether it was granted less than it needed when it asked last. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  take(): FreeSlot | undefined {
    if (this.#spare === 0) return undefined
    this.#spare--
    this.#used++
    this.#recent.reach(this.#used)
    return () => this.#free()
  }

  /** Makes `tidy` give back all that are free. */
  forget(): void {
    this.#recent.forget()
  }

  ask(calls: number): SlotsAsk {
    const needed = Math.max(0, calls - this.#spare)
    const ahead = needed > 0 ? Math.max(0, this.#recent.most - this.held) : 0
    this.#needed = needed
    this.#isRefused = false
    return { kind: 'slots', key: this.key, most: this.most(), held: this.held, needed, ahead }
  }

  add({ granted, left }: PotGrant): void {
    this.#isRefused = granted < this.#needed
    this.#spare += granted
    this.#left = left
  }

  /** Ends the period; true when this host holds less than before. */
  tidy(): boolean {
    const unused = Math.min(this.#spare, this.held - this.#recent.most)
    this.#recent.begin(this.#used)
    if (unused <= 0) return false
    this.#spare -= unused
    return true
  }

  #free(): void {
    this.#used--
    // Where little is left, another host may need it.
    if (this.#left < this.most() / 10) this.tell()
    else this.#spare++
  }
}
