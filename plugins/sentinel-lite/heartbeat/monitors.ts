import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type JobChange,
  ProductError,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { identityOf } from '@product-host/toolkit/slug'
import { Alerts } from '../alerts.js'
import { mostPerAccount } from '../limits.js'
import { storedName } from '../names.js'
import { type Register, registerKey, revivals } from '../probe/register.js'
import type { ScheduleInput } from './input.js'
import { durationOf, type Event, type Monitor, newMonitor, withEvent, withSignal } from './monitor.js'
import { monitorsInSettings, scheduleOf, withGiven } from './schedule.js'
import { type Evaluation, evaluate, hasChanged } from './status.js'

const countKey = 'monitors'

/** What a signal changed. */
export interface RecordedSignal {
  readonly before: Evaluation
  readonly after: Evaluation
  readonly event: Event
  /** The signals of this monitor, that one included. */
  readonly events: readonly Event[]
  /** Every other monitor, as it is now. */
  readonly others: readonly Evaluation[]
  /** Those of them whose state changed since it was last recorded. */
  readonly changed: readonly Evaluation[]
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
  async record(
    written: string,
    signal: Omit<Event, 'at' | 'durationMs'>,
    given: ScheduleInput
  ): Promise<RecordedSignal> {
    const name = await this.nameOf(written)
    const identity = identityOf(written)
    const now = this.clock.now()
    const stored = await this.#stored()
    const others = stored.filter(monitor => monitor.name !== name).map(monitor => this.#evaluate(monitor, now))
    const stale = others.filter(hasChanged).map(({ monitor }) => recordKey(monitor.name))
    const targets = (await this.storage.get<Register>(registerKey)) ?? {}
    const keys = [recordKey(name), eventsKey(name), countKey, ...stale]
    return this.storage.update(keys, read => {
      const found = read<Monitor>(recordKey(name))
      const count = read<number>(countKey) ?? 0
      if (!found && count >= mostPerAccount)
        throw new ProductError('quota_exceeded', `${mostPerAccount} monitors are stored already; "${name}" is not.`)
      const earlier = read<readonly Event[]>(eventsKey(name)) ?? []
      const before = this.#evaluate(found ?? newMonitor(name, now), now)
      const durationMs = isEnd(signal) ? durationOf(earlier, { at: now, ...signal }) : undefined
      const event = { at: now, ...signal, ...(durationMs !== undefined && { durationMs }) }
      const events = withEvent(earlier, event)
      const saved = withGiven(before.monitor.saved, given)
      const after = this.#evaluate(withSignal({ ...before.monitor, identity, saved }, event), now)
      const changed = stale
        .flatMap(key => read<Monitor>(key) ?? [])
        .map(monitor => this.#evaluate(monitor, now))
        .filter(hasChanged)
      return {
        writes: [
          { key: recordKey(name), value: after.monitor },
          { key: eventsKey(name), value: events },
          ...(found ? [] : [{ key: countKey, value: count + 1 }]),
          ...changed.map(({ monitor }) => ({ key: recordKey(monitor.name), value: monitor }))
        ],
        jobs: [
          ...[after, ...changed].map(refreshJob),
          ...this.alerts.jobs([before, after, ...changed].flatMap(({ alerts }) => alerts)),
          ...revivals(targets, now)
        ],
        result: { before, after, event, events, others, changed }
      }
    })
  }

  /** Records what the passing of time has made of a monitor: what its job does. Nothing when there is no such monitor. */
  async refresh(name: string): Promise<Evaluation | undefined> {
    const now = this.clock.now()
    return this.storage.update([recordKey(name)], read => {
      const found = read<Monitor>(recordKey(name))
      if (!found) return { result: undefined }
      const first = this.#evaluate(found, now)
      // A job that runs in the last moment of a state is there for the moment after it.
      const evaluation = first.status.holdsUntil === now ? this.#evaluate(found, now + 1) : first
      return {
        writes: [{ key: recordKey(name), value: evaluation.monitor }],
        jobs: [refreshJob(evaluation), ...this.alerts.jobs(evaluation.alerts)],
        result: evaluation
      }
    })
  }

  /** Every monitor as it is now, those included that only the settings name; nothing is recorded. */
  async overview(): Promise<readonly Evaluation[]> {
    const now = this.clock.now()
    const stored = await this.#stored()
    const known = new Set(stored.map(({ name }) => name))
    const neverSignalled = monitorsInSettings(this.settings).filter(name => !known.has(name))
    return [...stored, ...neverSignalled.map(name => newMonitor(name, now))]
      .map(monitor => this.#evaluate(monitor, now))
      .sort((left, right) => (left.monitor.name < right.monitor.name ? -1 : 1))
  }

  /** One monitor as it is now, new when it has no signal, with its signals, the newest last. */
  async find(name: string): Promise<{ readonly found: Evaluation; readonly events: readonly Event[] }> {
    const now = this.clock.now()
    const monitor = (await this.storage.get<Monitor>(recordKey(name))) ?? newMonitor(name, now)
    const events = (await this.storage.get<readonly Event[]>(eventsKey(name))) ?? []
    return { found: this.#evaluate(monitor, now), events }
  }

  /** The name under which a monitor is stored or set up. */
  async nameOf(written: string): Promise<string> {
    const inSettings = monitorsInSettings(this.settings)
    const stored = (name: string) => this.storage.get<Monitor>(recordKey(name))
    return storedName(written, {
      isKnown: async name => inSettings.includes(name) || (await stored(name)) !== undefined,
      isOf: async (name, identity) => {
        const monitor = await stored(name)
        return monitor !== undefined && (monitor.identity ?? identity) === identity
      }
    })
  }

  #evaluate(monitor: Monitor, now: number): Evaluation {
    return evaluate(monitor, scheduleOf(monitor.saved, this.settings, monitor.name), now)
  }

  async #stored(): Promise<readonly Monitor[]> {
    return (await this.storage.list<Monitor>('hb:', { limit: mostPerAccount })).map(({ value }) => value)
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

/** Milliseconds before each further attempt of a refresh that failed because of the host. */
const delaysMs = [10_000, 60_000, 300_000, 900_000, 3_600_000]

/** The job that refreshes a monitor when its state may next change without a signal; none where it cannot. */
function refreshJob({ monitor: { name }, status: { holdsUntil } }: Evaluation): JobChange {
  const id = `heartbeat.${name}`
  if (holdsUntil === undefined) return { cancel: id }
  return { schedule: { id, at: holdsUntil, action: 'look_at_heartbeat', input: { name }, retry: { delaysMs } } }
}
