import type { EgressError, EgressPhases } from '@product-host/sdk'

/** The stage of a request; `checking` is the host's own work between the phases. */
export type Stage = keyof EgressPhases | 'checking'

/** The progress of a request: its stage, and the milliseconds of each phase of the current request in the chain. */
export class Progress {
  readonly #start = performance.now()
  #since = this.#start
  #stage: Stage = 'checking'
  #spent: Record<Stage, number> = unspent()
  url: string | undefined
  address: string | undefined

  get stage(): Stage {
    return this.#stage
  }

  startRequest(): void {
    this.enter('checking')
    this.#spent = unspent()
    this.url = undefined
    this.address = undefined
  }

  /** Ends the present phase and enters another; the time of a phase that is entered twice is added up. */
  enter(stage: Stage): void {
    const now = performance.now()
    this.#spent[this.#stage] += now - this.#since
    this.#since = now
    this.#stage = stage
  }

  get phases(): EgressPhases {
    const { dns, connect, tls, processing, transfer } = this.#spent
    return {
      dns: rounded(dns),
      connect: rounded(connect),
      tls: rounded(tls),
      processing: rounded(processing),
      transfer: rounded(transfer)
    }
  }

  get totalMs(): number {
    return rounded(performance.now() - this.#start)
  }

  /** The details that an error may contain. */
  get known(): EgressError['known'] {
    return {
      ...(this.url === undefined ? {} : { url: this.url }),
      ...(this.address === undefined ? {} : { address: this.address }),
      totalMs: this.totalMs
    }
  }
}

function unspent(): Record<Stage, number> {
  return { checking: 0, dns: 0, connect: 0, tls: 0, processing: 0, transfer: 0 }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}
