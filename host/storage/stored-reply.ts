import type { Storage } from '@product-host/sdk'
import { StoreUnavailable } from '../base/problems.js'
import type { Reply } from '../base/reply.js'

/** The first part of a stored reply; the others are records of their own, since one record holds 1 MiB at most. */
export type StoredReply = Reply & { readonly parts: number }

/** What a claim writes when it is settled. */
export type Write =
  | { readonly key: string; readonly value: unknown; readonly ttlMs: number }
  | { readonly key: string; readonly delete: true }

/** What the further parts are stored beyond that, so that none is missed while the first is there. */
const reserveMs = 60_000
/** Characters of a part, which are 768 KiB of JSON at most. */
const partLength = 256 * 1024

/** The records of a claim with its reply. */
export function replyRecords(key: string, claim: object, { text, ...rest }: Reply, storedMs: number): readonly Write[] {
  const parts = Math.max(1, Math.ceil(text.length / partLength))
  const part = (index: number) => text.slice(index * partLength, (index + 1) * partLength)
  const reply: StoredReply = { ...rest, text: part(0), parts }
  const further = Array.from({ length: parts - 1 }, (_, index) => index + 1)
  return [
    { key, value: { ...claim, reply }, ttlMs: storedMs },
    ...further.map(index => ({ key: partKey(key, index), value: part(index), ttlMs: storedMs + reserveMs }))
  ]
}

/** A stored reply, all of it. */
export async function joinedReply(records: Storage, key: string, { parts, ...first }: StoredReply): Promise<Reply> {
  if (parts === 1) return first
  const reads = Array.from({ length: parts - 1 }, (_, index) => records.get<string>(partKey(key, index + 1)))
  const further = await Promise.all(reads)
  if (further.includes(undefined)) throw new StoreUnavailable('A part of a stored reply is not in the store.')
  return { ...first, text: [first.text, ...further].join('') }
}

/** A reply that was given before, as it is given again. */
export function replayed({ status, headers, text }: Reply): Reply {
  return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, text }
}

function partKey(key: string, index: number): string {
  return `${key}:${index}`
}
