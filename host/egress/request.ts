import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, type SecureContext, TLSSocket } from 'node:tls'
import { EgressError, type EgressRequest } from '@product-host/sdk'
import { hostOf } from '../base/addresses.js'
import { http } from '../base/node-http.js'
import type { Progress } from './progress.js'
import { portOf } from './url.js'

/** One request of a chain of redirects. */
export interface OutgoingRequest {
  readonly url: URL
  readonly method: NonNullable<EgressRequest['method']>
  readonly headers: Headers
  /** Headers for this origin only. */
  readonly secretHeaders: Headers
  /** Bytes, because Node would write the headers in the encoding of a text body. */
  readonly body?: Buffer
}

const defaults: Headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Product-Host' }

/** Headers that are always secret, as in the Fetch Standard ("HTTP-redirect fetch"). */
const alwaysSecret: ReadonlySet<string> = new Set(['authorization', 'cookie'])

/** The first request of the chain. Throws `EgressError` if it cannot be sent. */
export function firstRequest(
  url: URL,
  { method = 'GET', headers, secretHeaders, body }: EgressRequest
): OutgoingRequest {
  if (body !== undefined && bodiless.includes(method))
    throw new EgressError('invalid_request', `A ${method} request has no body.`)
  const given = Object.entries(validateHeaders(headers))
  return {
    url,
    method,
    headers: { ...defaults, ...Object.fromEntries(given.filter(([name]) => !alwaysSecret.has(name))) },
    secretHeaders: {
      ...Object.fromEntries(given.filter(([name]) => alwaysSecret.has(name))),
      ...validateHeaders(secretHeaders)
    },
    ...(bodiless.includes(method) || (method === 'DELETE' && body === undefined) ? {} : { body: bytesOf(body) })
  }
}

const bodiless: readonly OutgoingRequest['method'][] = ['GET', 'HEAD']

function bytesOf(body: string | Uint8Array = ''): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** Header lines by their lower-case names. */
type Headers = Readonly<Record<string, string>>

/** Headers that describe the connection or frame the message (RFC 9110, sections 7 and 10.1): only the host sets them. */
const reserved = /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/

/**
 * The headers of a caller, with lower-case names. Throws `EgressError` for a header that cannot be sent or that a
 * caller may not set.
 */
function validateHeaders(headers: Headers = {}): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!isSendable(name, value))
        throw new EgressError('invalid_request', `The header ${JSON.stringify(name)} cannot be sent as it is.`)
      if (reserved.test(name.toLowerCase()))
        throw new EgressError('invalid_request', `The header "${name}" cannot be set by a caller.`)
      return [name.toLowerCase(), value]
    })
  )
}

function isSendable(name: string, value: string): boolean {
  try {
    http.validateHeaderName(name)
    http.validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

const statuses: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/** The target of a redirect, if the response is one. Node reads header lines as Latin-1; addresses in them are UTF-8. */
export function locationOf({ statusCode, headers: { location } }: IncomingMessage): string | undefined {
  if (!statuses.has(statusCode) || location === undefined) return undefined
  return Buffer.from(location, 'latin1').toString('utf8')
}

/**
 * The request that follows a redirect, with the method rules of the Fetch Standard ("HTTP-redirect fetch"). Secret headers
 * are dropped when the origin changes. A redirect from https to http throws `EgressError`.
 */
export function redirectedRequest(request: OutgoingRequest, status: number, url: URL): OutgoingRequest {
  if (request.url.protocol === 'https:' && url.protocol === 'http:')
    throw new EgressError('blocked_scheme', 'A redirect from https to http is not followed.', { url: url.href })
  const secretHeaders = url.origin === request.url.origin ? request.secretHeaders : {}
  if (!becomesGet(request, status)) return { ...request, url, secretHeaders }
  return {
    url,
    method: 'GET',
    headers: withoutBody(request.headers),
    secretHeaders: withoutBody(secretHeaders)
  }
}

/** The request with the cookies of its chain, beside those that the caller sends. */
export function withCookies(request: OutgoingRequest, line: string | undefined): OutgoingRequest {
  if (line === undefined) return request
  const { cookie } = request.secretHeaders
  const secretHeaders = { ...request.secretHeaders, cookie: cookie === undefined ? line : `${cookie}; ${line}` }
  return { ...request, secretHeaders }
}

function becomesGet({ method }: OutgoingRequest, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function withoutBody(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}

/** The maximum size of a response's status line and headers, in bytes. */
const mostHeaderBytes = 16_384

/** A response whose head has arrived. Its socket stays open until `close`, and is not reused. */
export interface OpenResponse {
  readonly response: IncomingMessage
  close(): void
}

/**
 * Sends one request to one address on its own socket. Rejects with the socket's error, or with `EgressError` if the
 * other machine switches protocols, which Node ends without an error.
 */
export function sendRequest(
  outgoing: OutgoingRequest,
  address: string,
  trust: SecureContext,
  progress: Progress,
  signal: AbortSignal
): Promise<OpenResponse> {
  progress.address = address
  progress.enter('connect')
  const request = open(outgoing, address, trust, signal)
  return new Promise((resolve, reject) => {
    request.once('socket', socket => watch(socket, progress))
    request.once('response', response => resolve({ response, close: () => request.destroy() }))
    request.on('error', reject)
    request.once('close', () =>
      reject(new EgressError('invalid_response', 'The answer is not a response to the request.'))
    )
    request.end(outgoing.body)
  })
}

/**
 * The socket is given the checked address instead of the name, so that the name is not resolved again; the Host header and the
 * handshake carry the name. `agent: false` means a new connection, no proxy from the environment, and no keep-alive.
 */
function open(
  { url, method, headers, secretHeaders, body }: OutgoingRequest,
  address: string,
  trust: SecureContext,
  signal: AbortSignal
): ClientRequest {
  const host = hostOf(url)
  const options = {
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    method,
    headers: {
      host: url.host,
      ...headers,
      ...secretHeaders,
      ...(body === undefined ? {} : { 'content-length': String(body.length) })
    },
    agent: false,
    maxHeaderSize: mostHeaderBytes,
    insecureHTTPParser: false,
    signal
  }
  if (url.protocol === 'http:') return http.request(options)
  const secured: RequestOptions & Pick<ConnectionOptions, 'secureContext' | 'ALPNProtocols'> = {
    ...options,
    servername: isIP(host) ? '' : host,
    secureContext: trust,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1']
  }
  return httpsRequest(secured)
}

function watch(socket: Socket, progress: Progress): void {
  const isSecure = socket instanceof TLSSocket
  socket.once('connect', () => progress.enter(isSecure ? 'tls' : 'processing'))
  if (isSecure) socket.once('secureConnect', () => progress.enter('processing'))
  socket.once('data', () => progress.enter('transfer'))
}
