import {
  type Change,
  CLOCK,
  type Clock,
  inject,
  injectable,
  ProductError,
  type Read,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { identityOf, storedSlug } from '@product-host/toolkit/slug'
import { type Alert, Alerts } from '../alerts.js'
import { storedName } from '../names.js'
import { numberOf } from '../settings.js'
import { isoText } from '../wording.js'
import { type Address, defaultName, formerDefaultName, readAddress, shownAddress } from './address.js'
import { checkOf, type Observation } from './attempts.js'
import { emptyHistory, type History, transitionOf, withCheck } from './history.js'
import type { Plan, ProbeInput } from './plan.js'
import {
  assertRoom,
  checkJob,
  isMonitoring,
  oneOffRegisterKey,
  type Register,
  type Rhythm,
  registerKey,
  revivals,
  rhythmAfter,
  rhythmJobs,
  type Trigger,
  withEntry
} from './register.js'

/** How far clocks of different hosts may be apart. */
const earlyMs = 1_000

/** The result of storing a check. */
export interface StoredCheck {
  /**
   * `counted`: the check is part of the history. `apart`: the history is that of a monitored target, for which a one-off probe does not
   * count. `none`: nothing is stored.
   */
  readonly kind: 'counted' | 'apart' | 'none'
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

  /** The name under which the target of a call is stored or set up. */
  async nameOf({ name: written, url }: ProbeInput): Promise<string | undefined> {
    if (written === undefined) return this.#nameOfAddress(url)
    const isInSettings = (name: string) => Object.keys(this.settings).some(key => key.startsWith(`probe.${name}.`))
    return storedName(written, {
      isKnown: async name => isInSettings(name) || (await this.storage.get<Target>(recordKey(name))) !== undefined,
      isOf: async (name, identity) => {
        const target = await this.#found(name)
        if (!target) return false
        const earlier = target.input?.name === undefined ? identity : identityOf(target.input.name)
        return (target.identity ?? earlier) === identity
      }
    })
  }

  /** Earlier versions gave one name to addresses that they did not distinguish; what is stored there says of which it is. */
  async #nameOfAddress(text: string): Promise<string | undefined> {
    const address = readAddress(text)
    if ('pointer' in address) return undefined
    const identity = defaultName(address)
    return storedSlug(identity, [formerDefaultName(address)], async former => {
      const target = await this.#found(former)
      return target !== undefined && isAt(target, address) && (target.identity ?? identity) === identity
    })
  }

  async #found(name: string): Promise<Pick<Target, 'url' | 'identity' | 'input'> | undefined> {
    return (await this.storage.get<Target>(recordKey(name))) ?? (await this.storage.get<OneOff>(oneOffKey(name)))
  }

  /**
   * Throws `quota_exceeded` when a rhythm is asked for that the account has no room for, and `name_taken` when the name is that of a
   * target with a rhythm and another address, which the call does not replace.
   */
  async admit(plan: Plan, trigger: Trigger): Promise<void> {
    const register = (await this.storage.get<Register>(registerKey)) ?? {}
    assertRoom(register, plan.name, trigger)
    assertOwnName(register, await this.storage.get<Target>(recordKey(plan.name)), plan, trigger)
  }

  /** The input of a target's job; nothing when its rhythm ended, or when the job ran too early and was scheduled again. */
  async due(name: string): Promise<ProbeInput | undefined> {
    const now = this.clock.now()
    return this.storage.update([registerKey, recordKey(name)], read => {
      const rhythm = read<Register>(registerKey)?.[name]?.rhythm
      if (!rhythm) return { result: undefined }
      if (rhythm.nextAt - now > earlyMs) return { jobs: [checkJob(name, rhythm.nextAt)], result: undefined }
      return { result: read<Target>(recordKey(name))?.input }
    })
  }

  /**
   * Adds a check to its target, with the rhythm, the next job and the alerts that follow from it. A one-off probe changes no monitored
   * target and raises no alert: where none has the name, it is stored apart, with those that asked and expected the same.
   */
  async record(observation: Observation, trigger: Trigger): Promise<StoredCheck> {
    const { name } = observation.plan
    return this.storage.update([registerKey, recordKey(name), oneOffRegisterKey, oneOffKey(name)], read => {
      const context = { read, trigger, now: this.clock.now() }
      if (isMonitoring(trigger)) return this.#monitored(observation, context)
      return read<Register>(registerKey)?.[name]?.rhythm
        ? apartChange(name, context)
        : oneOffChange(observation, context, this.#confirmations)
    })
  }

  get #confirmations(): number {
    return numberOf(this.settings, 'confirmations')
  }

  #monitored(observation: Observation, { read, trigger, now }: RecordContext): Change<StoredCheck> {
    const { name } = observation.plan
    const register = read<Register>(registerKey) ?? {}
    const target = read<Target>(recordKey(name))
    assertRoom(register, name, trigger)
    assertOwnName(register, target, observation.plan, trigger)
    const rhythmBefore = register[name]?.rhythm
    const rhythm = rhythmAfter(rhythmBefore, trigger, now)
    const isWelcome = target !== undefined || observation.result.status !== 'blocked'
    const entered = isWelcome && withEntry(register, name, { checkedAt: now, ...(rhythm && { rhythm }) })
    if (!entered) return { result: notStored(now) }
    const checked = withObservation(target, observation, now, {
      confirmations: this.#confirmations,
      areAlertsWanted: this.settings['alert.url'] !== undefined
    })
    const input = trigger.by === 'call' ? trigger.input : target?.input
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
        kind: 'counted',
        before: checked.before,
        after: checked.target.history,
        ...(target && { urlBefore: target.url }),
        ...(rhythm && { rhythm })
      }
    }
  }
}

