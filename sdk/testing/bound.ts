import { type Egress, EgressError } from '../egress.js'
import type { Model } from '../model.js'
import type { Products } from '../products.js'

/** The way out for one call: what it waits for is given up with it, as the host does it. */
export function boundEgress(egress: Egress, signal: AbortSignal): Egress {
  const aborted = () => new EgressError('aborted', 'The call was given up.')
  return {
    request: (url, options) => untilAbort(egress.request(url, options), [signal, options?.signal], aborted),
    resolve: (name, kind, options) =>
      untilAbort(egress.resolve(name, kind, options), [signal, options?.signal], aborted)
  }
}

/** The model for one call, likewise. */
export function boundModel(model: Model, signal: AbortSignal): Model {
  const aborted = () => signal.reason
  return {
    name: model.name,
    ask: question => untilAbort(model.ask(question), [signal, question.signal], aborted),
    converse: talk => untilAbort(model.converse(talk), [signal, talk.signal], aborted)
  }
}

/** The other products for one call, likewise. */
export function boundProducts(products: Products, signal: AbortSignal): Products {
  return {
    describe: () => products.describe(),
    effect: (...call) => products.effect(...call),
    execute: (product, action, input, options) =>
      untilAbort(products.execute(product, action, input, options), [signal, options?.signal], () => signal.reason)
  }
}

async function untilAbort<Result>(
  work: Promise<Result>,
  signals: readonly (AbortSignal | undefined)[],
  reason: () => unknown
): Promise<Result> {
  const signal = AbortSignal.any(signals.filter(each => each !== undefined))
  const given = Promise.withResolvers<never>()
  const giveUp = () => given.reject(reason())
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, given.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
