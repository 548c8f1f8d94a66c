import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { firstState } from './course.js'
import { Dispatch } from './dispatch.js'
import type { LeadEvent } from './event.js'
import { recorded, recordedKeys } from './record.js'
import type { Report } from './report.js'
import { deadPrefix } from './step.js'

/** Dead letters that are sent once more. */
@injectable()
export class Replay {
  constructor(
    private readonly dispatch: Dispatch,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /**
   * Sends a dead letter again, with its old identifier and all tries before it: the report, none where another call
   * settled it at once. Undefined when there is no such dead letter.
   */
  async replay(eventId: string, signal: AbortSignal): Promise<readonly Report[] | undefined> {
    if (!(await this.#revive(eventId))) return undefined
    const { report } = await this.dispatch.send(eventId, 'asked', signal)
    return report ? [report] : []
  }

  async #revive(eventId: string): Promise<boolean> {
    const key = `${deadPrefix}${eventId}`
    const known = await this.storage.get<LeadEvent>(key)
    if (!known) return false
    return this.storage.update([key, ...recordedKeys(known)], read => {
      const before = read<LeadEvent>(key)
      if (!before) return { result: false }
      const at = this.clock.now()
      const after: LeadEvent = { ...before, attempts: 0, state: firstState('waiting', at) }
      return { ...recorded(read, { before, after, at }), result: true }
    })
  }
}
