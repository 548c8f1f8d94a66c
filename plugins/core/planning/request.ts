import { type Static, Type } from '@product-host/sdk'
import { mostSteps } from './limits.js'

/** One step as a caller writes it. */
export const SentStep = Type.Object({
  id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$',
      description: 'What references call it; s1, s2 … when left out.'
    })
  ),
  product: Type.String({ minLength: 1, maxLength: 64 }),
  action: Type.String({ minLength: 1, maxLength: 64 }),
  input: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Texts may hold references such as {{s1.detail.score}}; one that is nothing else keeps its type.'
    })
  ),
  when: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON Logic; the step is left out where it does not hold.'
    })
  ),
  onError: Type.Optional(Type.Enum(['stop', 'continue'], { description: 'stop when left out.' }))
})
export type SentStep = Static<typeof SentStep>

/** The input of agent. */
export const AgentInput = Type.Object({
  goal: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: '\\S',
      description: 'What is wanted, in plain words; a briefing when there is neither goal nor steps.'
    })
  ),
  steps: Type.Optional(
    Type.Array(SentStep, {
      minItems: 1,
      maxItems: mostSteps,
      description: 'The plan; made from the goal when left out.'
    })
  ),
  maxSteps: Type.Optional(
    Type.Integer({ minimum: 1, maximum: mostSteps, description: 'Of a plan made from a goal, 5 when left out.' })
  ),
  budgetMs: Type.Integer({ minimum: 1000, maximum: 30_000, default: 15_000, description: 'For all steps together.' }),
  dryRun: Type.Boolean({ default: false, description: 'Shows the plan and runs nothing.' }),
  allowExternal: Type.Boolean({ default: false, description: 'Allows steps that leave the machine.' }),
  allow: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 129 }), {
      maxItems: 100,
      description: 'Product slugs or product.action that may be run; all when left out.'
    })
  ),
  planner: Type.Enum(['auto', 'rules', 'model'], {
    default: 'auto',
    description: 'auto: the model where one is configured.'
  })
})
export type AgentInput = Static<typeof AgentInput>