/** What an update that records a check works with. */
interface RecordContext {
  readonly read: Read
  readonly trigger: Trigger
  readonly now: number
}

/** Records nothing of a one-off probe beside a monitored target, whose rhythm it may end. */
function apartChange(name: string, { read, trigger, now }: RecordContext): Change<StoredCheck> {
  const register = read<Register>(registerKey) ?? {}
  const target = read<Target>(recordKey(name))
  const before = register[name]?.rhythm
  const rhythm = rhythmAfter(before, trigger, now)
  const history = target?.history ?? emptyHistory(now)
  const { input: _ended, ...rest } = target ?? {}
  const ending = [
    { key: registerKey, value: { ...register, [name]: { checkedAt: register[name]?.checkedAt ?? now } } },
    ...(target ? [{ key: recordKey(name), value: rest }] : [])
  ]
  return {
    writes: rhythm ? [] : ending,
    jobs: [...revivals(register, now), ...rhythmJobs(name, before, rhythm)],
    result: { kind: 'apart', before: history, after: history, ...(rhythm && { rhythm }) }
  }
}

/** One-off probes as they are stored: the newest that asked and expected the same. */
interface OneOff {
  readonly url: string
  readonly identity?: string
  readonly question: string
  readonly history: History
}

/** Stores a one-off probe; another question begins another history. */
function oneOffChange(
  observation: Observation,
  { read, now }: RecordContext,
  confirmations: number
): Change<StoredCheck> {
  const { name, identity, address, question } = observation.plan
  const found = read<OneOff>(oneOffKey(name))
  const jobs = revivals(read<Register>(registerKey) ?? {}, now)
  const isWelcome = found !== undefined || observation.result.status !== 'blocked'
  const entered = isWelcome && withEntry(read<Register>(oneOffRegisterKey) ?? {}, name, { checkedAt: now })
  if (!entered) return { jobs, result: notStored(now) }
  const before = found?.question === question ? found.history : emptyHistory(now)
  const after = withCheck(before, checkOf(observation, now), confirmations)
  const oneOff: OneOff = { url: address.url.href, identity, question, history: after }
  return {
    writes: [
      { key: oneOffRegisterKey, value: entered.register },
      { key: oneOffKey(name), value: oneOff },
      ...(entered.displaced === undefined ? [] : [{ key: oneOffKey(entered.displaced), delete: true as const }])
    ],
    jobs,
    result: { kind: 'counted', before, after, ...(found && { urlBefore: found.url }) }
  }
}

function notStored(now: number): StoredCheck {
  return { kind: 'none', before: emptyHistory(now), after: emptyHistory(now) }
}

function recordKey(name: string): string {
  return `mon:${name}`
}

