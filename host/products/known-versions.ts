import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { type ListedRecord, type RecordVersions, recordReadableFrom } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import { StoreUnavailable } from '../base/problems.js'
import { ownerOf } from '../storage/product-records.js'
import { STORE, type Store } from '../storage/store.js'
import { Registry } from './registry.js'

/** The subject and the key of the record in which the hosts of a store say which versions of products' records they know. */
const recordVersions = { subject: 'record-versions', key: 'known' } as const

/** The full key of that record. */
export const recordVersionsKey = `host:{${recordVersions.subject}}:${recordVersions.key}`

/** How long a host counts as running after it has last said so, in milliseconds, and how often it says so. */
const leaseMs = 30_000
const renewMs = 10_000

/** What the hosts of a store say. */
export interface StoredVersions {
  /** The earliest version that reads all records of a product, by its slug; 1 when left out. */
  readonly readableFrom: Readonly<Record<string, number>>
  /** The process that has last begun to write records which version 1 of a product does not read, by its slug. */
  readonly begunBy: Readonly<Record<string, string>>
  /** The hosts that run, by an id of each process. */
  readonly hosts: Readonly<Record<string, KnowingHost>>
}

interface KnowingHost {
  /** What operators know it by: its machine and its process. */
  readonly name: string
  /** When it counts as ended, in milliseconds. */
  readonly until: number
  /** The version that it knows of the records of each product that it serves, by slug. */
  readonly versions: Readonly<Record<string, number>>
  /** The version of the plugin of each of these products, by slug. */
  readonly releases?: Readonly<Record<string, string>>
}

/** What operators know this host by. */
export function hostName(): string {
  return `${hostname()}, process ${process.pid}`
}

/** The names of the hosts of a store that serve a product at a time. */
export async function runningHosts(store: Store, now: number): Promise<readonly string[]> {
  const stored = await store.own(recordVersions.subject).get<StoredVersions>(recordVersions.key)
  return Object.values(stored?.hosts ?? {}).flatMap(({ name, until }) => (until > now ? [name] : []))
}

/** What keeps a host from serving a product: records that it does not read, or hosts that do not read what it writes. */
export type Obstacle = { readonly refusal: string } | { readonly waitsFor: readonly string[] }

/** What keeps a product from being served beside other hosts, before its records are looked at. */
type Conflict =
  | { readonly kind: 'newer'; readonly needed: number; readonly hosts: readonly string[]; readonly begunBy: string }
  | { readonly kind: 'older'; readonly hosts: readonly string[] }

/** What keeps a product of these versions from being served; undefined if nothing does. `records` are those of all products. */
export async function obstacleTo(
  stored: StoredVersions | undefined,
  slug: string,
  versions: RecordVersions,
  now: number,
  records: () => AsyncIterable<ListedRecord>
): Promise<Obstacle | undefined> {
  const conflict = conflictOf(stored, slug, versions, now)
  const refusal = conflict?.kind === 'newer' ? await refusalOf(slug, versions, conflict, records()) : undefined
  return refusal ?? (conflict && conflict.hosts.length > 0 ? { waitsFor: conflict.hosts } : undefined)
}

/**
 * Says in the store which versions of products' records this host knows, for as long as it runs, and learns what the other hosts know: a
 * product writes a form of records that an earlier version does not read only once no host serves that version, and from then on no
 * host begins to. What a host says and what it has read of the others is one update.
 */
