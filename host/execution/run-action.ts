import {
  CLOCK,
  type Clock,
  type Context,
  EGRESS,
  type Egress,
  inject,
  injectable,
  JOBS,
  LOGGER,
  type Logger,
  MODEL,
  PRODUCTS,
  ProductError,
  SCHEDULES,
  SETTINGS,
  STORAGE,
  type Token,
  WEBHOOKS
} from '@product-host/sdk'
import type { Provide, Settled } from '@product-host/sdk/runtime'
import type { Logger as HostLogger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import { Problem } from '../base/problems.js'
import { allScopes } from '../base/scopes.js'
import { type AccountConfig, type SettingsDestination, withheldReason } from '../config/config.js'
import { HOST_EGRESS } from '../egress/egress.js'
import { plainLine } from '../isolation/log-line.js'
import { CALL_EFFECTS, ignoreProgress } from '../isolation/served-product.js'
import { AccountJobs } from '../jobs/account-jobs.js'
import { JobStore } from '../jobs/job-store.js'
import { Limits } from '../limits/limits.js'
import { openModel } from '../model/model.js'
import { Registry } from '../products/registry.js'
import { type Cancellation, type CancelReason, Deadlines } from '../resilience/cancellation.js'
import { LoadShedder } from '../resilience/overload.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { RECORDS, STORE, type Store } from '../storage/store.js'
import { inAction, type Span, type SpanAttributes, within } from '../tracing/spans.js'
import { AccountWebhooks } from '../webhooks/account-webhooks.js'
import type { CallRunner, RunningCall } from './call.js'
import { CallerProducts } from './caller-products.js'
import { CallerSchedules } from './caller-schedules.js'
import { AccountSchedules } from './schedules.js'

/** The services that the tokens of the sdk resolve to. */
@injectable()
export class CallServices {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: HostLogger,
    @inject(HOST_EGRESS) private readonly egress: Egress,
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly registry: Registry,
    private readonly limits: Limits,
    private readonly jobs: JobStore,
    private readonly webhooks: AccountWebhooks,
    private readonly schedules: AccountSchedules
  ) {}

  /** For the life of a product. */
  provideFor(slug: string): Provide {
    return provider(token => {
      switch (token) {
        case LOGGER:
          return productLogger(this.logger, { product: slug })
        case CLOCK:
          return this.clock
      }
    })
  }

  /** For one call: what is asked for is made then, and nothing else. */
  provide(running: RunningCall, pipeline: CallRunner): Provide {
    const { plan, caller, config, call } = running
    const { account } = caller
    const { slug, mounted } = plan.product
    const { requestId, cancellation } = call
    const begunAt = Math.floor(this.clock.now() - (performance.now() - call.startedAt))
    const { keyId, scopes = allScopes, sessionGeneration } = caller
    const by = { keyId, scopes, ...(sessionGeneration !== undefined && { sessionGeneration }) }
    const scheduler = { by, begunAt, span: running.span, now: () => this.clock.now() }
    const egress = () => withSignal(traced(this.egress, running.span), cancellation.signal)
    const logger = () => productLogger(this.logger, { product: slug, action: plan.name, requestId })
    const settings = () => mounted.settings?.resolve(sendable(config, mounted.destination))
    return provider(token => {
      switch (token) {
        case STORAGE:
          return this.store.namespace(account, slug, scheduler)
        case RECORDS:
          return this.store.namespaceRecords(account, slug, scheduler)
        case LOGGER:
          return logger()
        case CLOCK:
          return this.clock
        case PRODUCTS:
        case CALL_EFFECTS:
          return new CallerProducts(this.registry, this.limits, pipeline, running)
        case SCHEDULES:
          return new CallerSchedules(this.registry, this.limits, this.schedules, running)
        case EGRESS:
          return egress()
        case MODEL:
          return openModel(this.settings.model, cancellation.signal, running.span)
        case SETTINGS:
          return settings()
        case JOBS:
          return new AccountJobs(this.store.namespace(account, slug, scheduler), id =>
            this.jobs.cancel(account, slug, id)
          )
        case WEBHOOKS:
          return this.webhooks.open({
            account,
            slug,
            settings: settings() ?? {},
            egress: egress(),
            logger: logger(),
            signal: cancellation.signal,
            job: call.job
          })
      }
    })
  }
}

