import { defineAction, Type } from '@product-host/sdk'
import { states } from '../heartbeat/monitor.js'
import { Monitors } from '../heartbeat/monitors.js'
import { longestSlug } from '../slug.js'

/** What a monitor's own job runs when its state may change by itself: judges by the record, and records and tells what it finds. */
export const lookAtHeartbeat = defineAction({
  title: 'Look at a monitor',
  description: 'Records whether a monitor went late or down while nobody called.',
  effect: 'write',
  internal: true,
  idempotent: true,
  input: Type.Object({ name: Type.String({ maxLength: longestSlug }) }),
  detail: Type.Object({ name: Type.String(), state: Type.Optional(Type.Enum([...states])) }),
  metrics: Type.Object({}),
  examples: [{ title: 'A monitor', input: { name: 'backup' } }],
  needs: { monitors: Monitors },

  async run({ name }, { monitors }) {
    const judgement = await monitors.look(name)
    if (!judgement) return { summary: `There is no monitor "${name}".`, metrics: {}, detail: { name } }
    const { state } = judgement.standing
    return { summary: `Heartbeat "${name}" is ${state}.`, metrics: {}, detail: { name, state } }
  }
})
