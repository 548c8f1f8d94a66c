import { setImmediate } from 'node:timers/promises'
import { inject, injectable, STORAGE, type Static, type Storage, Type } from '@product-host/sdk'
import type { Head } from './books.js'
import { genesis, linkHash } from './chain.js'
import { entryKey, entryPrefix, headKey } from './keys.js'

/** Entries that are read at a time. */
const pageEntries = 200

const Reason = Type.Union([
  Type.Literal('missing', { description: 'There is no such entry.' }),
  Type.Literal('altered', { description: 'The entry is not what its hash says.' }),
  Type.Literal('unlinked', { description: 'The entry does not name the hash of the one before.' }),
  Type.Literal('head_mismatch', { description: 'The head is not that of the last entry.' })
])
type Reason = Static<typeof Reason>

/** Whether the chain holds from its first entry to its head, and where it breaks. */
export const Verification = Type.Object({
  intact: Type.Boolean(),
  checked: Type.Integer({ description: 'Entries, from the first one on, that are as they were booked.' }),
  hash: Type.String({ description: 'The hash of the last of these: kept elsewhere, it vouches for all before it.' }),
  brokenAt: Type.Optional(
    Type.Object({ sequence: Type.Integer(), entryId: Type.Optional(Type.String()), reason: Reason })
  )
})
export type Verification = Static<typeof Verification>

/** The hash chain of one account's ledger. */
@injectable()
export class Chain {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** Walks every entry up to the head as it stands now, page by page, so that other work runs between. */
  async verify(signal: AbortSignal): Promise<Verification> {
    const head = await this.#head()
    let link: Head = { sequence: 0, hash: genesis }
    while (link.sequence < head.sequence) {
      const page = await this.storage.list(entryPrefix, {
        after: entryKey(link.sequence),
        limit: Math.min(pageEntries, head.sequence - link.sequence)
      })
      if (page.length === 0) return broken(link, 'missing')
      for (const { key, value } of page) {
        const next = key === entryKey(link.sequence + 1) ? follow(link, value) : 'missing'
        if (typeof next === 'string') return broken(link, next)
        link = next
      }
      await setImmediate(undefined, { signal })
    }
    if (link.hash !== head.hash || (await this.#hasStray(head))) return broken(link, 'head_mismatch')
    return { intact: true, checked: link.sequence, hash: link.hash }
  }

  async #head(): Promise<Head> {
    return (await this.storage.get<Head>(headKey)) ?? { sequence: 0, hash: genesis }
  }

  /** Whether there is an entry beyond the head, and not only because one was booked meanwhile. */
  async #hasStray({ sequence }: Head): Promise<boolean> {
    const beyond = await this.storage.list(entryPrefix, { after: entryKey(sequence), limit: 1 })
    return beyond.length > 0 && (await this.#head()).sequence === sequence
  }
}

/** The next link, or why the record is not one. */
function follow(link: Head, record: unknown): Head | Reason {
  if (typeof record !== 'object' || record === null) return 'altered'
  const { hash, previousHash, ...entry }: { hash?: unknown; previousHash?: unknown } = record
  if (previousHash !== link.hash) return 'unlinked'
  const expected = linkHash(link.hash, entry)
  return hash === expected ? { sequence: link.sequence + 1, hash: expected } : 'altered'
}

function broken({ sequence, hash }: Head, reason: Reason): Verification {
  const at = sequence + 1
  const entry = reason === 'head_mismatch' ? {} : { entryId: entryKey(at) }
  return { intact: false, checked: sequence, hash, brokenAt: { sequence: at, ...entry, reason } }
}
