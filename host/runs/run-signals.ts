import { injectable } from '@product-host/sdk'

type Listener = () => void

/** What this process does with runs is told to those in it that wait: other processes look into the store. */
@injectable()
export class RunSignals {
  readonly #changes = new Map<string, Set<Listener>>()
  readonly #accepted = new Set<Listener>()

  /** Calls the listener for every run that is accepted from now on. */
  onAccepted(listener: Listener): void {
    this.#accepted.add(listener)
  }

  accepted(): void {
    for (const listener of this.#accepted) listener()
  }

  /** Tells those who watch a run that it has changed. */
  changed(id: string): void {
    for (const listener of this.#changes.get(id) ?? []) listener()
  }

  /** Watches a run from now on, until it is stopped. */
  watch(id: string): RunWatch {
    const listeners = this.#changes.get(id) ?? new Set<Listener>()
    this.#changes.set(id, listeners)
    return new RunWatch(listeners, () => {
      if (listeners.size === 0 && this.#changes.get(id) === listeners) this.#changes.delete(id)
    })
  }
}

/** The changes of a run in this process. What changes while its reader is busy is not missed. */
export class RunWatch {
  #hasChanged = false
  #wake: Listener | undefined
  readonly #listener = () => {
    this.#hasChanged = true
    this.#wake?.()
  }

  constructor(
    private readonly listeners: Set<Listener>,
    private readonly stopped: () => void
  ) {
    listeners.add(this.#listener)
  }

  /** Resolves at the next change since the last one was waited for, after a time in milliseconds, or when the signal aborts. */
  async change(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasChanged && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', resolve as Listener)
      await promise
      clearTimeout(timer)
      signal.removeEventListener('abort', resolve as Listener)
    }
    this.#hasChanged = false
  }

  stop(): void {
    this.listeners.delete(this.#listener)
    this.stopped()
  }
}
