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
import { Usage } from '../usage/usage.js'
import { Access } from './access.js'
import type { Call, Execution } from './execute.js'
import { CallerProducts } from './products.js'

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
    private readonly access: Access,
    private readonly limits: Limits,
    private readonly usage: Usage,
    private readonly jobs: JobBook
  ) {}

  /** For the life of a product. */
  provideFor(slug: string): Provide {
    return this.#provider([
      [LOGGER, () => productLogger(this.lines, { product: slug })],
      [CLOCK, () => this.clock]
    ])
  }

  /** For one call: what is asked for is made then, and nothing else. */
  provide(call: Call, signal: AbortSignal, ms: number, execution: Execution): Provide {
    const { caller, product, config, action, requestId } = call
    const scheduler = { keyId: caller.keyId, scopes: caller.scopes ?? everyScope }
    const storage = () => this.store.corner(caller.account, product.slug, scheduler)
    const inner = { ...call, signal, endsAt: performance.now() + ms }
    return this.#provider([
      [STORAGE, storage],
      [RECORDS, () => this.store.cornerRecords(caller.account, product.slug, scheduler)],
      [LOGGER, () => productLogger(this.lines, { product: product.slug, action, requestId })],
      [CLOCK, () => this.clock],
      [PRODUCTS, () => new CallerProducts(this.registry, this.access, this.limits, this.usage, execution, inner)],
      [EGRESS, () => withSignal(this.wayOut, signal)],
      [MODEL, () => openModel(this.settings.model, signal)],
      [SETTINGS, () => product.mounted.settings?.resolve(config?.settings ?? {})],
      [JOBS, () => new AccountJobs(storage(), id => this.jobs.cancel(caller.account, product.slug, id))]
    ])
  }

  #provider(makers: readonly (readonly [Token<unknown>, () => unknown])[]): Provide {
    const services = new Map<unknown, () => unknown>(makers)
    return token => {
      const make = services.get(token)
      if (!make) throw new Error(`This host does not provide ${token.name} here.`)
      return make() as (typeof token)['provides']
    }
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
