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

/** The events that people want to hear of, and when they are sent. */
export const webhookEvents = {
  'probe.down': 'A monitored target goes down.',
  'probe.up': 'A monitored target that was down is up again.',
  'probe.certificate':
    'The certificate of a monitored target has `certWarnDays` or fewer days left; at most once in 24 hours for each target.',
  'heartbeat.late': 'A success of a monitor is overdue, and its grace period has begun.',
  'heartbeat.down': 'A run failed or took too long, or the grace period of a monitor ended without a success.',
  'heartbeat.up': 'A monitor that was late or down is up again.'
} as const

/** One of them. */
export interface Alert {
  readonly type: keyof typeof webhookEvents
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
