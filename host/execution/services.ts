import {
  CLOCK,
  type Clock,
  EGRESS,
  type Egress,
  inject,
  injectable,
  JOBS,
  LOGGER,
  type Logger,
  MODEL,
  PRODUCTS,
  SETTINGS,
  STORAGE,
  type Token
} from '@product-host/sdk'
import type { Provide } from '@product-host/sdk/runtime'
import type { Logger as Lines } from 'pino'
import { everyScope } from '../accounts/scopes.js'
import { AccountJobs } from '../jobs/account-jobs.js'
import { JobBook } from '../jobs/job-book.js'
import { Limits } from '../limits/limits.js'
import { openModel } from '../model/model.js'
import { Registry } from '../products/registry.js'
import type { Settings } from '../settings.js'
import type { Store } from '../storage/store.js'
import { HOST_SETTINGS, LINES, RECORDS, STORE, WAY_OUT } from '../tokens.js'
import type { Pipeline } from './pipeline.js'
import { CallerProducts } from './products.js'
import type { RunningCall } from './run-action.js'

/** What stands behind the tokens of the sdk. */
@injectable()
export class CallServices {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LINES) private readonly lines: Lines,
    @inject(WAY_OUT) private readonly wayOut: Egress,
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly registry: Registry,
    private readonly limits: Limits,
    private readonly jobs: JobBook
  ) {}

  /** For the life of a product. */
  provideFor(slug: string): Provide {
    return provider(token => {
      switch (token) {
        case LOGGER:
          return productLogger(this.lines, { product: slug })
        case CLOCK:
          return this.clock
      }
    })
  }

  /** For one call: what is asked for is made then, and nothing else. */
  provide(running: RunningCall, pipeline: Pipeline): Provide {
    const { plan, caller, config, call } = running
    const { account } = caller
    const { slug, mounted } = plan.product
    const { requestId, cancellation } = call
    const scheduler = { keyId: caller.keyId, scopes: caller.scopes ?? everyScope }
    return provider(token => {
      switch (token) {
        case STORAGE:
          return this.store.corner(account, slug, scheduler)
        case RECORDS:
          return this.store.cornerRecords(account, slug, scheduler)
        case LOGGER:
          return productLogger(this.lines, { product: slug, action: plan.name, requestId })
        case CLOCK:
          return this.clock
        case PRODUCTS:
          return new CallerProducts(this.registry, this.limits, pipeline, running)
        case EGRESS:
          return withSignal(this.wayOut, cancellation.signal)
        case MODEL:
          return openModel(this.settings.model, cancellation.signal)
        case SETTINGS:
          return mounted.settings?.resolve(config?.settings ?? {})
        case JOBS:
          return new AccountJobs(this.store.corner(account, slug, scheduler), id => this.jobs.cancel(account, slug, id))
      }
    })
  }
}

/** Gives services by their tokens; a token without a service is a fault of the host. */
function provider(serviceOf: (token: Token<unknown>) => unknown): Provide {
  return token => {
    const service = serviceOf(token)
    if (service === undefined) throw new Error(`This host does not provide ${token.name} here.`)
    return service as (typeof token)['provides']
  }
}

/** The way out for one call: what it has begun is given up with it. */
function withSignal(egress: Egress, signal: AbortSignal): Egress {
  const either = (own: AbortSignal | undefined) => (own ? AbortSignal.any([signal, own]) : signal)
  return {
    request: (url, options) => egress.request(url, { ...options, signal: either(options?.signal) }),
    resolve: (name, kind, options) => egress.resolve(name, kind, { ...options, signal: either(options?.signal) })
  }
}

function productLogger(lines: Lines, about: Readonly<Record<string, unknown>>): Logger {
  const child = lines.child(about)
  return {
    info: (message, fields = {}) => child.info({ fields }, message),
    warn: (message, fields = {}) => child.warn({ fields }, message),
    error: (message, fields = {}) => child.error({ fields }, message)
  }
}
