import { CLOCK, defineAction, JOBS, Type } from '@product-host/sdk'
import { Backlog } from '../delivery/deliveries.js'
import { resumeJob } from '../delivery/event.js'
import { firstCheckMs, longestCheckMs, mostResumedAtOnce } from '../limits.js'

/** Resumes held events whose destination is ready; its job runs again while anything is held. */
export const resume = defineAction({
  title: 'Resume',
  description: 'Puts held deliveries whose destination is ready on their way, and those that lost their job.',
  effect: 'write',
  internal: true,
  input: Type.Object({
    everyMs: Type.Integer({
      minimum: 1,
      maximum: longestCheckMs,
      default: firstCheckMs,
      description: 'The wait before this check.'
    })
  }),
  detail: Type.Object({
    resumed: Type.Integer(),
    held: Type.Integer(),
    nextCheckAt: Type.Optional(Type.String({ format: 'date-time' }))
  }),
  metrics: Type.Object({ resumed: Type.Integer() }),
  examples: [{ title: 'A check', input: {} }],
  needs: { backlog: Backlog, jobs: JOBS, clock: CLOCK },

  async run({ everyMs }, { backlog, jobs, clock }) {
    const resumed = await backlog.resume(mostResumedAtOnce)
    const { held } = await backlog.totals()
    const summary = `Put ${resumed} deliveries on their way; ${held} are held.`
    if (held === 0) return { summary, metrics: { resumed }, detail: { resumed, held } }
    const waitMs = resumed > 0 ? firstCheckMs : Math.min(2 * everyMs, longestCheckMs)
    const at = clock.now() + (resumed >= mostResumedAtOnce ? 0 : waitMs)
    await jobs.schedule(resumeJob(at, waitMs))
    return { summary, metrics: { resumed }, detail: { resumed, held, nextCheckAt: new Date(at).toISOString() } }
  }
})
