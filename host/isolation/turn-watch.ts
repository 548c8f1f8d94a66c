import { url as debuggerUrl } from 'node:inspector'
import { availableParallelism, loadavg } from 'node:os'
import { cell } from './messages.js'

/** How long the event loop of a thread may take to turn, in milliseconds of a processor that it has for itself. */
export const longestTurnMs = 1_000
/** How often the host looks, in milliseconds. */
const everyMs = 100
/** The least that a thread is taken to have of a processor. */
const leastShare = 0.25

/** What a watch is told and does. */
interface Watched {
  /** Whether the thread has something to do. */
  readonly isBusy: () => boolean
  /** Whether the thread waits for the host. */
  readonly isWaiting: () => boolean
  /** Sends the thread a message that asks for nothing. */
  readonly nudge: () => void
  /** The event loop has not turned for too long. */
  readonly blocked: () => void
}

/**
 * Watches whether the event loop of a thread turns: it counts the messages that it takes in a cell that both sides share, so that the host
 * knows without an answer. What is told to a thread that is blocked is known as well: nothing.
 */
export class TurnWatch {
  #sent = 0
  /** The message that the thread has to take before it is nudged again. */
  #nudged = 0
  #takenBefore = 0
  /** How long it has not turned, in milliseconds. */
  #stillMs = 0
  #lookedAt = performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly cells: Int32Array,
    private readonly watched: Watched
  ) {}

  /** Counts a message to the thread. The number is for `hasTaken`. */
  sent(): number {
    this.#sent = (this.#sent + 1) | 0
    return this.#sent
  }

  /** Whether the thread has taken a message; both counts begin again at their end. */
  hasTaken(message: number): boolean {
    return ((Atomics.load(this.cells, cell.taken) - message) | 0) >= 0
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const taken = Atomics.load(this.cells, cell.taken)
    const hasMoved = taken !== this.#takenBefore
    this.#takenBefore = taken
    const now = performance.now()
    // A machine that was suspended, or is too busy for this timer, is too busy for the thread; a debugger stops it on purpose.
    const counts = now - this.#lookedAt < 2 * everyMs && debuggerUrl() === undefined
    this.#lookedAt = now
    if (this.hasTaken(this.#nudged)) {
      this.#stillMs = 0
      if (this.watched.isBusy()) this.#nudge()
    } else if (hasMoved || this.watched.isWaiting()) this.#stillMs = 0
    else if (counts) this.#stillMs += everyMs * shareOfProcessor()
    if (this.#stillMs < longestTurnMs) return
    this.stop()
    this.watched.blocked()
  }

  #nudge(): void {
    this.watched.nudge()
    this.#nudged = this.#sent
  }
}

/** What a thread has of a processor where more of them want to run than there are processors. */
function shareOfProcessor(): number {
  const [lastMinute = 0] = loadavg()
  return Math.max(leastShare, Math.min(1, availableParallelism() / lastMinute))
}
