import {
  type Effect,
  InvalidInput,
  type Issue,
  type Products,
  type ScheduleTiming,
  type Static,
  Type
} from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { issue, runsOthers } from '../calls.js'
import { anyMembers, members } from '../members.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { conditionIssues, isForbidden, namesIn, pathsIn, pathsOfCondition, rootOf } from './expressions.js'

/** Steps of one run at most, and of a plan from a goal when the caller does not say. */
export const { mostSteps, usualSteps } = limits.agent

/** One step as a caller writes it. */
const SentStep = members('sentStep', {
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$' })),
  product: Type.String({ minLength: 1, maxLength: 64 }),
  action: Type.String({ minLength: 1, maxLength: 64 }),
  input: Type.Optional(anyMembers()),
  when: Type.Optional(anyMembers()),
  onError: Type.Optional(Type.Enum(['stop', 'continue']))
})

type SentStep = Static<typeof SentStep>

/** The input of agent. */
export const AgentInput = members('agentInput', {
  goal: Type.Optional(Type.String({ minLength: 1, maxLength: limits.agent.longestGoal, pattern: '\\S' })),
  steps: Type.Optional(Type.Array(SentStep, { minItems: 1, maxItems: mostSteps })),
  maxSteps: Type.Optional(
    Type.Integer({
      title: 'Most steps',
      minimum: 1,
      maximum: mostSteps,
      description: `The most steps that a plan may have. If empty: ${usualSteps} for a plan that is made from a goal.`
    })
  ),
  budgetMs: Type.Integer({ ...limits.agent.budgetMs }),
  dryRun: Type.Boolean({ default: false }),
  allowExternal: Type.Boolean({ default: false }),
  confirm: Type.Boolean({ default: false }),
  allow: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 129 }), { maxItems: 100 })),
  planner: Type.Enum(['auto', 'rules', 'model'], { default: 'auto' })
})

export type AgentInput = Static<typeof AgentInput>

/** One step of a plan that can be run. */
export interface Step {
  readonly id: string
  readonly product: string
  readonly action: string
  /** References not resolved yet. */
  readonly input: Readonly<Record<string, unknown>>
  /** JSON Logic. */
  readonly when?: Readonly<Record<string, unknown>>
  readonly goesOnAfterError: boolean
  /** Whether a later step reports its result; then its answer is used even where it is not ok. */
  readonly isReported?: boolean
  /** Whether its condition is an error, and not false, where what it reads is not there. */
  readonly isStrict?: boolean
  /** Why a person has to see it before it runs, a sentence's end each. */
  readonly doubts?: readonly string[]
  /** Words that were not understood. */
  readonly unused?: readonly string[]
  /** When a schedule of it is due, if one is made in place of running it. */
  readonly schedule?: ScheduleTiming
  /** Why it is there, for a person. */
  readonly why: string
}

/** A part of a goal that leads to no step that can be run. */
interface Unresolved {
  readonly id: string
  readonly product?: string
  readonly action?: string
  readonly input: Readonly<Record<string, unknown>>
  /** Required fields of which the goal says nothing. */
  readonly missing: readonly string[]
  /** Words that were not understood. */
  readonly unused: readonly string[]
  readonly why: string
}

/** A step, and what a call of it would do, as far as that is known before it runs. */
export type PlannedStep = (Step & { readonly effect: Effect }) | Unresolved

/** Whether a planned step can be run. */
export function isRunnable(step: PlannedStep): step is Step & { readonly effect: Effect } {
  return 'effect' in step
}

const otherRoots: readonly string[] = ['memory', 'goal', 'now']

/** The caller's own plan. Throws `InvalidInput` for what can never run, before anything has. */
export function readSteps(
  sent: readonly SentStep[],
  { maxSteps, allow }: AgentInput,
  products: Products
): readonly Step[] {
  const steps = sent.map(({ id, product, action, input = {}, when, onError }, position): Step => {
    const why = 'It is a step of the plan that was sent.'
    const named = { id: id ?? `s${position + 1}`, product, action, input, ...(when && { when }) }
    return { ...named, goesOnAfterError: onError === 'continue', why }
  })
  const ids = steps.map(({ id }) => id)
  const detail = `holds more than maxSteps, ${maxSteps}`
  const issues = [
    ...(maxSteps !== undefined && steps.length > maxSteps
      ? [issue('#/steps', 'max_items', detail, 'Send fewer, or a higher maxSteps.')]
      : []),
    ...steps.flatMap((step, position) => issuesOf(step, position, ids, allow, products))
  ]
  if (isFilled(issues)) throw new InvalidInput(issues)
  return steps
}

function issuesOf(
  { product, action, input, when }: Step,
  position: number,
  ids: readonly string[],
  allow: readonly string[] | undefined,
  products: Products
): readonly Issue[] {
  const at = `#/steps/${position}`
  const target = targetIssue(product, action, allow, products.effect(product, action, input) !== undefined)
  const conditions = when ? conditionIssues(when) : []
  return [
    ...idIssues(ids, position, `${at}/id`),
    ...(target ? [issue(`${at}/action`, ...target)] : []),
    ...pathsIn(input).flatMap(path => referenceIssues(path, `${at}/input`, ids, position)),
    ...(namesIn(input).some(isForbidden)
      ? [issue(`${at}/input`, 'forbidden_name', 'holds a member that no data may have', 'Leave it out.')]
      : []),
    ...conditions.map(detail => issue(`${at}/when`, 'invalid_condition', detail, 'Send JSON Logic.')),
    ...(conditions.length > 0
      ? []
      : pathsOfCondition(when).flatMap(path => referenceIssues(path, `${at}/when`, ids, position)))
  ]
}

function idIssues(ids: readonly string[], position: number, pointer: string): readonly Issue[] {
  const id = ids[position] ?? ''
  if (ids.indexOf(id) !== position)
    return [issue(pointer, 'duplicate', 'is the id of two steps', 'Give each step its own id.')]
  if (!otherRoots.includes(id) && !isForbidden(id)) return []
  return [issue(pointer, 'forbidden_name', 'is a name that references need', 'Send another id.')]
}

type Told = readonly [code: string, detail: string, fix: string]

function targetIssue(
  product: string,
  action: string,
  allow: readonly string[] | undefined,
  isServed: boolean
): Told | undefined {
  if (runsOthers(product, action)) return ['nested_run', 'plans or routes in its turn', 'Send the steps themselves.']
  if (allow && !allow.includes(product) && !allow.includes(`${product}.${action}`))
    return ['not_allowed', 'is not in allow', 'Add it to allow, or leave the step out.']
  return isServed
    ? undefined
    : ['unknown_action', 'is no action that is served', 'Send a product and an action as route lists them.']
}

function referenceIssues(path: string, pointer: string, ids: readonly string[], position: number): readonly Issue[] {
  const target = ids.indexOf(rootOf(path))
  if (isForbidden(path))
    return [issue(pointer, 'forbidden_name', 'refers to a name that no data has', 'Refer to a member of an answer.')]
  if (target >= position)
    return [issue(pointer, 'forward_reference', 'refers to a step that has not run by then', 'Refer to earlier steps.')]
  if (target !== -1 || otherRoots.includes(rootOf(path))) return []
  const fix = 'Begin with the id of an earlier step, memory, goal or now.'
  return [issue(pointer, 'unknown_reference', 'refers to nothing in this plan', fix)]
}