function oneOffKey(name: string): string {
  return `once:${name}`
}

/** One target as it is stored. */
interface Target {
  readonly name: string
  /** The identity of the name or the address in the last call; left out before version 1.3. */
  readonly identity?: string
  readonly url: string
  readonly history: History
  readonly certificateAlertedAt?: number
  /** True while it is down and no alert was made of that, since nobody wanted alerts. */
  readonly isUntold?: true
  /** The input with which the rhythm was set; only of a target that has one. */
  readonly input?: ProbeInput
}

/** Whether an address is that of a target; earlier versions stored hosts in the case in which they were sent. */
function isAt({ url }: Pick<Target, 'url'>, address: Address): boolean {
  if (url === address.url.href) return true
  const stored = readAddress(url)
  return 'url' in stored && stored.url.href === address.url.href
}

/** Throws `name_taken` when a call would set or end the rhythm of another address, and does not say that it replaces it. */
function assertOwnName(
  register: Register,
  target: Target | undefined,
  { name, address }: Plan,
  trigger: Trigger
): void {
  if (trigger.by === 'job' || trigger.input.everySeconds === undefined || trigger.input.replace) return
  if (!target || !register[name]?.rhythm || isAt(target, address)) return
  const monitored = readAddress(target.url)
  const shown = 'url' in monitored ? shownAddress(monitored) : target.url
  throw new ProductError(
    'name_taken',
    `The target "${name}" is monitored at another address (${shown}). Send another name, or replace: true to give it this address.`
  )
}

/** A target with one more observation of its address, and the alerts to send. Another address begins another history. */
function withObservation(
  target: Target | undefined,
  observation: Observation,
  now: number,
  { confirmations, areAlertsWanted }: { readonly confirmations: number; readonly areAlertsWanted: boolean }
): { readonly target: Target; readonly before: History; readonly alerts: readonly Alert[] } {
  const { name, identity, address } = observation.plan
  const same = target && isAt(target, address) ? target : undefined
  const before = same?.history ?? emptyHistory(now)
  const history = withCheck(before, checkOf(observation, now), confirmations)
  const ending = certificateAlerts(observation, same?.certificateAlertedAt, now)
  const certificateAlertedAt = ending.length > 0 ? now : same?.certificateAlertedAt
  const isUntold =
    history.state === 'down' && (before.state === 'down' ? same?.isUntold : !areAlertsWanted || undefined)
  const transitions = same?.isUntold ? [] : transitionAlerts(observation, before, history, now)
  return {
    target: {
      name,
      identity,
      url: address.url.href,
      history,
      ...(certificateAlertedAt !== undefined && { certificateAlertedAt }),
      ...(isUntold && { isUntold })
    },
    before,
    alerts: [...transitions, ...ending]
  }
}

const dayMs = 86_400_000

/** The alert that a target went down or came up again, if it did. */
function transitionAlerts(observation: Observation, before: History, after: History, at: number): readonly Alert[] {
  const transition = transitionOf(before, after)
  if (!transition) return []
  const { plan, attempts, result } = observation
  const { failure } = attempts.last
  const target = { name: plan.name, url: shownAddress(plan.address) }
  if (transition === 'down' && failure) {
    const { status, code, reason } = failure
    return [{ type: 'probe.down', at, data: { ...target, status, code, message: `It is down: ${reason}.` } }]
  }
  const status = result.status === 'degraded' ? 'degraded' : 'up'
  const { startedAt } = after.lastIncident ?? { startedAt: at }
  const downSeconds = Math.round((at - startedAt) / 1000)
  return [{ type: 'probe.up', at, data: { ...target, status, downSince: isoText(startedAt), downSeconds } }]
}

/** The alert that a certificate is about to end, at most once in 24 hours. */
function certificateAlerts(
  { plan, result: { certificate } }: Observation,
  lastAt: number | undefined,
  at: number
): readonly Alert[] {
  if (!certificate?.isEnding || (lastAt !== undefined && at - lastAt < dayMs)) return []
  const { daysLeft, details } = certificate
  const data = { name: plan.name, url: shownAddress(plan.address), daysLeft, validTo: details.validTo }
  return [{ type: 'probe.certificate', at, data }]
}
