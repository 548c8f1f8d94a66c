import type { Context, Effect, Progress } from '../action.js'
import { type Egress, EgressError } from '../egress.js'
import { InvalidInput, type Issue, type PlannedCall } from '../errors.js'
import type { Model } from '../model.js'
import type { Settings } from '../product.js'
import type { Answer, Products } from '../products.js'
import { cleanInput } from '../runtime/compile-schema.js'
import { ConfirmedSteps, callOf, confirmationAnswer, notInPlan, stepEffect } from '../runtime/confirmation.js'
import { effectsOf, soundInput } from '../runtime/effects.js'
import { checkedInput, withNotes } from '../runtime/input-fields.js'
import type { MountedProduct, Provide, Settled } from '../runtime/mounted-product.js'
import type { MemoryRecords } from '../runtime/storage/memory-records.js'
import { Namespace } from '../runtime/storage/namespace.js'
import { ScopedRecords, VersionedStorage } from '../runtime/storage/product-storage.js'
import { newUpdateQueue } from '../runtime/storage/update-queue.js'
import { ProductWebhooks } from '../runtime/webhooks/product-webhooks.js'
import { type MadeAttempt, WebhookSender } from '../runtime/webhooks/webhook-sender.js'
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
import type { Webhooks } from '../webhooks.js'
import { callWatches, watched } from './call-watch.js'
import type { TestClock } from './clock.js'
import { type RetryHint, TestJobs, type WaitingJob } from './jobs.js'
import { TestSchedules } from './schedules.js'

/** What stands behind the tokens that are the same for all accounts of a test. */
interface TestServices {
  readonly logger: Logger
  readonly products: Products
  readonly egress: Egress
  readonly model: Model
}

/** What all accounts of a test share. */
export interface TestDependencies {
  readonly clock: TestClock
  readonly services: TestServices
  readonly records: MemoryRecords
  /** Called with every attempt of a webhook. */
  readonly sent: (attempt: MadeAttempt) => void
  /** The waiting jobs of each account. */
  readonly jobs: Map<string, TestJobs>
  /** The schedules of each account. */
  readonly schedules: Map<string, TestSchedules>
}

/** What a test may choose of one call. */
export interface RunOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
  /** Called with the progress that the action reports. */
  readonly progress?: (progress: Progress) => void
  /** Runs the action as a person has confirmed it: with the steps that its answer `needs_confirmation` has. */
  readonly confirmed?: readonly PlannedCall[]
}

/** One account that runs a mounted product. */
export class TestAccount {
  readonly jobs: TestJobs
  readonly schedules: TestSchedules
  /** What the product sees of what is stored. */
  readonly storage: Storage
  readonly #stored: Storage
  /** The host's records of the webhooks of the account. */
  readonly #webhookRecords: Storage
  settings: Settings = {}

