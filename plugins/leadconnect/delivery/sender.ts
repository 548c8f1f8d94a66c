import timers from 'node:timers/promises'
import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  WEBHOOKS,
  type WebhookResult,
  type Webhooks
} from '@product-host/sdk'
import { lastAttemptAfterMs, mostDelivered, mostReadPerReplay, quickRetryMs } from '../limits.js'
import { type Routed, Router } from '../routing/router.js'
import { byRules, destinationOf } from './destination.js'
import {
  type Attempt,
  afterResult,
  type Claim,
  claimAttempt,
  eventKey,
  finalPrefixes,
  initialState,
  type LeadEvent,
  statusOf,
  type Trigger,
  totalsKey,
  totalsOf,
  transitionChange,
  transitionKeys
} from './event.js'
import type { Report } from './report.js'

/**
 * Records every attempt. An attempt is claimed in the store before it is made, and its result is written together with
 * the event's next job. So a second process, or a crash, neither repeats nor loses an attempt.
 */
@injectable()
class Attempts {
  readonly #retryDelayMs: Webhooks['retryDelayMs']

  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings,
    @inject(WEBHOOKS) webhooks: Webhooks
  ) {
    this.#retryDelayMs = (id, attempt) => webhooks.retryDelayMs(id, attempt)
  }

  /** Claims the event's next attempt if one may be made; undefined when the event is delivered or a dead letter. */
  async claim(eventId: string, trigger: Trigger): Promise<Claim | undefined> {
    const known = await this.storage.get<LeadEvent>(eventKey(eventId))
    if (!known) return undefined
    const destination = destinationOf(this.settings, known.destination)
    return this.storage.update<Claim | undefined>([eventKey(eventId), ...transitionKeys(known)], read => {
      const before = read<LeadEvent>(eventKey(eventId))
      if (!before) return { result: undefined }
      const now = this.clock.now()
      const claim = claimAttempt(before, destination, { trigger, now, retryDelayMs: this.#retryDelayMs })
      if (claim.kind === 'later') return { result: claim }
      return { ...transitionChange(read, { before, after: claim.event, at: now }), result: claim }
    })
  }

  /** Writes the result of a claimed attempt; undefined when another attempt settled the event in the meantime. */
  async settle(event: LeadEvent, result: WebhookResult): Promise<Report | undefined> {
    const now = this.clock.now()
    const attempt = attemptOf(event.attempts, now, result)
    const retryDelayMs = this.#retryDelayMs
    const afterwards = (claimed: LeadEvent) =>
      afterResult(claimed, result, { ...(attempt && { attempt }), now, retryDelayMs })
    const oldest = await this.#oldest(afterwards(event))
    const keys = [eventKey(event.id), ...transitionKeys(event), ...oldest]
    return this.storage.update<Report | undefined>(keys, read => {
      const before = read<LeadEvent>(eventKey(event.id))
      const isOvertaken = before?.attempts !== event.attempts && result.status !== 'delivered'
      if (!before || isOvertaken) return { result: undefined }
      const { earlierAttempts, lastAttempt } = before
      const after = afterwards({
        ...event,
        ...(earlierAttempts && { earlierAttempts }),
        ...(lastAttempt && { lastAttempt })
      })
      return {
        ...transitionChange(read, { before, after, at: now, oldest }),
        result: {
          status: statusOf(after),
          event: after,
          ...(attempt && { attempt }),
          ...(result.status === 'failed' && { failure: result })
        }
      }
    })
  }

  /** The keys of the delivered events that this one makes too many. */
  async #oldest({ state: { place } }: LeadEvent): Promise<readonly string[]> {
    if (place !== 'delivered') return []
    const { delivered } = totalsOf(await this.storage.get(totalsKey))
    if (delivered < mostDelivered) return []
    const oldest = await this.storage.list(finalPrefixes.delivered, { limit: delivered - mostDelivered + 1 })
    return oldest.map(({ key }) => key)
  }
}

/** Sends events to their destinations through WEBHOOKS, one attempt at a time. */
@injectable()
class Sender {
  constructor(
    private readonly attempts: Attempts,
    @inject(WEBHOOKS) private readonly webhooks: Webhooks
  ) {}

  /** Makes the event's next attempt if one may be made now; undefined when the event is delivered or a dead letter. */
  async attempt(eventId: string, trigger: Trigger): Promise<Report | undefined> {
    const claim = await this.attempts.claim(eventId, trigger)
    if (!claim) return undefined
    const { event } = claim
    if (claim.kind !== 'begun') return { status: statusOf(event), event }
    const { endpoint, timeoutMs } = claim.destination
    const webhook = {
      ...endpoint,
      id: event.id,
      event: event.type,
      timestamp: new Date(event.createdAt).toISOString(),
      payload: event.data,
      timeoutMs,
      userAgent: 'leadconnect/1.0'
    }
    const options = { number: event.attempts, isAsked: trigger === 'asked', disabledBy: [401, 403] }
    return this.attempts.settle(event, await this.webhooks.attempt(webhook, options))
  }
}

/** The attempt as the event stores it; undefined when nothing was sent. */
function attemptOf(number: number, at: number, result: WebhookResult): Attempt | undefined {
  if (result.status === 'delivered') return { number, at, ms: result.ms, httpStatus: result.httpStatus }
  if (result.status !== 'failed') return undefined
  const { ms, error, httpStatus, response } = result
  return {
    number,
    at,
    ms,
    ...(httpStatus !== undefined && { httpStatus }),
    error,
    ...(response !== undefined && { response })
  }
}

