import { CLOCK, type Clock, EGRESS, type Egress, inject, injectable, LOGGER, type Logger } from '@product-host/sdk'
import type { Occasion } from './course.js'
import type { Attempt } from './event.js'
import type { Outcome } from './outcome.js'
import { statusOf } from './record.js'
import type { Report } from './report.js'
import { send } from './send.js'
import { Tries } from './tries.js'

/** Brings events to their destinations, one try at a time. */
@injectable()
export class Courier {
  constructor(
    private readonly tries: Tries,
    @inject(EGRESS) private readonly egress: Egress,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger
  ) {}

  /** Makes the event's next try where one may be made now; undefined when the event is no longer on its way. */
  async attempt(eventId: string, occasion: Occasion, signal: AbortSignal): Promise<Report | undefined> {
    const opening = await this.tries.begin(eventId, occasion)
    if (!opening) return undefined
    const { event } = opening
    if (opening.kind !== 'begun') return { status: statusOf(event), event }
    const { destination } = opening
    const { outcome, ms } = await send(event, destination, { egress: this.egress, now: this.clock.now(), signal })
    const attempt = attemptOf(event.attempts, this.clock.now(), ms, outcome)
    this.#log(event.id, destination.name, attempt)
    return this.tries.settle({ event, destination, outcome, attempt })
  }

  #log(eventId: string, destination: string, { number, httpStatus, error }: Attempt): void {
    const fields = { eventId, destination, attempt: number, httpStatus }
    if (error === undefined) this.logger.info('A lead was delivered.', fields)
    else this.logger.warn('A delivery failed.', { ...fields, error })
  }
}

function attemptOf(number: number, at: number, ms: number, outcome: Outcome): Attempt {
  const { httpStatus } = outcome
  const answered = { number, at, ms, ...(httpStatus !== undefined && { httpStatus }) }
  if (outcome.kind === 'delivered') return answered
  const { error, response } = outcome
  return { ...answered, error, ...(response && { response }) }
}
