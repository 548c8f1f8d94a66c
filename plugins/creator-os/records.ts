import {
  type Change,
  CLOCK,
  type Clock,
  inject,
  injectable,
  type Read,
  STORAGE,
  type Storage,
  type Write
} from '@product-host/sdk'
import { storedSlug } from '@product-host/toolkit/slug'
import type { Platform } from './platform-table.js'

/** The newest briefs of an account. */
const briefRing: Ring = { name: 'brief', size: 50 }

/** The newest drafts of an account. */
export const draftRing: Ring = { name: 'draft', size: 100 }

const lastTopicKey = 'last'

/** Where the plan is stored. */
export const planKey = 'plan'

/** Where the results of the account's posts on a platform are stored. */
export function performanceKey(platform: string): string {
  return `perf:${platform}`
}

/** There if everything of the account was stored by a version that gave different platforms different names. */
const identitiesKey = 'identities'

/** What an update names that stores the first record of an account. */
export const identityKeys: readonly string[] = [listKey(briefRing), listKey(draftRing), planKey]

/** Notes with the first record of an account that no former names are in its records. */
export function identityWrites(read: Read): readonly Write[] {
  return identityKeys.every(key => read(key) === undefined) ? [{ key: identitiesKey, value: true }] : []
}

/** What the list of drafts says of each. */
export interface ListedDraft {
  readonly id: string
  readonly platform: string
  readonly title: string
  /** True for an outline, which nobody wants to publish as it is. */
  readonly isOutline?: true
}

/** The topic that an account worked on last. */
interface LastTopic {
  readonly topic: string
  readonly audience?: string
}

/** An account's briefs and drafts, and the topic that it worked on last. */
@injectable()
export class Records {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async lastTopic(): Promise<LastTopic | undefined> {
    return this.storage.get<LastTopic>(lastTopicKey)
  }

  /** The platform under the name by which the account's drafts, plan or results have it. */
  async storedPlatform(platform: Platform): Promise<Platform> {
    const { name, former } = platform
    if (!former || (former.areShared && (await this.storage.get(identitiesKey)) !== undefined)) return platform
    return { ...platform, name: await storedSlug(name, former.names, each => this.#hasPlatform(each)) }
  }

  async #hasPlatform(name: string): Promise<boolean> {
    if ((await this.storage.get(performanceKey(name))) !== undefined) return true
    const lists = [listKey(draftRing), planKey].map(key => this.storage.get<readonly { platform: string }[]>(key))
    return (await Promise.all(lists)).some(items => items?.some(({ platform }) => platform === name))
  }

  /** Stores a brief; its topic becomes the last one, where it has any. Resolves to its id. */
  async saveBrief(brief: Readonly<Record<string, unknown>>, last: LastTopic | undefined): Promise<string> {
    return this.#keep(briefRing, {}, brief, last)
  }

  /** Stores a draft; its topic becomes the last one. Resolves to its id. */
  async saveDraft(
    draft: Readonly<Record<string, unknown>>,
    entry: Omit<ListedDraft, 'id'>,
    last: LastTopic
  ): Promise<string> {
    return this.#keep(draftRing, entry, draft, last)
  }

  async #keep(
    ring: Ring,
    entry: Readonly<Record<string, unknown>>,
    record: Readonly<Record<string, unknown>>,
    last: LastTopic | undefined
  ): Promise<string> {
    const id = this.clock.ulid()
    const at = new Date(this.clock.now()).toISOString()
    return this.storage.update(identityKeys, read => ({
      writes: [
        ...identityWrites(read),
        ...added(read, ring, { id, ...entry }, { id, at, ...record }),
        ...(last ? [{ key: lastTopicKey, value: last }] : [])
      ],
      result: id
    }))
  }
}

/** What the list of a ring has about each record, the oldest first. */
interface Listed {
  readonly id: string
}

/** The newest records of one kind: `{name}:{id}`, and a list of them under `{name}s`, so that nothing has to be scanned to trim it. */
interface Ring {
  readonly name: string
  readonly size: number
}

/** The key of the ring's list, for an `update` to name. */
export function listKey({ name }: Ring): string {
  return `${name}s`
}

/** What is in the ring, the oldest first. */
export function listed<Item extends Listed>(read: Read, ring: Ring): readonly Item[] {
  return read<readonly Item[]>(listKey(ring)) ?? []
}

/** Adds a record and drops the oldest ones beyond the ring's size: writes for an `update` that named the list. */
function added<Item extends Listed>(
  read: Read,
  ring: Ring,
  item: Item,
  record: unknown
): NonNullable<Change<unknown>['writes']> {
  const items = [...listed<Item>(read, ring), item]
  const dropped = items.slice(0, Math.max(0, items.length - ring.size))
  return [
    { key: `${ring.name}:${item.id}`, value: record },
    { key: listKey(ring), value: items.slice(dropped.length) },
    ...dropped.map(({ id }): Write => ({ key: `${ring.name}:${id}`, delete: true }))
  ]
}
