import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { added, listKey, type Ring } from './ring.js'

/** The newest briefs of an account. */
export const briefRing: Ring = { name: 'brief', size: 50 }
/** The newest drafts of an account. */
export const draftRing: Ring = { name: 'draft', size: 100 }
const lastTopicKey = 'last'

/** What the list of drafts says of each. */
export interface ListedDraft {
  readonly id: string
  readonly platform: string
  readonly title: string
}

/** The topic that an account worked on last. */
export interface LastTopic {
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

  /** Keeps a brief; its topic becomes the last one, where it has any. Resolves to its id. */
  async keepBrief(brief: Readonly<Record<string, unknown>>, last: LastTopic | undefined): Promise<string> {
    return this.#keep(briefRing, {}, brief, last)
  }

  /** Keeps a draft; its topic becomes the last one. Resolves to its id. */
  async keepDraft(
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
    return this.storage.update([listKey(ring)], read => ({
      writes: [
        ...added(read, ring, { id, ...entry }, { id, at, ...record }),
        ...(last ? [{ key: lastTopicKey, value: last }] : [])
      ],
      result: id
    }))
  }
}
