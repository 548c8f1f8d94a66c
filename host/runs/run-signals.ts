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

  /** Tells those who wait for a change of a run. */
  changed(id: string): void {
    for (const listener of this.#changes.get(id) ?? []) listener()
  }

  /** Resolves at the next change of a run in this process, after a time in milliseconds, or when the signal aborts. */
  async change(id: string, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const listeners = this.#changes.get(id) ?? new Set<Listener>()
    this.#changes.set(id, listeners.add(resolve))
    const timer = setTimeout(resolve, ms)
    const aborted = () => resolve()
    signal.addEventListener('abort', aborted)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      listeners.delete(resolve)
      if (listeners.size === 0) this.#changes.delete(id)
    }
  }
}
