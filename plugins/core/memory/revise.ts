import { ProductError } from '@product-host/sdk'
import { quoted } from '../text/cut.js'
import { historyAfter } from './history.js'
import type { Memory } from './memory.js'
import { longestValue, type Wish } from './wish.js'

/** What becomes of a memory. */
export interface Revision {
  readonly change: 'created' | 'updated' | 'unchanged' | 'appended' | 'forgotten'
  /** What is there from now on; what was there, when it is forgotten. */
  readonly memory: Memory
  /** What was there before, where that is no longer so. */
  readonly previous?: Memory
}

/** What a wish makes of the memory that is there. Throws `ProductError` when it cannot be granted. */
export function revise(current: Memory | undefined, wish: Wish, now: number, rev: number): Revision {
  refuseConflict(current, wish)
  if (wish.mode === 'forget') return forget(current, wish)
  const at = new Date(now).toISOString()
  const content = contentOf(current, wish, now)
  if (!current)
    return { change: 'created', memory: { ...content, rev, version: 1, createdAt: at, updatedAt: at, history: [] } }
  if (holdsAlready(current, content))
    return { change: 'unchanged', memory: { ...current, ...lifeOf(current, wish, now), rev } }
  const { version, createdAt } = current
  return {
    change: wish.mode === 'append' ? 'appended' : 'updated',
    memory: { ...content, rev, version: version + 1, createdAt, updatedAt: at, history: historyAfter(current) },
    previous: current
  }
}

function refuseConflict(current: Memory | undefined, { key, ifVersion }: Wish): void {
  const currentVersion = current?.version ?? 0
  if (ifVersion === undefined || ifVersion === currentVersion) return
  const expected = ifVersion === 0 ? 'is there already' : `is not at version ${ifVersion}`
  const found = current ? `it is at version ${currentVersion}` : 'there is no such memory'
  throw new ProductError('version_conflict', `${quoted(key)} ${expected}: ${found}.`, { details: { currentVersion } })
}

function forget(current: Memory | undefined, { key }: Wish): Revision {
  if (!current) throw new ProductError('not_found', `There is no memory ${quoted(key)} to forget.`)
  return { change: 'forgotten', memory: current, previous: current }
}

type Content = Pick<Memory, 'key' | 'value' | 'tags' | 'pinned' | 'ttlSeconds' | 'expiresAt'>

function contentOf(current: Memory | undefined, wish: Wish, now: number): Content {
  const { key, tags = current?.tags ?? [], pinned = current?.pinned ?? false } = wish
  return { key, value: joinedValue(current, wish), tags, pinned, ...lifeOf(current, wish, now) }
}

function joinedValue(current: Memory | undefined, { key, mode, value }: Wish): string {
  if (mode !== 'append' || !current) return value
  const joined = `${current.value}\n${value}`
  if (joined.length > longestValue && Array.from(joined).length > longestValue)
    throw new ProductError('value_too_long', `${quoted(key)} would be over ${longestValue} characters long.`)
  return joined
}

function lifeOf(
  current: Memory | undefined,
  { mode, ttlSeconds }: Wish,
  now: number
): Pick<Memory, 'ttlSeconds' | 'expiresAt'> {
  if (ttlSeconds !== undefined) return { ttlSeconds, expiresAt: new Date(now + ttlSeconds * 1000).toISOString() }
  if (mode === 'append' && current?.ttlSeconds !== undefined && current.expiresAt !== undefined)
    return { ttlSeconds: current.ttlSeconds, expiresAt: current.expiresAt }
  return {}
}

function holdsAlready(current: Memory, next: Content): boolean {
  return (
    current.value === next.value &&
    current.pinned === next.pinned &&
    current.ttlSeconds === next.ttlSeconds &&
    isSameSet(current.tags, next.tags)
  )
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every(tag => right.includes(tag))
}
