import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  MODEL,
  type Model,
  type Outcome,
  PRODUCTS,
  type ProductDescription,
  ProductError,
  type Products,
  STORAGE,
  type Static,
  type Storage,
  Type,
  type Write
} from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import { CallError, capped, destroyedBy, own } from '../calls.js'
import { findMemory } from '../memory/memory.js'
import { Router } from '../routing/router.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { calledIn, effectsInWords, titlesOf } from '../titles.js'
import { runByModel } from './model-planner.js'
import { type AgentInput, isRunnable, type PlannedStep, readSteps, type Step, usualSteps } from './plan.js'
import { Run, shown } from './run.js'

/** Runs that are stored of an account, the newest, and the largest, in bytes of JSON. */
const { mostRuns, largestRun } = limits.agent

type AgentOutcome = Outcome<AgentDetail, Static<typeof AgentMetrics>>

/** What agents did for one account: the last runs, each with its trace. */
@injectable()
class Runs {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Stores a run, and deletes the oldest when there are too many. Resolves to the run's id. */
  async store(run: Readonly<Record<string, unknown>>): Promise<string> {
    const id = this.clock.ulid()
    const at = new Date(this.clock.now()).toISOString()
    const { detail: value } = capped({ id, at, ...run }, largestRun)
    return this.storage.update([indexKey], read => {
      const ids = [...(read<readonly string[]>(indexKey) ?? []), id]
      const dropped = ids.slice(0, -mostRuns).map((old): Write => ({ key: recordKey(old), delete: true }))
      const writes = [{ key: recordKey(id), value }, { key: indexKey, value: ids.slice(-mostRuns) }, ...dropped]
      return { writes, result: id }
    })
  }
}

/** Plans what a goal takes, and does it step by step. */
@injectable()
export class Agent {
  constructor(
    @inject(PRODUCTS) private readonly products: Products,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(MODEL) private readonly model: Model,
    @inject(STORAGE) private readonly storage: Storage,
    private readonly router: Router,
    private readonly runs: Runs
  ) {}

  /** Reaches a goal or takes the steps sent. Throws `ProductError` where it ends before its end, `InvalidInput` for a bad plan. */
  async pursue(input: AgentInput, signal: AbortSignal): Promise<AgentOutcome> {
    const steps = input.steps && readSteps(input.steps, input, this.products)
    const budget = new AbortController()
    const timer = setTimeout(() => budget.abort(), input.budgetMs)
    const run = this.#begin(input, AbortSignal.any([signal, budget.signal]))
    try {
      if (this.#isForModel(input)) {
        const ended = await this.#byModel(input, input.goal ?? '', run, budget.signal)
        if (!('fallbackReason' in ended)) return ended
        return await this.#byRules(input, { ...(await this.#plan(input)), ...ended }, run)
      }
      return await this.#byRules(input, await this.#ruled(input, steps), run)
    } finally {
      clearTimeout(timer)
    }
  }

