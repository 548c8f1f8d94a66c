import type { Socket } from 'node:net'
import Counter from 'prom-client/lib/counter.js'
import type { Metrics } from '../base/metrics.js'
import { Addresses, AddressFinder, ownAddresses } from './addresses.js'
import { openSocket, plainHost } from './connection.js'
import { Deadline } from './deadline.js'
import { DnsResolver } from './dns.js'
import type { EgressOptions } from './egress.js'
import { toEgressError } from './errors.js'
import { Progress } from './progress.js'
import { blockedRequestPort, validateUrl } from './url.js'

/** How long a connection may take to be established, in milliseconds. */
const connectMs = 10_000

/** What became of a connection that a program asked for. */
export type TunnelOutcome = 'opened' | 'refused' | 'failed' | 'dropped'

/** What a deployment allows of tunnels: what it allows requests of products that name no ports. */
type TunnelOptions = Required<Pick<EgressOptions, 'allow' | 'ports'>> & Pick<EgressOptions, 'resolver' | 'own'>

/** Connections of programs to other machines, after the checks of requests; see `ForwardProxy`. */
export class Tunnels {
  #allowed: AllowedTunnels
  readonly #outcomes: Counter<'product' | 'outcome'> | undefined

  /** Throws when `allow` is ill-formed. */
  constructor(options: TunnelOptions, metrics?: Metrics) {
    this.#allowed = allowedBy(options)
    if (!metrics) return
    this.#outcomes = new Counter({
      name: 'product_host_program_connections_total',
      help: 'Connections that programs of products asked the proxy for: opened, refused, failed, or dropped as too many.',
      labelNames: ['product', 'outcome'],
      registers: [metrics.instruments]
    })
  }

  /** Has later connections go by this; those that are open stay open. Throws when `allow` is ill-formed. */
  follow(options: TunnelOptions): void {
    this.#allowed = allowedBy(options)
  }

  /** Checks the URL of a request. Throws `EgressError`. */
  urlOf(text: string): URL {
    return validateUrl(text, this.#allowed.ports)
  }

  /** A socket that is connected to a checked address. Rejects with `EgressError`. */
  async open(text: string, port: number, signal: AbortSignal): Promise<Socket> {
    const deadline = new Deadline(connectMs, signal)
    const progress = new Progress()
    try {
      const host = plainHost(text)
      const { ports, publicPorts, finder } = this.#allowed
      if (!ports.has(port)) throw blockedRequestPort(port)
      return await openSocket({ host, port }, publicPorts, finder, deadline, progress)
    } catch (error) {
      throw toEgressError(error, progress, deadline)
    } finally {
      deadline.stop()
    }
  }

  /** Counts a connection of a product's program. */
  count(product: string, outcome: TunnelOutcome): void {
    this.#outcomes?.inc({ product, outcome })
  }
}

interface AllowedTunnels {
  readonly finder: AddressFinder
  readonly publicPorts: ReadonlySet<number>
  /** The ports of any address. */
  readonly ports: ReadonlySet<number>
}

function allowedBy({ allow, ports, resolver = new DnsResolver(), own = ownAddresses }: TunnelOptions): AllowedTunnels {
  const finder = new AddressFinder(new Addresses(allow, ports, own), resolver, blockedRequestPort)
  return { finder, publicPorts: new Set(ports), ports: new Set([...ports, ...finder.allowedPorts]) }
}
