import {
  ConfirmationRequired,
  type ConfirmationStep,
  type Outcome,
  type ProductDescription,
  ProductError,
  type Static,
  Type
} from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { cut, quoted } from '@product-host/toolkit/text'
import { CallError, capped } from '../calls.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { effectsInWords, titlesOf } from '../titles.js'
import { pathsIn } from './expressions.js'
import { isRunnable, type PlannedStep } from './plan.js'
import { type Run, shown } from './run.js'

function members(title: string, description: string) {
  return Type.Record(Type.String(), Type.Unknown(), { title, description })
}

const PlanItem = Type.Object({
  id: Type.String({ title: 'Step', description: 'The name by which later steps refer to this one, such as `s1`.' }),
  product: Type.Optional(
    Type.String({ title: 'Product', description: 'The slug of the product. Left out if no action was found.' })
  ),
  action: Type.Optional(
    Type.String({ title: 'Action', description: 'The name of the action. Left out if none was found.' })
  ),
  input: members('Input', 'The fields of the action, with references to earlier steps as they were written.'),
  why: Type.String({ title: 'Why', description: 'Which part of the goal the step is for, or what it lacks.' }),
  title: Type.Optional(Type.String({ title: 'Action in words', description: 'The title of the action.' })),
  productTitle: Type.Optional(Type.String({ title: 'Product', description: 'The title of the product.' })),
  does: Type.Optional(
    Type.Enum(['only reads', 'writes', 'calls other services', 'cannot be run'], {
      title: 'What it does',
      description: 'The effect in words; `cannot be run` if something is missing.'
    })
  ),
  effect: Type.Optional(
    Type.Enum(['read', 'write', 'external'], {
      title: 'Effect',
      description: '`read`: only reads; `write`: changes what is stored; `external`: calls other services.'
    })
  ),
  unresolved: Type.Optional(
    Type.Boolean({
      title: 'Cannot be run',
      description: 'True if it cannot be run as it is; `why` says what it lacks.'
    })
  ),
  missing: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Missing fields',
      description: 'Names of required fields of which the goal says nothing.'
    })
  ),
  unused: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Not understood',
      description: 'Words that were not understood; with any of them nothing is run.'
    })
  ),
  when: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Condition',
      description: 'JSON Logic: the step is skipped if it does not hold.'
    })
  )
})

const TraceItem = Type.Object({
  id: Type.String({ title: 'Step', description: 'The name of the step in the plan.' }),
  product: Type.String({ title: 'Product', description: 'The slug of the product, such as `core`.' }),
  action: Type.String({ title: 'Action', description: 'The name of the action, such as `recall`.' }),
  status: Type.Enum(['ok', 'failed', 'skipped', 'blocked', 'not_run'], {
    title: 'Status',
    description:
      '`ok`: it succeeded; `failed`: it ended with an error; `skipped`: its condition did not hold; `blocked`: it was not allowed; `not_run`: the run ended before it.'
  }),
  ms: Type.Number({ title: 'Milliseconds', description: 'How long it took.' }),
  input: members('Input', 'The fields that were sent, with references replaced by what they refer to.'),
  title: Type.Optional(Type.String({ title: 'Action in words', description: 'The title of the action.' })),
  productTitle: Type.Optional(Type.String({ title: 'Product', description: 'The title of the product.' })),
  outcome: Type.Optional(
    Type.Enum(['done', 'failed', 'skipped', 'blocked', 'not run'], {
      title: 'Result',
      description: 'The status in words.'
    })
  ),
  summary: Type.Optional(
    Type.String({ title: 'Summary', description: 'What the action says of its result. Left out if it was not run.' })
  ),
  error: Type.Optional(CallError)
})

