import { defineAction, Type, type View } from '@product-host/sdk'
import { Agent } from '../plan/agent.js'
import { AgentDetail, AgentMetrics } from '../plan/agent-answer.js'
import { AgentInput } from '../plan/plan.js'
import intents from './intents.json' with { type: 'json' }

const agentViews: readonly View[] = [
  {
    view: 'status',
    value: '/status',
    text: '/answer',
    tones: { completed: 'good', stopped: 'danger', planned: 'info' }
  },
  {
    view: 'timeline',
    title: 'Plan',
    items: '/plan',
    heading: ['/title', '/productTitle'],
    text: ['/why'],
    status: '/does',
    tones: { 'cannot be run': 'danger' }
  },
  {
    view: 'timeline',
    title: 'Steps',
    items: '/trace',
    heading: ['/title', '/productTitle'],
    text: ['/summary', '/error/message'],
    status: '/outcome',
    tones: { done: 'good', failed: 'danger', blocked: 'warning' }
  }
]

/** Does what takes several actions: plans it from a goal, or takes the steps that are sent. */
export const agent = defineAction({
  title: 'Pursue a goal in steps',
  description:
    'Makes a plan of a goal in plain words, or takes the steps that are sent, and runs actions of all enabled products one after the ' +
    'other; later steps may refer to the answers of earlier ones. The trace says what became of each.',
  effect: 'external',
  effectOf: ({ dryRun, allowExternal }) => (dryRun ? 'read' : allowExternal ? 'external' : 'write'),
  destructive: true,
  timeoutMs: 35_000,
  input: AgentInput,
  detail: Type.Object(AgentDetail.properties, { 'x-view': agentViews }),
  metrics: AgentMetrics,
  decisiveFields: ['dryRun'],
  examples: [
    { title: 'How things stand', input: {} },
    {
      title: 'A goal, planned and not run',
      input: { goal: 'remember that Acme pays late, then look up Acme in my notes', dryRun: true }
    },
    { title: 'A goal', input: { goal: 'remember that Acme pays late, then look up Acme in my notes' } }
  ],
  errors: {
    plan_incomplete:
      'Parts of the goal lead to no action, lack required fields, or were not understood; nothing was run.',
    plan_too_long: 'The goal takes more steps than maxSteps allows; nothing was run.',
    step_failed: 'A step failed; those before it are done, those behind it were not run.',
    needs_confirmation:
      'A step would destroy what is stored or is to be done on a schedule, and no person has confirmed it; the plan says what.',
    external_blocked: 'A step leaves the machine, and allowExternal was not sent.',
    stalled: 'A step would have repeated a call of this run.',
    budget_exceeded: 'The time was over; the steps that were done stay done.',
    model_failed: 'The model gave up after steps were run.'
  },
  intents: intents.agent,
  confirmationFields: ['confirm', 'allowExternal'],
  needs: { planner: Agent },

  run: (input, { planner, signal, confirmed }) =>
    confirmed ? planner.runConfirmed(input, confirmed.steps, signal) : planner.pursue(input, signal)
})
