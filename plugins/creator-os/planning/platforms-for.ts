import { findPlatform, type Platform } from '../platforms/platform.js'
import type { ListedDraft } from '../records/records.js'
import type { Order } from './order.js'
import type { Entry } from './plan.js'

/** Where one posts when nobody says. */
const usualPlatforms = ['linkedin', 'x']

/** The platforms that a plan is for: those that were named, those of what is to be posted, or of unplanned drafts, or the usual ones. */
export function platformsFor(
  { platforms, wishes }: Order,
  drafts: readonly ListedDraft[],
  plan: readonly Entry[]
): readonly Platform[] {
  const ofDrafts = new Map(drafts.map(({ id, platform }) => [id, platform]))
  const wished = wishes.flatMap(({ platform, draftId }) => platform ?? platformOf(ofDrafts.get(draftId ?? '')) ?? [])
  const named = distinct([...platforms, ...wished])
  if (named.length > 0) return named
  const planned = new Set(plan.map(({ draftId }) => draftId))
  const free = drafts.filter(({ id }) => !planned.has(id)).map(({ platform }) => platform)
  const names = wishes.length === 0 && free.length > 0 ? free : usualPlatforms
  return distinct(names.flatMap(name => platformOf(name) ?? []))
}

function platformOf(name: string | undefined): Platform | undefined {
  return name === undefined ? undefined : findPlatform(name).platform
}

function distinct(platforms: readonly Platform[]): readonly Platform[] {
  return [...new Map(platforms.map(platform => [platform.name, platform])).values()]
}
