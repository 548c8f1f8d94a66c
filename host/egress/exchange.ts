import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, type SecureContext, TLSSocket } from 'node:tls'
import { EgressError } from '@product-host/sdk'
import { http } from '../node-http.js'
import type { Hop } from './hop.js'
import { hostOf, portOf } from './judge-url.js'
import type { Progress } from './progress.js'

/** Bytes of a response's status line and headers. */
const mostHeaderBytes = 16_384

/** A response whose head has come. Its socket lives until `close`, and is never used again. */
export interface Exchange {
  readonly response: IncomingMessage
  close(): void
}

/**
 * Sends one request to one address on a socket of its own. Rejects with the socket's error, or with `EgressError` when the
 * other machine switches protocols, which Node ends without an error.
 */
export function exchange(
  hop: Hop,
  address: string,
  trust: SecureContext,
  progress: Progress,
  signal: AbortSignal
): Promise<Exchange> {
  progress.address = address
  progress.enter('connect')
  const request = open(hop, address, trust, signal)
  return new Promise((resolve, reject) => {
    request.once('socket', socket => watch(socket, progress))
    request.once('response', response => resolve({ response, close: () => request.destroy() }))
    request.on('error', reject)
    request.once('close', () =>
      reject(new EgressError('invalid_response', 'The answer is none that a request asks for.'))
    )
    request.end(hop.body)
  })
}

/**
 * The socket is given the judged address in place of the name, so that nothing is looked up again; the name stands in the Host
 * header and in the handshake. `agent: false` means a new connection, no proxy from the environment, and no keep-alive.
 */
function open(
  { url, method, headers, secretHeaders, body }: Hop,
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
  const secured: RequestOptions & Pick<ConnectionOptions, 'secureContext'> = {
    ...options,
    servername: isIP(host) ? '' : host,
    secureContext: trust,
    rejectUnauthorized: true
  }
  return httpsRequest(secured)
}

function watch(socket: Socket, progress: Progress): void {
  const isSecure = socket instanceof TLSSocket
  socket.once('connect', () => progress.enter(isSecure ? 'tls' : 'processing'))
  if (isSecure) socket.once('secureConnect', () => progress.enter('processing'))
  socket.once('data', () => progress.enter('transfer'))
}
