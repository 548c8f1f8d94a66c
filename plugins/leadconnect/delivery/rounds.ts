import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Occasion } from './course.js'
import { Dispatch } from './dispatch.js'
import type { LeadEvent } from './event.js'
import type { Report } from './report.js'

/** Milliseconds after which a round begins no more tries; what is left goes by its job. */
const lastTryAfterMs = 12_000

/** Tries several events within one call. */
@injectable()
export class Rounds {
  constructor(
    private readonly dispatch: Dispatch,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /**
   * Tries the events of one destination one after another until the first that fails, so that a receiver in trouble
   * gets no flood, and the destinations side by side. The reports; none for what was left to its job.
   */
  async make(events: readonly LeadEvent[], occasion: Occasion, signal: AbortSignal): Promise<readonly Report[]> {
    const until = this.clock.now() + lastTryAfterMs
    const inTurn = async (queue: readonly LeadEvent[]): Promise<readonly Report[]> => {
      const reports: Report[] = []
      for (const { id } of queue) {
        if (this.clock.now() >= until) break
        const { report } = await this.dispatch.send(id, occasion, signal)
        if (report) reports.push(report)
        if (report?.outcome?.kind === 'failed') break
      }
      return reports
    }
    const queues = [...Map.groupBy(events, ({ destination }) => destination).values()]
    return (await Promise.all(queues.map(inTurn))).flat()
  }
}
