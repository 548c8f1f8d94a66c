import { type Outcome, type ProductDescription, ProductError, type Static, Type } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import { CallError, capped } from '../calls.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { effectsInWords, titlesOf } from '../titles.js'
import { isRunnable, type PlannedStep } from './plan.js'
import { type Run, shown } from './run.js'

function members(title: string) {
  return Type.Record(Type.String(), Type.Unknown(), { title })
}

const PlanItem = Type.Object({
  id: Type.String({ title: 'Step' }),
  product: Type.Optional(Type.String({ title: 'Product' })),
  action: Type.Optional(Type.String({ title: 'Action' })),
  input: members('Input'),
  why: Type.String({ title: 'Why' }),
  title: Type.Optional(Type.String({ title: 'Action in words' })),
  productTitle: Type.Optional(Type.String({ title: 'Product' })),
  does: Type.Optional(
    Type.Enum(['only reads', 'writes', 'calls other services', 'cannot be run'], { title: 'What it does' })
  ),
  effect: Type.Optional(Type.Enum(['read', 'write', 'external'], { title: 'Effect' })),
  unresolved: Type.Optional(
    Type.Boolean({ title: 'Cannot be run', description: 'It cannot be run as it is; why says what it lacks.' })
  ),
  missing: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Missing fields',
      description: 'Required fields of which the goal says nothing.'
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
      description: 'JSON Logic; the step is left out where it does not hold.'
    })
  )
})

const TraceItem = Type.Object({
  id: Type.String({ title: 'Step' }),
  product: Type.String({ title: 'Product' }),
  action: Type.String({ title: 'Action' }),
  status: Type.Enum(['ok', 'failed', 'skipped', 'blocked', 'not_run'], { title: 'Status' }),
  ms: Type.Number({ title: 'Milliseconds' }),
  input: members('Input'),
  title: Type.Optional(Type.String({ title: 'Action in words' })),
  productTitle: Type.Optional(Type.String({ title: 'Product' })),
  outcome: Type.Optional(Type.Enum(['done', 'failed', 'skipped', 'blocked', 'not run'], { title: 'Result' })),
  summary: Type.Optional(Type.String({ title: 'Summary' })),
  error: Type.Optional(CallError)
})

/** The detail of agent. */
export const AgentDetail = Type.Object({
  engine: Type.Enum(['rules', 'model'], { title: 'Planned by' }),
  fallbackReason: Type.Optional(
    Type.String({ title: 'Why not by the model', description: 'Why the rules planned although the model was to.' })
  ),
  status: Type.Enum(['completed', 'stopped', 'planned'], { title: 'Status' }),
  plan: Type.Array(PlanItem, { title: 'Plan' }),
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
  trace: Type.Array(TraceItem, { title: 'What was done' }),
  result: Type.Optional(
    Type.Object({ summary: Type.String({ title: 'Summary' }), detail: members('Details') }, { title: 'Last result' })
  ),
  answer: Type.Optional(Type.String({ title: 'Answer', description: 'What the model says of it.' })),
  stopReason: Type.Optional(Type.String({ title: 'Stopped because' })),
  runId: Type.Optional(Type.String({ title: 'Run', description: 'Under which the run is kept; the newest 50 are.' }))
})
export type AgentDetail = Static<typeof AgentDetail>

/** The metrics of agent. */
export const AgentMetrics = Type.Object({
  steps: Type.Integer({ title: 'Steps' }),
  succeeded: Type.Integer({ title: 'Succeeded' }),
  failed: Type.Integer({ title: 'Failed', description: 'Blocked ones among them.' }),
  skipped: Type.Integer({ title: 'Skipped' }),
  modelCalls: Type.Integer({ title: 'Calls of the model' }),
  tokens: Type.Optional(Type.Integer({ title: 'Tokens of the model' }))
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
