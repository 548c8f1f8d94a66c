import type { EgressError, EgressPhases } from '@product-host/sdk'

/** What a request is doing; `judging` is our own work between the phases. */
export type Stage = keyof EgressPhases | 'judging'

/** How far a request has come: where it is, and the milliseconds that each phase of this hop has taken. */
export class Progress {
  readonly #start = performance.now()
  #since = this.#start
  #stage: Stage = 'judging'
  #spent: Record<Stage, number> = unspent()
  url: string | undefined
  address: string | undefined

  get stage(): Stage {
    return this.#stage
  }

  startHop(): void {
    this.enter('judging')
    this.#spent = unspent()
    this.url = undefined
    this.address = undefined
  }

  /** Ends the phase so far; one that is entered again goes on counting. */
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

  /** What an error may tell. */
  get known(): EgressError['known'] {
    return {
      ...(this.url === undefined ? {} : { url: this.url }),
      ...(this.address === undefined ? {} : { address: this.address }),
      totalMs: this.totalMs
    }
  }
}

function unspent(): Record<Stage, number> {
  return { judging: 0, dns: 0, connect: 0, tls: 0, processing: 0, transfer: 0 }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}
