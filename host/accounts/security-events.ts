import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { isoTime } from '../clock.js'
import { Errands } from '../jobs/errands.js'
import { Mailer } from '../mail/mailer.js'
import type { Store } from '../storage/store.js'
import { LINES, STORE } from '../tokens.js'
import { browserName } from './browser-name.js'
import { networkOf } from './network.js'
import { kindOf, type SecurityEventKind } from './security-event-kinds.js'

/** What has happened to an account's security, as whoever records it says it. */
export interface NewSecurityEvent {
  readonly kind: SecurityEventKind
  readonly keyId?: string
  readonly sessionId?: string
  /** The slug of the product that the event concerns. */
  readonly product?: string
  /** The caller's IP address; only its network is stored. */
  readonly address?: string
  /** The caller's User-Agent header; only the names of browser and system are stored. */
  readonly browser?: string
}

/** A security event as it is stored and as its owner sees it. */
export interface SecurityEvent {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly kind: SecurityEventKind
  readonly keyId?: string
  readonly sessionId?: string
  readonly product?: string
  /** Such as 192.0.2.0/24. */
  readonly network?: string
  /** Such as "Firefox on Linux". */
  readonly browser?: string
  /** How often the same event occurred within an hour, where that is more than once. */
  readonly count?: number
}

/** A page of an account's events, the newest first. */
export interface SecurityEventPage {
  readonly events: readonly SecurityEvent[]
  /** The id after which the next page starts; null on the last page. */
  readonly next: string | null
}

/** Most events that an account stores: a newer one replaces the oldest. */
const mostEvents = 200
/** How long an event is stored, in milliseconds: 90 days. */
const storedMs = 90 * 24 * 60 * 60 * 1000
/** For how long the same event is only counted, in milliseconds, where its kind says so. */
const countedMs = 60 * 60 * 1000
/** The subject of these records, each account's below it. */
export const securityEventSubject = 'security-events'

const eventsKey = 'events'

/**
 * What has happened to the security of each account. Recording costs one write to the store. An event that cannot be stored is
 * logged as a warning, and the action that it describes succeeds: an action is never refused or undone for its event.
 */
@injectable()
export class SecurityEvents {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly errands: Errands,
    private readonly mailer: Mailer,
    @inject(LINES) private readonly lines: Lines
  ) {}

  /**
   * Stores an event of an account and schedules the e-mail about it: to an address, or to the one that the account has when the
   * e-mail is sent. Never rejects.
   */
  async record(account: string, event: NewSecurityEvent, to?: string): Promise<void> {
    try {
      const added = await this.#add(account, this.#stored(event))
      if (added) await this.#scheduleEmail(account, added, to)
    } catch (error) {
      this.lines.warn({ err: error, account, event: event.kind }, 'a security event could not be recorded')
    }
  }

  /** Schedules an e-mail alone, to an address that the account no longer has: of an erasure. Never rejects. */
  async notify(account: string, email: string, event: NewSecurityEvent): Promise<void> {
    try {
      await this.#scheduleEmail(account, this.#stored(event), email)
    } catch (error) {
      this.lines.warn({ err: error, account, event: event.kind }, 'a security e-mail could not be scheduled')
    }
  }

  /** A page of an account's events, the newest first; it starts after the event with the id, when one is given. */
  async page(account: string, limit: number, after?: string): Promise<SecurityEventPage> {
    const older = (await this.all(account)).filter(({ id }) => after === undefined || id < after)
    const events = older.slice(0, limit)
    return { events, next: older.length > limit ? (events.at(-1)?.id ?? null) : null }
  }

  /** All events of an account that are stored, the newest first. */
  async all(account: string): Promise<readonly SecurityEvent[]> {
    const events = (await this.#records(account).get<readonly SecurityEvent[]>(eventsKey)) ?? []
    return events.filter(({ at }) => !this.#isOver(at))
  }

  /** Adds an event; undefined when it was only counted. One record holds all events of an account, so that its bound is exact. */
  async #add(account: string, event: SecurityEvent): Promise<SecurityEvent | undefined> {
    return this.#records(account).update([eventsKey], read => {
      const events = (read<readonly SecurityEvent[]>(eventsKey) ?? []).filter(({ at }) => !this.#isOver(at))
      const same = kindOf(event.kind).isCounted && events.find(each => this.#repeats(event, each))
      const next = same
        ? events.map(each => (each === same ? { ...each, count: (each.count ?? 1) + 1 } : each))
        : [event, ...events].slice(0, mostEvents)
      return { writes: [{ key: eventsKey, value: next, ttlMs: storedMs }], result: same ? undefined : event }
    })
  }

  /** The only place where e-mails about security are scheduled. */
  async #scheduleEmail(account: string, event: SecurityEvent, to?: string): Promise<void> {
    if (!this.mailer.isConfigured || !kindOf(event.kind).isEmailed) return
    await this.errands.schedule({ kind: 'security_email', account, event, ...(to !== undefined && { to }) })
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
    const { kind, keyId, product } = former
    const isSame = event.kind === kind && event.keyId === keyId && event.product === product
    return isSame && Date.parse(event.at) - Date.parse(former.at) < countedMs
  }

  #isOver(at: string): boolean {
    return this.clock.now() >= Date.parse(at) + storedMs
  }

  #records(account: string): Storage {
    return this.store.own(`${securityEventSubject}/${account}`)
  }
}
