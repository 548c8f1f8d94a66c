import { defineAction, Type } from '@product-host/sdk'
import { Backlog } from '../delivery/deliveries.js'

/** Removes dead letters that are too old; the job of each day on which deliveries were given up calls it. */
export const expire = defineAction({
  title: 'Remove old dead letters',
  description: 'Removes deliveries that were given up 30 days ago or earlier. Their leads remember it.',
  effect: 'write',
  internal: true,
  input: Type.Object({ date: Type.String({ format: 'date', description: 'The day on which they were given up.' }) }),
  detail: Type.Object({ removed: Type.Integer() }),
  metrics: Type.Object({ removed: Type.Integer() }),
  examples: [{ title: 'A day', input: { date: '2026-01-01' } }],
  needs: { backlog: Backlog },
  timeoutMs: 30_000,

  async run(_input, { backlog }) {
    const removed = await backlog.expire()
    return { summary: `Removed ${removed} dead letters.`, metrics: { removed }, detail: { removed } }
  }
})
