import { CLOCK, defineAction, JOBS, Type } from '@product-host/sdk'
import { Backlog } from '../delivery/backlog.js'
import { firstLookMs, longestLookMs } from '../delivery/schedule.js'
import { lookJob } from '../delivery/step.js'

/** Most events that one look puts on their way. */
const mostAtOnce = 100

/** Looks whether what is held can go on; its job comes again while anything is held. */
export const resume = defineAction({
  title: 'Resume',
  description: 'Puts held deliveries whose destination is ready on their way, and those that lost their job.',
  effect: 'write',
  internal: true,
  input: Type.Object({
    everyMs: Type.Integer({
      minimum: 1,
      maximum: longestLookMs,
      default: firstLookMs,
      description: 'The wait before this look.'
    })
  }),
  detail: Type.Object({
    resumed: Type.Integer(),
    held: Type.Integer(),
    nextLookAt: Type.Optional(Type.String({ format: 'date-time' }))
  }),
  metrics: Type.Object({ resumed: Type.Integer() }),
  examples: [{ title: 'A look', input: {} }],
  needs: { backlog: Backlog, jobs: JOBS, clock: CLOCK },

  async run({ everyMs }, { backlog, jobs, clock }) {
    const resumed = await backlog.resume(mostAtOnce)
    const { held } = await backlog.totals()
    const summary = `Put ${resumed} deliveries on their way; ${held} are held.`
    if (held === 0) return { summary, metrics: { resumed }, detail: { resumed, held } }
    const waitMs = resumed > 0 ? firstLookMs : Math.min(2 * everyMs, longestLookMs)
    const at = clock.now() + (resumed >= mostAtOnce ? 0 : waitMs)
    await jobs.schedule(lookJob(at, waitMs))
    return { summary, metrics: { resumed }, detail: { resumed, held, nextLookAt: new Date(at).toISOString() } }
  }
})
