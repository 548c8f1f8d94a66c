import { type Egress, EgressError, type EgressRecords, type EgressRequest, type EgressResponse } from '../egress.js'

/** What a test answers for other machines; without an answer, nothing is reachable. */
export interface TestEgress {
  request?(url: string, options: EgressRequest): Partial<EgressResponse> | Promise<Partial<EgressResponse>>
  resolve?<Kind extends keyof EgressRecords>(
    name: string,
    kind: Kind
  ): EgressRecords[Kind] | Promise<EgressRecords[Kind]>
}

/** One request that a product made. */
export interface RecordedRequest extends EgressRequest {
  readonly url: string
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

/** A way out that only records, and answers what the test says. */
export function testEgress(answers: TestEgress): { egress: Egress; requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = []
  const egress: Egress = {
    async request(url, options = {}) {
      requests.push({ ...options, url })
      if (!answers.request) throw new EgressError('connect_refused', 'Nothing listens there.', { url })
      const answer = await answers.request(url, options)
      const bytes = Buffer.byteLength(answer.body ?? '')
      return { ...silence, bytes, url, ...answer }
    },
    async resolve(name, kind) {
      if (!answers.resolve) throw new EgressError('dns_unavailable', 'No questions are answered here.')
      return answers.resolve(name, kind)
    }
  }
  return { egress, requests }
}
