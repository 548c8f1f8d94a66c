import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  MODEL,
  type Model,
  type Outcome,
  PRODUCTS,
  type Products,
  type Static
} from '@product-host/sdk'
import { Memories } from '../memory/memories.js'
import { own } from '../own.js'
import { Router } from '../routing/router.js'
import {
  type AgentDetail,
  type AgentMetrics,
  agentAnswer,
  agentDetail,
  type Planned,
  type Reason
} from './agent-answer.js'
import { readSteps } from './check-steps.js'
import { usualSteps } from './limits.js'
import { runByModel } from './model-planner.js'
import type { AgentInput } from './request.js'
import { planByRules } from './rules-planner.js'
import { Run } from './run.js'
import { Runs } from './runs.js'
import { isRunnable, type PlannedStep, type Step } from './step.js'

type AgentOutcome = Outcome<AgentDetail, Static<typeof AgentMetrics>>

/** Plans what a goal takes, and does it step by step. */
@injectable()
export class Agent {
  constructor(
    @inject(PRODUCTS) private readonly products: Products,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(MODEL) private readonly model: Model,
    private readonly memories: Memories,
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
        return await this.#byRules(input, { ...rules(this.#plan(input)), ...ended }, run)
      }
      return await this.#byRules(input, this.#ruled(input, steps), run)
    } finally {
      clearTimeout(timer)
    }
  }

  #begin({ goal, allowExternal, budgetMs }: AgentInput, signal: AbortSignal): Run {
    const { products, memories, clock } = this
    return new Run({ products, memories, clock, goal, allowExternal, budgetMs, signal })
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
  #ruled(input: AgentInput, steps: readonly Step[] | undefined): Planned {
    return rules(steps ? steps.map(step => this.#withEffect(step)) : this.#plan(input))
  }

  #plan({ goal, allow }: AgentInput): readonly PlannedStep[] {
    const { router, products } = this
    return goal === undefined ? this.#briefing() : planByRules(goal, { router, products, allow })
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
    const flaw = flawOf(plan, input)
    if (flaw || input.dryRun)
      return agentAnswer(agentDetail(planned, run, flaw ? 'stopped' : 'planned', flaw), planned, flaw)
    for (const step of plan) if (isRunnable(step)) await run.step(step)
    return this.#kept(input, planned, run, run.stop)
  }

  async #byModel(
    input: AgentInput,
    goal: string,
    run: Run,
    signal: AbortSignal
  ): Promise<AgentOutcome | { readonly fallbackReason: string }> {
    const { model, products } = this
    const targets = this.router.runnable(input.allow)
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
    return this.#kept(input, planned, run, run.stop ?? reason)
  }

  async #kept({ goal }: AgentInput, planned: Planned, run: Run, reason: Reason | undefined): Promise<AgentOutcome> {
    const detail = agentDetail(planned, run, reason ? 'stopped' : 'completed', reason)
    if (planned.plan.length === 0) return agentAnswer(detail, planned, reason)
    const { result: _own, ...record } = detail
    const runId = await this.runs.keep({ ...(goal !== undefined && { goal }), ...record })
    return agentAnswer({ ...detail, runId }, planned, reason)
  }
}

function rules(plan: readonly PlannedStep[]): Planned {
  return { engine: 'rules', plan, modelCalls: 0, tokens: 0 }
}

/** Why a plan is not run at all. */
function flawOf(plan: readonly PlannedStep[], { goal, steps, maxSteps = usualSteps }: AgentInput): Reason | undefined {
  const open = plan.filter(step => !isRunnable(step))
  if (open.length > 0)
    return { code: 'plan_incomplete', message: open.map(({ why }) => why).join(' '), retryable: false }
  if (steps || goal === undefined || plan.length <= maxSteps) return undefined
  const message = `The goal takes ${plan.length} steps, and maxSteps allows ${maxSteps}.`
  return { code: 'plan_too_long', message, retryable: false }
}
