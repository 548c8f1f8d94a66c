import { inject, injectable } from '@product-host/sdk'
import ipaddr from 'ipaddr.js'
import { Problem } from '../problems.js'
import { LIMIT_STORE } from '../tokens.js'
import type { LimitStore, RateCounter } from './limit-store.js'
import { secondsLeft } from './limits.js'

/** Failed keys that one address may send. */
const allowed = { requests: 30, seconds: 60 }
/** The bits of an IPv6 address that one customer of a network shares (RFC 6177). */
const networkBits = 64

/** Counts keys that were sent and are not good, by the address that sent them. */
@injectable()
export class FailedKeys {
  readonly #counter: RateCounter

  constructor(@inject(LIMIT_STORE) store: LimitStore) {
    this.#counter = store.counter('failed_key', allowed)
  }

  /** Counts one. Throws a 429 `Problem` when the address has sent too many. */
  async count(address: string): Promise<void> {
    const state = await this.#counter.count(networkOf(address))
    if (state.isOver)
      throw new Problem(
        'rate_limited',
        `More than ${allowed.requests} keys that are not good came from this address within ${allowed.seconds} s.`,
        { retryAfter: secondsLeft(state) }
      )
  }
}

/** What counts as one address: an IPv4 address, in whatever form it is written, or the network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const known = ipaddr.process(address)
  if (known.kind() === 'ipv4') return known.toString()
  const kept = known.toByteArray().map((byte, index) => (index < networkBits / 8 ? byte : 0))
  return ipaddr.fromByteArray(kept).toString()
}
