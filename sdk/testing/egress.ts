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
  request?(url: string, options: EgressRequest): Partial<EgressResponse> | Promise<Partial<EgressResponse>>
  connect?(
    host: string,
    port: number,
    options: EgressConnectOptions
  ): Partial<EgressConnection> | Promise<Partial<EgressConnection>>
  resolve?<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind
  ): EgressRecords[Kind] | Promise<EgressRecords[Kind]>
}

/** One request that a product made. */
export interface RecordedRequest extends EgressRequest {
  readonly url: string
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

/** An egress that records every request and every connection, and returns what the test answers. */
export function testEgress(answers: TestEgress): {
  readonly egress: Egress
  readonly requests: RecordedRequest[]
  readonly connections: RecordedConnection[]
} {
  const requests: RecordedRequest[] = []
  const connections: RecordedConnection[] = []
  const egress: Egress = {
    async request(url, options = {}) {
      requests.push({ ...options, url })
      if (!answers.request) throw new EgressError('connect_refused', 'Nothing listens there.', { url })
      const answer = await answers.request(url, options)
      const bytes = Buffer.byteLength(answer.body ?? '')
      return { ...silence, bytes, url, ...answer }
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