/** An account's settings. Throws the expected failure of one that has saved them for another address. */
function sendable(
  config: AccountConfig | undefined,
  destination: SettingsDestination | undefined
): AccountConfig['settings'] {
  const reason = config && withheldReason(config, destination)
  if (reason !== undefined) throw new ProductError('setting_missing', reason)
  return config?.settings ?? {}
}

/** Gives services by their tokens; a token without a service is a fault of the host. */
function provider(serviceOf: (token: Token<unknown>) => unknown): Provide {
  return token => {
    const service = serviceOf(token)
    if (service === undefined) throw new Error(`This host does not provide ${token.name} here.`)
    return service as (typeof token)['provides']
  }
}

/** EGRESS for one call: its requests and connections are cancelled with the call. */
function withSignal(egress: Egress, signal: AbortSignal): Egress {
  const either = (own: AbortSignal | undefined) => (own ? AbortSignal.any([signal, own]) : signal)
  return {
    request: (url, options) => egress.request(url, { ...options, signal: either(options?.signal) }),
    connect: (host, port, options) => egress.connect(host, port, { ...options, signal: either(options?.signal) }),
    resolve: (name, kind, options) => egress.resolve(name, kind, { ...options, signal: either(options?.signal) })
  }
}

/** EGRESS whose requests are parts of a span. Of addresses only the host is said, and they get no trace: whose they are is not known. */
function traced(egress: Egress, span: Span | undefined): Egress {
  if (!span) return egress
  const to = (name: string, host: string, attributes: SpanAttributes = {}) =>
    span.child(name, 'client', { 'server.address': host, ...attributes })
  return {
    request: (url, options) => {
      const method = options?.method ?? 'GET'
      const own = to(method, URL.parse(url)?.hostname ?? '', { 'http.request.method': method })
      const work = async () => {
        const response = await egress.request(url, options)
        own.set({ 'http.response.status_code': response.status })
        return response
      }
      return within(own, work, ({ status }) => (status >= 400 ? String(status) : undefined))
    },
    connect: (host, port, options) =>
      within(to('connect', host, { 'server.port': port }), () => egress.connect(host, port, options)),
    resolve: (name, kind, options) =>
      within(to('resolve', name, { 'dns.question.name': name }), () => egress.resolve(name, kind, options))
  }
}

/** What went wrong where an action did not answer; what is wrong with the input is no fault of it. */
function failureOf({ kind }: Settled): string | undefined {
  return kind === 'answered' || kind === 'confirmation' || kind === 'invalid_input' ? undefined : kind
}

