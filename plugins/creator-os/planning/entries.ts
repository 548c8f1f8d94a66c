import type { Platform } from '../platforms/platform.js'
import { explain } from './explain.js'
import type { Wish } from './order.js'
import type { Pick } from './pick.js'
import { byTime, type Entry, entryId } from './plan.js'

/** The entry of a time that was chosen, with nothing in it yet. */
export function newEntry(pick: Pick, platforms: readonly Platform[]): Entry {
  const utc = new Date(pick.at).toISOString()
  const { title = pick.platform } = platforms.find(({ name }) => name === pick.platform) ?? {}
  return {
    id: entryId(pick.platform, utc),
    platform: pick.platform,
    platformTitle: title,
    utc,
    title: '',
    score: Math.round(pick.score * 1000) / 1000,
    why: explain(pick)
  }
}

/** The entries with what is to be posted, the first in time the first, and what is left over. */
export function filled(
  entries: readonly Entry[],
  wishes: readonly Wish[]
): { readonly entries: readonly Entry[]; readonly leftOver: readonly Wish[] } {
  const full = [...entries].sort(byTime).map((entry, index) => {
    const { title = '', draftId } = wishes[index] ?? {}
    return { ...entry, title, ...(draftId !== undefined && { draftId }) }
  })
  return { entries: full, leftOver: wishes.slice(entries.length) }
}
