import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type JobChange,
  SETTINGS,
  type Settings,
  type Static,
  Type,
  WEBHOOKS,
  type WebhookEvent,
  type Webhooks
} from '@product-host/sdk'
import { alertedStates, reasons, states } from './heartbeat/monitor.js'
import { isoText } from './wording.js'

const time = (title: string, description: string) => Type.String({ format: 'date-time', title, description })

const target = {
  name: Type.String({ title: 'Name of the target', description: 'The name under which its history is stored.' }),
  url: Type.String({
    title: 'Address',
    description:
      'The address that was probed. An http or https address is without its query, and a long address is cut.'
  })
}

/** What people are told of a heartbeat that changed its state. */
const HeartbeatChange = Type.Object({
  name: Type.String({ title: 'Name of the heartbeat', description: 'The name with which the job sends its signals.' }),
  state: Type.Enum([...alertedStates], { title: 'State', description: 'The state now, as in the name of the event.' }),
  previousState: Type.Enum([...states], {
    title: 'Previous state',
    description:
      'The state before. `paused`: by the settings; `new`: no signal of a run yet; `up`: in time; `started`: a ' +
      'run is open; `late`: a success is overdue; `down`: the grace period is over, or the run failed or took too ' +
      'long.'
  }),
  reason: Type.Optional(
    Type.Enum([...reasons], {
      title: 'Reason',
      description:
        '`overdue`: no success came in time; `failed`: the run reported a failure; `ran_too_long`: the run ' +
        'exceeded its longest time. Left out of `heartbeat.up`.'
    })
  ),
  lastSuccessAt: Type.Optional(
    time('Last success', 'When the job last reported a success. Left out if it never reported one.')
  ),
  dueAt: Type.Optional(
    time(
      'Due',
      'When the next success is due, or was due if the heartbeat is late or down. Left out if the heartbeat has no schedule or never had a success.'
    )
  )
})

/** The events that people want to hear of, and when they are sent. */
export const webhookEvents = {
  'probe.down': {
    description:
      'A target that is probed at an interval goes down: as many probes in a row failed as the setting `confirmations` says.',
    data: Type.Object({
      ...target,
      status: Type.Enum(['down', 'blocked'], {
        title: 'Status',
        description: '`down`: no answer or a wrong one; `blocked`: the host refuses to call this address.'
      }),
      code: Type.String({
        title: 'Code',
        description: 'Why the probe failed: one of the expected failures of `probe`, such as `timeout`.'
      }),
      message: Type.String({ title: 'Message', description: 'Why the probe failed, in a sentence.' })
    })
  },
  'probe.up': {
    description: 'A target that is probed at an interval is up again after an alert that it is down.',
    data: Type.Object({
      ...target,
      status: Type.Enum(['up', 'degraded'], {
        title: 'Status',
        description: '`up`: all conditions hold; `degraded`: they hold, but it is slow or its certificate ends soon.'
      }),
      downSince: time('Down since', 'When the first of the failed probes was made.'),
      downSeconds: Type.Integer({
        title: 'Downtime (s)',
        description: 'The seconds from the first of the failed probes to this one.'
      })
    })
  },
  'probe.certificate': {
    description:
      'A probe that is made at an interval finds that the certificate of its target expires in as many days as the setting ' +
      '`certWarnDays` says, or sooner. Sent at most once in 24 hours for each target.',
    data: Type.Object({
      ...target,
      daysLeft: Type.Integer({
        title: 'Days left',
        description: 'Whole days until the certificate expires; below 0 if it has expired.'
      }),
      validTo: time('Valid until', 'When the certificate expires.')
    })
  },
  'heartbeat.late': {
    description:
      'A job has not reported a success in time; its grace period has begun. Only if the settings ask for it (`alert.late`).',
    data: HeartbeatChange
  },
  'heartbeat.down': {
    description: 'A job has reported a failure or runs too long, or its grace period has ended without a success.',
    data: HeartbeatChange
  },
  'heartbeat.up': {
    description: 'A job has reported a success after an alert that its heartbeat is late or down.',
    data: HeartbeatChange
  }
} as const satisfies Readonly<Record<string, WebhookEvent>>

type Events = typeof webhookEvents

/** One of them. */
export type Alert = {
  readonly [Type in keyof Events]: {
    readonly type: Type
    readonly at: number
    readonly data: Static<Events[Type]['data']>
  }
}[keyof Events]

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
