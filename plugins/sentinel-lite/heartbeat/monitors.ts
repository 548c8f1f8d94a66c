import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  ProductError,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { Alerts } from '../alert/alerts.js'
import { largestFleet } from '../bounds.js'
import { type Register, registerKey, revivals } from '../probe/register.js'
import { durationOf, type Event, withEvent } from './events.js'
import type { ScheduleInput } from './input.js'
import { isTurned, type Judgement, judged } from './judgement.js'
import { lookJob } from './look-job.js'
import { type Monitor, newMonitor } from './monitor.js'
import { monitorsInSettings, scheduleOf, withGiven } from './schedule.js'
import { withSignal } from './signal.js'

const countKey = 'monitors'

/** What a signal changed. */
export interface Heard {
  readonly before: Judgement
  readonly after: Judgement
  readonly event: Event
  /** The signals of this monitor, that one included. */
  readonly events: readonly Event[]
  /** Every other monitor, as it is now. */
  readonly others: readonly Judgement[]
  /** Those of them that turned since anyone looked. */
  readonly turned: readonly Judgement[]
}

/** The monitors of one account: a record each, with its events in another, and their number. */
@injectable()
export class Monitors {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings,
    private readonly alerts: Alerts
  ) {}

  /** Records a signal, brings every monitor up to date, and sets the job that will notice when the next signal does not come. */
  async hear(name: string, signal: Omit<Event, 'at' | 'durationMs'>, given: ScheduleInput): Promise<Heard> {
    const now = this.clock.now()
    const stored = await this.#stored()
    const others = stored.filter(monitor => monitor.name !== name).map(monitor => this.#judge(monitor, now))
    const stale = others.filter(isTurned).map(({ monitor }) => recordKey(monitor.name))
    const targets = (await this.storage.get<Register>(registerKey)) ?? {}
    const keys = [recordKey(name), eventsKey(name), countKey, ...stale]
    return this.storage.update(keys, read => {
      const found = read<Monitor>(recordKey(name))
      const count = read<number>(countKey) ?? 0
      if (!found && count >= largestFleet)
        throw new ProductError('quota_exceeded', `${largestFleet} monitors are kept already; "${name}" is not.`)
      const earlier = read<readonly Event[]>(eventsKey(name)) ?? []
      const before = this.#judge(found ?? newMonitor(name, now), now)
      const durationMs = isEnd(signal) ? durationOf(earlier, { at: now, ...signal }) : undefined
      const event = { at: now, ...signal, ...(durationMs !== undefined && { durationMs }) }
      const events = withEvent(earlier, event)
      const saved = withGiven(before.monitor.saved, given)
      const after = this.#judge(withSignal({ ...before.monitor, saved }, event), now)
      const turned = stale
        .flatMap(key => read<Monitor>(key) ?? [])
        .map(monitor => this.#judge(monitor, now))
        .filter(isTurned)
      return {
        writes: [
          { key: recordKey(name), value: after.monitor },
          { key: eventsKey(name), value: events },
          ...(found ? [] : [{ key: countKey, value: count + 1 }]),
          ...turned.map(({ monitor }) => ({ key: recordKey(monitor.name), value: monitor }))
        ],
        jobs: [
          ...[after, ...turned].map(lookJob),
          ...this.alerts.jobs([before, after, ...turned].flatMap(({ alerts }) => alerts)),
          ...revivals(targets, now)
        ],
        result: { before, after, event, events, others, turned }
      }
    })
  }

  /** Records what the passing of time has made of a monitor: what its job does. Nothing when there is no such monitor. */
  async look(name: string): Promise<Judgement | undefined> {
    const now = this.clock.now()
    return this.storage.update([recordKey(name)], read => {
      const found = read<Monitor>(recordKey(name))
      if (!found) return { result: undefined }
      const first = this.#judge(found, now)
      // A job that runs in the last moment of a state is there for the moment after it.
      const judgement = first.standing.holdsUntil === now ? this.#judge(found, now + 1) : first
      return {
        writes: [{ key: recordKey(name), value: judgement.monitor }],
        jobs: [lookJob(judgement), ...this.alerts.jobs(judgement.alerts)],
        result: judgement
      }
    })
  }

  /** Every monitor as it is now, those included that only the settings name; nothing is recorded. */
  async overview(): Promise<readonly Judgement[]> {
    const now = this.clock.now()
    const stored = await this.#stored()
    const known = new Set(stored.map(({ name }) => name))
    const unheard = monitorsInSettings(this.settings).filter(name => !known.has(name))
    return [...stored, ...unheard.map(name => newMonitor(name, now))]
      .map(monitor => this.#judge(monitor, now))
      .sort((left, right) => (left.monitor.name < right.monitor.name ? -1 : 1))
  }

  /** One monitor as it is now, new when nothing was heard of it, with its signals, the newest last. */
  async find(name: string): Promise<{ readonly found: Judgement; readonly events: readonly Event[] }> {
    const now = this.clock.now()
    const monitor = (await this.storage.get<Monitor>(recordKey(name))) ?? newMonitor(name, now)
    const events = (await this.storage.get<readonly Event[]>(eventsKey(name))) ?? []
    return { found: this.#judge(monitor, now), events }
  }

  #judge(monitor: Monitor, now: number): Judgement {
    return judged(monitor, scheduleOf(monitor.saved, this.settings, monitor.name), now)
  }

  async #stored(): Promise<readonly Monitor[]> {
    return (await this.storage.list<Monitor>('hb:', { limit: largestFleet })).map(({ value }) => value)
  }
}

function isEnd({ signal }: Pick<Event, 'signal'>): boolean {
  return signal === 'success' || signal === 'fail'
}

function recordKey(name: string): string {
  return `hb:${name}`
}

function eventsKey(name: string): string {
  return `events:${name}`
}