/** The detail of agent. */
export const AgentDetail = Type.Object({
  engine: Type.Enum(['rules', 'model'], {
    title: 'Planned by',
    description: '`rules`: the rules of the product; `model`: the language model of the host.'
  }),
  fallbackReason: Type.Optional(
    Type.String({
      title: 'Why not by the model',
      description: 'A code that says why the rules made the plan although the model was asked for.'
    })
  ),
  status: Type.Enum(['completed', 'stopped', 'planned'], {
    title: 'Status',
    description:
      '`completed`: all steps were gone through; `stopped`: a step or a limit ended the run; `planned`: nothing was run, as `dryRun` asks.'
  }),
  plan: Type.Array(PlanItem, { title: 'Plan', description: 'The steps in their order.' }),
  excluded: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Not to be done',
      description: 'Parts of the goal that say what is not to be done.'
    })
  ),
  background: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Background',
      description: 'Parts of the goal that only tell something, such as a reason; nothing is done for them.'
    })
  ),
  trace: Type.Array(TraceItem, {
    title: 'What was done',
    description: 'Each step with what came of it. Empty if nothing was run.'
  }),
  result: Type.Optional(
    Type.Object(
      {
        summary: Type.String({ title: 'Summary', description: 'What the action says of its result.' }),
        detail: members('Details', 'The `detail` of the action; see its reference.')
      },
      { title: 'Last result', description: 'The answer of the last step that succeeded. Left out if none did.' }
    )
  ),
  answer: Type.Optional(
    Type.String({ title: 'Answer', description: 'What the model says of the result. Only if the model made the plan.' })
  ),
  stopReason: Type.Optional(
    Type.String({
      title: 'Stopped because',
      description: 'The error code that ended the run. Left out if nothing did.'
    })
  ),
  runId: Type.Optional(
    Type.String({ title: 'Run', description: 'The identifier of the stored run. The newest 50 runs are kept.' })
  )
})
export type AgentDetail = Static<typeof AgentDetail>

/** The metrics of agent. */
export const AgentMetrics = Type.Object({
  steps: Type.Integer({ title: 'Steps', description: 'How many steps the plan has.' }),
  succeeded: Type.Integer({ title: 'Succeeded', description: 'Steps with the status `ok`.' }),
  failed: Type.Integer({ title: 'Failed', description: 'Steps with the status `failed` or `blocked`.' }),
  skipped: Type.Integer({ title: 'Skipped', description: 'Steps with the status `skipped` or `not_run`.' }),
  modelCalls: Type.Integer({
    title: 'Calls of the model',
    description: 'How often the language model was asked; 0 if the rules made the plan.'
  }),
  tokens: Type.Optional(
    Type.Integer({ title: 'Tokens of the model', description: 'Tokens that these calls used. Left out without any.' })
  )
})

/** How a goal was planned. */
export interface Planned {
  readonly engine: 'rules' | 'model'
  readonly fallbackReason?: string | undefined
  readonly plan: readonly PlannedStep[]
  /** What the goal says is not to be done. */
  readonly excluded?: readonly string[]
  readonly background?: readonly string[]
  readonly answer?: string | undefined
  readonly modelCalls: number
  readonly tokens: number
}

