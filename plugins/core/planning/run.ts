import type { Answer, Clock, Products } from '@product-host/sdk'
import { isKey } from '../memory/key.js'
import type { Memories } from '../memory/memories.js'
import { type Failure, failureOf } from '../runs/failure.js'
import { within } from '../runs/within.js'
import { holds, pathsOfCondition } from './conditions.js'
import { memoryKeyOf, pathsIn, type Roots, resolved, UnresolvedReference } from './references.js'
import type { Step } from './step.js'
import { shown, type TraceEntry } from './trace.js'

/** What a run works with. */
export interface Ground {
  readonly products: Products
  readonly memories: Memories
  readonly clock: Clock
  readonly goal: string | undefined
  readonly allowExternal: boolean
  readonly budgetMs: number
  /** Aborts when the caller has gone or the budget is used up. */
  readonly signal: AbortSignal
}

/** Why a run ended before its plan did. */
export interface Stop extends Failure {
  readonly code: 'step_failed' | 'external_blocked' | 'stalled' | 'budget_exceeded'
}

type Ending = Pick<TraceEntry, 'status' | 'summary' | 'error'> & { readonly stop?: Stop }

/** One run of a plan, step by step. It never throws for what a product does. */
export class Run {
  readonly trace: TraceEntry[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #memories = new Map<string, string>()
  readonly #made = new Set<string>()
  #stop: Stop | undefined
  #last: Answer | undefined

  constructor(private readonly ground: Ground) {}

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
    const began = this.ground.clock.now()
    const { input, ...ending } = this.#stop ? notRun(step) : await this.#run(step)
    const { stop, ...known } = ending
    const { id, product, action, goesOnAfterError } = step
    const ms = this.ground.clock.now() - began
    const entry = { id, product, action, ms, input: shown(input), goesOnAfterError, ...known }
    this.trace.push(entry)
    this.#stop ??= stop
    return entry
  }

  async #run(step: Step): Promise<Ending & Pick<TraceEntry, 'input'>> {
    const { input: sent, product, action } = step
    if (this.ground.signal.aborted) return { ...notRun(step), stop: overBudget }
    const roots = await this.#roots(step)
    try {
      if (step.when && !holds(step.when, roots)) return { status: 'skipped', input: sent }
    } catch {
      return { ...failed(step, unclear), input: sent }
    }
    const input = this.#resolved(sent, roots)
    if (input instanceof UnresolvedReference)
      return {
        ...failed(step, { code: 'unresolved_reference', message: input.message, retryable: false }),
        input: sent
      }
    const call = canonical([product, action, input])
    if (this.#made.has(call)) return { status: 'blocked', error: again, stop: { ...again, code: 'stalled' }, input }
    this.#made.add(call)
    if (!this.ground.allowExternal && this.ground.products.effect(product, action, input) === 'external')
      return { ...blocked(step), input }
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

  async #execute(step: Step, input: Readonly<Record<string, unknown>>): Promise<Ending> {
    const { products, budgetMs, signal } = this.ground
    const ended = await within(budgetMs, signal, mine =>
      products.execute(step.product, step.action, input, { signal: mine })
    )
    if (ended === 'timeout') return { status: 'failed', error: overBudget, stop: overBudget }
    if (ended === 'broken') return failed(step, broken)
    const { answer } = ended
    this.#answers.set(step.id, answer)
    if (!answer.ok)
      return {
        ...failed({ ...step, goesOnAfterError: step.goesOnAfterError || step.isTold === true }, failureOf(answer)),
        summary: answer.summary
      }
    this.#last = answer
    return { status: 'ok', summary: answer.summary }
  }

  async #roots({ input, when }: Step): Promise<Roots> {
    const { memories, clock, goal } = this.ground
    const keys = [...pathsIn(input), ...pathsOfCondition(when)].map(memoryKeyOf).filter(key => key !== undefined)
    for (const key of new Set(keys)) {
      const memory = isKey(key) ? await memories.find(key) : undefined
      if (memory) this.#memories.set(key, memory.value)
      else this.#memories.delete(key)
    }
    return { steps: this.#answers, memories: this.#memories, goal, now: new Date(clock.now()).toISOString() }
  }
}

const overBudget: Stop = { code: 'budget_exceeded', message: 'The time for all steps was over.', retryable: true }
const again: Failure = { code: 'stalled', message: 'The same call was made before in this run.', retryable: false }
const broken: Failure = { code: 'product_error', message: 'The product failed.', retryable: false }
const unclear: Failure = {
  code: 'invalid_condition',
  message: 'Its condition cannot be told for these values.',
  retryable: false
}
const kept: Failure = {
  code: 'external_not_allowed',
  message: 'It leaves the machine; send allowExternal.',
  retryable: false
}

function notRun({ input }: Step): Ending & Pick<TraceEntry, 'input'> {
  return { status: 'not_run', input }
}

function failed(step: Step, error: Failure): Ending {
  const message = `${step.product}.${step.action} failed: ${error.message}`
  const stop: Stop = { code: 'step_failed', message, retryable: error.retryable }
  return { status: 'failed', error, ...(!step.goesOnAfterError && { stop }) }
}

function blocked(step: Step): Ending {
  const message = `${step.product}.${step.action} leaves the machine; send allowExternal to run it.`
  const stop: Stop = { code: 'external_blocked', message, retryable: false }
  return { status: 'blocked', error: kept, ...(!step.goesOnAfterError && { stop }) }
}

/** JSON with the members of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part
  )
}
