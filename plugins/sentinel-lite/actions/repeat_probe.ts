import { CLOCK, defineAction, EGRESS, SETTINGS, Type } from '@product-host/sdk'
import { examine } from '../probe/examine.js'
import { planOf } from '../probe/plan.js'
import { summaryOf } from '../probe/summary.js'
import { Targets } from '../probe/targets.js'
import { verdictOf } from '../probe/verdict.js'
import { longestSlug } from '../slug.js'

/** What a target's own job runs: probes it as its rhythm was set, and sets the next job with the record. */
export const repeatProbe = defineAction({
  title: 'Probe a target again',
  description: 'Probes a target that has a rhythm, and schedules the next time.',
  effect: 'external',
  internal: true,
  input: Type.Object({ name: Type.String({ maxLength: longestSlug }) }),
  detail: Type.Object({ name: Type.String(), status: Type.Optional(Type.String()) }),
  metrics: Type.Object({}),
  examples: [{ title: 'A target', input: { name: 'example-com' } }],
  needs: { egress: EGRESS, settings: SETTINGS, clock: CLOCK, targets: Targets },
  timeoutMs: 75_000,

  async run({ name }, { egress, settings, clock, targets, signal }) {
    const input = await targets.due(name)
    if (!input) return { summary: `Nothing is due for "${name}".`, metrics: {}, detail: { name } }
    const plan = planOf(input, settings)
    const attempts = await examine(plan, egress, signal)
    const observation = { plan, attempts, verdict: verdictOf(plan, attempts, clock.now()) }
    await targets.record(observation, { by: 'job' })
    return { summary: summaryOf(observation), metrics: {}, detail: { name, status: observation.verdict.status } }
  }
})
