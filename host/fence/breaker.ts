/** How a product is doing: `failing` and `quarantined` ones are not called, of a `recovering` one a single call is tried. */
export type Standing = 'ready' | 'failing' | 'recovering' | 'quarantined'

/** What a call that ended says of its product; a call that was broken off from outside says nothing. */
export type Verdict = 'sound' | 'fault' | 'nothing'

/** What lets a call in; a probe alone decides whether the product is called again. */
export type Pass = 'call' | 'probe'

/** Faults in a row after which a product is given up for a while. */
export const mostFaults = 20
/** The first while, in milliseconds; it doubles with each probe that fails, up to the longest. */
const firstPauseMs = 5_000
const longestPauseMs = 60_000
/** Crashes within a minute after which a product is quarantined, and for how long, in milliseconds. */
export const mostCrashes = 5
const crashWindowMs = 60_000
const quarantineMs = 600_000

/** Opens on repeated faults and on repeated crashes of a product, lets single probes in after a while, and closes when one is sound. */
export class Breaker {
  #faults = 0
  #crashes: readonly number[] = []
  /** 0 while it is closed. */
  #pauseMs = 0
  #openedAt = 0
  #isQuarantine = false
  #isProbing = false

  /** `now` is the time in milliseconds; `changed` is told when it opens or closes. */
  constructor(
    private readonly now: () => number,
    private readonly changed: (standing: Standing, pauseMs: number) => void
  ) {}

  get standing(): Standing {
    if (this.#pauseMs === 0) return 'ready'
    if (this.#leftMs() === 0) return 'recovering'
    return this.#isQuarantine ? 'quarantined' : 'failing'
  }

  /** Milliseconds after which a call makes sense; 0 when it does now. */
  waitMs(): number {
    if (this.#pauseMs === 0) return 0
    return this.#leftMs() || (this.#isProbing ? 1_000 : 0)
  }

  /** Lets a call in, unless `waitMs` says when to come again. */
  enter(): Pass | undefined {
    if (this.#pauseMs === 0) return 'call'
    if (this.waitMs() > 0) return undefined
    this.#isProbing = true
    return 'probe'
  }

  /** Takes note of how a call ended. What began before the breaker opened decides nothing afterwards. */
  leave(pass: Pass, verdict: Verdict): void {
    if (pass === 'probe') this.#isProbing = false
    if (this.#pauseMs > 0 && pass === 'call') return
    if (verdict === 'sound') this.#close()
    else if (verdict === 'fault' && (pass === 'probe' || ++this.#faults >= mostFaults)) this.#open(this.#isQuarantine)
  }

  /** Takes note that the product threw outside of any call, or that its thread ended. */
  crash(): void {
    const now = this.now()
    this.#crashes = [...this.#crashes.filter(at => now - at < crashWindowMs), now]
    if (this.standing !== 'quarantined' && this.#crashes.length >= mostCrashes) this.#open(true)
  }

  #open(isQuarantine: boolean): void {
    const next = this.#pauseMs === 0 ? firstPauseMs : Math.min(this.#pauseMs * 2, longestPauseMs)
    this.#pauseMs = isQuarantine ? quarantineMs : next
    this.#openedAt = this.now()
    this.#isQuarantine = isQuarantine
    this.changed(this.standing, this.#pauseMs)
  }

  #close(): void {
    this.#faults = 0
    if (this.#pauseMs === 0) return
    this.#pauseMs = 0
    this.#isQuarantine = false
    this.changed('ready', 0)
  }

  /** A clock that was set back does not lengthen the pause. */
  #leftMs(): number {
    const past = this.now() - this.#openedAt
    return past < 0 ? 0 : Math.max(0, this.#pauseMs - past)
  }
}
