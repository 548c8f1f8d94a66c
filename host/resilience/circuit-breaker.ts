import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { Problem, type ProblemCode } from '../base/problems.js'
import type { Isolation, PlacedEntry } from '../deployment.js'
import type { Cancellation } from './cancellation.js'
import { Bulkhead, refusalOf } from './overload.js'

/** The plugin whose code runs, also in its continuations and timers. */
const inside = new AsyncLocalStorage<Resilience>()

/** The plugin whose code is running, if any. */
export function currentResilience(): Resilience | undefined {
  return inside.getStore()
}

/** A call's permission to run in the product. */
export interface Permit {
  readonly pass: Pass
  readonly hasSlot: boolean
}

/** Refusals that count as failures of the product. */
const failures: readonly ProblemCode[] = ['product_error', 'invalid_output', 'product_timeout']

/** Refusals that count as successes of the product. */
const sound: readonly ProblemCode[] = ['invalid_input']

/** Counts calls, for whoever waits until none is left. */
class CallCount {
  #count = 0
  #waiting: (() => void)[] = []

  begin(): void {
    this.#count++
  }

  end(): void {
    this.#count--
    if (this.#count > 0) return
    for (const go of this.#waiting) go()
    this.#waiting = []
  }

  /** Resolves when no call is left. */
  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }
}

/** Isolates the faults of one plugin: its bulkhead, its circuit breaker, and its unhandled errors. */
export class Resilience {
  readonly breaker: CircuitBreaker
  readonly bulkhead: Bulkhead
  /** The calls that have found the product and have not ended. */
  readonly calls = new CallCount()
  readonly plugin: string
  /** How often its thread or process was replaced. */
  restarts = 0
  /** Called when the circuit opens that was closed, with the accounts whose calls had failed since the last one that succeeded. */
  degraded: ((accounts: readonly string[]) => void) | undefined
  readonly #logger: Logger
  readonly #isolation: Isolation
  readonly #activity: PluginActivity
  readonly #failing = new Set<string>()
  #isDegraded = false
  /** Why the product is not called any more, whatever its circuit. */
  #withdrawn: string | undefined

