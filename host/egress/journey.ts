import type { IncomingMessage } from 'node:http'
import type { SecureContext } from 'node:tls'
import { EgressError, type EgressRequest, type EgressResponse } from '@product-host/sdk'
import { readBody } from './body.js'
import { certificateOf } from './certificate.js'
import { Deadline } from './deadline.js'
import { type Exchange, exchange } from './exchange.js'
import { toEgressError } from './failures.js'
import type { AddressFinder } from './find-addresses.js'
import { firstHop, type Hop } from './hop.js'
import { judgeUrl } from './judge-url.js'
import { Progress } from './progress.js'
import { locationOf, nextHop } from './redirects.js'

/** What a deployment gives to every request. */
export interface Equipment {
  /** The ports of public addresses that every request may use. */
  readonly ports: readonly number[]
  /** The ports of public addresses that a request may open. */
  readonly requestPorts: readonly number[]
  readonly finder: AddressFinder
  readonly trust: SecureContext
}

/** One request from its URL to its response, over all redirects. */
export class Journey {
  readonly #progress = new Progress()
  readonly #deadline: Deadline
  /** The ports of public addresses. */
  readonly #publicPorts: ReadonlySet<number>
  /** The ports of any address. */
  readonly #ports: ReadonlySet<number>
  readonly #mostRedirects: number
  readonly #redirects: EgressResponse['redirects'][number][] = []

  constructor(
    private readonly equipment: Equipment,
    private readonly options: EgressRequest
  ) {
    const { ports = [], maxRedirects = 0, timeoutMs = 10_000, signal } = options
    const opened = ports.filter(port => equipment.requestPorts.includes(port))
    this.#publicPorts = new Set([...equipment.ports, ...opened])
    this.#ports = new Set([...this.#publicPorts, ...equipment.finder.allowedPorts])
    this.#mostRedirects = Math.min(maxRedirects, 5)
    this.#deadline = new Deadline(timeoutMs, signal)
  }

  /** Rejects with `EgressError`. */
  async run(url: string): Promise<EgressResponse> {
    try {
      return await this.#follow(firstHop(this.#judge(url), this.options))
    } catch (error) {
      throw toEgressError(error, this.#progress, this.#deadline)
    } finally {
      this.#deadline.stop()
    }
  }

  async #follow(first: Hop): Promise<EgressResponse> {
    for (let hop = first; ; ) {
      const reached = await this.#reach(hop)
      try {
        const location = this.#mostRedirects > 0 ? locationOf(reached.response) : undefined
        if (location === undefined) return await this.#arrive(hop, reached.response)
        hop = this.#turn(hop, reached.response, location)
      } finally {
        reached.close()
      }
    }
  }

  #judge(text: string, base?: URL): URL {
    this.#progress.startHop()
    const url = judgeUrl(text, this.#ports, base)
    this.#progress.url = url.href
    return url
  }

  /** Tries the addresses of a hop one after the other until one accepts the connection. */
  async #reach(hop: Hop): Promise<Exchange> {
    const { finder, trust } = this.equipment
    let failure: unknown
    for (const address of await finder.find(hop.url, this.#publicPorts, this.#deadline, this.#progress)) {
      try {
        return await this.#deadline.within(signal => exchange(hop, address, trust, this.#progress, signal))
      } catch (error) {
        failure = error
        if (this.#progress.stage !== 'connect' || this.#deadline.ended) break
      }
    }
    throw failure
  }

  #turn(hop: Hop, { statusCode = 0 }: IncomingMessage, location: string): Hop {
    if (this.#redirects.length === this.#mostRedirects)
      throw new EgressError('too_many_redirects', `There are more than ${this.#mostRedirects} redirects.`)
    this.#redirects.push({ url: hop.url.href, status: statusCode })
    return nextHop(hop, statusCode, this.#judge(location, hop.url))
  }

  async #arrive({ url }: Hop, response: IncomingMessage): Promise<EgressResponse> {
    const { maxBytes = 262_144 } = this.options
    const certificate = certificateOf(response.socket)
    const { text, bytes, isCut } = await this.#deadline.within(() => readBody(response, maxBytes))
    this.#progress.enter('judging')
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: text,
      bytes,
      isCut,
      url: url.href,
      address: this.#progress.address ?? '',
      httpVersion: response.httpVersion,
      phases: this.#progress.phases,
      totalMs: this.#progress.totalMs,
      redirects: this.#redirects,
      ...(certificate ? { certificate } : {})
    }
  }
}

/** A header that came more than once, such as `set-cookie`, is one line here. */
function headersOf({ headers }: IncomingMessage): EgressResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
}
