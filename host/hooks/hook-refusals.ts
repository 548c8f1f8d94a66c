import { injectable } from '@product-host/sdk'
import Counter from 'prom-client/lib/counter.js'
import { Metrics } from '../base/metrics.js'

/** Why a call of a hook was not accepted. */
export const hookRefusalReasons = ['token', 'access', 'size', 'signature', 'body', 'rate', 'runs'] as const
/** Why a call of a hook was not accepted. */
export type HookRefusalReason = (typeof hookRefusalReasons)[number]

/** The name of the metric of refusals. */
export const hooksRefusedMetric = 'product_host_hooks_refused_total'

/** Counts the calls of hooks that were refused. */
@injectable()
export class HookRefusals {
  readonly #counter: Counter<'reason'>

  constructor({ instruments }: Metrics) {
    this.#counter = new Counter({
      name: hooksRefusedMetric,
      help: 'Calls of hooks that were not accepted, by reason.',
      labelNames: ['reason'],
      registers: [instruments]
    })
    for (const reason of hookRefusalReasons) this.#counter.inc({ reason }, 0)
  }

  count(reason: HookRefusalReason): void {
    this.#counter.inc({ reason })
  }
}
