import {
  CLOCK,
  type Clock,
  EGRESS,
  type Egress,
  JOBS,
  LOGGER,
  type Logger,
  MODEL,
  type Model,
  PRODUCTS,
  type ProductDescription,
  type Products,
  SETTINGS,
  STORAGE,
  type Storage,
  type Token
} from '@product-host/sdk'
import { Corner, type Provide } from '@product-host/sdk/runtime'
import { AccountJobs } from '../jobs/account-jobs.js'
import { recordsOver } from '../storage/port.js'
import { Turns } from '../storage/turns.js'
import type { Asking } from './asking.js'
import type { Line, Run } from './messages.js'

/** What stands behind the tokens of the sdk in a thread: everything is asked of the host. */
export class Handles {
  readonly #turns = new Turns()
  #described: readonly ProductDescription[] | undefined

  constructor(
    private readonly asking: Asking,
    private readonly clock: Clock
  ) {}

  /** For the life of the product. */
  provideLifelong(): Provide {
    return provider([
      [LOGGER, () => this.#logger(undefined)],
      [CLOCK, () => this.clock]
    ])
  }

  /** For one call: what is asked for is made then, and nothing else. */
  provide({ id, account, settings }: Run): Provide {
    const storage = () => this.#storage(id, account)
    return provider([
      [STORAGE, storage],
      [LOGGER, () => this.#logger(id)],
      [CLOCK, () => this.clock],
      [PRODUCTS, () => this.#products(id)],
      [EGRESS, () => this.#egress(id)],
      [MODEL, () => this.#model(id)],
      [SETTINGS, () => Object.freeze(settings)],
      [JOBS, () => new AccountJobs(storage(), job => this.asking.ask(id, { of: 'cancel', id: job }))]
    ])
  }

  #storage(call: number, account: string): Storage {
    const records = recordsOver(recordsCall => this.asking.ask(call, { of: 'storage', call: recordsCall }))
    return new Corner(records, this.#turns.at(account))
  }

  #logger(call: number | undefined): Logger {
    const log =
      (level: Line['level']) =>
      (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
        this.asking.send({
          kind: 'log',
          ...(call !== undefined && { call }),
          line: { level, message, fields: plain(fields) }
        })
    return { info: log('info'), warn: log('warn'), error: log('error') }
  }

  #products(call: number): Products {
    return {
      describe: () => {
        this.#described ??= this.asking.askNow(call, { of: 'describe' })
        return this.#described
      },
      effect: (product, action, input) =>
        this.asking.askNow(call, { of: 'effect', product, action, input: plain(input) }),
      execute: (product, action, input, { signal } = {}) =>
        this.asking.ask(call, { of: 'execute', product, action, input: plain(input) }, signal)
    }
  }

  #egress(call: number): Egress {
    return {
      request: (url, { signal, ...options } = {}) => this.asking.ask(call, { of: 'request', url, options }, signal),
      resolve: (name, type, { signal, ...options } = {}) =>
        this.asking.ask(call, { of: 'resolve', name, type, options }, signal)
    }
  }

  #model(call: number): Model {
    const { asking } = this
    return {
      get name() {
        return asking.askNow(call, { of: 'modelName' })
      },
      ask: ({ signal, schema, ...question }) =>
        asking.ask(call, { of: 'model', question: { ...question, schema: plain(schema) } }, signal),
      converse: ({ signal, ...conversation }) => asking.ask(call, { of: 'conversation', conversation }, signal)
    }
  }
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