/** LOGGER of the sdk over the log of the host. */
export function productLogger(logger: HostLogger, about: Readonly<Record<string, unknown>>): Logger {
  const child = logger.child(about)
  const at = (level: keyof Logger) => (first: unknown, second?: unknown) => {
    const { message, fields } = plainLine(first, second)
    child[level]({ fields }, message)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** The share of a call's time for which the event loop must have worked, so that the host is to blame for a time-out. */
const alwaysBusy = 0.8

/** Runs actions under their deadlines. */
@injectable()
export class ActionRunner {
  readonly #deadlines = new Deadlines()

  constructor(
    @inject(HOST_LOGGER) private readonly logger: HostLogger,
    private readonly services: CallServices,
    private readonly loadShedder: LoadShedder
  ) {}

  /**
   * What a run comes to. Rejects with a `Problem` when the call is cancelled, also while the action goes on: what becomes of
   * it then is logged.
   */
  run(running: RunningCall, input: unknown, pipeline: CallRunner): Promise<Settled> {
    const { call, plan } = running
    const span = call.span?.child(`run ${plan.product.slug}.${plan.name}`, 'internal', { 'product_host.via': call.via })
    return span
      ? within(span, () => inAction(span, () => this.#run({ ...running, span }, input, pipeline)), failureOf)
      : this.#run(running, input, pipeline)
  }

  #run(running: RunningCall, input: unknown, pipeline: CallRunner): Promise<Settled> {
    const { plan, caller, call, endsAt } = running
    const { requestId, job, cancellation } = call
    const timed = { endsAt, cancellation, position: -1 }
    const startedAt = performance.now()
    const busyBefore = this.#deadlines.busyMs
    const { confirmed } = running
    const context = new CallContext(caller.account, requestId, cancellation, job, confirmed?.steps, call.progress)
    const provide = this.services.provide(running, pipeline)
    // A nested call that ends with the call that it is part of is no fault of the nested product.
    const endsWithParent = call.via === 'nested' && endsAt === call.endsAt
    return new Promise((resolve, reject) => {
      let hasBegun = false
      const cancelled = (given: CancelReason) => {
        this.#deadlines.remove(timed)
        const isHostLate = given === 'deadline' && this.#isHostLate(startedAt, busyBefore)
        const reason = given === 'deadline' && endsWithParent ? 'gone' : given
        const ms = endsAt - startedAt
        reject(isHostLate ? hostTooLate(ms) : cancelledProblem(reason, ms, hasBegun))
      }
      const ended = (settled: Settled) => {
        if (cancellation.reason) return this.#endLate(running, settled)
        this.#deadlines.remove(timed)
        cancellation.unlisten(cancelled)
        resolve(settled)
      }
      cancellation.listen(cancelled)
      if (cancellation.reason) return
      hasBegun = true
      this.#deadlines.add(timed)
      plan.product.resilience
        .trace(() => plan.served.run(input, context, provide))
        .then(ended, error => ended({ kind: 'bug', error }))
    })
  }

  /**
   * Whether the host had more to do than it could since a time: calls shared the event loop, and it had no time left. A time-out is
   * then no fault of the product.
   */
  #isHostLate(since: number, busyBefore: number): boolean {
    const busyMs = this.#deadlines.busyMs - busyBefore
    return busyMs > (performance.now() - since) * alwaysBusy && this.loadShedder.wasSharedSince(since)
  }

  #endLate({ plan, caller, call, endedLate }: RunningCall, settled: Settled): void {
    const about = { product: plan.product.slug, action: plan.name, requestId: call.requestId, account: caller.account }
    const err = settled.kind === 'bug' ? { err: settled.error } : {}
    this.logger.warn({ ...about, outcome: settled.kind, ...err }, 'a call ended after it was cancelled')
    endedLate?.(settled).catch(error => this.logger.error({ ...about, err: error }, 'a late answer was not stored'))
  }
}

/** What an action receives beside its input; its needs are added. The signal is made only for an action that asks for it. */
class CallContext implements Context {
  readonly #cancellation: Cancellation
  declare readonly job?: NonNullable<Context['job']>
  declare readonly confirmed?: NonNullable<Context['confirmed']>

  constructor(
    readonly account: string,
    readonly requestId: string,
    cancellation: Cancellation,
    job: Context['job'],
    steps: NonNullable<Context['confirmed']>['steps'] | undefined,
    readonly progress: Context['progress'] = ignoreProgress
  ) {
    this.#cancellation = cancellation
    if (job) this.job = job
    if (steps) this.confirmed = { steps: structuredClone(steps) }
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal
  }
}

function hostTooLate(ms: number): Problem {
  return new Problem('overloaded', `The host was too busy to finish the action within ${Math.round(ms)} ms.`, {
    retryAfter: 1,
    mayHaveRun: true
  })
}

function cancelledProblem(reason: CancelReason, ms: number, hasBegun: boolean): Problem {
  const mayHaveRun = hasBegun ? ({ mayHaveRun: true } as const) : {}
  switch (reason) {
    case 'deadline':
      return new Problem('product_timeout', `The action did not end within ${Math.round(ms)} ms.`, mayHaveRun)
    case 'stopping':
      return new Problem(
        'shutting_down',
        hasBegun ? 'The host stopped before the action had ended.' : 'The host is stopping; send the request again.',
        { retryAfter: 1, ...mayHaveRun }
      )
    case 'gone':
      return new Problem('client_gone', 'The caller closed the connection.')
  }
}
