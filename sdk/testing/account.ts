import type { Context } from '../context.js'
import type { Egress } from '../egress.js'
import { type Fault, InvalidInput } from '../errors.js'
import type { Logger } from '../logger.js'
import type { Model } from '../model.js'
import type { Answer, Products } from '../products.js'
import { Corner, newTurn } from '../runtime/corner.js'
import { cleanInput, ignoredFields } from '../runtime/input.js'
import type { MemoryRecords } from '../runtime/memory.js'
import type { MountedProduct } from '../runtime/mount.js'
import type { Provide } from '../runtime/open.js'
import { scoped } from '../runtime/scoped.js'
import type { Settled } from '../runtime/settle.js'
import { VersionedStorage } from '../runtime/versioned-storage.js'
import type { Settings } from '../settings.js'
import type { Storage } from '../storage.js'
import { CLOCK, EGRESS, JOBS, LOGGER, MODEL, PRODUCTS, SETTINGS, STORAGE } from '../tokens.js'
import { boundEgress, boundModel, boundProducts } from './bound.js'
import type { TestClock } from './clock.js'
import type { JobRun } from './context.js'
import { TestJobs, type WaitingJob } from './jobs.js'

/** What stands behind the tokens that are the same for all accounts of a test. */
export interface TestServices {
  readonly logger: Logger
  readonly products: Products
  readonly egress: Egress
  readonly model: Model
}

/** What all accounts of a test share. */
export interface TestGround {
  readonly clock: TestClock
  readonly services: TestServices
  readonly records: MemoryRecords
  /** The waiting jobs of each account. */
  readonly jobs: Map<string, TestJobs>
}

/** One account that runs a mounted product. */
export class TestAccount {
  readonly jobs: TestJobs
  /** What the product sees of what is stored. */
  readonly storage: Storage
  readonly #stored: Storage
  settings: Settings = {}

  constructor(
    private readonly mounted: MountedProduct,
    private readonly ground: TestGround,
    private readonly name: string,
    settings: Settings
  ) {
    this.jobs = ground.jobs.get(name) ?? new TestJobs()
    ground.jobs.set(name, this.jobs)
    const records = scoped(ground.records, `${name}/`, async () => ({ expected: [], writes: [] }))
    this.#stored = new Corner(
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
      newTurn()
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
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}
  ): Promise<Answer> {
    return this.#run(name, input, { account: this.name, requestId: this.ground.clock.ulid(), signal })
  }

  async runJobs(): Promise<readonly JobRun[]> {
    const runs: JobRun[] = []
    for (let job = this.#take(); job; job = this.#take()) runs.push(await this.#runJob(job))
    return runs
  }

  #take(): WaitingJob | undefined {
    return this.jobs.take(this.ground.clock.now())
  }

  async #runJob(job: WaitingJob): Promise<JobRun> {
    const { signal } = new AbortController()
    const context = {
      account: this.name,
      requestId: this.ground.clock.ulid(),
      signal,
      job: { id: job.id, attempt: job.attempts + 1 }
    }
    const run = { id: job.id, action: job.action }
    try {
      const answer = await this.#run(job.action, job.input, context)
      if (isRetryable(answer)) this.jobs.retry(job, this.ground.clock.now())
      return { ...run, answer }
    } catch (error) {
      if (!(error instanceof InvalidInput)) this.jobs.retry(job, this.ground.clock.now())
      return { ...run, error }
    }
  }

  async #run(name: string, input: Readonly<Record<string, unknown>>, context: Context): Promise<Answer> {
    const action = this.mounted.actions.get(name)
    if (!action) throw new Error(`The product has no action "${name}".`)
    const sent = structuredClone(input)
    refuse([...cleanInput(sent).faults, ...action.checkInput(sent)])
    const answer = answerOf(await this.mounted.run(name, sent, context, this.#provide(context.signal)))
    const ignored = ignoredFields(sent, action.known)
    return ignored.length > 0 ? { ...answer, detail: { ...answer.detail, ignoredFields: ignored } } : answer
  }

  /** What stands behind the tokens of one call: what it waits for is given up with its signal. */
  #provide(signal: AbortSignal): Provide {
    const { services } = this.ground
    const own = new Map<unknown, () => unknown>([
      [STORAGE, () => this.#stored],
      [JOBS, () => this.jobs],
      [SETTINGS, () => this.mounted.settings?.resolve(this.settings)],
      [EGRESS, () => boundEgress(services.egress, signal)],
      [MODEL, () => boundModel(services.model, signal)],
      [PRODUCTS, () => boundProducts(services.products, signal)],
      [CLOCK, () => this.ground.clock],
      [LOGGER, () => services.logger]
    ])
    return token => own.get(token)?.() as (typeof token)['provides']
  }
}

function isRetryable({ ok, detail }: Answer): boolean {
  const { error } = detail
  return !ok && typeof error === 'object' && error !== null && 'retryable' in error && error.retryable === true
}

function answerOf(settled: Settled): Answer {
  switch (settled.kind) {
    case 'answered':
      return settled.answer
    case 'bug':
      throw settled.error
    case 'invalid_output':
      throw new Error(`The outcome breaks its schemas: ${listed(settled.faults)}`)
    case 'invalid_input':
      refuse(settled.faults)
      throw new Error('The product refused its input without a fault.')
  }
}

function refuse([first, ...rest]: readonly Fault[]): void {
  if (first) throw new InvalidInput([first, ...rest])
}

function listed(faults: readonly Fault[]): string {
  return faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')
}
