import { createHash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { canonicalJson } from '@product-host/sdk/runtime'
import { isoTime } from '../base/clock.js'
import type { SettingsDestination } from '../config/config.js'
import { STORE, type Store } from '../storage/store.js'

/** An action of a source as it was sent. */
export interface OfferedAction {
  /** The name by which the source knows it. */
  readonly name: string
  /** Everything that the source says of it, as JSON. */
  readonly sent: unknown
  readonly description: string
}

/** An action that is not served as it is now until an operator has approved it. */
export interface WaitingAction {
  readonly name: string
  readonly kind: 'changed' | 'new'
  /** What the source says of it now, its beginning. */
  readonly description: string
  /** When a host first saw it, ISO 8601. */
  readonly since: string
  readonly digest: string
}

/** What the addresses of a source are called among its actions, whose names have no spaces. */
export const addresses = 'the address'

/** The subject of these records. */
const subject = 'source-approvals'

/** Digests of approved actions, by their names. */
type Approved = Readonly<Record<string, string>>

/** Most characters of a description that are stored, and most actions whose descriptions are. */
const longestDescription = 500
const mostDescriptions = 500

/** Of the addresses that were approved for a product, those that are remembered: what accounts saved for one of them goes to the last. */
const mostAddresses = 100

/**
 * What operators have approved of the products that are no packages. What a source offers when it is first served is approved by its entry
 * in the deployment file; an action that is new or has changed since waits until an operator has looked at it.
 */
@injectable()
export class Approvals {
  readonly #records: Storage
  /** What waited when it was last screened here, by slugs. */
  readonly #screened = new Map<string, readonly WaitingAction[]>()

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own(subject)
  }

  /** Compares what a source offers with what was approved, and returns the actions that wait, by their names. */
  async screen(slug: string, offered: readonly OfferedAction[]): Promise<ReadonlyMap<string, WaitingAction>> {
    const digests = offered.map(action => ({ ...action, digest: digestOf(action.sent) }))
    const since = isoTime(this.clock.now())
    const keys = keysOf(slug)
    const waiting = await this.#records.update([keys.approved, keys.waiting], read => {
      const approved = read<Approved>(keys.approved)
      if (!approved) {
        const value = Object.fromEntries(digests.map(({ name, digest }) => [name, digest]))
        return { writes: [{ key: keys.approved, value }], result: [] }
      }
      const before = new Map((read<readonly WaitingAction[]>(keys.waiting) ?? []).map(each => [each.name, each]))
      const unlike = digests.filter(({ name, digest }) => !Object.hasOwn(approved, name) || approved[name] !== digest)
      const value = unlike.map(({ name, digest, description }, index): WaitingAction => {
        const known = before.get(name)
        if (known?.digest === digest) return known
        const kind = Object.hasOwn(approved, name) ? 'changed' : 'new'
        const shown = index < mostDescriptions ? description.slice(0, longestDescription) : ''
        return { name, kind, description: shown, since, digest }
      })
      return { writes: [{ key: keys.waiting, value }], result: value }
    })
    this.#screened.set(slug, waiting)
    return new Map(waiting.map(each => [each.name, each]))
  }

  /** Where the settings of accounts are sent, which was screened, and what waits of it. */
  async destination(slug: string, origins: readonly string[], waiting?: WaitingAction): Promise<SettingsDestination> {
    const keys = keysOf(slug)
    const name = digestOf(origins)
    const approved = (await this.#records.get<readonly string[]>(keys.approvedAddresses)) ?? []
    const accepts = (savedFor: string | undefined) =>
      savedFor === name || (!waiting && (savedFor === undefined || approved.includes(savedFor)))
    return { origins, name, isMoved: waiting?.kind === 'changed', accepts }
  }

  /** The products of which something was approved that waited when they were last screened here. */
  async approvedSince(): Promise<readonly string[]> {
    const waiting = [...this.#screened].filter(([, screened]) => screened.length > 0)
    const changed = await Promise.all(
      waiting.map(async ([slug, screened]) => {
        const left = (await this.#records.get<readonly WaitingAction[]>(keysOf(slug).waiting)) ?? []
        if (screened.every(({ digest }) => left.some(other => other.digest === digest))) return []
        this.#screened.delete(slug)
        return [slug]
      })
    )
    return changed.flat()
  }

  /** The actions that wait, by the slugs of their products. */
  async waiting(): Promise<ReadonlyMap<string, readonly WaitingAction[]>> {
    const found = new Map<string, readonly WaitingAction[]>()
    for (const { key, value } of await this.#records.list(waitingStart)) {
      const waiting = value as readonly WaitingAction[]
      if (waiting.length > 0) found.set(key.slice(waitingStart.length), waiting)
    }
    return found
  }

  /** Approves what waits of a product, and returns it; hosts that run serve it within seconds. */
  async approve(slug: string): Promise<readonly WaitingAction[]> {
    const keys = keysOf(slug)
    return this.#records.update(Object.values(keys), read => {
      const waiting = read<readonly WaitingAction[]>(keys.waiting) ?? []
      const now = Object.fromEntries(waiting.map(({ name, digest }) => [name, digest]))
      const before = read<Approved>(keys.approved) ?? {}
      const value = { ...before, ...now }
      if (waiting.length === 0) return { writes: [], result: waiting }
      const known = read<readonly string[]>(keys.approvedAddresses) ?? []
      const moved = [before[addresses], now[addresses]].filter(each => each !== undefined && !known.includes(each))
      return {
        writes: [
          ...(now[addresses] === undefined
            ? []
            : [{ key: keys.approvedAddresses, value: [...known, ...moved].slice(-mostAddresses) }]),
          { key: keys.approved, value },
          { key: keys.waiting, value: [] }
        ],
        result: waiting
      }
    })
  }
}

const waitingStart = 'waiting:'

function keysOf(slug: string) {
  return { approved: `approved:${slug}`, approvedAddresses: `addresses:${slug}`, waiting: `${waitingStart}${slug}` }
}

function digestOf(sent: unknown): string {
  return createHash('sha256').update(canonicalJson(sent)).digest('base64url')
}
