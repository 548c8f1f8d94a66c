import { type Outcome, ProductError, type Static, Type } from '@product-host/sdk'
import { capped } from '../gathering/cap.js'
import { cut } from '../text/cut.js'
import { largestRun } from './limits.js'
import type { Run } from './run.js'
import { isRunnable, type PlannedStep } from './step.js'
import { shown } from './trace.js'

const Members = Type.Record(Type.String(), Type.Unknown())

const PlanItem = Type.Object({
  id: Type.String(),
  product: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
  input: Members,
  why: Type.String(),
  effect: Type.Optional(Type.Enum(['read', 'write', 'external'])),
  unresolved: Type.Optional(Type.Boolean({ description: 'It cannot be run as it is; why says what it lacks.' })),
  missing: Type.Optional(Type.Array(Type.String(), { description: 'Required fields of which the goal says nothing.' }))
})

const TraceItem = Type.Object({
  id: Type.String(),
  product: Type.String(),
  action: Type.String(),
  status: Type.Enum(['ok', 'failed', 'skipped', 'blocked', 'not_run']),
  ms: Type.Number(),
  input: Members,
  summary: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() }))
})

/** The detail of agent. */
export const AgentDetail = Type.Object({
  engine: Type.Enum(['rules', 'model']),
  fallbackReason: Type.Optional(Type.String({ description: 'Why the rules planned although the model was to.' })),
  status: Type.Enum(['completed', 'stopped', 'planned']),
  plan: Type.Array(PlanItem),
  trace: Type.Array(TraceItem),
  result: Type.Optional(Type.Object({ summary: Type.String(), detail: Members })),
  answer: Type.Optional(Type.String({ description: 'What the model says of it.' })),
  stopReason: Type.Optional(Type.String()),
  runId: Type.Optional(Type.String({ description: 'Under which the run is kept; the newest 50 are.' }))
})
export type AgentDetail = Static<typeof AgentDetail>

/** The metrics of agent. */
export const AgentMetrics = Type.Object({
  steps: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer({ description: 'Blocked ones among them.' }),
  skipped: Type.Integer(),
  modelCalls: Type.Integer(),
  tokens: Type.Optional(Type.Integer())
})

/** How a goal was planned. */
export interface Planned {
  readonly engine: 'rules' | 'model'
  readonly fallbackReason?: string | undefined
  readonly plan: readonly PlannedStep[]
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

/** What is told of a run. */
export function agentDetail(
  { engine, fallbackReason, plan, answer }: Planned,
  run: Run,
  status: AgentDetail['status'],
  reason?: Reason
): AgentDetail {
  const { result } = run
  return {
    engine,
    ...(fallbackReason !== undefined && { fallbackReason }),
    status,
    plan: plan.map(planItem),
    trace: run.trace.map(({ goesOnAfterError: _own, input, ...entry }) => ({ ...entry, input: { ...input } })),
    ...(result && { result: { summary: result.summary, detail: capped(result.detail, largestRun).detail } }),
    ...(answer && { answer }),
    ...(reason && { stopReason: reason.code })
  }
}

/** The answer to a run that ended, well or for a reason. Throws `ProductError` for the latter. */
export function agentAnswer(
  detail: AgentDetail,
  planned: Planned,
  reason?: Reason
): Outcome<AgentDetail, Static<typeof AgentMetrics>> {
  const metrics = metricsOf(detail, planned)
  if (!reason) return { summary: summaryOf(detail), metrics, detail }
  const { code, message, retryable } = reason
  throw new ProductError(code, message, { details: detail, metrics, retryable })
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

function summaryOf({ status, plan, trace }: AgentDetail): string {
  if (plan.length === 0) return 'There was nothing to do.'
  const steps = plan.length === 1 ? 'step' : 'steps'
  if (status === 'planned')
    return `Planned ${plan.length} ${steps}: ${plan.map(({ product, action }) => `${product}.${action}`).join(', ')}.`
  const done = trace.filter(entry => entry.status === 'ok')
  const told = trace
    .filter(entry => entry.summary !== undefined)
    .map(({ summary = '' }) => cut(summary.replace(/[.]$/, ''), 100))
    .join('; ')
  return `Completed ${done.length} of ${plan.length} ${steps}${told === '' ? '' : `: ${told}`}.`
}

function planItem(step: PlannedStep): AgentDetail['plan'][number] {
  const { id, product, action, input, why } = step
  const named = { id, ...(product !== undefined && { product }), ...(action !== undefined && { action }) }
  const known = { ...named, input: { ...shown(input) }, why }
  if (isRunnable(step)) return { ...known, effect: step.effect }
  return { ...known, unresolved: true, ...(step.missing.length > 0 && { missing: [...step.missing] }) }
}
