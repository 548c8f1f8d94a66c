/** What is asked of another machine. */
export interface EgressRequest {
  /** GET when left out. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Headers that every machine of a chain of redirects gets, but for `authorization` and `cookie`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that are sent to the first origin alone, and dropped when a redirect leaves it. */
  readonly secretHeaders?: Readonly<Record<string, string>>
  /** Text is sent as UTF-8. GET and HEAD have no body; DELETE has one only if it is given. */
  readonly body?: string | Uint8Array
  /** True: the response has its body as bytes, in `content`, and no text. */
  readonly asBytes?: boolean
  /** Milliseconds for everything, redirects included; 10,000 when left out. */
  readonly timeoutMs?: number
  /** Redirects that are followed, 0 to 5; none when left out: the redirect itself is then the response. */
  readonly maxRedirects?: number
  /** The most bytes of the decoded body that are read; 262,144 when left out. A longer body is cut and marked. */
  readonly maxBytes?: number
  /**
   * Further ports of public addresses that this request may use, of those that the operator lets requests open
   * (`egress.requestPorts` of the deployment file); others have no effect, and none has one on a private network.
   */
  readonly ports?: readonly number[]
  /** Ends the request; that of the call does so in any case. */
  readonly signal?: AbortSignal
}

/** Milliseconds that each part of the last hop took; `tls` is 0 on plain http. */
export interface EgressPhases {
  readonly dns: number
  readonly connect: number
  readonly tls: number
  /** From the request to the first byte of the response. */
  readonly processing: number
  readonly transfer: number
}

/** What the other machine's certificate says; the earliest expiry of the chain counts. */
export interface EgressCertificate {
  /** ISO 8601. */
  readonly validTo: string
  readonly subject: string
  readonly issuer: string
  /** Such as `TLSv1.3`. */
  readonly protocol: string
}

/** What came back. */
export interface EgressResponse {
  /** Whatever it is: a 500 is a response. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The decoded body as text; empty where bytes were asked for. */
  readonly body: string
  /** The decoded body as it was sent, where the request has `asBytes`; empty otherwise. */
  readonly content: Uint8Array
  /** Bytes of the body that were read, decoded. */
  readonly bytes: number
  /** Whether the body was longer than `maxBytes`. */
  readonly isCut: boolean
  /** The address of the last hop. */
  readonly url: string
  /** The IP address that answered. */
  readonly address: string
  /** Such as `1.1`. */
  readonly httpVersion: string
  /** Milliseconds of each part of the last hop: `dns`, `connect`, `tls`, `processing`, `transfer`. */
  readonly phases: EgressPhases
  /** Milliseconds of all hops. */
  readonly totalMs: number
  /** The hops before the last. */
  readonly redirects: readonly { readonly url: string; readonly status: number }[]
  /** Only of https. */
  readonly certificate?: EgressCertificate
}

/** How a connection is made. */
export interface EgressConnectOptions {
  /** Milliseconds for everything, the greeting included; 10,000 when left out. */
  readonly timeoutMs?: number
  /**
   * Bytes to read of what the other machine sends first, 4,096 at most: up to the end of its first line, or until it closes the
   * connection or the time is over. 0 when left out: nothing is read.
   */
  readonly greetingBytes?: number
  readonly signal?: AbortSignal
}

/** A connection that was made, and closed again. */
export interface EgressConnection {
  /** The IP address that accepted it. */
  readonly address: string
  readonly port: number
  /** Milliseconds; `processing` is the time from the connection to the first byte of the greeting, 0 where none was read. */
  readonly phases: Pick<EgressPhases, 'dns' | 'connect' | 'processing'>
  readonly totalMs: number
  /** What the other machine sent first, read as UTF-8; empty where nothing was to be read. */
  readonly greeting: string
}

/**
 * Why a request or a question found no answer. `invalid_request` is what cannot be sent, such as a line break in a header;
 * `invalid_response` is what cannot be read as HTTP; `http2_only` is a server that does not speak HTTP/1.1; `aborted`
 * says that the caller's own signal ended it.
 */
export type EgressCode =
  | 'invalid_url'
  | 'invalid_request'
  | 'blocked_address'
  | 'blocked_port'
  | 'blocked_scheme'
  | 'dns_not_found'
  | 'dns_unavailable'
  | 'connect_refused'
  | 'connect_timeout'
  | 'connection_lost'
  | 'invalid_response'
  | 'http2_only'
  | 'timeout'
  | 'aborted'
  | 'tls_expired'
  | 'tls_untrusted'
  | 'tls_hostname'
  | 'tls_failed'
  | 'too_many_redirects'

/** Thrown when no response came; the message is safe to show. */
export class EgressError extends Error {
  override readonly name = 'EgressError'

  constructor(
    readonly code: EgressCode,
    message: string,
    /** What was known when it failed. */
    readonly known: {
      /** For a connection, `tcp://`, the host and the port. */
      readonly url?: string
      readonly address?: string
      readonly totalMs?: number
      /** Of a connection or a DNS lookup: the member of the deployment file that an operator would have to change to allow it. */
      readonly forbiddenBy?: string
    } = {}
  ) {
    super(message)
  }
}

/** The records of a name, by their type. */
export interface EgressRecords {
  readonly A: readonly string[]
  readonly AAAA: readonly string[]
  readonly CNAME: readonly string[]
  readonly MX: readonly { readonly priority: number; readonly exchange: string }[]
  readonly NS: readonly string[]
  readonly TXT: readonly string[]
}

/**
 * Requests and connections to other machines for a caller. Every address is checked, on every redirect again: only http and https, only the
 * ports that the operator allows there, and no address that is not public, in whatever spelling or behind whatever name,
 * unless the operator allows it.
 */
export interface Egress {
  /** Rejects with `EgressError`. */
  request(url: string, options?: EgressRequest): Promise<EgressResponse>
  /**
   * Opens a TCP connection to a host and a port, and closes it. Nothing is sent. Only the ports that the operator opened for this
   * (`egress.connectPorts` of the deployment file); the rules for addresses are those of requests. Rejects with `EgressError`.
   */
  connect(host: string, port: number, options?: EgressConnectOptions): Promise<EgressConnection>
  /**
   * The records of a name, none when it has none. Rejects with `EgressError`: `dns_unavailable` when the deployment forbids questions,
   * `blocked_address` when an address among the records is not public and the operator does not allow its network.
   */
  resolve<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal }
  ): Promise<EgressRecords[Kind]>
}
