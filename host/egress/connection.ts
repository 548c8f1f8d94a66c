import { isIP, isIPv4, isIPv6, Socket } from 'node:net'
import { domainToASCII } from 'node:url'
import { type EgressConnection, type EgressConnectOptions, EgressError } from '@product-host/sdk'
import type { AddressFinder, Endpoint } from './addresses.js'
import { Deadline } from './deadline.js'
import { toEgressError } from './errors.js'
import { Progress } from './progress.js'
import { toHostName } from './url.js'

/** The most bytes of a greeting that are read. */
const longestGreeting = 4_096

/** What all connections of a deployment share. */
export interface ConnectionConfig {
  /** The ports of public addresses. */
  readonly ports: readonly number[]
  readonly finder: AddressFinder
}

/** The refusal of a port to which no connection may be opened, at all or at this address. */
export function blockedConnectPort(port: number): EgressError {
  const message =
    `Connections to port ${port} are not allowed at this address. ` +
    'The operator opens ports with egress.connectPorts in the deployment file.'
  return new EgressError('blocked_port', message, { forbiddenBy: 'egress.connectPorts' })
}

/**
 * One TCP connection to a checked address: it is opened, its greeting is read if that was asked for, and it is closed. Nothing is sent
 * through it, so that no caller can speak a protocol with it.
 */
export class GuardedConnection {
  readonly #progress = new Progress()
  readonly #deadline: Deadline
  readonly #greetingBytes: number

  constructor(
    private readonly config: ConnectionConfig,
    { timeoutMs = 10_000, greetingBytes = 0, signal }: EgressConnectOptions
  ) {
    this.#deadline = new Deadline(timeoutMs, signal)
    this.#greetingBytes = Math.min(greetingBytes, longestGreeting)
  }

  /** Rejects with `EgressError`. */
  async open(host: string, port: number): Promise<EgressConnection> {
    try {
      const endpoint = this.#validate(host, port)
      const { ports, finder } = this.config
      const socket = await openSocket(endpoint, new Set(ports), finder, this.#deadline, this.#progress)
      try {
        return await this.#greet(socket, port)
      } finally {
        socket.destroy()
      }
    } catch (error) {
      throw toEgressError(error, this.#progress, this.#deadline)
    } finally {
      this.#deadline.stop()
    }
  }

  #validate(text: string, port: number): Endpoint {
    const { ports, finder } = this.config
    const host = plainHost(text)
    this.#progress.url = `tcp://${isIPv6(host) ? `[${host}]` : host}:${port}`
    if (!ports.includes(port) && !finder.allowedPorts.includes(port)) throw blockedConnectPort(port)
    return { host, port }
  }

  async #greet(socket: Socket, port: number): Promise<EgressConnection> {
    this.#progress.enter('checking')
    const greeting = this.#greetingBytes > 0 ? await this.#greeting(socket) : ''
    this.#progress.enter('checking')
    const { dns, connect, processing } = this.#progress.phases
    return {
      address: this.#progress.address ?? '',
      port,
      phases: { dns, connect, processing },
      totalMs: this.#progress.totalMs,
      greeting
    }
  }

  /** The first line that comes, or its beginning; where the time ends before the line does, what has come of it. */
  async #greeting(socket: Socket): Promise<string> {
    const chunks: Buffer[] = []
    let bytes = 0
    this.#progress.enter('processing')
    try {
      await this.#deadline.within(async () => {
        for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
          if (bytes === 0) this.#progress.enter('transfer')
          const part: Buffer = chunk.subarray(0, this.#greetingBytes - bytes)
          chunks.push(part)
          bytes += part.length
          if (bytes === this.#greetingBytes || part.includes('\n')) return
        }
      })
    } catch (error) {
      if (bytes === 0 || this.#deadline.ended !== 'timeout') throw error
    }
    if (bytes === 0) throw new EgressError('connection_lost', 'The connection was closed without a greeting.')
    const text = Buffer.concat(chunks).toString('utf8')
    return text.slice(0, text.includes('\n') ? text.indexOf('\n') + 1 : undefined)
  }
}

/**
 * Tries the checked addresses of a host one after the other until one accepts the connection. Rejects with `EgressError`, or the error of
 * the socket.
 */
export async function openSocket(
  endpoint: Endpoint,
  publicPorts: ReadonlySet<number>,
  finder: AddressFinder,
  deadline: Deadline,
  progress: Progress
): Promise<Socket> {
  let failure: unknown
  for (const address of await finder.find(endpoint, publicPorts, deadline, progress)) {
    progress.address = address
    progress.enter('connect')
    try {
      return await deadline.within(signal => connected(address, endpoint.port, signal))
    } catch (error) {
      failure = error
      if (deadline.ended) break
    }
  }
  throw failure
}

/** A host as it is looked up: a plainly written IP address, or a name. Throws `EgressError`. */
export function plainHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) && !host.includes('%')) return host
  if (isIPv4(domainToASCII(host).replace(/\.$/, '')))
    throw new EgressError('blocked_address', 'An IP address must be written in its plain form.')
  const name = toHostName(host)
  if (!name) throw new EgressError('invalid_request', 'This is not a name of the internet.')
  return name
}

/** A socket that is connected to an address, which is not looked up again. Rejects with the error of the socket. */
function connected(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = new Socket({ signal })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      // A reset after this is an error of reading, or of nobody.
      socket.off('error', reject).on('error', () => undefined)
      resolve(socket)
    })
    socket.connect({ host: address, port })
  })
}