/** What became of an event that was sent. */
export interface Dispatched {
  /** Where the rules sent it, when this call asked them. */
  readonly routed?: Routed
  /** None when nothing is sent, or the event was settled by another call. */
  readonly report?: Report
}

/** Sends events: first through the rules where they are to say where it goes, then to its destination. */
@injectable()
export class Dispatch {
  constructor(
    private readonly router: Router,
    private readonly sender: Sender,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** One attempt of the event. */
  async send(eventId: string, trigger: Trigger): Promise<Dispatched> {
    const event = await this.storage.get<LeadEvent>(eventKey(eventId))
    const routed = event && (await this.#route(event))
    // What was routed just now has a job of its own, which must not keep this call from sending it.
    const report = await this.sender.attempt(eventId, routed && trigger === 'planned' ? 'new' : trigger)
    return { ...(routed && { routed }), ...(report && { report }) }
  }

  /** One attempt, and a second one a moment later when the first failed in a way that may pass and it would begin by `until`. */
  async sendAtOnce(
    eventId: string,
    { until, signal }: { readonly until: number; readonly signal: AbortSignal }
  ): Promise<Dispatched> {
    const first = await this.send(eventId, 'new')
    const isBrief = first.report?.failure?.isBrief ?? false
    if (!isBrief || this.clock.now() + quickRetryMs > until) return first
    await timers.setTimeout(quickRetryMs, undefined, { signal })
    const report = await this.sender.attempt(eventId, 'new')
    return { ...first, ...(report && { report }) }
  }

  async #route(event: LeadEvent): Promise<Routed | undefined> {
    if (event.destination !== byRules) return undefined
    return this.router.route({ leadId: event.leadId, attributes: {}, shouldDeliver: !event.isQuiet, waiting: event })
  }
}

/** Sends several events within one call. */
@injectable()
export class Batch {
  constructor(
    private readonly dispatch: Dispatch,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /**
   * Sends the events of one destination one after another until the first that fails, so that a failing receiver gets
   * few requests, and serves the destinations side by side. Returns the reports; none for what was left to its job.
   */
  async send(events: readonly LeadEvent[], trigger: Trigger): Promise<readonly Report[]> {
    const until = this.clock.now() + lastAttemptAfterMs
    const inTurn = async (queue: readonly LeadEvent[]): Promise<readonly Report[]> => {
      const reports: Report[] = []
      for (const { id } of queue) {
        if (this.clock.now() >= until) break
        const { report } = await this.dispatch.send(id, trigger)
        if (report) reports.push(report)
        if (report?.failure) break
      }
      return reports
    }
    const queues = [...Map.groupBy(events, ({ destination }) => destination).values()]
    return (await Promise.all(queues.map(inTurn))).flat()
  }
}

/** Which dead letters are sent again; times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface ReplaySelection {
  readonly destination?: string
  /** Given up at this time or later. */
  readonly since?: number
  /** Given up at this time or before. */
  readonly until?: number
}

/** Dead letters that are sent once more. */
@injectable()
export class Replay {
  constructor(
    private readonly batch: Batch,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /**
   * Sends a dead letter again, with its old identifier and all attempts left: the report, none where another call
   * settled it at once. Undefined when there is no such dead letter.
   */
  async replay(eventId: string): Promise<readonly Report[] | undefined> {
    const event = await this.#revive(eventId)
    return event && this.batch.send([event], 'asked')
  }

  /** Sends the oldest dead letters of a selection again. Those that the call has no time for, or that a failure holds up, are left to their jobs. */
  async replayAll(
    selection: ReplaySelection,
    limit: number
  ): Promise<{ readonly reports: readonly Report[]; readonly replayed: number }> {
    const revived: LeadEvent[] = []
    let after: string | undefined
    for (let read = 0; read < mostReadPerReplay && revived.length < limit; ) {
      const page = await this.storage.list<LeadEvent>(finalPrefixes.dead, { limit: 100, ...(after && { after }) })
      for (const { value } of page.filter(({ value }) => isSelected(value, selection))) {
        const event = revived.length < limit ? await this.#revive(value.id) : undefined
        if (event) revived.push(event)
      }
      const last = page.at(-1)
      if (!last || page.length < 100) break
      after = last.key
      read += page.length
    }
    return { reports: await this.batch.send(revived, 'asked'), replayed: revived.length }
  }

  /** The dead letter, waiting again; undefined where there is none. */
  async #revive(eventId: string): Promise<LeadEvent | undefined> {
    const key = `${finalPrefixes.dead}${eventId}`
    const known = await this.storage.get<LeadEvent>(key)
    if (!known) return undefined
    return this.storage.update<LeadEvent | undefined>([key, ...transitionKeys(known)], read => {
      const before = read<LeadEvent>(key)
      if (!before) return { result: undefined }
      const at = this.clock.now()
      const after: LeadEvent = { ...before, attempts: 0, state: initialState('waiting', at) }
      return { ...transitionChange(read, { before, after, at }), result: after }
    })
  }
}

function isSelected({ destination, state }: LeadEvent, selection: ReplaySelection): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = selection
  if (state.place !== 'dead' || state.since < since || state.since > until) return false
  return selection.destination === undefined || destination === selection.destination
}
