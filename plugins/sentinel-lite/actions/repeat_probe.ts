import { CLOCK, defineAction, EGRESS, SETTINGS, Type } from '@product-host/sdk'
import { longestName } from '../limits.js'
import { examine, resultOf } from '../probe/attempts.js'
import { planOf } from '../probe/plan.js'
import { summaryOf } from '../probe/report.js'
import { Targets } from '../probe/targets.js'

/** What a target's own job runs: probes it as its rhythm was set, and sets the next job with the record. */
export const repeatProbe = defineAction({
  title: 'Probe a target again',
  description: 'Probes a target that has a rhythm, and schedules the next time.',
  effect: 'external',
  idempotent: true,
  internal: true,
  input: Type.Object({ name: Type.String({ maxLength: longestName }) }),
  detail: Type.Object({ name: Type.String(), status: Type.Optional(Type.String()) }),
  examples: [{ title: 'A target', input: { name: 'example-com' } }],
  needs: { egress: EGRESS, settings: SETTINGS, clock: CLOCK, targets: Targets },
  timeoutMs: 75_000,

  async run({ name }, { egress, settings, clock, targets, signal }) {
    const input = await targets.due(name)
    if (!input) return { summary: `Nothing is due for "${name}".`, detail: { name } }
    const plan = planOf(input, settings, name)
    const attempts = await examine(plan, { egress, clock, signal })
    const observation = { plan, attempts, result: resultOf(plan, attempts, clock.now()) }
    await targets.record(observation, { by: 'job' })
    return { summary: summaryOf(observation), detail: { name, status: observation.result.status } }
  }
})
