import { findPlatform, type Platform } from '../platforms/platform.js'
import type { ListedDraft } from '../records/records.js'
import type { Conflict } from './answer.js'
import type { Wish } from './order.js'
import type { Entry } from './plan.js'

/** What is to be posted, and what of it cannot be. */
export interface Sorted {
  readonly wishes: readonly Wish[]
  readonly conflicts: readonly Conflict[]
}

/** Takes out the wishes whose draft is in the plan already, and the drafts that there are none of. */
export function sorted(wishes: readonly Wish[], drafts: readonly ListedDraft[], plan: readonly Entry[]): Sorted {
  const conflicts: Conflict[] = []
  const known = new Map(drafts.map(({ id, platform }) => [id, platform]))
  const planned = new Set(plan.map(({ draftId }) => draftId))
  const left = wishes.flatMap(({ draftId, ...wish }) => {
    if (draftId === undefined) return [wish]
    if (planned.has(draftId)) {
      conflicts.push({ code: 'already_planned', message: `The draft of "${wish.title}" is in the plan already.` })
      return []
    }
    const platform = known.get(draftId)
    if (platform !== undefined) return [{ platform: findPlatform(platform).platform, ...wish, draftId }]
    conflicts.push({
      code: 'unknown_draft',
      message: `There is no draft ${draftId}; "${wish.title}" was planned without it.`
    })
    return [wish]
  })
  return { wishes: left, conflicts }
}

/** The drafts of a platform that are in no plan yet, the oldest first. */
export function freeDrafts(drafts: readonly ListedDraft[], plan: readonly Entry[], platform: string): readonly Wish[] {
  const planned = new Set(plan.map(({ draftId }) => draftId))
  return drafts
    .filter(draft => draft.platform === platform && !planned.has(draft.id))
    .map(({ id, title }) => ({ title, draftId: id }))
}

/** The wishes of each platform; one without a platform goes where there is least yet. */
export function assigned(
  wishes: readonly Wish[],
  platforms: readonly Platform[]
): ReadonlyMap<string, readonly Wish[]> {
  const lists = new Map<string, Wish[]>(platforms.map(({ name }) => [name, []]))
  for (const wish of wishes.filter(({ platform }) => platform)) lists.get(wish.platform?.name ?? '')?.push(wish)
  for (const wish of wishes.filter(({ platform }) => !platform)) {
    const [shortest] = [...lists.values()].sort((left, right) => left.length - right.length)
    shortest?.push(wish)
  }
  return lists
}
