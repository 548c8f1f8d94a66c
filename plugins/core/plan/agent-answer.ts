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
import { CallError, capped, effectsInWords, type Failure, Timing, timing, titlesOf } from '../calls.js'
import { anyMembers, effects, members } from '../members.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { pathsIn } from './expressions.js'
import { isRunnable, type PlannedStep } from './plan.js'
import { type Run, shown } from './run.js'

const PlanItem = members('planItem', {
  id: Type.String(),
  product: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
  input: anyMembers(),
  why: Type.String(),
  title: Type.Optional(Type.String()),
  productTitle: Type.Optional(Type.String()),
  does: Type.Optional(Type.Enum(['only reads', 'writes', 'calls other services', 'cannot be run'])),
  effect: Type.Optional(effects()),
  unresolved: Type.Optional(Type.Boolean()),
  missing: Type.Optional(Type.Array(Type.String())),
  unused: Type.Optional(Type.Array(Type.String())),
  when: Type.Optional(anyMembers()),
  schedule: Type.Optional(Timing)
})

const TraceItem = members('traceItem', {
  id: Type.String(),
  product: Type.String(),
  action: Type.String(),
  status: Type.Enum(['ok', 'failed', 'skipped', 'blocked', 'not_run']),
  ms: Type.Number(),
  input: anyMembers(),
  title: Type.Optional(Type.String()),
  productTitle: Type.Optional(Type.String()),
  outcome: Type.Optional(Type.Enum(['done', 'failed', 'skipped', 'blocked', 'not run'])),
  summary: Type.Optional(Type.String()),
  error: Type.Optional(CallError)
})

/** The detail of agent. */
export const AgentDetail = members('agentDetail', {
  engine: Type.Enum(['rules', 'model']),
  fallbackReason: Type.Optional(Type.String()),
  status: Type.Enum(['completed', 'stopped', 'planned']),
  plan: Type.Array(PlanItem),
  excluded: Type.Optional(Type.Array(Type.String())),
  background: Type.Optional(Type.Array(Type.String())),
  trace: Type.Array(TraceItem),
  result: Type.Optional(members('lastResult', { summary: Type.String(), detail: anyMembers() })),
  answer: Type.Optional(Type.String()),
  stopReason: Type.Optional(Type.String()),
  runId: Type.Optional(Type.String())
})

export type AgentDetail = Static<typeof AgentDetail>

/** The metrics of agent. */
export const AgentMetrics = members('agentMetrics', {
  steps: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  modelCalls: Type.Integer(),
  tokens: Type.Optional(Type.Integer())
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

/** What an answer reports of a run. */
export function agentDetail(
  { engine, fallbackReason, plan, excluded = [], background = [], answer }: Planned,
  run: Run,
  served: readonly ProductDescription[],
  status: AgentDetail['status'],
  reason?: Failure
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
  reason?: Failure
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
  return steps.length < plan.length
    ? []
    : steps.map(({ product, action, input, schedule }) => ({
        product,
        action,
        input,
        ...(schedule && { schedule })
      }))
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
      ...(step.when && { when: { ...step.when } }),
      ...(step.schedule && { schedule: timing(step.schedule) })
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