  #begin({ goal, allowExternal, confirm, budgetMs }: AgentInput, signal: AbortSignal): Run {
    const { products, storage, clock } = this
    const find = (key: string) => findMemory(storage, key, clock.now())
    return new Run({ products, findMemory: find, clock, goal, allowExternal, confirm, budgetMs, signal })
  }

  #isForModel({ planner, goal, steps, dryRun }: AgentInput): boolean {
    return (
      goal !== undefined &&
      !steps &&
      !dryRun &&
      (planner === 'model' || (planner === 'auto' && this.model.name !== undefined))
    )
  }

  /** The plan as sent, or as the rules make it. */
  async #ruled(input: AgentInput, steps: readonly Step[] | undefined): Promise<Planned> {
    return steps ? rules(steps.map(step => this.#withEffect(step))) : this.#plan(input)
  }

  async #plan({ goal, allow }: AgentInput): Promise<Planned> {
    if (goal === undefined) return rules(this.#briefing())
    const { planByRules } = await import('./rules-planner.js')
    const { plan, excluded, background } = planByRules(goal, { router: await this.router.ready(), allow })
    return { ...rules(plan), excluded, background }
  }

  #briefing(): readonly PlannedStep[] {
    const { slug: product, gather: action } = own
    if (this.products.effect(product, action, {}) === undefined) return []
    const why = 'Without a goal, the agent says how things stand.'
    return [this.#withEffect({ id: 's1', product, action, input: {}, goesOnAfterError: false, why })]
  }

  #withEffect(step: Step) {
    return { ...step, effect: this.products.effect(step.product, step.action, step.input) ?? ('external' as const) }
  }

  async #byRules(input: AgentInput, planned: Planned, run: Run): Promise<AgentOutcome> {
    const { plan } = planned
    const served = this.products.describe()
    const flaw = flawOf(plan, input, served)
    if (flaw || input.dryRun)
      return agentAnswer(agentDetail(planned, run, served, flaw ? 'stopped' : 'planned', flaw), planned, flaw)
    for (const step of plan) if (isRunnable(step)) await run.step(step)
    return this.#store(input, planned, run, run.stop)
  }

  async #byModel(
    input: AgentInput,
    goal: string,
    run: Run,
    signal: AbortSignal
  ): Promise<AgentOutcome | { readonly fallbackReason: string }> {
    const { model, products } = this
    const targets = (await this.router.ready()).runnable(input.allow)
    const maxSteps = input.maxSteps ?? usualSteps
    const { plan, answer, calls, tokens, failure } = await runByModel(goal, {
      model,
      products,
      run,
      targets,
      maxSteps,
      signal
    })
    if (failure && plan.length === 0) return { fallbackReason: failure }
    const planned: Planned = { engine: 'model', plan, answer, modelCalls: calls, tokens }
    const reason = failure && {
      code: 'model_failed',
      message: `The model gave up after ${plan.length} steps: ${failure}.`,
      retryable: true
    }
    return this.#store(input, planned, run, run.stop ?? reason)
  }

  async #store({ goal }: AgentInput, planned: Planned, run: Run, reason: Reason | undefined): Promise<AgentOutcome> {
    const detail = agentDetail(planned, run, this.products.describe(), reason ? 'stopped' : 'completed', reason)
    if (planned.plan.length === 0) return agentAnswer(detail, planned, reason)
    const { result: _own, ...record } = detail
    const runId = await this.runs.store({ ...(goal !== undefined && { goal }), ...record })
    return agentAnswer({ ...detail, runId }, planned, reason)
  }
}

function rules(plan: readonly PlannedStep[]): Planned {
  return { engine: 'rules', plan, modelCalls: 0, tokens: 0 }
}

/** Why a plan is not run at all. */
function flawOf(
  plan: readonly PlannedStep[],
  { goal, steps, confirm, dryRun, maxSteps = usualSteps }: AgentInput,
  served: readonly ProductDescription[]
): Reason | undefined {
  const open = plan.filter(step => !isRunnable(step))
  if (open.length > 0)
    return { code: 'plan_incomplete', message: open.map(({ why }) => why).join(' '), retryable: false }
  const destroyed = plan.flatMap(
    ({ product = '', action = '', input }) => destroyedBy(calledIn(served, product, action), input) ?? []
  )
  if (destroyed.length > 0 && !confirm && !dryRun)
    return {
      code: 'needs_confirmation',
      message: `${destroyed.join('; ')}. Turn on Confirm to run it.`,
      retryable: false
    }
  if (steps || goal === undefined || plan.length <= maxSteps) return undefined
  const message = `The goal takes ${plan.length} steps, and Most steps allows ${maxSteps}.`
  return { code: 'plan_too_long', message, retryable: false }
}

const indexKey = 'runs'

function recordKey(id: string): string {
  return `run:${id}`
}

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
interface Planned {
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
interface Reason {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** What an answer reports of a run. */
function agentDetail(
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
    ...(result && { result: { summary: result.summary, detail: capped(result.detail, largestRun).detail } }),
    ...(answer && { answer }),
    ...(reason && { stopReason: reason.code })
  }
}

/** The status of a step in words. */
const outcomes = { ok: 'done', failed: 'failed', skipped: 'skipped', blocked: 'blocked', not_run: 'not run' } as const

/** The answer to a run that ended, well or for a reason. Throws `ProductError` for the latter. */
function agentAnswer(
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
