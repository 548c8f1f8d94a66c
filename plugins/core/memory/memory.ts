import { InvalidInput, type Issue, type Static, type Storage, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { formerSlug, identityOf, isWholeInSlug, slugify } from '@product-host/toolkit/slug'
import { members } from '../members.js'
import limits from '../tables/limits.json' with { type: 'json' }

/** A value that a memory held before, and since when. */
export const OldVersion = members('oldVersion', {
  version: Type.Integer(),
  value: Type.String(),
  at: Type.String({ format: 'date-time' })
})

export type OldVersion = Static<typeof OldVersion>

/** A memory as search knows it: all but its history. */
export interface LiveMemory {
  readonly key: string
  readonly value: string
  readonly tags: readonly string[]
  /** True if the tags are identities; earlier versions stored slugs, which different tags shared. */
  readonly hasIdentities?: true
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt?: string
  readonly pinned: boolean
  /** The account's revision at which this record was last written; no two writes share one. */
  readonly rev: number
}

/** A memory as it is stored. */
export interface Memory extends LiveMemory {
  /** The time to live that was asked for, in seconds. */
  readonly ttlSeconds?: number
  /** Newest first. */
  readonly history: readonly OldVersion[]
}

/** The stored memory of that key, unless it has expired. */
export async function findMemory(storage: Storage, key: string, now: number): Promise<Memory | undefined> {
  return alive(await storage.get<Memory>(recordKey(key)), now)
}

/** The memory, unless its time is over. */
export function alive<M extends LiveMemory>(memory: M | undefined, now: number): M | undefined {
  return memory && expiryOf(memory) > now ? memory : undefined
}

/** When the memory's time is over, in milliseconds; never, when it has no time to live. */
export function expiryOf({ expiresAt }: LiveMemory): number {
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

/** What the memory counts against the quota: the UTF-8 bytes of its key, its tags and all values that are stored. */
export function bytesOf({ key, value, tags, history }: Memory): number {
  return [key, value, ...tags, ...history.map(old => old.value)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

const { longestKey, longestTag, mostTags, mostVersions } = limits.memory

/**
 * Bytes of JSON that old versions may take up: a record is 1 MiB at most, of which the newest value can need 64 KiB, key,
 * tags and dates 8 KiB. Only versions of over 12,000 characters beyond the Basic Multilingual Plane come near to it.
 */
const mostBytes = (1024 - 64 - 8) * 1024

/** The history of a memory's next version: what it holds now, before what it held earlier; at most 20 versions. */
export function historyAfter({ version, value, updatedAt, history }: Memory): OldVersion[] {
  const versions = [{ version, value, at: updatedAt }, ...history].slice(0, mostVersions)
  let bytes = 0
  const firstExcess = versions.findIndex(each => {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1
    return bytes > mostBytes
  })
  return firstExcess < 0 ? versions : versions.slice(0, firstExcess)
}

/** The version that the memory had at a time; undefined when it was not there yet, or that version is no longer stored. */
export function versionAt({ version, value, updatedAt, history }: Memory, time: number): OldVersion | undefined {
  return [{ version, value, at: updatedAt }, ...history].find(({ at }) => Date.parse(at) <= time)
}

/** What the storage keys of all memories begin with. */
export const memoriesPrefix = 'mem:'

/** The storage key of a memory. */
export function recordKey(key: string): string {
  return memoriesPrefix + key
}

/** A key as sent, trimmed; the host has composed it (NFC). Throws `InvalidInput` when nothing is left, or too much, or it holds a control character. */
export function readKey(sent: string): string {
  const key = sent.trim()
  const issue = issueOf(key)
  if (issue) throw new InvalidInput([{ pointer: '#/key', ...issue }])
  return key
}

/** Whether a text is a valid key of a memory. */
export function isKey(text: string): boolean {
  return issueOf(text) === undefined
}

function issueOf(key: string): { code: string; detail: string; fix: string } | undefined {
  const fix = `Send 1 to ${longestKey} characters, without line breaks or tabs.`
  if (key === '') return { code: 'min_length', detail: 'is blank', fix }
  if (Array.from(key).length > longestKey)
    return { code: 'max_length', detail: `is over ${longestKey} characters long`, fix }
  if (/\p{Cc}/u.test(key)) return { code: 'control_character', detail: 'holds a line break, a tab or the like', fix }
  return undefined
}

/** Tags as callers send them: a list, or one text with commas. */
export const SentTags = Type.Union([
  Type.String({ maxLength: 1000 }),
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: mostTags })
])

/** The identities of tags, each once, in the order sent. Throws `InvalidInput` for a tag that is empty or over 32 characters long. */
export function readTags(sent: string | readonly string[]): string[] {
  const parts = partsOf(sent)
  const issues = parts.flatMap((part, index) => tagIssuesOf(part, typeof sent === 'string' ? '' : `/${index}`))
  if (isFilled(issues)) throw new InvalidInput(issues)
  const tags = [...new Set(parts.map(part => identityOf(part, longestTag)))]
  if (tags.length <= mostTags) return tags
  const [detail, fix] = [`holds ${tags.length} tags`, `Send at most ${mostTags} tags.`]
  throw new InvalidInput([{ pointer: '#/tags', code: 'max_items', detail, fix }])
}

/** What decides whether a memory has a tag: its identity, and in memories of earlier versions the slugs that those gave it. */
export function readTagTests(sent: string | readonly string[]): readonly ((memory: LiveMemory) => boolean)[] {
  readTags(sent)
  return partsOf(sent).map(part => {
    const identity = identityOf(part, longestTag)
    const formerSlugs = [slugify(part, longestTag), formerSlug(part, { longest: longestTag })]
    return ({ tags, hasIdentities }) =>
      tags.includes(identity) ||
      (!(hasIdentities && !isWholeInSlug(part)) && formerSlugs.some(former => former !== '' && tags.includes(former)))
  })
}

function partsOf(sent: string | readonly string[]): readonly string[] {
  return typeof sent === 'string' ? sent.split(',').filter(part => part.trim() !== '') : sent
}

function tagIssuesOf(tag: string, position: string): Issue[] {
  const isEmpty = identityOf(tag) === ''
  if (!isEmpty && slugify(tag, longestTag + 1).length <= longestTag) return []
  return [
    {
      pointer: `#/tags${position}`,
      code: 'invalid_tag',
      detail: isEmpty ? 'holds a tag without a letter or a digit' : `holds a tag over ${longestTag} characters`,
      fix: `Send tags of 1 to ${longestTag} characters, such as client.`
    }
  ]
}
