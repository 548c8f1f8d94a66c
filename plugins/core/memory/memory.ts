import { type Static, Type } from '@product-host/sdk'

/** A value that a memory held before, and since when. */
export const OldVersion = Type.Object({
  version: Type.Integer(),
  value: Type.String(),
  at: Type.String({ format: 'date-time', description: 'When this version was written.' })
})
export type OldVersion = Static<typeof OldVersion>

/** A memory as search knows it: all but its history. */
export interface LiveMemory {
  readonly key: string
  readonly value: string
  readonly tags: readonly string[]
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt?: string
  readonly pinned: boolean
  /** The account's revision at which this record was last written; no two writes share one. */
  readonly rev: number
}

/** A memory as it lies in the store. */
export interface Memory extends LiveMemory {
  /** The time to live that was asked for, in seconds. */
  readonly ttlSeconds?: number
  /** Newest first. */
  readonly history: readonly OldVersion[]
}

/** The memory, unless its time is over. */
export function alive<M extends LiveMemory>(memory: M | undefined, now: number): M | undefined {
  return memory && expiryOf(memory) > now ? memory : undefined
}

/** When the memory's time is over, in milliseconds; never, when it has no time to live. */
export function expiryOf({ expiresAt }: LiveMemory): number {
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

/** What the memory counts against the quota: the UTF-8 bytes of its key, its tags and all values that are kept. */
export function bytesOf({ key, value, tags, history }: Memory): number {
  return [key, value, ...tags, ...history.map(old => old.value)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
