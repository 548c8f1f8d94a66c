import { defineAction, ProductError } from '@product-host/sdk'
import { Backlog } from '../delivery/backlog.js'
import { failureCodes } from '../delivery/failure.js'
import { overflowCodes } from '../delivery/overflow.js'
import { Replay } from '../delivery/replay.js'
import { Rounds } from '../delivery/rounds.js'
import { emailCodes } from '../leads/classify.js'
import { Assigner } from '../routing/assigner.js'
import { refuseContradictions } from '../routing/contradictions.js'
import { Preview } from '../routing/preview.js'
import { routeAsks } from './asks.js'
import { assignmentAnswer, redeliveryAnswer } from './route-answer.js'
import { RouteDetail, RouteInput, RouteMetrics } from './route-schema.js'

/** Gives leads to their owners; also tries deliveries again. */
export const route = defineAction({
  title: 'Route leads',
  description:
    'Gives leads to owners and destinations by rules, and says why; retries waiting deliveries, replays dead letters.',
  effect: 'external',
  effectOf: ({ dryRun, deliver, retry, replay }) =>
    dryRun ? 'read' : deliver || retry || replay !== undefined ? 'external' : 'write',
  idempotentOf: ({ dryRun }) => dryRun,
  input: RouteInput,
  detail: RouteDetail,
  metrics: RouteMetrics,
  examples: [
    { title: 'Route the leads that nobody has', input: {} },
    {
      title: 'What the rules would say of a lead',
      input: { email: 'jane@acme.com', attributes: { country: 'GB', score: 82 }, dryRun: true }
    },
    { title: 'Try waiting deliveries now', input: { retry: true, limit: 10 } }
  ],
  asks: routeAsks,
  errors: {
    ...failureCodes,
    ...overflowCodes,
    ...emailCodes,
    not_found: 'There is no such lead, or no such dead letter.'
  },
  needs: { assigner: Assigner, preview: Preview, rounds: Rounds, replay: Replay, backlog: Backlog },
  timeoutMs: 30_000,

  async run(input, { assigner, preview, rounds, replay, backlog, signal }) {
    refuseContradictions(input)
    const { dryRun, leadId } = input
    if (input.replay !== undefined) {
      const reports = await replay.replay(input.replay, signal)
      if (!reports) throw new ProductError('not_found', 'There is no dead letter of this name.')
      return redeliveryAnswer(reports, await backlog.standing())
    }
    if (input.retry) {
      const reports = await rounds.make(await backlog.pending(input.limit), 'asked', signal)
      await backlog.wake()
      return redeliveryAnswer(reports, await backlog.standing())
    }
    const assigned = await (dryRun ? preview : assigner).assign(input, signal)
    if (!dryRun) await backlog.wake()
    if (leadId !== undefined && assigned.routed.length === 0)
      throw new ProductError('not_found', 'There is no lead of this name.')
    return assignmentAnswer(assigned, await backlog.standing(), dryRun)
  }
})