  constructor(
    private readonly mounted: MountedProduct,
    private readonly dependencies: TestDependencies,
    private readonly name: string,
    settings: Settings
  ) {
    this.jobs = dependencies.jobs.get(name) ?? new TestJobs(() => dependencies.clock.now())
    dependencies.jobs.set(name, this.jobs)
    this.schedules = dependencies.schedules.get(name) ?? new TestSchedules(dependencies.clock)
    dependencies.schedules.set(name, this.schedules)
    const noJobs = async () => ({ expected: [], writes: [] })
    const records = new ScopedRecords(dependencies.records, `${name}/`, noJobs)
    this.#webhookRecords = new Namespace(
      new ScopedRecords(dependencies.records, `@webhooks/${name}/`, noJobs),
      newUpdateQueue()
    )
    this.#stored = new Namespace(
      {
        get: key => records.get(key),
        set: (key, text, ttlMs) => records.set(key, text, ttlMs),
        delete: key => records.delete(key),
        read: keys => records.read(keys),
        list: (prefix, page) => records.list(prefix, page),
        commit: async (expected, writes, jobs) => {
          const committed = await records.commit(expected, writes, [])
          if (committed) this.jobs.change(jobs)
          return committed
        }
      },
      newUpdateQueue()
    )
    // Where nothing was ever migrated it is the same, so that a test can watch what the product asks of it.
    this.storage = mounted.records.version === 1 ? this.#stored : new VersionedStorage(this.#stored, mounted.records)
    this.configure(settings)
  }

  configure(settings: Settings): void {
    refuse(this.mounted.settings?.check(settings) ?? [])
    this.settings = settings
  }

  async run(
    name: string,
    input: Readonly<Record<string, unknown>> = {},
    { signal = new AbortController().signal, progress = ignoreProgress, confirmed }: RunOptions = {}
  ): Promise<Answer> {
    const requestId = this.dependencies.clock.ulid()
    const steps = confirmed?.map(callOf)
    const context = { account: this.name, requestId, signal, progress, ...(steps && { confirmed: { steps } }) }
    return this.#run(name, input, context)
  }

  async runJobs(): Promise<readonly JobRun[]> {
    const runs: JobRun[] = []
    for (let job = this.#take(); job; job = this.#take()) runs.push(await this.#runJob(job))
    return runs
  }

  #take(): WaitingJob | undefined {
    return this.jobs.take(this.dependencies.clock.now())
  }

  async #runJob(job: WaitingJob): Promise<JobRun> {
    const { signal } = new AbortController()
    const context = {
      account: this.name,
      requestId: this.dependencies.clock.ulid(),
      signal,
      progress: ignoreProgress,
      job: { id: job.id, attempt: job.attempts + 1 }
    }
    const run = { id: job.id, action: job.action }
    try {
      const answer = await this.#run(job.action, job.input, context)
      const hint = retryHint(answer)
      if (hint) this.jobs.retry(job, this.dependencies.clock.now(), hint)
      return { ...run, answer }
    } catch (error) {
      if (!(error instanceof InvalidInput)) this.jobs.retry(job, this.dependencies.clock.now())
      return { ...run, error }
    }
  }

  async #run(name: string, input: Readonly<Record<string, unknown>>, context: Context): Promise<Answer> {
    const action = this.mounted.actions.get(name)
    if (!action) throw new Error(`The product has no action "${name}".`)
    const sent = structuredClone(input)
    const { issues, notes, refusal } = checkedInput(action, sent, cleanInput(sent).issues)
    refuse(issues)
    if (refusal) return refusal
    const answer = this.#answerOf(await this.mounted.run(name, sent, context, this.#provide(context)))
    const whole = withNotes(answer, notes)
    const undeclared = undeclaredMembers.get(answer)
    if (undeclared) undeclaredMembers.set(whole, undeclared)
    return whole
  }

  /** A plan that has to be confirmed is answered without a token, which only a host makes. */
  #answerOf(settled: Settled): Answer {
    if (settled.kind !== 'confirmation') return answerOf(settled)
    const checked = settled.plan.steps.map(step => this.#checked(step))
    return confirmationAnswer(
      { ...settled.plan, steps: checked.map(({ step }) => step) },
      checked.map(({ effect }) => effect)
    )
  }

  /** A step and what it does. Throws for one that cannot be run, as a host refuses its plan. */
  #checked(step: PlannedCall): { readonly step: PlannedCall; readonly effect: Effect } {
    const { product, action: name, input } = step
    const own = this.mounted.actions.get(name)
    if (product !== this.mounted.product.slug) {
      const effect = this.dependencies.services.products.effect(product, name, input)
      if (effect) return { step, effect: stepEffect(step, effect) }
    } else if (own && !own.action.internal) {
      const sound = soundInput(own.checkInput, input)
      const { effect } = effectsOf(own.action, sound)
      return { step: { ...step, input: sound ?? input }, effect: stepEffect(step, effect) }
    }
    throw new Error(`A step of the plan cannot be run: there is no ${product}.${name}.`)
  }

  /** The services of one call by their tokens; its signal cancels what it waits for. */
  #provide(context: Context): Provide {
    const { services } = this.dependencies
    const { signal } = context
    const confirmed = context.confirmed && new ConfirmedSteps(context.confirmed.steps)
    const own = new Map<unknown, () => unknown>([
      [STORAGE, () => this.#stored],
      [JOBS, () => this.jobs],
      [SETTINGS, () => this.mounted.settings?.resolve(this.settings)],
      [EGRESS, () => boundEgress(services.egress, signal)],
      [WEBHOOKS, () => this.#webhooks(context)],
      [MODEL, () => boundModel(services.model, signal)],
      [PRODUCTS, () => boundProducts(services.products, confirmed, signal)],
      [SCHEDULES, () => this.schedules.of(context, confirmed)],
      [CLOCK, () => this.dependencies.clock],
      [LOGGER, () => services.logger]
    ])
    const watch = callWatches.getStore()
    if (!watch) return token => own.get(token)?.() as (typeof token)['provides']
    return token => watched(token.name, own.get(token)?.(), watch, this.mounted) as (typeof token)['provides']
  }

  #webhooks(context: Context): Webhooks {
    const { clock, services, sent } = this.dependencies
    const sender = new WebhookSender({
      slug: this.mounted.product.slug,
      storage: this.#webhookRecords,
      settings: this.mounted.settings?.resolve(this.settings) ?? {},
      egress: boundEgress(services.egress, context.signal),
      clock,
      logger: services.logger,
      signal: context.signal,
      made: sent
    })
    return new ProductWebhooks(sender, context, () => clock.now())
  }
}

