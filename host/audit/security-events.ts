import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Logger } from 'pino'
import { isoTime } from '../base/clock.js'
import { HOST_LOGGER } from '../base/log.js'
import { type NewSecurityEvent, type SecurityEvent, securityEventKind } from '../base/security-event.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { STORE, type Store } from '../storage/store.js'
import { browserName, networkOf } from './client.js'

/** A page of an account's events, the newest first. */
interface SecurityEventPage {
  readonly events: readonly SecurityEvent[]
  /** The id after which the next page starts; null on the last page. */
  readonly next: string | null
}

/** Most events that an account stores: a newer one replaces the oldest. */
const mostEvents = 200
/** For how long a repeated event is only counted, in milliseconds, if its kind allows that. */
const countedMs = 60 * 60 * 1000
/** The subject of these records; each account's are below it. */
export const securityEventSubject = 'security-events'

const eventsKey = 'events'

/**
 * The security events of each account. Recording costs one write to the store. An event that cannot be stored is logged
 * as a warning, and the action that it describes succeeds.
 */
@injectable()
export class SecurityEvents {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly systemJobs: SystemJobs,
    private readonly mailer: Mailer,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /**
   * Stores an event of an account and schedules the email about it, by default to the address that the account has when
   * the email is sent. Never rejects.
   */
  async record(account: string, event: NewSecurityEvent, to?: string): Promise<void> {
    try {
      const added = await this.#add(account, this.#stored(event))
      if (added) await this.#scheduleEmail(account, added, to)
    } catch (error) {
      this.logger.warn({ err: error, account, event: event.kind }, 'a security event could not be recorded')
    }
  }

  /** Schedules only an email, to the former address of an erased account. Never rejects. */
  async notify(account: string, email: string, event: NewSecurityEvent): Promise<void> {
    try {
      await this.#scheduleEmail(account, this.#stored(event), email)
    } catch (error) {
      this.logger.warn({ err: error, account, event: event.kind }, 'a security email could not be scheduled')
    }
  }

  /** A page of an account's events, the newest first, from the start or after the event with the id. */
  async page(account: string, limit: number, after?: string): Promise<SecurityEventPage> {
    const older = (await this.all(account)).filter(({ id }) => after === undefined || id < after)
    const events = older.slice(0, limit)
    return { events, next: older.length > limit ? (events.at(-1)?.id ?? null) : null }
  }

  /** All stored events of an account, the newest first. */
  async all(account: string): Promise<readonly SecurityEvent[]> {
    const events = (await this.#records(account).get<readonly SecurityEvent[]>(eventsKey)) ?? []
    return events.filter(({ at }) => !this.#isOver(at))
  }

  /** Adds an event; undefined when it was only counted. One record holds all events of an account, so that its bound is exact. */
  async #add(account: string, event: SecurityEvent): Promise<SecurityEvent | undefined> {
    return this.#records(account).update([eventsKey], read => {
      const events = (read<readonly SecurityEvent[]>(eventsKey) ?? []).filter(({ at }) => !this.#isOver(at))
      const same = events.find(each => this.#repeats(event, each))
      const next = same
        ? events.map(each => (each === same ? { ...each, count: (each.count ?? 1) + 1 } : each))
        : [event, ...events].slice(0, mostEvents)
      const ttlMs = this.store.storedMs('securityEventDays')
      return { writes: [{ key: eventsKey, value: next, ttlMs }], result: same ? undefined : event }
    })
  }

  /** Schedules an email about an event; no other method does. */
  async #scheduleEmail(account: string, event: SecurityEvent, to?: string): Promise<void> {
    if (!this.mailer.isConfigured || !securityEventKind(event.kind).isEmailed) return
    await this.systemJobs.schedule({ kind: 'security_email', account, event, ...(to !== undefined && { to }) })
  }

  #stored({ kind, keyId, sessionId, product, address, browser }: NewSecurityEvent): SecurityEvent {
    const network = address === undefined ? undefined : networkOf(address)
    return {
      id: `evt_${this.clock.ulid()}`,
      at: isoTime(this.clock.now()),
      kind,
      ...(keyId !== undefined && { keyId }),
      ...(sessionId !== undefined && { sessionId }),
      ...(product !== undefined && { product }),
      ...(network !== undefined && { network }),
      ...(browser !== undefined && { browser: browserName(browser) })
    }
  }

  #repeats(event: SecurityEvent, former: SecurityEvent): boolean {
    const { kind, keyId, product, browser, network } = former
    const { countedBy } = securityEventKind(event.kind)
    if (countedBy === undefined || event.kind !== kind) return false
    const isSameSubject = event.keyId === keyId && event.product === product
    const isSameClient = countedBy === 'subject' || (event.browser === browser && event.network === network)
    return isSameSubject && isSameClient && Date.parse(event.at) - Date.parse(former.at) < countedMs
  }

  #isOver(at: string): boolean {
    return this.clock.now() >= Date.parse(at) + this.store.storedMs('securityEventDays')
  }

  #records(account: string): Storage {
    return this.store.own(`${securityEventSubject}/${account}`)
  }
}
