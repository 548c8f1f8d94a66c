import type { Effect } from '../action.js'
import type { ConfirmationPlan, ConfirmationStep, Issue, PlannedCall } from '../errors.js'
import type { Answer } from '../products.js'
import type { ScheduleTiming } from '../schedules.js'
import { canonicalJson, cleanInput } from './compile-schema.js'

/** A plan that is sound, as plain JSON. */
export interface CheckedPlan {
  readonly message: string
  readonly steps: readonly PlannedCall[]
  readonly notUnderstood: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  readonly metrics: Readonly<Record<string, number>>
}

/** Steps of one plan at most. */
const mostSteps = 50

/** What is not said of a schedule. */
const usualTiming = { timezone: 'UTC', overlap: 'skip', missed: 'once' }

/** The plan as plain JSON, or what is wrong with it. `slug` is the product that threw it. */
export function checkedPlan(slug: string, plan: ConfirmationPlan): CheckedPlan | readonly Issue[] {
  const { message, steps, notUnderstood = [], details = {}, metrics = {} } = plainPlan(plan) ?? {}
  if (typeof message !== 'string' || message === '') return [issue('message', 'is not a sentence')]
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > mostSteps)
    return [issue('steps', `is not a list of 1 to ${mostSteps} steps`)]
  if (!Array.isArray(notUnderstood) || notUnderstood.some(text => typeof text !== 'string'))
    return [issue('notUnderstood', 'is not a list of texts')]
  const wrong = steps.findIndex(step => !isStep(step))
  if (wrong >= 0) return [issue(`steps/${wrong}`, 'does not name an action, or has an input that no request can have')]
  const calls = steps.map(step => callOf({ product: slug, ...step }))
  return { message, steps: calls, notUnderstood, details, metrics }
}

/** Undefined if it is not JSON. */
function plainPlan(plan: ConfirmationPlan): Partial<ConfirmationPlan> | undefined {
  try {
    return JSON.parse(JSON.stringify(plan))
  } catch {
    return undefined
  }
}

/** Its input is cleaned as that of a request. */
function isStep(step: unknown): step is ConfirmationStep {
  const { product = '', action, input, schedule }: Partial<Record<keyof ConfirmationStep, unknown>> = Object(step)
  if (typeof product !== 'string' || typeof action !== 'string') return false
  if (schedule !== undefined && !isTiming(schedule)) return false
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  const { issues, isTooDeep } = cleanInput(input as Record<string, unknown>)
  return !isTooDeep && issues.length === 0
}

function isTiming(schedule: unknown): schedule is ScheduleTiming {
  const { name, cron, ...rest }: Record<string, unknown> = Object(schedule)
  const others = Object.entries(rest)
  const isKnown = others.every(([member, value]) => Object.hasOwn(usualTiming, member) && typeof value === 'string')
  return typeof name === 'string' && name !== '' && typeof cron === 'string' && isKnown
}

function issue(member: string, detail: string): Issue {
  return {
    pointer: `#/plan/${member}`,
    detail,
    fix: 'Throw new ConfirmationRequired({ message, steps: [{ action, input }] }).'
  }
}

/** A step as the call that it is. */
export function callOf({ product, action, input, schedule }: PlannedCall): PlannedCall {
  return { product, action, input, ...(schedule && { schedule }) }
}

/** What a step would do, given the effect of its call: to make a schedule is to write. */
export function stepEffect({ schedule }: PlannedCall, effect: Effect): Effect {
  return schedule && effect === 'read' ? 'write' : effect
}

/** The answer that shows a plan, without a token; each step has its effect. */
export function confirmationAnswer(plan: CheckedPlan, effects: readonly Effect[]): Answer {
  const { message, notUnderstood, metrics } = plan
  const steps = plan.steps.map((step, index) => ({ ...step, effect: effects[index] ?? 'external' }))
  const error = { code: 'needs_confirmation', message, retryable: false, details: { steps, notUnderstood } }
  return { ok: false, summary: message, metrics, detail: { ...plan.details, error } }
}

/** The steps of a confirmed plan that may still be run: each once, in their order; a step may be left out. */
export class ConfirmedSteps {
  readonly #calls: readonly string[]
  #next = 0

  constructor(readonly steps: readonly PlannedCall[]) {
    this.#calls = steps.map(callText)
  }

  /** Whether this call is the next step, or one after it; it and those before it are run then. */
  take(call: PlannedCall): boolean {
    const index = this.#calls.indexOf(callText(call), this.#next)
    if (index < 0) return false
    this.#next = index + 1
    return true
  }
}

/** Whether a plan does nothing but one call, and understood all of it. */
export function isOnly(call: PlannedCall, { steps, notUnderstood }: CheckedPlan): boolean {
  return notUnderstood.length === 0 && steps.every(step => callText(step) === callText(call))
}

function callText({ product, action, input, schedule }: PlannedCall): string {
  return canonicalJson([product, action, input, ...(schedule ? [{ ...usualTiming, ...schedule }] : [])])
}

/** The answer to a call of `PRODUCTS` that the confirmed plan does not have. */
export function notInPlan(): Answer {
  return failed('not_in_plan', 'The confirmed plan has no such step, or the step was already run.')
}

/** The answer to a call whose plan a person has seen and does not want. */
export function notConfirmed(): Answer {
  return failed('not_confirmed', 'The person did not confirm the plan. Nothing was done.')
}

function failed(code: string, message: string): Answer {
  return { ok: false, summary: message, metrics: {}, detail: { error: { code, message, retryable: false } } }
}
