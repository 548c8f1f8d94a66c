import type { Static } from 'typebox'
import type { Action, Effect } from '../action.js'
import type { Issue, PlannedCall } from '../errors.js'
import type { Options, Product, ProductDeclaration, Settings } from '../product.js'
import type { Products } from '../products.js'
import type { MisspeltField } from '../runtime/input-fields.js'
import { MountedProduct } from '../runtime/mounted-product.js'
import { MemoryRecords } from '../runtime/storage/memory-records.js'
import { storedRecord } from '../runtime/storage/product-storage.js'
import type { Storage } from '../storage.js'
import {
  CLOCK,
  EGRESS,
  JOBS,
  LOGGER,
  type Logger,
  MODEL,
  PRODUCTS,
  SCHEDULES,
  SETTINGS,
  STORAGE,
  WEBHOOKS
} from '../tokens.js'
import type { WebhookResult } from '../webhooks.js'
import { type JobRun, type RunOptions, TestAccount, type TestDependencies } from './account.js'
import { type TestClock, testClock } from './clock.js'
import { type RecordedConnection, type RecordedRequest, type TestEgress, testEgress } from './egress.js'
import type { WaitingJob } from './jobs.js'
import { type TestModel, testModel } from './model.js'
import type { TestSchedule } from './schedules.js'

/** What a test may choose. */
export interface TestOptions {
  /** The account that calls; `test-account` when left out. */
  readonly account?: string
  /** The time at which the clock starts, ISO 8601; 2026-01-01T12:00:00Z when left out. */
  readonly now?: string
  /** The other products; none when left out. */
  readonly products?: Partial<Products>
  /** The account's settings, as it would save them; refused when the product's rules refuse them. */
  readonly settings?: Settings
  /** What the operator chose for the product. */
  readonly options?: Options
  /** What an older version of the product stored for the account, by key; what `migrate` is tried on. */
  readonly stored?: { readonly version: number; readonly records: Readonly<Record<string, unknown>> }
  /** What other machines answer. */
  readonly egress?: TestEgress
  /** What the model answers; none is configured when left out. */
  readonly model?: TestModel
}

/** An answer with the types of its action's schemas. */
export interface TestAnswer<in out A extends Action> {
  readonly ok: boolean
  readonly summary: string
  readonly metrics: NoInfer<Static<NonNullable<A['metrics']>>>
  readonly detail: NoInfer<Static<A['detail']>> & {
    readonly error?: {
      readonly code: string
      readonly message: string
      readonly retryable: boolean
      /** Of `needs_confirmation`: the plan, as a host shows it, without a token. */
      readonly details?: {
        readonly steps: readonly (PlannedCall & { readonly effect: Effect })[]
        readonly notUnderstood: readonly string[]
      }
    }
    readonly ignoredFields?: readonly string[]
    readonly misspeltFields?: readonly MisspeltField[]
  }
}

/** One attempt of a webhook. */
export interface SentWebhook {
  readonly id: string
  readonly url: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** From 1. */
  readonly attempt: number
  readonly status: WebhookResult['status']
  /** In what its `data` does not fit the schema that the product declares; empty if it fits, and for an event that is not declared. */
  readonly issues: readonly Issue[]
}

/** A product on an in-memory store, run as the host would run it. */
export interface TestContext<Actions extends Readonly<Record<string, Action>>> {
  /**
   * Runs an action. Rejects with `InvalidInput` for what the host would answer with 400, with what `run` threw when that
   * is a bug, and with the faults when the outcome breaks its schemas.
   */
  run<Name extends keyof Actions & string>(
    action: Name,
    input?: Readonly<Record<string, unknown>>,
    options?: RunOptions
  ): Promise<TestAnswer<Actions[Name]>>
  /** Runs, in order, every job of the account that is due by the clock, those that a run schedules included; their answers. */
  runJobs(): Promise<readonly JobRun[]>
  /** The account's waiting jobs, the first due first. */
  jobs(): readonly WaitingJob[]
  /** The schedules that the product made for the account, the oldest first. */
  schedules(): readonly TestSchedule[]
  /** Every request that the product sent out. */
  readonly requests: readonly RecordedRequest[]
  /** Every TCP connection that the product opened. */
  readonly connections: readonly RecordedConnection[]
  /** Every attempt of a webhook; its request, signed, is among `requests`. */
  readonly webhooks: { readonly sent: readonly SentWebhook[] }
  /** The account's settings, as it saved them. */
  readonly settings: Settings
  /** The account's records. */
  readonly storage: Storage
  /** The clock of the test: `set(time)`, `advance(ms)`. */
  readonly clock: TestClock
  /** Every line that the product logged. */
  readonly log: readonly LogLine[]
  /** Replaces the account's settings; throws if the product's rules refuse them. */
  configure(settings: Settings): void
  /** The same store and the same clock, as another account, with settings of its own. */
  as(account: string, settings?: Settings): TestContext<Actions>
  /** The same store, clock and account, with the product mounted again, as in another process. */
  twin(): TestContext<Actions>
}

