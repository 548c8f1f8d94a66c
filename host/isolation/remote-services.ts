import {
  CLOCK,
  type Clock,
  type Effect,
  EGRESS,
  type Egress,
  JOBS,
  LOGGER,
  type LoggedWebhookAttempt,
  type Logger,
  MODEL,
  type Model,
  PRODUCTS,
  type Products,
  SCHEDULES,
  type ScheduleOutcome,
  type Schedules,
  SETTINGS,
  STORAGE,
  type Storage,
  type Token,
  WEBHOOKS,
  type Webhook,
  type WebhookAttemptOptions,
  type WebhookResult,
  type Webhooks
} from '@product-host/sdk'
import {
  effectsOf,
  type MountedProduct,
  Namespace,
  ProductWebhooks,
  type Provide,
  soundInput,
  UpdateQueues
} from '@product-host/sdk/runtime'
import { AccountJobs } from '../jobs/account-jobs.js'
import { plainLine } from './log-line.js'
import { type Described, type LogLine, type Run, remoteRecords } from './messages.js'
import type { OutputLimit } from './output-limit.js'
import type { RpcClient } from './rpc-client.js'

/** The services that the sdk's tokens resolve to in a thread: every call goes to the host. */
export class RemoteServices {
  /** The product of this thread, once it is mounted. */
  mounted: MountedProduct | undefined
  readonly #updates = new UpdateQueues()
  #described: Described = { version: 0, products: [] }

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly output: OutputLimit
  ) {}

  /** For the life of the product. */
  provideLifelong(): Provide {
    return provider([
      [LOGGER, () => this.#logger(undefined)],
      [CLOCK, () => this.clock]
    ])
  }

  /** For one call: each service is created when it is resolved. */
  provide({ id, account, settings, job }: Run): Provide {
    const storage = () => this.#storage(id, account)
    return provider([
      [STORAGE, storage],
      [LOGGER, () => this.#logger(id)],
      [CLOCK, () => this.clock],
      [PRODUCTS, () => this.#products(id)],
      [SCHEDULES, () => this.#schedules(id)],
      [EGRESS, () => this.egress(id)],
      [WEBHOOKS, () => this.#webhooks(id, job)],
      [MODEL, () => this.#model(id)],
      [SETTINGS, () => Object.freeze(settings)],
      [JOBS, () => new AccountJobs(storage(), job => this.rpc.request(id, { of: 'cancel', id: job }))]
    ])
  }

  #storage(call: number, account: string): Storage {
    const records = remoteRecords(recordsCall => this.rpc.request(call, { of: 'storage', call: recordsCall }))
    return new Namespace(records, this.#updates.of(account))
  }

  #logger(call: number | undefined): Logger {
    const log = (level: LogLine['level']) => (first: unknown, second?: unknown) => {
      const line = { level, ...plainLine(first, second) }
      if (!this.output.take(line.message.length + JSON.stringify(line.fields).length)) return
      this.rpc.send({ kind: 'log', ...(call !== undefined && { call }), line })
    }
    return { info: log('info'), warn: log('warn'), error: log('error') }
  }

  #products(call: number): Products {
    return {
      describe: () => {
        const { version } = this.#described
        this.#described = this.rpc.requestSync(call, { of: 'describe', version }) ?? this.#described
        return this.#described.products
      },
      effect: (product, action, input) =>
        product === this.mounted?.product.slug
          ? effectOfOwn(this.mounted, action, plain(input))
          : this.rpc.requestSync(call, { of: 'effect', product, action, input: plain(input) }),
      execute: (product, action, input, { signal } = {}) =>
        this.rpc.request(call, { of: 'execute', product, action, input: plain(input) }, signal)
    }
  }

  #schedules(call: number): Schedules {
    return {
      create: schedule => this.rpc.request<ScheduleOutcome>(call, { of: 'createSchedule', schedule: plain(schedule) })
    }
  }

  /** Requests on behalf of a call. */
  egress(call: number): Egress {
    return {
      request: (url, { signal, body, ...rest } = {}) => {
        // A copy of its own: a part of a larger buffer would be sent with all of it.
        const options = {
          ...rest,
          ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) })
        }
        return this.rpc.request(call, { of: 'request', url, options }, signal)
      },
      connect: (host, port, { signal, ...options } = {}) =>
        this.rpc.request(call, { of: 'connect', host, port, options }, signal),
      resolve: (name, type, { signal, ...options } = {}) =>
        this.rpc.request(call, { of: 'resolve', name, type, options }, signal)
    }
  }

  #webhooks(call: number, job: Run['job']): Webhooks {
    const calls = {
      attempt: (webhook: Webhook, options: WebhookAttemptOptions = {}) =>
        this.rpc.request<WebhookResult>(call, { of: 'sendWebhook', webhook: plain(webhook), options }),
      isDisabled: (endpoint: Pick<Webhook, 'url' | 'secret' | 'authorization'>) =>
        this.rpc.request<boolean>(call, { of: 'isWebhookDisabled', endpoint }),
      attempts: () => this.rpc.request<readonly LoggedWebhookAttempt[]>(call, { of: 'webhookAttempts' })
    }
    return new ProductWebhooks(calls, job ? { job } : {}, () => this.clock.now())
  }

  #model(call: number): Model {
    const { rpc } = this
    return {
      get name() {
        return rpc.requestSync(call, { of: 'modelName' })
      },
      ask: ({ signal, schema, onText, ...rest }) => {
        const question = { ...rest, schema: plain(schema), ...(onText && { isStreamed: true as const }) }
        return rpc.request(call, { of: 'model', question }, signal, onText)
      },
      converse: ({ signal, onText, ...rest }) => {
        const conversation = { ...rest, ...(onText && { isStreamed: true as const }) }
        return rpc.request(call, { of: 'conversation', conversation }, signal, onText)
      }
    }
  }
}

/** The thread cannot answer the host while it waits for it, so it answers itself. */
function effectOfOwn(
  { actions }: MountedProduct,
  name: string,
  input: Readonly<Record<string, unknown>>
): Effect | undefined {
  const own = actions.get(name)
  return own && !own.action.internal ? effectsOf(own.action, soundInput(own.checkInput, input)).effect : undefined
}

function provider(makers: readonly (readonly [Token<unknown>, () => unknown])[]): Provide {
  const services = new Map<unknown, () => unknown>(makers)
  return token => {
    const make = services.get(token)
    if (!make) throw new Error(`This host does not provide ${token.name} here.`)
    return make() as (typeof token)['provides']
  }
}

/** The value as plain JSON. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
