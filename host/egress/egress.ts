import type { IncomingMessage } from 'node:http'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import {
  type Egress,
  EgressError,
  type EgressRecords,
  type EgressRequest,
  type EgressResponse,
  Token
} from '@product-host/sdk'
import { hostOf } from '../base/addresses.js'
import { Addresses, AddressFinder, type AllowedNetwork, ownAddresses } from './addresses.js'
import { blockedConnectPort, GuardedConnection } from './connection.js'
import { Cookies } from './cookies.js'
import { Deadline } from './deadline.js'
import { DnsResolver, type Resolver } from './dns.js'
import { toEgressError } from './errors.js'
import { Progress } from './progress.js'
import {
  firstRequest,
  locationOf,
  type OpenResponse,
  type OutgoingRequest,
  redirectedRequest,
  sendRequest,
  withCookies
} from './request.js'
import { certificateOf, readBody } from './response.js'
import { blockedRequestPort, isLocalName, portOf, toHostName, validateUrl } from './url.js'

/** Guarded requests to other machines, shared by all products. */
export const HOST_EGRESS = new Token<Egress>('HOST_EGRESS')

/** Guarded requests of the host itself to public addresses alone, whatever private networks the deployment opens to products. */
export const PUBLIC_EGRESS = new Token<Egress>('PUBLIC_EGRESS')

/** The requests that a deployment allows. */
export interface EgressOptions {
  /**
   * Networks that may be reached although they are not public, such as `10.1.0.0/16`, each on `ports` and `connectPorts` or
   * on its own ports.
   */
  readonly allow: readonly AllowedNetwork[]
  /** Ports of public addresses that every request may use. */
  readonly ports?: readonly number[]
  /** Further ports of public addresses, for requests that name them. */
  readonly requestPorts?: readonly number[]
  /** Ports of public addresses to which bare connections may be opened; none when left out. */
  readonly connectPorts?: readonly number[]
  /** Whether products may resolve DNS records. */
  readonly dns: boolean
  readonly resolver?: Resolver
  /** Certificates in PEM of authorities that are trusted in addition to Node's own. */
  readonly trust?: readonly string[]
  /** The addresses of this machine, which are refused although they may be public. */
  readonly own?: () => readonly string[]
}

/** EGRESS for requests on behalf of callers, as `sdk/egress.ts` specifies it. Throws when `allow` is ill-formed. */
export function guardedEgress({
  allow,
  ports = [80, 443, 8080, 8443],
  requestPorts = [],
  connectPorts = [],
  dns,
  resolver = new DnsResolver(),
  trust = [],
  own = ownAddresses
}: EgressOptions): Egress {
  const addresses = new Addresses(allow, ports, own)
  const connectable = new Addresses(allow.map(forConnections), connectPorts, own)
  const connections = {
    ports: connectPorts,
    finder: new AddressFinder(connectable, resolver, blockedConnectPort)
  }
  const config = {
    ports,
    requestPorts,
    finder: new AddressFinder(addresses, resolver, blockedRequestPort),
    trust: createSecureContext(trust.length > 0 ? { ca: [...getCACertificates('default'), ...trust] } : {})
  }
  return {
    request: (url, options = {}) => new GuardedRequest(config, options).run(url),
    connect: (host, port, options = {}) => new GuardedConnection(connections, options).open(host, port),
    async resolve(name, kind, options) {
      if (!dns)
        throw new EgressError('dns_unavailable', 'DNS lookups are not allowed in this deployment.', {
          forbiddenBy: 'egress.dns'
        })
      return findRecords({ resolver, addresses }, name, kind, options)
    }
  }
}

/** EGRESS by what a deployment allows now. What has begun goes on by what was allowed when it began. */
export class FollowedEgress implements Egress {
  #allowed: Egress

  constructor(options: EgressOptions) {
    this.#allowed = guardedEgress(options)
  }

  /** Has later requests go by this. Throws when `allow` is ill-formed. */
  follow(options: EgressOptions): void {
    this.#allowed = guardedEgress(options)
  }

  request: Egress['request'] = (url, options) => this.#allowed.request(url, options)
  connect: Egress['connect'] = (host, port, options) => this.#allowed.connect(host, port, options)
  resolve: Egress['resolve'] = (name, kind, options) => this.#allowed.resolve(name, kind, options)
}

/** A network with the ports that bare connections may use in it. */
function forConnections(entry: AllowedNetwork): AllowedNetwork {
  return typeof entry === 'string' ? entry : { network: entry.network, ports: entry.connectPorts ?? [] }
}

/** The configuration that all requests of a deployment share. */
interface EgressConfig {
  /** The ports of public addresses that every request may use. */
  readonly ports: readonly number[]
  /** The ports of public addresses that a request may open. */
  readonly requestPorts: readonly number[]
  readonly finder: AddressFinder
  readonly trust: SecureContext
}

