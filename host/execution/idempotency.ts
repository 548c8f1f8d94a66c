import { hash, randomUUID } from 'node:crypto'
import { inject, injectable, type Storage } from '@product-host/sdk'
import { Problem } from '../problems.js'
import { StoreUnavailable } from '../storage/errors.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** An answer that is complete but for the headers that every answer gets anew. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What a key was sent for. */
export interface KeyUse {
  readonly account: string
  readonly slug: string
  /** The Idempotency-Key. */
  readonly key: string
  /** The same for requests that ask for the same. */
  readonly fingerprint: string
}

/** The right to answer for a key, of one request alone until its lease ends. */
export interface Claim {
  /** Keeps the answer for all who send the key again. */
  keep(reply: Reply): Promise<void>
  /** Lets go of the key, as if it had never been sent. */
  release(): Promise<void>
}

/** What lies under a key: who works on it, and the answer once it is there. */
interface Kept {
  readonly fingerprint: string
  readonly holder: string
  /** The text's first part; the others are records of their own, since one record holds 1 MiB at most. */
  readonly reply?: Reply & { readonly parts: number }
}

/** How long an answer is kept, in milliseconds: 24 hours. */
const keptMs = 24 * 60 * 60 * 1000
/** What the further parts are kept beyond that, so that none is missed while the first is there. */
const reserveMs = 60_000
/** Characters of a part, which are 768 KiB of JSON at most. */
const partLength = 256 * 1024
/** Seconds after which a request that came too early may come again. */
const retrySeconds = 1
const place = 'answer'

/** The answers that were given for Idempotency-Keys, and the claims on those that are being worked on. */
@injectable()
export class Idempotency {
  constructor(@inject(STORE) private readonly store: Store) {}

  /**
   * Takes a key for `leaseMs`, or gives the answer that is kept for it. Throws a `Problem`: 422 when the key was sent for
   * something else, 409 while another request works on it.
   */
  async claim(use: KeyUse, leaseMs: number): Promise<Claim | Reply> {
    const records = this.#records(use)
    const { fingerprint } = use
    const holder = randomUUID()
    const found = await records.update([place], read => {
      const kept = read<Kept>(place)
      if (kept) return { result: kept }
      return {
        writes: [{ key: place, value: { fingerprint, holder } satisfies Kept, ttlMs: leaseMs }],
        result: undefined
      }
    })
    if (!found) return claimOf(records, fingerprint, holder)
    if (found.fingerprint !== fingerprint)
      throw new Problem(
        'idempotency_key_reused',
        'This Idempotency-Key was sent with another action or another input; send a new key for a new request.'
      )
    if (!found.reply)
      throw new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key is under way.', {
        retryAfter: retrySeconds
      })
    return whole(records, found.reply)
  }

  /** Each key has a corner of its own, so that no claim waits for another's. */
  #records({ account, slug, key }: KeyUse): Storage {
    return this.store.own(`idempotency/${account}/${slug}/${hash('sha256', key, 'base64url')}`)
  }
}

function claimOf(records: Storage, fingerprint: string, holder: string): Claim {
  /** Another request may hold the key by now, if this one's lease has ended. */
  const unlessTaken = (writes: readonly Write[]) =>
    records.update([place], read => {
      const kept = read<Kept>(place)
      return kept && kept.holder !== holder ? { result: undefined } : { writes, result: undefined }
    })
  return {
    keep: reply => unlessTaken(recordsOf({ fingerprint, holder }, reply)),
    release: () => unlessTaken([{ key: place, delete: true }])
  }
}

type Write = { readonly key: string; readonly value: unknown; readonly ttlMs: number } | { key: string; delete: true }

function recordsOf(claim: Kept, { text, ...rest }: Reply): readonly Write[] {
  const parts = Math.max(1, Math.ceil(text.length / partLength))
  const part = (index: number) => text.slice(index * partLength, (index + 1) * partLength)
  const first: Kept = { ...claim, reply: { ...rest, text: part(0), parts } }
  const further = Array.from({ length: parts - 1 }, (_, index) => index + 1)
  return [
    { key: place, value: first, ttlMs: keptMs },
    ...further.map(index => ({ key: partKey(index), value: part(index), ttlMs: keptMs + reserveMs }))
  ]
}

async function whole(records: Storage, { parts, ...first }: NonNullable<Kept['reply']>): Promise<Reply> {
  if (parts === 1) return first
  const reads = Array.from({ length: parts - 1 }, (_, index) => records.get<string>(partKey(index + 1)))
  const further = await Promise.all(reads)
  if (further.includes(undefined)) throw new StoreUnavailable('A part of a kept answer is not in the store.')
  return { ...first, text: [first.text, ...further].join('') }
}

function partKey(index: number): string {
  return `${place}:${index}`
}
