import type { Static } from 'typebox'
import type { Action } from '../action.js'
import type { Options, ProductDeclaration } from '../product.js'
import type { Answer, Products } from '../products.js'
import { MemoryRecords } from '../runtime/memory.js'
import { MountedProduct } from '../runtime/mount.js'
import { storedRecord } from '../runtime/record-form.js'
import type { Settings } from '../settings.js'
import type { Storage } from '../storage.js'
import { CLOCK, EGRESS, JOBS, LOGGER, MODEL, PRODUCTS, SETTINGS, STORAGE } from '../tokens.js'
import { TestAccount, type TestGround } from './account.js'
import { type TestClock, testClock } from './clock.js'
import { type RecordedRequest, type TestEgress, testEgress } from './egress.js'
import type { WaitingJob } from './jobs.js'
import { type LogLine, testLogger } from './logger.js'
import { type TestModel, testModel } from './model.js'
import { noProducts } from './products.js'

export type { TestClock } from './clock.js'

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
  readonly metrics: NoInfer<Static<A['metrics']>>
  readonly detail: NoInfer<Static<A['detail']>> & {
    readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean }
    readonly ignoredFields?: readonly string[]
  }
}

/** How one run of a job ended; an error where it was a bug. */
export interface JobRun {
  readonly id: string
  readonly action: string
  readonly answer?: Answer
  readonly error?: unknown
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
    options?: { readonly signal?: AbortSignal }
  ): Promise<TestAnswer<Actions[Name]>>
  /** Runs, in order, every job of the account that is due by the clock, those that a run schedules included; their answers. */
  runJobs(): Promise<readonly JobRun[]>
  /** The account's waiting jobs, the first due first. */
  jobs(): readonly WaitingJob[]
  /** Every request that the product sent out. */
  readonly requests: readonly RecordedRequest[]
  /** The account's settings, as it saved them. */
  readonly settings: Settings
  /** What the account keeps. */
  readonly storage: Storage
  readonly clock: TestClock
  /** Every line that the product logged. */
  readonly log: readonly LogLine[]
  /** Saves the account's settings anew; refused when the product's rules refuse them. */
  configure(settings: Settings): void
  /** The same store and the same clock, as another account, with settings of its own. */
  as(account: string, settings?: Settings): TestContext<Actions>
  /** The same store, clock and account, with the product mounted anew, as in another process. */
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
  const { egress, requests } = testEgress(options.egress ?? {})
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
  const ground: TestGround = { clock, services, records: new MemoryRecords(() => clock.now()), jobs: new Map() }
  const tokens = [STORAGE, LOGGER, CLOCK, PRODUCTS, SETTINGS, EGRESS, JOBS, MODEL]
  const mount = () =>
    new MountedProduct(product, {
      tokens,
      provide: token => lifelong.get(token) as (typeof token)['provides'],
      options: options.options ?? {}
    })

  function forAccount(mounted: MountedProduct, name: string, settings: Settings): TestContext<Actions> {
    const account = new TestAccount(mounted, ground, name, settings)
    return {
      clock,
      log,
      requests,
      storage: account.storage,
      get settings() {
        return account.settings
      },
      run: (action, input, choice) => account.run(action, input, choice) as Promise<TestAnswer<Actions[typeof action]>>,
      runJobs: () => account.runJobs(),
      jobs: () => account.jobs.waiting(),
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
  return forAccount(mount(), options.account ?? usualAccount, options.settings ?? {})
}
