import { defineAction, Type } from '@product-host/sdk'
import { states } from '../heartbeat/monitor.js'
import { Monitors } from '../heartbeat/monitors.js'
import { longestName } from '../limits.js'

/** What a monitor's own job runs when its state may change by itself: evaluates the record, stores the state and raises alerts. */
export const refreshMonitor = defineAction({
  title: 'Refresh a monitor',
  description: 'Records whether a monitor went late or down while nobody called.',
  effect: 'write',
  internal: true,
  idempotent: true,
  input: Type.Object({ name: Type.String({ maxLength: longestName }) }),
  detail: Type.Object({ name: Type.String(), state: Type.Optional(Type.Enum([...states])) }),
  examples: [{ title: 'A monitor', input: { name: 'backup' } }],
  needs: { monitors: Monitors },

  async run({ name }, { monitors }) {
    const evaluation = await monitors.refresh(name)
    if (!evaluation) return { summary: `There is no monitor "${name}".`, detail: { name } }
    const { state } = evaluation.status
    return { summary: `Heartbeat "${name}" is ${state}.`, detail: { name, state } }
  }
})