/** One request from its URL to its response, including all redirects. */
class GuardedRequest {
  readonly #progress = new Progress()
  readonly #deadline: Deadline
  /** The ports of public addresses. */
  readonly #publicPorts: ReadonlySet<number>
  /** The ports of any address. */
  readonly #ports: ReadonlySet<number>
  readonly #mostRedirects: number
  readonly #cookies = new Cookies()
  readonly #redirects: EgressResponse['redirects'][number][] = []

  constructor(
    private readonly config: EgressConfig,
    private readonly options: EgressRequest
  ) {
    const { ports = [], maxRedirects = 0, timeoutMs = 10_000, signal } = options
    const opened = ports.filter(port => config.requestPorts.includes(port))
    this.#publicPorts = new Set([...config.ports, ...opened])
    this.#ports = new Set([...this.#publicPorts, ...config.finder.allowedPorts])
    this.#mostRedirects = Math.min(maxRedirects, 5)
    this.#deadline = new Deadline(timeoutMs, signal)
  }

  /** Rejects with `EgressError`. */
  async run(url: string): Promise<EgressResponse> {
    try {
      return await this.#follow(firstRequest(this.#validate(url), this.options))
    } catch (error) {
      throw toEgressError(error, this.#progress, this.#deadline)
    } finally {
      this.#deadline.stop()
    }
  }

  async #follow(first: OutgoingRequest): Promise<EgressResponse> {
    for (let request = first; ; ) {
      const open = await this.#reach(request)
      try {
        const location = this.#mostRedirects > 0 ? locationOf(open.response) : undefined
        if (location === undefined) return await this.#read(request, open.response)
        request = this.#redirect(request, open.response, location)
      } finally {
        open.close()
      }
    }
  }

  #validate(text: string, base?: URL): URL {
    this.#progress.startRequest()
    const url = validateUrl(text, this.#ports, base)
    this.#progress.url = url.href
    return url
  }

  /** Tries the addresses of a request's host one after the other until one accepts the connection. */
  async #reach(request: OutgoingRequest): Promise<OpenResponse> {
    const { finder, trust } = this.config
    let failure: unknown
    const endpoint = { host: hostOf(request.url), port: portOf(request.url) }
    for (const address of await finder.find(endpoint, this.#publicPorts, this.#deadline, this.#progress)) {
      try {
        const sent = withCookies(request, this.#cookies.lineFor(request.url))
        return await this.#deadline.within(signal => sendRequest(sent, address, trust, this.#progress, signal))
      } catch (error) {
        failure = error
        if (this.#progress.stage !== 'connect' || this.#deadline.ended) break
      }
    }
    throw failure
  }

  #redirect(request: OutgoingRequest, { statusCode = 0, headers }: IncomingMessage, location: string): OutgoingRequest {
    this.#cookies.take(headers['set-cookie'], request.url)
    if (this.#redirects.length === this.#mostRedirects)
      throw new EgressError('too_many_redirects', `There are more than ${this.#mostRedirects} redirects.`)
    this.#redirects.push({ url: request.url.href, status: statusCode })
    return redirectedRequest(request, statusCode, this.#validate(location, request.url))
  }

  async #read({ url }: OutgoingRequest, response: IncomingMessage): Promise<EgressResponse> {
    const { maxBytes = 262_144, asBytes = false } = this.options
    const certificate = certificateOf(response.socket)
    const { text, content, bytes, isCut } = await this.#deadline.within(() => readBody(response, maxBytes, asBytes))
    this.#progress.enter('checking')
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: text,
      content,
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

/** Joins a header that came more than once, such as `set-cookie`, into one line. */
function headersOf({ headers }: IncomingMessage): EgressResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
}

/** The records of a public name. Rejects with `EgressError`, also where an address among them is not public and not allowed. */
async function findRecords<Kind extends keyof EgressRecords>(
  { resolver, addresses }: { readonly resolver: Resolver; readonly addresses: Addresses },
  text: string,
  kind: Kind,
  { timeoutMs = 5_000, signal }: Parameters<Egress['resolve']>[2] = {}
): Promise<EgressRecords[Kind]> {
  const name = toHostName(text)
  if (!name) throw new EgressError('invalid_request', 'This is not a name of the internet.')
  if (isLocalName(name)) throw new EgressError('blocked_address', `"${name}" is a name of a local network.`)
  const deadline = new Deadline(timeoutMs, signal)
  const progress = new Progress()
  progress.enter('dns')
  try {
    const records = await deadline.within(signal => resolver.records(name, kind, signal))
    if ((kind === 'A' || kind === 'AAAA') && !addresses.mayShow(records.map(String)))
      throw new EgressError('blocked_address', `"${name}" leads to an address that is not public.`)
    return records
  } catch (error) {
    throw toEgressError(error, progress, deadline)
  } finally {
    deadline.stop()
  }
}