const usualAccount = 'test-account'

/** Mounts a product for a test: in-memory storage, a clock that only the test moves, seeded identifiers. */
export function testContext<Actions extends Readonly<Record<string, Action>>>(
  product: ProductDeclaration<Actions>,
  options: TestOptions = {}
): TestContext<Actions> {
  const clock = testClock(options.now ?? '2026-01-01T12:00:00Z')
  const log: LogLine[] = []
  const { egress, requests, connections } = testEgress(options.egress ?? {})
  const services = {
    logger: testLogger(log),
    products: { ...noProducts, ...options.products },
    egress,
    model: testModel(options.model)
  }
  const lifelong = new Map<unknown, unknown>([
    [CLOCK, clock],
    [LOGGER, services.logger]
  ])
  const tokens = [STORAGE, LOGGER, CLOCK, PRODUCTS, SCHEDULES, SETTINGS, EGRESS, JOBS, WEBHOOKS, MODEL]
  const mount = () =>
    new MountedProduct(product, {
      tokens,
      provide: token => lifelong.get(token) as (typeof token)['provides'],
      options: options.options ?? {}
    })
  const first = mount()
  const sent: SentWebhook[] = []
  const ground: TestDependencies = {
    clock,
    services,
    records: new MemoryRecords(() => clock.now()),
    sent: ({ webhook: { id, event, payload }, url, attempt, result: { status } }) =>
      void sent.push({ id, url, event, payload, attempt, status, issues: dataIssues(first, event, payload) }),
    jobs: new Map(),
    schedules: new Map()
  }

  function forAccount(mounted: MountedProduct, name: string, settings: Settings): TestContext<Actions> {
    const account = new TestAccount(mounted, ground, name, settings)
    return {
      clock,
      log,
      requests,
      connections,
      webhooks: { sent },
      storage: account.storage,
      get settings() {
        return account.settings
      },
      run: (action, input, choice) => account.run(action, input, choice) as Promise<TestAnswer<Actions[typeof action]>>,
      runJobs: () => account.runJobs(),
      jobs: () => account.jobs.waiting(),
      schedules: () => [...account.schedules.made],
      configure: next => account.configure(next),
      as: (other, otherSettings = {}) => forAccount(mounted, other, otherSettings),
      twin: () => forAccount(mount(), name, account.settings)
    }
  }
  for (const [key, value] of Object.entries(options.stored?.records ?? {}))
    void ground.records.set(
      `${options.account ?? usualAccount}/${key}`,
      JSON.stringify(storedRecord(options.stored?.version ?? 1, value))
    )
  return forAccount(first, options.account ?? usualAccount, options.settings ?? {})
}

/** In what the `data` of a webhook does not fit its schema: as its receiver gets it, as JSON. */
function dataIssues({ webhookData }: MountedProduct, event: string, payload: SentWebhook['payload']): readonly Issue[] {
  return webhookData.get(event)?.(JSON.parse(JSON.stringify(payload))) ?? []
}

/** A deployment without any other product. */
const noProducts: Products = {
  describe: () => [],
  effect: () => undefined,
  async execute(product) {
    const message = `There is no product "${product}".`
    return {
      ok: false,
      summary: message,
      metrics: {},
      detail: { error: { code: 'unknown_product', message, retryable: false } }
    }
  }
}

/** One line that a product logged. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A logger that writes into an array. */
function testLogger(log: LogLine[]): Logger {
  const at =
    (level: LogLine['level']): Logger['info'] =>
    (message, fields) =>
      void log.push({ level, message, ...(fields && { fields }) })
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** A product in a test, whatever its actions. */
export type AnyContext = TestContext<Product['actions']>
