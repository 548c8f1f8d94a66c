import { type EgressCode, EgressError, type EgressResponse } from '@product-host/sdk'
import { type RecordedRequest, testContext } from '@product-host/sdk/testing'
import leadconnect from '../dist/index.js'

/** One request that came to a receiver. */
interface Received {
  readonly url: string
  readonly id: string
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
  readonly options: RecordedRequest
}

/** A machine that takes webhooks, as well or as badly as the test says. */
export class Receiver {
  readonly received: Received[] = []
  /**
   * How it answers: a status, a response, the code of a way that is closed, or `killed` for a process that dies in
   * between.
   */
  answer: number | Partial<EgressResponse> | EgressCode | 'killed' = 200

  /** What the test kit asks in place of other machines. */
  readonly egress = {
    request: (url: string, options: RecordedRequest): Partial<EgressResponse> => {
      this.received.push({
        url,
        id: options.headers?.['webhook-id'] ?? '',
        body: JSON.parse(options.body ?? '{}'),
        options
      })
      if (this.answer === 'killed') throw new Error('killed')
      if (typeof this.answer === 'string') throw new EgressError(this.answer, 'The way is closed.', { url, totalMs: 3 })
      return { totalMs: 182, ...(typeof this.answer === 'number' ? { status: this.answer } : this.answer) }
    }
  }

  /** The `webhook-id` of every request, in their order. */
  get ids(): readonly string[] {
    return this.received.map(({ id }) => id)
  }
}

/** A destination `crm` with a secret. */
export const crm = {
  'destination.crm.url': 'https://crm.example/leads',
  'destination.crm.secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
}

/** A lead for it. */
export const jane = {
  email: 'jane@acme.com',
  destination: 'crm',
  payload: '{"name":"Jane Doe","country":"GB"}',
  source: 'website'
}

/** An account with settings, whose deliveries go to a receiver. */
export function start(settings: Record<string, string> = crm) {
  const receiver = new Receiver()
  return { receiver, ...testContext(leadconnect, { settings, egress: receiver.egress }) }
}
