import type { Answer, Clock, Products, Schedules } from '@product-host/sdk'
import { isRecord } from '@product-host/toolkit/guards'
import { canonicalJson } from '@product-host/toolkit/json'
import { cut } from '@product-host/toolkit/text'
import {
  calledIn,
  destroyedBy,
  type Failure,
  failure,
  failureOf,
  fieldTitles,
  missingOf,
  schedule,
  within
} from '../calls.js'
import { isKey, type Memory } from '../memory/memory.js'
import {
  holds,
  memoryKeyOf,
  pathsIn,
  pathsOfCondition,
  type Roots,
  resolved,
  UnresolvedReference,
  valueAt
} from './expressions.js'
import type { Step } from './plan.js'

/** Longest text in a trace, in characters. */
const longestText = 2048

/** What a run works with. */
interface RunDependencies {
  readonly products: Products
  readonly schedules: Schedules
  /** The memory of a key, if it lives. */
  readonly findMemory: (key: string) => Promise<Memory | undefined>
  readonly clock: Clock
  readonly goal: string | undefined
  readonly allowExternal: boolean
  /** Whether steps may destroy what is stored. */
  readonly confirm: boolean
  readonly budgetMs: number
  /** Aborts when the caller has gone or the budget is used up. */
  readonly signal: AbortSignal
}

/** Why a run ended before its plan did: `plan_incomplete`, `step_failed`, `external_blocked`, `needs_confirmation`, `stalled`, `budget_exceeded`. */
type Stop = Failure

type StepResult = Pick<TraceEntry, 'status' | 'summary' | 'error'> & { readonly stop?: Stop }