/** Why nothing, or not all, was done. */
export interface Reason {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** What an answer reports of a run. */
export function agentDetail(
  { engine, fallbackReason, plan, excluded = [], background = [], answer }: Planned,
  run: Run,
  served: readonly ProductDescription[],
  status: AgentDetail['status'],
  reason?: Reason
): AgentDetail {
  const { result } = run
  return {
    engine,
    ...(fallbackReason !== undefined && { fallbackReason }),
    status,
    plan: plan.map(step => planItem(step, served)),
    ...(excluded.length > 0 && { excluded: [...excluded] }),
    ...(background.length > 0 && { background: [...background] }),
    trace: run.trace.map(({ goesOnAfterError: _own, input, ...entry }) => ({
      ...entry,
      input: { ...input },
      ...titlesOf(served, entry.product, entry.action),
      outcome: outcomes[entry.status]
    })),
    ...(result && {
      result: { summary: result.summary, detail: capped(result.detail, limits.agent.largestRun).detail }
    }),
    ...(answer && { answer }),
    ...(reason && { stopReason: reason.code })
  }
}

/** The status of a step in words. */
const outcomes = { ok: 'done', failed: 'failed', skipped: 'skipped', blocked: 'blocked', not_run: 'not run' } as const

/** The answer to a run that ended, well or for a reason. Throws `ProductError` for the latter. */
export function agentAnswer(
  detail: AgentDetail,
  planned: Planned,
  reason?: Reason
): Outcome<AgentDetail, Static<typeof AgentMetrics>> {
  const metrics = metricsOf(detail, planned)
  if (!reason) return { summary: summaryOf(detail), metrics, detail }
  const { code, message, retryable } = reason
  const steps = code === 'needs_confirmation' && detail.trace.length === 0 ? fixedSteps(planned.plan) : []
  if (isFilled(steps)) throw new ConfirmationRequired({ message, steps, details: detail, metrics })
  throw new ProductError(code, message, { details: detail, metrics, retryable })
}

/** The steps of a plan that a person can confirm: each runs as it is shown. Empty where one depends on what is not known yet. */
function fixedSteps(plan: readonly PlannedStep[]): readonly ConfirmationStep[] {
  const steps = plan.flatMap(step => (isRunnable(step) && !step.when && pathsIn(step.input).length === 0 ? [step] : []))
  return steps.length < plan.length ? [] : steps.map(({ product, action, input }) => ({ product, action, input }))
}

function metricsOf({ plan, trace }: AgentDetail, { modelCalls, tokens }: Planned): Static<typeof AgentMetrics> {
  const count = (...statuses: readonly string[]) => trace.filter(({ status }) => statuses.includes(status)).length
  return {
    steps: plan.length,
    succeeded: count('ok'),
    failed: count('failed', 'blocked'),
    skipped: count('skipped', 'not_run'),
    modelCalls,
    ...(modelCalls > 0 && { tokens })
  }
}

function summaryOf({ status, plan, trace, excluded }: AgentDetail): string {
  if (plan.length === 0 && excluded)
    return `There was nothing to do: the goal says not to ${quoted(cut(excluded.join('; '), 100))}.`
  if (plan.length === 0) return 'There was nothing to do.'
  const steps = plan.length === 1 ? 'step' : 'steps'
  if (status === 'planned')
    return `Planned ${plan.length} ${steps}: ${plan.map(({ title, product, action }) => title ?? `${product}.${action}`).join(', ')}.`
  const done = trace.filter(entry => entry.status === 'ok')
  const summaries = trace
    .filter(entry => entry.summary !== undefined)
    .map(({ summary = '' }) => cut(summary.replace(/[.]$/, ''), 100))
    .join('; ')
  return `Completed ${done.length} of ${plan.length} ${steps}${summaries === '' ? '' : `: ${summaries}`}.`
}

function planItem(step: PlannedStep, served: readonly ProductDescription[]): AgentDetail['plan'][number] {
  const { id, product, action, input, why } = step
  const titles = product !== undefined && action !== undefined ? titlesOf(served, product, action) : undefined
  const named = { id, ...(product !== undefined && { product }), ...(action !== undefined && { action }) }
  const known = { ...named, input: { ...shown(input) }, why, ...(titles ?? { title: 'No action found' }) }
  if (isRunnable(step))
    return {
      ...known,
      does: effectsInWords[step.effect],
      effect: step.effect,
      ...(step.unused && step.unused.length > 0 && { unused: [...step.unused] }),
      ...(step.when && { when: { ...step.when } })
    }
  const { missing, unused } = step
  return {
    ...known,
    does: 'cannot be run',
    unresolved: true,
    ...(missing.length > 0 && { missing: [...missing] }),
    ...(unused.length > 0 && { unused: [...unused] })
  }
}
