import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  MODEL,
  type Model,
  type Outcome,
  type PlannedCall,
  PRODUCTS,
  type ProductDescription,
  type Products,
  SCHEDULES,
  type Schedules,
  STORAGE,
  type Static,
  type Storage,
  type Write
} from '@product-host/sdk'
import { calledIn, capped, destroyedBy, type Failure, failure, own } from '../calls.js'
import { findMemory } from '../memory/memory.js'
import { Router } from '../reading/router.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { type AgentDetail, type AgentMetrics, agentAnswer, agentDetail, type Planned } from './agent-answer.js'
import { runByModel } from './model-planner.js'
import { type AgentInput, isRunnable, type PlannedStep, readSteps, type Step, usualSteps } from './plan.js'
import { Run } from './run.js'

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
    @inject(SCHEDULES) private readonly schedules: Schedules,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(MODEL) private readonly model: Model,
    @inject(STORAGE) private readonly storage: Storage,
    private readonly router: Router,
    private readonly runs: Runs
  ) {}

  /** Reaches a goal or takes the steps sent. Throws `ProductError` where it ends before its end, `InvalidInput` for a bad plan. */
  async pursue(input: AgentInput, signal: AbortSignal): Promise<AgentOutcome> {
    const steps = input.steps && readSteps(input.steps, input, this.products)
    return withBudget(input.budgetMs, signal, async (both, budget) => {
      const run = this.#begin(input, both)
      const { goal, planner, dryRun } = input
      const isForModel = !dryRun && (planner === 'model' || (planner === 'auto' && this.model.name !== undefined))
      if (steps) return this.#byRules(input, rules(steps.map(step => this.#withEffect(step))), run)
      if (goal === undefined || !isForModel) return this.#byRules(input, await this.#plan(input), run)
      const recurring = await this.#recurring(goal, input)
      if (recurring) return this.#byRules(input, recurring, run)
      const ended = await this.#byModel(input, goal, run, budget)
      return 'fallbackReason' in ended ? this.#byRules(input, { ...(await this.#plan(input)), ...ended }, run) : ended
    })
  }

  /** Runs a plan that a person has confirmed, step by step: all that its steps do was shown. */
  async runConfirmed(input: AgentInput, confirmed: readonly PlannedCall[], signal: AbortSignal): Promise<AgentOutcome> {
    const allowed = { ...input, confirm: true, allowExternal: true }
    const sent = input.steps && readSteps(input.steps, input, this.products)
    const steps = confirmed.map((step, position): Step => {
      const made = { id: `s${position + 1}`, why: 'A person has confirmed it.', goesOnAfterError: false }
      return { ...made, ...sent?.[position], ...step }
    })
    const planned = rules(steps.map(step => this.#withEffect(step)))
    return withBudget(input.budgetMs, signal, both => this.#byRules(allowed, planned, this.#begin(allowed, both)))
  }

  #begin({ goal, allowExternal, confirm, budgetMs }: AgentInput, signal: AbortSignal): Run {
    const { products, schedules, storage, clock } = this
    const find = (key: string) => findMemory(storage, key, clock.now())
    return new Run({ products, schedules, findMemory: find, clock, goal, allowExternal, confirm, budgetMs, signal })
  }

  async #plan(input: AgentInput): Promise<Planned> {
    const { goal, allow } = input
    if (goal === undefined) return rules(this.#briefing())
    const recurring = await this.#recurring(goal, input)
    if (recurring) return recurring
    const { planByRules } = await import('./rules.js')
    const { plan, excluded, background } = planByRules(goal, { reader: await this.router.ready(), allow })
    return { ...rules(plan), excluded, background }
  }

  /** The plan of a goal of which a schedule can be made; no model decides on those. */
  async #recurring(goal: string, { allow }: AgentInput): Promise<Planned | undefined> {
    const { recurringByRules } = await import('./rules.js')
    const step = recurringByRules(goal, { reader: await this.router.ready(), allow })
    return step && rules([step])
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
    const planning = { model, products, run, targets, maxSteps: input.maxSteps ?? usualSteps, signal }
    const { plan, answer, calls, tokens, failure: reason } = await runByModel(goal, planning)
    if (reason && plan.length === 0) return { fallbackReason: reason }
    const planned: Planned = { engine: 'model', plan, answer, modelCalls: calls, tokens }
    const gaveUp = `The model gave up after ${plan.length} steps: ${reason}.`
    return this.#store(input, planned, run, run.stop ?? (reason && failure('model_failed', gaveUp, true)))
  }

  async #store({ goal }: AgentInput, planned: Planned, run: Run, reason: Failure | undefined): Promise<AgentOutcome> {
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

/** Does work that ends with its budget of time or with its call, and is given the signals of both and of the budget. */
async function withBudget<Result>(
  ms: number,
  signal: AbortSignal,
  work: (both: AbortSignal, budget: AbortSignal) => Promise<Result>
): Promise<Result> {
  const budget = new AbortController()
  const timer = setTimeout(() => budget.abort(), ms)
  try {
    return await work(AbortSignal.any([signal, budget.signal]), budget.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Why a plan is not run at all. */
function flawOf(
  plan: readonly PlannedStep[],
  { goal, steps, confirm, dryRun, maxSteps = usualSteps }: AgentInput,
  served: readonly ProductDescription[]
): Failure | undefined {
  const reasons = (all: readonly PlannedStep[]) => all.map(({ why }) => why).join(' ')
  const open = plan.filter(step => !isRunnable(step))
  if (open.length > 0) return failure('plan_incomplete', reasons(open))
  const doubtful = plan.filter(step => isRunnable(step) && step.doubts)
  if (doubtful.length > 0) return failure('needs_confirmation', reasons(doubtful))
  const destroyed = plan.flatMap(
    ({ product = '', action = '', input }) => destroyedBy(calledIn(served, product, action), input) ?? []
  )
  if (destroyed.length > 0 && !confirm && !dryRun)
    return failure('needs_confirmation', `${destroyed.join('; ')}. Turn on Confirm to run it.`)
  if (steps || goal === undefined || plan.length <= maxSteps) return undefined
  return failure('plan_too_long', `The goal takes ${plan.length} steps, and Most steps allows ${maxSteps}.`)
}

const indexKey = 'runs'

function recordKey(id: string): string {
  return `run:${id}`
}