function ignoreProgress(): void {}

/** What a retryable failure says of the next run of its job. */
function retryHint({ ok, detail }: Answer): RetryHint | undefined {
  const { error } = detail
  if (ok || typeof error !== 'object' || error === null || !('retryable' in error) || !error.retryable) return undefined
  return {
    ...('retryAfterMs' in error && typeof error.retryAfterMs === 'number' && { retryAfterMs: error.retryAfterMs }),
    isPostponed: 'isPostponed' in error && error.isPostponed === true
  }
}

/** The members that were dropped from an answer because its schema does not declare them, as JSON Pointers. */
export const undeclaredMembers = new WeakMap<object, readonly string[]>()

function answerOf(settled: Exclude<Settled, { kind: 'confirmation' }>): Answer {
  switch (settled.kind) {
    case 'answered':
      if (settled.undeclared) undeclaredMembers.set(settled.answer, settled.undeclared)
      return settled.answer
    case 'bug':
      throw settled.error
    case 'invalid_output':
      throw new Error(`The outcome breaks its schemas: ${listed(settled.issues)}`)
    case 'too_large':
      throw new Error('The answer is too large.')
    case 'blocked':
      throw new Error('The action blocked its thread.')
    case 'invalid_input':
      refuse(settled.issues)
      throw new Error('The product refused its input without a fault.')
  }
}

function refuse([first, ...rest]: readonly Issue[]): void {
  if (first) throw new InvalidInput([first, ...rest])
}

function listed(issues: readonly Issue[]): string {
  return issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')
}

/** The egress of one call: its requests are aborted with the call, as the host does it. */
function boundEgress(egress: Egress, signal: AbortSignal): Egress {
  const aborted = () => new EgressError('aborted', 'The call was given up.')
  return {
    request: (url, options) => untilAbort(egress.request(url, options), [signal, options?.signal], aborted),
    connect: (host, port, options) =>
      untilAbort(egress.connect(host, port, options), [signal, options?.signal], aborted),
    resolve: (name, kind, options) =>
      untilAbort(egress.resolve(name, kind, options), [signal, options?.signal], aborted)
  }
}

/** The model for one call, likewise. */
function boundModel(model: Model, signal: AbortSignal): Model {
  const aborted = () => signal.reason
  return {
    name: model.name,
    ask: question => untilAbort(model.ask(question), [signal, question.signal], aborted),
    converse: talk => untilAbort(model.converse(talk), [signal, talk.signal], aborted)
  }
}

/** The other products for one call, likewise; of a call that was confirmed, its steps alone. */
function boundProducts(products: Products, steps: ConfirmedSteps | undefined, signal: AbortSignal): Products {
  return {
    describe: () => products.describe(),
    effect: (...call) => products.effect(...call),
    execute: async (product, action, input, options) =>
      steps?.take({ product, action, input }) === false
        ? notInPlan()
        : untilAbort(products.execute(product, action, input, options), [signal, options?.signal], () => signal.reason)
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

/** How one run of a job ended; an error where it was a bug. */
export interface JobRun {
  readonly id: string
  readonly action: string
  readonly answer?: Answer
  readonly error?: unknown
}
