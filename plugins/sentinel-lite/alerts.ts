import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type JobChange,
  SETTINGS,
  type Settings,
  WEBHOOKS,
  type Webhooks
} from '@product-host/sdk'
import { isoText } from './wording.js'

/** Something that people want to hear of. */
export interface Alert {
  /** Such as `probe.down`. */
  readonly type: string
  readonly at: number
  readonly data: Readonly<Record<string, string | number>>
}

/** Makes alerts into jobs, which alone send them. */
@injectable()
export class Alerts {
  constructor(
    @inject(SETTINGS) private readonly settings: Settings,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WEBHOOKS) private readonly webhooks: Webhooks
  ) {}

  /** A job for each alert, due at once, to be scheduled in the update that records what it tells; none without `alert.url`. */
  jobs(alerts: readonly Alert[]): readonly JobChange[] {
    if (this.settings['alert.url'] === undefined) return []
    return alerts.map(({ type, at, data }) => {
      const id = `msg_${this.clock.ulid()}`
      const input = { id, type, timestamp: isoText(at), data }
      return { schedule: this.webhooks.job({ id, at: this.clock.now(), action: 'send_alert', input }) }
    })
  }
}