/** One run of a plan, step by step. It never throws for what a product does. */
export class Run {
  readonly trace: TraceEntry[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #memories = new Map<string, string>()
  readonly #calls = new Set<string>()
  #stop: Stop | undefined
  #last: Answer | undefined

  constructor(private readonly dependencies: RunDependencies) {}

  /** Set when the run has to end. */
  get stop(): Stop | undefined {
    return this.#stop
  }

  /** The answer of the last step that went well. */
  get result(): Answer | undefined {
    return this.#last
  }

  /** The answer of a step that was run. */
  answerOf(id: string): Answer | undefined {
    return this.#answers.get(id)
  }

  /** Runs one step, unless the run has ended. */
  async step(step: Step): Promise<TraceEntry> {
    const began = this.dependencies.clock.now()
    const { input, ...result } = this.#stop ? notRun(step) : await this.#run(step)
    const { stop, ...known } = result
    const { id, product, action, goesOnAfterError } = step
    const ms = this.dependencies.clock.now() - began
    const entry = { id, product, action, ms, input: shown(input), goesOnAfterError, ...known }
    this.trace.push(entry)
    this.#stop ??= stop
    return entry
  }

  async #run(step: Step): Promise<StepResult & Pick<TraceEntry, 'input'>> {
    const { input: sent, product, action } = step
    if (this.dependencies.signal.aborted) return { ...notRun(step), stop: overBudget }
    const roots = await this.#roots(step)
    try {
      if (step.isStrict && pathsOfCondition(step.when).some(path => (valueAt(path, roots) ?? null) === null))
        return { ...failed(step, this.#called(step), invalidCondition), input: sent }
      if (step.when && !holds(step.when, roots)) return { status: 'skipped', input: sent }
    } catch {
      return { ...failed(step, this.#called(step), invalidCondition), input: sent }
    }
    const input = this.#resolved(sent, roots)
    if (input instanceof UnresolvedReference)
      return {
        ...failed(step, this.#called(step), failure('unresolved_reference', input.message)),
        input: sent
      }
    const call = canonicalJson([product, action, input])
    if (this.#calls.has(call))
      return { status: 'blocked', error: repeatedCall, stop: { ...repeatedCall, code: 'stalled' }, input }
    this.#calls.add(call)
    if (!this.dependencies.allowExternal && this.dependencies.products.effect(product, action, input) === 'external')
      return {
        ...blocked(step, 'external_not_allowed', 'external_blocked', `${this.#called(step)} ${external}`),
        input
      }
    const destroyed = this.dependencies.confirm ? undefined : destroyedBy(this.#called(step), input)
    const unconfirmed = `${destroyed}. Turn on Confirm to run it.`
    if (destroyed !== undefined) return { ...blocked(step, 'not_confirmed', 'needs_confirmation', unconfirmed), input }
    return { ...(await this.#execute(step, input)), input }
  }

  #resolved(input: Step['input'], roots: Roots): Readonly<Record<string, unknown>> | UnresolvedReference {
    try {
      return Object(resolved(input, roots))
    } catch (error) {
      if (error instanceof UnresolvedReference) return error
      throw error
    }
  }

  async #execute(step: Step, input: Readonly<Record<string, unknown>>): Promise<StepResult> {
    const { products, schedules, budgetMs, signal } = this.dependencies
    const name = this.#called(step)
    const ended = await within(budgetMs, signal, mine =>
      step.schedule
        ? schedule({ ...step, input }, step.schedule, schedules)
        : products.execute(step.product, step.action, input, { signal: mine })
    )
    if (ended === 'timeout') return { status: 'failed', error: overBudget, stop: overBudget }
    if (ended === 'broken') return failed(step, name, broken)
    const { answer } = ended
    this.#answers.set(step.id, answer)
    const missing = missingOf(answer)
    if (missing) return lacking(step, name, this.#titlesOf(step, missing), this.#last === undefined)
    if (!answer.ok)
      return {
        ...failed(
          { ...step, goesOnAfterError: step.goesOnAfterError || step.isReported === true },
          name,
          failureOf(answer)
        ),
        summary: answer.summary
      }
    this.#last = answer
    return { status: 'ok', summary: answer.summary }
  }

  /** The step's action as a sentence names it. */
  #called({ product, action }: Step): string {
    return calledIn(this.dependencies.products.describe(), product, action)
  }

  #titlesOf({ product, action }: Step, names: readonly string[]): string {
    const served = this.dependencies.products.describe().find(({ slug }) => slug === product)
    const { inputSchema = {} } = served?.actions.find(({ name }) => name === action) ?? {}
    return fieldTitles(inputSchema, names)
  }

  async #roots({ input, when }: Step): Promise<Roots> {
    const { findMemory, clock, goal } = this.dependencies
    const keys = [...pathsIn(input), ...pathsOfCondition(when)].map(memoryKeyOf).filter(key => key !== undefined)
    for (const key of new Set(keys)) {
      const memory = isKey(key) ? await findMemory(key) : undefined
      if (memory) this.#memories.set(key, memory.value)
      else this.#memories.delete(key)
    }
    return { steps: this.#answers, memories: this.#memories, goal, now: new Date(clock.now()).toISOString() }
  }
}

const overBudget = failure('budget_exceeded', 'The time for all steps was over.', true)

const repeatedCall = failure('stalled', 'The same call was made before in this run.')

const external = 'calls other services. Turn on Allow other machines to run it.'

const broken = failure('product_error', 'The product failed.')

const invalidCondition = failure('invalid_condition', 'Its condition cannot be told for these values.')

function notRun({ input }: Step): StepResult & Pick<TraceEntry, 'input'> {
  return { status: 'not_run', input }
}

function failed(step: Step, name: string, error: Failure): StepResult {
  const stop = failure('step_failed', `${name} failed: ${error.message}`, error.retryable)
  return { status: 'failed', error, ...(!step.goesOnAfterError && { stop }) }
}

/** A step that was refused for the fields that it lacks; where no step was run before, nothing was. */
function lacking(step: Step, name: string, missing: string, isFirst: boolean): StepResult {
  const error = failure('needs_input', `${name} still needs: ${missing}.`)
  return isFirst ? { status: 'failed', error, stop: { ...error, code: 'plan_incomplete' } } : failed(step, name, error)
}

/** A step that would do what was not allowed: the code of its error, and the one that the run ends with. */
function blocked({ goesOnAfterError }: Step, code: string, stopCode: string, message: string): StepResult {
  const stop = failure(stopCode, message)
  return { status: 'blocked', error: failure(code, message), ...(!goesOnAfterError && { stop }) }
}

/** The result of one step. */
interface TraceEntry {
  readonly id: string
  readonly product: string
  readonly action: string
  readonly status: 'ok' | 'failed' | 'skipped' | 'blocked' | 'not_run'
  readonly ms: number
  /** As it was sent: references resolved, secrets hidden, long text cut. */
  readonly input: Readonly<Record<string, unknown>>
  readonly summary?: string
  readonly error?: Failure
  /** Whether the run may be well although this step was not. */
  readonly goesOnAfterError: boolean
}

const secret = /secret|password|passwd|authorization|credential|api[-_]?key|token$/i

/** An input as a trace shows it. */
export function shown(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, shownMember(name, value)]))
}

function shownMember(name: string, value: unknown): unknown {
  if (typeof value === 'string') return secret.test(name) ? '********' : cut(value, longestText)
  if (Array.isArray(value)) return value.map(item => shownMember(name, item))
  return isRecord(value) ? shown(value) : value
}
