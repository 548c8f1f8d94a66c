import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  OPTIONS,
  type Options,
  ProductError,
  STORAGE,
  type Storage,
  type Write
} from '@product-host/sdk'
import { SearchIndexes } from '../search/search-indexes.js'
import { recordKey } from './key.js'
import { alive, expiryOf, type Memory } from './memory.js'
import { type Quota, quotaOf } from './quota.js'
import { Recounts } from './recounts.js'
import { type Revision, revise } from './revise.js'
import { charged, emptyUsage, isWithinQuota, swept, type Usage, usageKey, usageNow } from './usage.js'
import type { Wish } from './wish.js'

/** A wish that was granted. */
export interface Granted extends Revision {
  /** How many memories the account keeps now. */
  readonly memories: number
}

/** The memories of one account. */
@injectable()
export class Memories {
  readonly #quota: Quota

  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(OPTIONS) options: Options,
    private readonly recounts: Recounts,
    private readonly indexes: SearchIndexes
  ) {
    this.#quota = quotaOf(options)
  }

  /**
   * Grants a wish, or throws `ProductError`. Reads and writes the record and the usage, in one, and nothing else; only before
   * a refusal for the quota is everything counted.
   */
  async remember(account: string, wish: Wish): Promise<Granted> {
    const first = await this.#write(account, wish)
    if ('change' in first) return first
    await this.recounts.recount(account, this.storage)
    const second = await this.#write(account, wish)
    if ('change' in second) return second
    throw quotaExceeded(this.#quota, second)
  }

  /** The memory of that key, if it lives. */
  async find(key: string): Promise<Memory | undefined> {
    return alive(await this.storage.get<Memory>(recordKey(key)), this.clock.now())
  }

  /** How many memories the account keeps, by its usage. */
  async count(): Promise<number> {
    return swept(await usageNow(this.storage), this.clock.now()).keys
  }

  /** Resolves to the usage that it would have come to, when that is over the quota. */
  async #write(account: string, wish: Wish): Promise<Granted | Usage> {
    const now = this.clock.now()
    const epoch = this.clock.ulid()
    const key = recordKey(wish.key)
    const { revision, usage, isWritten } = await this.storage.update<Written>([key, usageKey], read => {
      const before = swept(read<Usage>(usageKey) ?? emptyUsage(epoch), now)
      const current = alive(read<Memory>(key), now)
      const revision = revise(current, wish, now, before.rev + 1)
      if (isAsItWas(revision)) return { result: { revision, usage: before, isWritten: false } }
      const usage = charged(before, wish.key, current, keptBy(revision))
      if (!isWithinQuota(this.#quota, before, usage))
        return { result: { revision: undefined, usage, isWritten: false } }
      const writes = [recordWrite(key, keptBy(revision), now), { key: usageKey, value: usage }]
      return { writes, result: { revision, usage, isWritten: true } }
    })
    if (!revision) return usage
    if (isWritten) this.indexes.note(account, { usage, key: wish.key, memory: keptBy(revision) })
    return { ...revision, memories: usage.keys }
  }
}

interface Written {
  /** Undefined when it would have gone beyond the quota. */
  readonly revision: Revision | undefined
  readonly usage: Usage
  readonly isWritten: boolean
}

/** Nothing to write; a memory with a time to live is written even when unchanged, since that begins anew. */
function isAsItWas({ change, memory }: Revision): boolean {
  return change === 'unchanged' && memory.expiresAt === undefined
}

function keptBy({ change, memory }: Revision): Memory | undefined {
  return change === 'forgotten' ? undefined : memory
}

function recordWrite(key: string, memory: Memory | undefined, now: number): Write {
  if (!memory) return { key, delete: true }
  const expires = expiryOf(memory)
  return { key, value: memory, ...(Number.isFinite(expires) && { ttlMs: expires - now }) }
}

function quotaExceeded(quota: Quota, { keys, bytes }: Usage): ProductError {
  const most = keys > quota.keys ? `${quota.keys} memories` : `${quota.bytes} bytes of memories, old versions included`
  return new ProductError('quota_exceeded', `An account keeps at most ${most}; forget some, or let them expire.`, {
    details: { quota, needed: { keys, bytes } }
  })
}
