import {
  CLOCK,
  type Clock,
  type Context,
  inject,
  injectable,
  type LoggedWebhookAttempt,
  type Webhooks
} from '@product-host/sdk'
import { type MadeAttempt, ProductWebhooks, WebhookSender, type WebhookSenderOptions } from '@product-host/sdk/runtime'
import Counter from 'prom-client/lib/counter.js'
import { Metrics } from '../base/metrics.js'
import { entries } from '../storage/entries.js'
import { STORE, type Store } from '../storage/store.js'

/** What the name of the subject of an account's webhook records begins with, see `Store.own`. */
export const webhookSubject = 'webhooks'

/** What WEBHOOKS of one call works with. */
interface WebhookCall extends Omit<WebhookSenderOptions, 'storage' | 'clock' | 'made' | 'attemptMs' | 'endpointMs'> {
  readonly account: string
  readonly job: Context['job']
}

/** What is stored about the webhooks of an account: the state of an endpoint, or an attempt. */
type WebhookRecord =
  | { readonly kind: 'endpoint'; readonly slug: string; readonly endpoint: string; readonly state: object }
  | { readonly kind: 'attempt'; readonly slug: string; readonly attempt: LoggedWebhookAttempt }

/**
 * WEBHOOKS for the calls of products. How a webhook is signed, retried and logged, and when the circuit of its endpoint opens, is in
 * sdk/runtime/webhooks, since the test kit of the sdk does the same; here it gets the store, the clock and the metrics of the host.
 */
@injectable()
export class AccountWebhooks {
  readonly #attempts: Counter<'product' | 'outcome'>

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    { instruments }: Metrics
  ) {
    this.#attempts = new Counter({
      name: 'product_host_webhook_attempts_total',
      help: 'Attempts to deliver a webhook: delivered, failed and to be retried, or refused for good.',
      labelNames: ['product', 'outcome'],
      registers: [instruments]
    })
  }

  /** WEBHOOKS for one call of a product. */
  open({ account, job, ...call }: WebhookCall): Webhooks {
    const { clock } = this
    const sender = new WebhookSender({
      ...call,
      clock,
      storage: this.store.own(`${webhookSubject}/${account}`),
      attemptMs: this.store.storedMs('webhookAttemptDays'),
      endpointMs: this.store.storedMs('webhookEndpointDays'),
      made: ({ result }) => this.#attempts.inc({ product: call.slug, outcome: outcomeOf(result) })
    })
    return new ProductWebhooks(sender, job ? { job } : {}, () => clock.now())
  }

  /** Everything that is stored about the webhooks of an account, of all products. */
  async *records(account: string): AsyncGenerator<WebhookRecord, void> {
    const storage = this.store.own(`${webhookSubject}/${account}`)
    for await (const { key, value } of entries<{ readonly address: string }>(storage, 'endpoint:')) {
      const [, slug = '', endpoint = ''] = key.split(':')
      const { address: _hash, ...state } = value
      yield { kind: 'endpoint', slug, endpoint, state }
    }
    for await (const { key, value } of entries<LoggedWebhookAttempt>(storage, 'log:')) {
      const [, slug = ''] = key.split(':')
      yield { kind: 'attempt', slug, attempt: value }
    }
  }
}

function outcomeOf(result: MadeAttempt['result']): 'delivered' | 'failed' | 'refused' {
  if (result.status === 'delivered') return 'delivered'
  return result.isFinal ? 'refused' : 'failed'
}
