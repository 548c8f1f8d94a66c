/** One post of a plan, as it is kept. */
export interface Entry {
  readonly id: string
  readonly platform: string
  /** How people write the platform's name. */
  readonly platformTitle: string
  /** ISO 8601, UTC. */
  readonly utc: string
  /** Empty for a slot that nothing has been put into yet. */
  readonly title: string
  readonly draftId?: string
  readonly score: number
  readonly why: string
}

/** Where the plan is kept, and how many entries it holds at most. */
export const planKey = 'plan'
export const largestPlan = 500

/** The identifier of a post, by which calendars know it again: there is one on a platform at a time. */
export function entryId(platform: string, utc: string): string {
  return `${platform}-${utc.slice(0, 16).replaceAll(/[-:]/g, '')}Z`
}

/** The plan with new entries, in the order of time; past ones make room when there are too many. */
export function joined(kept: readonly Entry[], added: readonly Entry[], now: number): readonly Entry[] {
  const all = [...kept, ...added].sort(byTime)
  const surplus = Math.max(0, all.length - largestPlan)
  const past = all.filter(({ utc }) => Date.parse(utc) < now).slice(0, surplus)
  return all.filter(entry => !past.includes(entry))
}

/** Entries in the order of time. */
export function byTime(left: Entry, right: Entry): number {
  return left.utc < right.utc ? -1 : left.utc > right.utc ? 1 : left.platform < right.platform ? -1 : 1
}
