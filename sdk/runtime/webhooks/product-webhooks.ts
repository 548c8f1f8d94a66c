import type { Context } from '../../action.js'
import { ProductError } from '../../errors.js'
import type { Job } from '../../jobs.js'
import type { Webhook, WebhookAttemptOptions, WebhookEndpoint, WebhookResult, Webhooks } from '../../webhooks.js'
import { retryDelayMs, webhookRetry } from './retry-policy.js'

/** The part of WEBHOOKS that is done where the records are: in the host, for a product in another thread. */
export type WebhookCalls = Pick<Webhooks, 'attempt' | 'isDisabled' | 'attempts'>

/** WEBHOOKS of one call of an action. */
export class ProductWebhooks implements Webhooks {
  constructor(
    private readonly calls: WebhookCalls,
    private readonly context: Pick<Context, 'job'>,
    private readonly now: () => number
  ) {}

  job(job: Omit<Job, 'retry'>): Job {
    return { ...job, retry: webhookRetry }
  }

  async send(webhook: Webhook): Promise<{ readonly httpStatus: number; readonly ms: number } | undefined> {
    const result = await this.attempt(webhook)
    switch (result.status) {
      case 'delivered':
        return { httpStatus: result.httpStatus, ms: result.ms }
      case 'not_configured':
        return undefined
      default:
        throw errorOf(webhook, result, this.now())
    }
  }

  attempt(webhook: Webhook, options: WebhookAttemptOptions = {}) {
    const { number = this.context.job?.attempt ?? 1, isAsked = false, disabledBy = [] } = options
    return this.calls.attempt(webhook, { number, isAsked, disabledBy })
  }

  retryDelayMs(id: string, attempt: number): number | undefined {
    return retryDelayMs(this.job({ id, at: 0, action: '', input: {} }), attempt)
  }

  isDisabled(endpoint: WebhookEndpoint): Promise<boolean> {
    return this.calls.isDisabled(endpoint)
  }

  attempts() {
    return this.calls.attempts()
  }
}

function errorOf(
  { id }: Webhook,
  result: Extract<WebhookResult, { readonly status: 'failed' | 'postponed' | 'disabled' }>,
  now: number
): ProductError {
  if (result.status === 'postponed') {
    const retryAfterMs = Math.max(0, result.retryAt - now)
    return new ProductError('webhook_postponed', 'The endpoint accepts no webhook at present.', {
      details: { webhookId: id },
      retryable: true,
      retryAfterMs,
      isPostponed: true
    })
  }
  if (result.status === 'disabled')
    return new ProductError('webhook_refused', 'The endpoint is disabled: its receiver answered with status 410.', {
      details: { webhookId: id }
    })
  const { error, httpStatus, isFinal, retryAfterMs } = result
  const message =
    httpStatus === undefined
      ? `The receiver could not be reached: ${error}.`
      : `The receiver answered with status ${httpStatus}.`
  return new ProductError(isFinal ? 'webhook_refused' : 'webhook_failed', message, {
    details: { webhookId: id, ...(httpStatus !== undefined && { httpStatus }) },
    retryable: !isFinal,
    ...(retryAfterMs !== undefined && { retryAfterMs })
  })
}
