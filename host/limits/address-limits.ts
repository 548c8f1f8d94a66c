import { inject, injectable } from '@product-host/sdk'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { repeatedProblem } from '../base/problems.js'
import { RATES, type Rates } from '../deployment.js'
import {
  LIMIT_STORE,
  type LimitStore,
  type MemoryCounter,
  memoryCounter,
  type RateCounter,
  secondsLeft
} from './limits.js'

/** Failed keys that one address may send. */
const allowed = { requests: 30, seconds: 60 }

const tooManyFailed = repeatedProblem(
  'rate_limited',
  `More than ${allowed.requests} invalid keys came from this address within ${allowed.seconds} s.`
)

/** Counts invalid keys by the address that sent them. */
@injectable()
export class FailedKeys {
  readonly #counter: RateCounter

  constructor(@inject(LIMIT_STORE) store: LimitStore) {
    this.#counter = store.counter('failed_key', allowed)
  }

  /** Counts one. Throws a 429 `Problem` when the address has sent too many. */
  async count(address: string): Promise<void> {
    const state = await this.#counter.count(countedNetwork(address))
    if (state.isOver) throw tooManyFailed(secondsLeft(state))
  }
}

/** Counts requests for public documents by address, in this process: they are to protect it alone. */
@injectable()
export class KeylessRequests {
  readonly #counter: MemoryCounter
  #detail: string | undefined
  #refuse: ReturnType<typeof repeatedProblem> | undefined

  /** A page of the dashboard needs about ten. */
  constructor(@inject(RATES) private readonly rates: Rates) {
    this.#counter = memoryCounter('keyless', rates.keyless)
  }

  /** Counts one. Throws a 429 `Problem` when the address has sent too many. */
  require(address: string): void {
    const state = this.#counter.count(countedNetwork(address))
    if (state.isOver) throw this.#refusal()(secondsLeft(state))
  }

  /** Made again when the rate has changed. */
  #refusal(): ReturnType<typeof repeatedProblem> {
    const { requests, seconds } = this.rates.keyless
    const detail = `More than ${requests} requests without a key came from this address within ${seconds} s.`
    if (!this.#refuse || detail !== this.#detail) this.#refuse = repeatedProblem('rate_limited', detail)
    this.#detail = detail
    return this.#refuse
  }
}

/** The bits of an IPv6 address that one customer of a network shares (RFC 6177); one of IPv4 has fewer. */
const networkBits = 64

/** Networks by address: most requests come from few of them, and parsing one costs more than counting it. */
const networks = new LRUCache<string, string>({ max: 1_000 })

/** What counts as one address: an IPv4 address, in whatever form it is written, or the network of an IPv6 address. */
export function countedNetwork(address: string): string {
  const known = networks.get(address)
  if (known !== undefined) return known
  const network = networkOf(address)
  networks.set(address, network)
  return network
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const bytes = ipaddr
    .process(address)
    .toByteArray()
    .map((byte, index) => (index < networkBits / 8 ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString()
}
