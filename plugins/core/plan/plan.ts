import { type Effect, InvalidInput, type Issue, type Products, type Static, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { runsOthers } from '../calls.js'
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
export function readSteps(sent: readonly SentStep[], input: AgentInput, products: Products): readonly Step[] {
  const steps = sent.map((step, position) => readStep(step, position))
  const ids = steps.map(({ id }) => id)
  const issues = [
    ...tooMany(steps.length, input.maxSteps),
    ...steps.flatMap((step, position) => [
      ...idIssues(ids, position),
      ...targetIssues(step, position, input.allow, products),
      ...referenceIssues(pathsIn(step.input), `#/steps/${position}/input`, ids, position),
      ...nameIssues(step.input, `#/steps/${position}/input`),
      ...whenIssues(step, ids, position)
    ])
  ]
  if (isFilled(issues)) throw new InvalidInput(issues)
  return steps
}

function readStep({ id, product, action, input = {}, when, onError }: SentStep, position: number): Step {
  return {
    id: id ?? `s${position + 1}`,
    product,
    action,
    input,
    ...(when && { when }),
    goesOnAfterError: onError === 'continue',
    why: 'It is a step of the plan that was sent.'
  }
}

function tooMany(count: number, most: number | undefined): readonly Issue[] {
  if (most === undefined || count <= most) return []
  return [
    {
      pointer: '#/steps',
      code: 'max_items',
      detail: `holds more than maxSteps, ${most}`,
      fix: 'Send fewer, or a higher maxSteps.'
    }
  ]
}

function idIssues(ids: readonly string[], position: number): readonly Issue[] {
  const id = ids[position] ?? ''
  const pointer = `#/steps/${position}/id`
  if (ids.indexOf(id) !== position)
    return [{ pointer, code: 'duplicate', detail: 'is the id of two steps', fix: 'Give each step its own id.' }]
  if (!otherRoots.includes(id) && !isForbidden(id)) return []
  return [{ pointer, code: 'forbidden_name', detail: 'is a name that references need', fix: 'Send another id.' }]
}

function targetIssues(
  { product, action, input }: Step,
  position: number,
  allow: readonly string[] | undefined,
  products: Products
): readonly Issue[] {
  const pointer = `#/steps/${position}/action`
  if (runsOthers(product, action))
    return [{ pointer, code: 'nested_run', detail: 'plans or routes in its turn', fix: 'Send the steps themselves.' }]
  if (allow && !allow.includes(product) && !allow.includes(`${product}.${action}`))
    return [{ pointer, code: 'not_allowed', detail: 'is not in allow', fix: 'Add it to allow, or leave the step out.' }]
  if (products.effect(product, action, input) !== undefined) return []
  return [
    {
      pointer,
      code: 'unknown_action',
      detail: 'is no action that is served',
      fix: 'Send a product and an action as route lists them.'
    }
  ]
}

function referenceIssues(
  paths: readonly string[],
  pointer: string,
  ids: readonly string[],
  position: number
): readonly Issue[] {
  return paths.flatMap(path => {
    const root = rootOf(path)
    const target = ids.indexOf(root)
    if (isForbidden(path))
      return [
        {
          pointer,
          code: 'forbidden_name',
          detail: 'refers to a name that no data has',
          fix: 'Refer to a member of an answer.'
        }
      ]
    if (target >= position)
      return [
        {
          pointer,
          code: 'forward_reference',
          detail: 'refers to a step that has not run by then',
          fix: 'Refer to earlier steps.'
        }
      ]
    if (target !== -1 || otherRoots.includes(root)) return []
    return [
      {
        pointer,
        code: 'unknown_reference',
        detail: 'refers to nothing in this plan',
        fix: 'Begin with the id of an earlier step, memory, goal or now.'
      }
    ]
  })
}

function nameIssues(input: Step['input'], pointer: string): readonly Issue[] {
  return namesIn(input).some(isForbidden)
    ? [{ pointer, code: 'forbidden_name', detail: 'holds a member that no data may have', fix: 'Leave it out.' }]
    : []
}

function whenIssues({ when }: Step, ids: readonly string[], position: number): readonly Issue[] {
  if (!when) return []
  const pointer = `#/steps/${position}/when`
  const issues = conditionIssues(when).map(detail => ({
    pointer,
    code: 'invalid_condition',
    detail,
    fix: 'Send JSON Logic.'
  }))
  return issues.length > 0 ? issues : referenceIssues(pathsOfCondition(when), pointer, ids, position)
}
