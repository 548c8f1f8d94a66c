import {
  type Egress,
  type EgressConnection,
  type EgressConnectOptions,
  EgressError,
  type EgressRecords,
  type EgressRequest,
  type EgressResponse
} from '../egress.js'

/** What a test answers for other machines; without an answer, nothing is reachable. */
export interface TestEgress {
  /** The response to a request; what is left out is a 200 without a body. Throw an `EgressError` for one that fails. */
  request?(url: string, options: RecordedRequest): Partial<EgressResponse> | Promise<Partial<EgressResponse>>
  /** The connection that is made. */
  connect?(
    host: string,
    port: number,
    options: EgressConnectOptions
  ): Partial<EgressConnection> | Promise<Partial<EgressConnection>>
  /** The records of a name. */
  resolve?<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind
  ): EgressRecords[Kind] | Promise<EgressRecords[Kind]>
}

/** One request that a product made. */
export interface RecordedRequest extends Omit<EgressRequest, 'body'> {
  readonly url: string
  /** As text. */
  readonly body?: string
  /** As bytes. */
  readonly content?: Uint8Array
}

/** One connection that a product opened. */
export interface RecordedConnection extends EgressConnectOptions {
  readonly host: string
  readonly port: number
}

const silence: Omit<EgressResponse, 'url'> = {
  status: 200,
  headers: {},
  body: '',
  content: new Uint8Array(),
  bytes: 0,
  isCut: false,
  address: '192.0.2.1',
  httpVersion: '1.1',
  phases: { dns: 1, connect: 2, tls: 0, processing: 5, transfer: 2 },
  totalMs: 10,
  redirects: []
}

const silentConnection: Omit<EgressConnection, 'port'> = {
  address: '192.0.2.1',
  phases: { dns: 1, connect: 2, processing: 0 },
  totalMs: 3,
  greeting: ''
}

/** A body as text and as bytes, whichever of them it is. */
function bothForms(body: string | Uint8Array): { readonly body: string; readonly content: Uint8Array } {
  return typeof body === 'string'
    ? { body, content: new TextEncoder().encode(body) }
    : { body: new TextDecoder().decode(body), content: body }
}

/** An egress that records every request and every connection, and returns what the test answers. */
export function testEgress(answers: TestEgress): {
  readonly egress: Egress
  readonly requests: RecordedRequest[]
  readonly connections: RecordedConnection[]
} {
  const requests: RecordedRequest[] = []
  const connections: RecordedConnection[] = []
  const egress: Egress = {
    async request(url, { body: sent, ...options } = {}) {
      const request: RecordedRequest = { ...options, ...(sent !== undefined && bothForms(sent)), url }
      requests.push(request)
      if (!answers.request) throw new EgressError('connect_refused', 'Nothing listens there.', { url })
      const { body, content, ...answer } = await answers.request(url, request)
      const forms = bothForms(content ?? body ?? '')
      const asked = options.asBytes ? { content: forms.content } : { body: forms.body }
      return { ...silence, bytes: forms.content.length, url, ...answer, ...asked }
    },
    async connect(host, port, options = {}) {
      connections.push({ ...options, host, port })
      if (!answers.connect)
        throw new EgressError('connect_refused', 'Nothing listens there.', { url: `tcp://${host}:${port}` })
      return { ...silentConnection, port, ...(await answers.connect(host, port, options)) }
    },
    async resolve(name, kind) {
      if (!answers.resolve) throw new EgressError('dns_unavailable', 'No questions are answered here.')
      return answers.resolve(name, kind)
    }
  }
  return { egress, requests, connections }
}