@injectable()
export class KnownVersions {
  readonly #records: Storage
  readonly #id = randomUUID()
  /** The versions of the products that this host serves, by slug. */
  readonly #served = new Map<string, RecordVersions>()
  /** The products whose records were looked at, and that wait for hosts with a later version. */
  readonly #waiting = new Set<string>()
  /** The versions of the plugins of other hosts, by slug. */
  #releases: readonly Readonly<Record<string, string>>[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    private readonly registry: Registry
  ) {
    this.#records = store.own(recordVersions.subject)
  }

  /** Says that this host serves a product of a plugin's version from now on, unless something keeps it from that. */
  async enter(slug: string, versions: RecordVersions, release = ''): Promise<Obstacle | undefined> {
    const begun = { slug, version: versions.version, release }
    // What every version reads may be served unannounced: no host writes while the store is unavailable, and it is announced afterwards.
    const announced = this.#enter(begun, versions).catch(error => {
      if (!(error instanceof StoreUnavailable) || versions.readableFrom > 1) throw error
      return undefined
    })
    let conflict = await announced
    if (conflict?.kind === 'newer' && (conflict.hosts.length === 0 || !this.#waiting.has(slug))) {
      const refusal = await refusalOf(slug, versions, conflict, this.store.productRecords())
      if (refusal) return refusal
      this.#waiting.add(slug)
      conflict = await this.#enter(begun, versions, conflict.begunBy)
    }
    if (conflict) return { waitsFor: conflict.hosts }
    this.#served.set(slug, versions)
    this.#timer ??= setInterval(() => void this.renew(), renewMs).unref()
    return undefined
  }

  /** Notes in the registry which products other hosts serve. */
  async readOthers(): Promise<void> {
    const stored = await this.#records.get<StoredVersions>(recordVersions.key)
    const running = Object.values(stored ? this.#others(stored).hosts : {}).filter(
      ({ until }) => until > this.clock.now()
    )
    this.registry.elsewhere = new Set(running.flatMap(({ versions }) => Object.keys(versions)))
    this.#releases = running.flatMap(({ releases }) => (releases ? [releases] : []))
  }

  /** Whether another host serves a product in another version of its plugin, as while it is upgraded. */
  async isMixed(slug: string): Promise<boolean> {
    await this.readOthers()
    const here = this.registry.bySlug.get(slug)?.version
    return this.#releases.some(releases => (ofSlug(releases, slug) ?? here) !== here)
  }

  /** Says that this host no longer serves a product. */
  async leave(slug: string): Promise<void> {
    if (this.registry.bySlug.has(slug)) return
    this.#served.delete(slug)
    await this.#records.update([recordVersions.key], read => {
      const stored = read<StoredVersions>(recordVersions.key)
      const own = stored?.hosts[this.#id]
      if (!own) return { result: undefined }
      const { [slug]: _left, ...versions } = own.versions
      const value = { ...stored, hosts: { ...stored.hosts, [this.#id]: { ...own, versions } } }
      return { writes: [{ key: recordVersions.key, value }], result: undefined }
    })
  }

  /**
   * Renews what this host has said. A host that could not do so for too long counts as ended: it withdraws a product whose records
   * another host has begun to write, or to read, in another form meanwhile.
   */
  async renew(): Promise<void> {
    const known = await this.#renew().catch(
      err => void this.logger.debug({ err }, 'what the host serves was not renewed')
    )
    for (const [slug, { version, readableFrom }] of known ? this.#served : []) {
      const oldest = readableFromOf(known, slug)
      if (oldest <= version && oldest >= readableFrom) continue
      this.#served.delete(slug)
      this.registry.bySlug
        .get(slug)
        ?.resilience.withdraw(
          `Other hosts have begun another version of "${slug}" while this one could not reach them.`
        )
    }
  }

  /** Says that this host has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#records
      .update([recordVersions.key], read => {
        const stored = read<StoredVersions>(recordVersions.key)
        const { [this.#id]: own, ...hosts } = stored?.hosts ?? {}
        const writes = own && stored ? [{ key: recordVersions.key, value: { ...stored, hosts } }] : []
        return { writes, result: undefined }
      })
      .catch(() => undefined)
  }

  /** Where it was `examined` that what one process has begun left no record behind, earlier versions may be served again. */
  #enter(begun: Begun, versions: RecordVersions, examined?: string): Promise<Conflict | undefined> {
    return this.#records.update([recordVersions.key], read => {
      const { slug, version } = begun
      const { readableFrom } = versions
      const found = read<StoredVersions>(recordVersions.key)
      const conflictIn = (known: StoredVersions | undefined) =>
        conflictOf(known && this.#others(known), slug, versions, this.clock.now())
      const before = conflictIn(found)
      const mayFall = before?.kind === 'newer' && before.hosts.length === 0 && before.begunBy === examined
      const stored = found && mayFall ? { ...found, readableFrom: { ...found.readableFrom, [slug]: version } } : found
      const conflict = mayFall ? conflictIn(stored) : before
      if (conflict || this.#isStopped) return { result: conflict ?? { kind: 'older' as const, hosts: [] } }
      const { begunBy, hosts } = this.#renewed(stored, begun)
      const value: StoredVersions = {
        readableFrom: { ...stored?.readableFrom, [slug]: Math.max(readableFrom, readableFromOf(stored, slug)) },
        begunBy: readableFrom > 1 ? { ...begunBy, [slug]: this.#id } : begunBy,
        hosts
      }
      return { writes: [{ key: recordVersions.key, value }], result: undefined }
    })
  }

  #renew(): Promise<StoredVersions> {
    return this.#records.update([recordVersions.key], read => {
      const next = this.#renewed(read(recordVersions.key))
      return { writes: [{ key: recordVersions.key, value: next }], result: next }
    })
  }

  /** What is stored without what this host says: the version that a product replaces here ends with its last call. */
  #others(stored: StoredVersions): StoredVersions {
    const { [this.#id]: _own, ...hosts } = stored.hosts
    return { ...stored, hosts }
  }

  /** What is stored, with what this host says now, and without the hosts that have ended. */
  #renewed(stored: StoredVersions | undefined, begun?: Begun): StoredVersions {
    const now = this.clock.now()
    const { [this.#id]: own, ...others } = stored?.hosts ?? {}
    const known = Object.fromEntries([...this.#served].map(([slug, { version }]) => [slug, version]))
    const served = Object.entries({ ...known, ...own?.versions, ...(begun && { [begun.slug]: begun.version }) })
    const releases = Object.fromEntries(this.registry.all().map(({ slug, version }) => [slug, version]))
    const host: KnowingHost = {
      name: hostName(),
      until: now + leaseMs,
      versions: Object.fromEntries(served.filter(([slug, version]) => readableFromOf(stored, slug) <= version)),
      releases: { ...releases, ...own?.releases, ...(begun && { [begun.slug]: begun.release }) }
    }
    const running = Object.entries(others).filter(([, { until }]) => until > now)
    return {
      readableFrom: stored?.readableFrom ?? {},
      begunBy: stored?.begunBy ?? {},
      hosts: { ...Object.fromEntries(running), [this.#id]: host }
    }
  }
}

/** A product that this host begins to serve: the version of its records, and that of its plugin. */
interface Begun {
  readonly slug: string
  readonly version: number
  readonly release: string
}

function conflictOf(
  stored: StoredVersions | undefined,
  slug: string,
  { version, readableFrom }: RecordVersions,
  now: number
): Conflict | undefined {
  const serving = Object.values(stored?.hosts ?? {}).flatMap(({ name, until, versions }) => {
    const known = until > now ? ofSlug(versions, slug) : undefined
    return known === undefined ? [] : [{ name, known }]
  })
  const needed = readableFromOf(stored, slug)
  if (needed > version) {
    const hosts = serving.filter(({ known }) => known > version).map(({ name }) => name)
    return { kind: 'newer', needed, hosts, begunBy: ofSlug(stored?.begunBy, slug) ?? '' }
  }
  const hosts = serving.filter(({ known }) => known < readableFrom).map(({ name }) => name)
  return hosts.length > 0 ? { kind: 'older', hosts } : undefined
}

/** Why a product is not served; undefined if no record is stored that it does not read. */
async function refusalOf(
  slug: string,
  { version }: RecordVersions,
  { needed }: Extract<Conflict, { kind: 'newer' }>,
  records: AsyncIterable<ListedRecord>
): Promise<{ readonly refusal: string } | undefined> {
  const count = await countUnreadable(records, slug, version)
  if (count === 0) return undefined
  return {
    refusal:
      `Of the stored records of "${slug}", ${count} can be read only by a plugin with record version ${needed} or later, and this one has ` +
      `record version ${version}: serving it would lose them. Install a later version, or restore a back-up from before the upgrade.`
  }
}

async function countUnreadable(records: AsyncIterable<ListedRecord>, slug: string, version: number): Promise<number> {
  let count = 0
  for await (const { key, text } of records) if (ownerOf(key).slug === slug && readableFromIn(text) > version) count++
  return count
}

/** The earliest version that reads a stored text; one that is no JSON is not read by any, and is lost already. */
function readableFromIn(text: string): number {
  try {
    return recordReadableFrom(JSON.parse(text))
  } catch {
    return 1
  }
}

function readableFromOf(stored: StoredVersions | undefined, slug: string): number {
  return ofSlug(stored?.readableFrom, slug) ?? 1
}

function ofSlug<Value>(values: Readonly<Record<string, Value>> | undefined, slug: string): Value | undefined {
  return values && Object.hasOwn(values, slug) ? values[slug] : undefined
}