  /** `now` is the time in milliseconds. A plugin in a thread of its own cannot block the event loop, and is not watched. */
  constructor({ package: plugin, limits, isolation }: PlacedEntry, logger: Logger, now: () => number, watch: Watch) {
    this.plugin = plugin
    this.#isolation = isolation
    this.#activity = (isolation === 'inline' ? watch : noWatch).activityOf(plugin)
    this.#logger = logger.child({ plugin })
    this.bulkhead = new Bulkhead(limits.atOnce)
    this.breaker = new CircuitBreaker(now, (state, pauseMs) => this.#changed(state, pauseMs))
  }

  /** Whether the circuit is open, or the product was withdrawn; a recovering product is still called. */
  get isResting(): boolean {
    return this.#withdrawn !== undefined || this.breaker.state === 'failing' || this.breaker.state === 'quarantined'
  }

  /** Refuses every later call; only a restart of the host ends that. */
  withdraw(reason: string): void {
    this.#withdrawn = reason
    this.#logger.error({ reason }, 'plugin not served any more')
  }

  /** Throws a 503 `Problem` while the circuit is open, and for a product that was withdrawn. */
  requireReady(): void {
    if (this.#withdrawn !== undefined)
      throw new Problem(
        'product_unavailable',
        'This host does not serve the product any more; send the request again.',
        {
          retryAfter: 5
        }
      )
    const waitMs = this.breaker.waitMs()
    if (waitMs > 0) throw unavailable(waitMs)
  }

  /**
   * Admits a call to the product; a nested call uses its parent's slot. Throws a 503 `Problem` while the circuit is open or when
   * no slot is free. `leave` takes the permit back.
   */
  enter(isNested: boolean, cancellation: Cancellation): Permit | Promise<Permit> {
    const pass = this.breaker.enter()
    if (pass === undefined) throw unavailable(this.breaker.waitMs())
    const permit = { pass, hasSlot: !isNested }
    const entered = isNested || this.bulkhead.enter(cancellation)
    return entered === true ? this.#begin(permit) : this.#afterWait(entered, permit, cancellation)
  }

  /** Ends a call of an account that was admitted, and counts its outcome in the circuit breaker. */
  leave({ pass, hasSlot }: Permit, error?: unknown, account?: string): void {
    this.#activity.end()
    if (hasSlot) this.bulkhead.leave()
    const outcome = error === undefined ? 'sound' : outcomeOf(error)
    if (outcome === 'sound' && this.#failing.size > 0) this.#failing.clear()
    if (outcome === 'fault' && account !== undefined && !this.#isDegraded) this.#failing.add(account)
    this.breaker.leave(pass, outcome)
  }

  /** Runs the plugin's code, so that its unhandled errors, also later ones, are traced to it. */
  trace<Result>(work: () => Result): Result {
    return inside.run(this, () => this.#activity.run(work))
  }

  /** Logs an error that the plugin did not handle, and counts it as a crash. */
  unhandledError(error: unknown): void {
    this.#logger.error({ err: error }, 'unhandled error in plugin')
    this.breaker.crash()
  }

  /** Records that the plugin's thread or process ended, and why. */
  runnerEnded(reason: string): void {
    this.#logger.error({ reason }, `plugin ${this.#isolation} ended`)
    this.breaker.crash()
  }

  #begin(permit: Permit): Permit {
    this.#activity.begin()
    return permit
  }

  async #afterWait(entered: Promise<boolean>, permit: Permit, cancellation: Cancellation): Promise<Permit> {
    if (await entered) return this.#begin(permit)
    this.breaker.leave(permit.pass, 'nothing')
    throw overloaded(cancellation)
  }

  #changed(state: CircuitState, pauseMs: number): void {
    this.#log(state, pauseMs)
    const isDegraded = state !== 'ready'
    if (isDegraded && !this.#isDegraded) this.degraded?.([...this.#failing])
    this.#isDegraded = isDegraded
    this.#failing.clear()
  }

  #log(state: CircuitState, pauseMs: number): void {
    if (state === 'ready') this.#logger.info({ circuit: state }, 'circuit closed: the product is called again')
    else this.#logger.error({ circuit: state, pauseMs }, 'circuit opened: calls of the product are refused')
  }
}

function outcomeOf(error: unknown): CircuitOutcome {
  if (!(error instanceof Problem)) return 'nothing'
  return failures.includes(error.code) ? 'fault' : sound.includes(error.code) ? 'sound' : 'nothing'
}

function unavailable(waitMs: number): Problem {
  return new Problem('product_unavailable', 'The product has failed repeatedly; its circuit is open.', {
    retryAfter: Math.ceil(waitMs / 1000)
  })
}

function overloaded(cancellation: Cancellation): Problem {
  if (cancellation.reason) return refusalOf(cancellation)
  return new Problem('overloaded', 'The product has reached its limit of concurrent calls; try again soon.', {
    retryAfter: 1
  })
}

/** The state of a product's circuit: `failing` and `quarantined` products are not called; a `recovering` one gets a single call. */
export type CircuitState = 'ready' | 'failing' | 'recovering' | 'quarantined'

/** How the end of a call counts; a call that was cancelled from outside counts as nothing. */
type CircuitOutcome = 'sound' | 'fault' | 'nothing'

/** How a call was admitted; only a probe decides whether the circuit closes. */
type Pass = 'call' | 'probe'

/** Consecutive failures after which the circuit opens. */
const mostFailures = 20

/** How long the circuit stays open at first, in milliseconds; each failed probe doubles it, up to the longest. */
const firstPauseMs = 5_000

const longestPauseMs = 60_000

/** Crashes within a minute after which a product is quarantined, and for how long, in milliseconds. */
const mostCrashes = 5

const crashWindowMs = 60_000

const quarantineMs = 600_000

/** Opens on repeated faults and crashes of a product, admits single probes after a pause, and closes when a probe succeeds. */
export class CircuitBreaker {
  #failures = 0
  #crashes: readonly number[] = []
  /** 0 while it is closed. */
  #pauseMs = 0
  #openedAt = 0
  #isQuarantine = false
  #isProbing = false

  /** `now` is the time in milliseconds; `changed` is told when it opens or closes. */
  constructor(
    private readonly now: () => number,
    private readonly changed: (state: CircuitState, pauseMs: number) => void
  ) {}

  get state(): CircuitState {
    if (this.#pauseMs === 0) return 'ready'
    if (this.#leftMs() === 0) return 'recovering'
    return this.#isQuarantine ? 'quarantined' : 'failing'
  }

  /** Milliseconds until a call may be tried; 0 for now. */
  waitMs(): number {
    if (this.#pauseMs === 0) return 0
    return this.#leftMs() || (this.#isProbing ? 1_000 : 0)
  }

  /** Admits a call, unless `waitMs` is above 0. */
  enter(): Pass | undefined {
    if (this.#pauseMs === 0) return 'call'
    if (this.waitMs() > 0) return undefined
    this.#isProbing = true
    return 'probe'
  }

  /** Counts how a call ended. A call that began before the circuit opened changes nothing afterwards. */
  leave(pass: Pass, outcome: CircuitOutcome): void {
    if (pass === 'probe') this.#isProbing = false
    if (this.#pauseMs > 0 && (pass === 'call' || this.#leftMs() > 0)) return
    if (outcome === 'sound') this.#close()
    else if (outcome === 'fault' && (pass === 'probe' || ++this.#failures >= mostFailures))
      this.#open(this.#isQuarantine)
  }

  /** Counts an error outside of any call, or the end of the product's thread. */
  crash(): void {
    const now = this.now()
    this.#crashes = [...this.#crashes.filter(at => now - at < crashWindowMs), now]
    if (this.state !== 'quarantined' && this.#crashes.length >= mostCrashes) this.#open(true)
  }

  #open(isQuarantine: boolean): void {
    const next = this.#pauseMs === 0 ? firstPauseMs : Math.min(this.#pauseMs * 2, longestPauseMs)
    this.#pauseMs = isQuarantine ? quarantineMs : next
    this.#openedAt = this.now()
    this.#isQuarantine = isQuarantine
    this.changed(this.state, this.#pauseMs)
  }

  #close(): void {
    this.#failures = 0
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

/** The cell that tells whose code runs, and the first of those that count the calls under way, one for each plugin. */
const runningCell = 1
export const firstPluginCell = 2

/** Records in cells, which another thread may read, when a plugin's code runs; nothing here may allocate. */
export class PluginActivity {
  constructor(
    private readonly cells: Int32Array,
    private readonly cell: number
  ) {}

  /** A call is under way. */
  begin(): void {
    this.cells[this.cell] = (this.cells[this.cell] ?? 0) + 1
  }

  end(): void {
    this.cells[this.cell] = (this.cells[this.cell] ?? 0) - 1
  }

  /** Runs code that is the plugin's until it returns. */
  run<Result>(work: () => Result): Result {
    const outer = this.cells[runningCell] ?? 0
    this.cells[runningCell] = this.cell
    try {
      return work()
    } finally {
      this.cells[runningCell] = outer
    }
  }
}

/** Gives each plugin the cells in which its activity is recorded. */
export interface Watch {
  activityOf(plugin: string): PluginActivity
}

/** Watches nothing: nobody reads the cells. */
export const noWatch: Watch = {
  activityOf: () => new PluginActivity(new Int32Array(firstPluginCell + 1), firstPluginCell)
}
