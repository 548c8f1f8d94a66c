import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { Alerts } from '../alert/alerts.js'
import { numberOf } from '../settings.js'
import { emptyHistory, type History } from './history.js'
import type { ProbeInput } from './input.js'
import type { Observation } from './observation.js'
import { assertRoom, type Register, registerKey, revivals, withEntry } from './register.js'
import { checkJob, type Occasion, type Rhythm, rhythmAfter, rhythmJobs } from './rhythm.js'
import { type Target, withObservation } from './target.js'

/** How far clocks of different hosts may be apart. */
const earlyMs = 1_000

/** What a check became part of. */
export interface Kept {
  readonly isKept: boolean
  readonly before: History
  readonly after: History
  readonly urlBefore?: string
  readonly rhythm?: Rhythm
}

/** The targets of one account: a record each, and a register of all. */
@injectable()
export class Targets {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings,
    private readonly alerts: Alerts
  ) {}

  /** Throws `quota_exceeded` when a rhythm is asked for that the account has no room for. */
  async admit(name: string, occasion: Occasion): Promise<void> {
    assertRoom((await this.storage.get<Register>(registerKey)) ?? {}, name, occasion)
  }

  /** What a target's job has to ask now; nothing when its rhythm ended, or when the job came too early and was set anew. */
  async due(name: string): Promise<ProbeInput | undefined> {
    const now = this.clock.now()
    return this.storage.update([registerKey, recordKey(name)], read => {
      const rhythm = read<Register>(registerKey)?.[name]?.rhythm
      if (!rhythm) return { result: undefined }
      if (rhythm.nextAt - now > earlyMs) return { jobs: [checkJob(name, rhythm.nextAt)], result: undefined }
      return { result: read<Target>(recordKey(name))?.input }
    })
  }

  /** Adds a check to its target, with the rhythm, the next job and the alerts that follow from it. */
  async record(observation: Observation, occasion: Occasion): Promise<Kept> {
    const { name } = observation.plan
    const now = this.clock.now()
    return this.storage.update([registerKey, recordKey(name)], read => {
      const register = read<Register>(registerKey) ?? {}
      const target = read<Target>(recordKey(name))
      assertRoom(register, name, occasion)
      const rhythmBefore = register[name]?.rhythm
      const rhythm = rhythmAfter(rhythmBefore, occasion, now)
      const isWelcome = target !== undefined || observation.verdict.status !== 'blocked'
      const entered = isWelcome && withEntry(register, name, { checkedAt: now, ...(rhythm && { rhythm }) })
      if (!entered) return { result: unkept(now) }
      const checked = withObservation(target, observation, now, numberOf(this.settings, 'confirmations'))
      const input = occasion.by === 'call' && occasion.input.everySeconds ? occasion.input : target?.input
      return {
        writes: [
          { key: registerKey, value: entered.register },
          { key: recordKey(name), value: { ...checked.target, ...(rhythm && input && { input }) } },
          ...(entered.displaced === undefined ? [] : [{ key: recordKey(entered.displaced), delete: true as const }])
        ],
        jobs: [
          ...revivals(entered.register, now),
          ...rhythmJobs(name, rhythmBefore, rhythm),
          ...this.alerts.jobs(checked.alerts)
        ],
        result: {
          isKept: true,
          before: checked.before,
          after: checked.target.history,
          ...(target && { urlBefore: target.url }),
          ...(rhythm && { rhythm })
        }
      }
    })
  }
}

function unkept(now: number): Kept {
  return { isKept: false, before: emptyHistory(now), after: emptyHistory(now) }
}

function recordKey(name: string): string {
  return `mon:${name}`
}
