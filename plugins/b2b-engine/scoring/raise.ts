import { type GroupName, groupNames, groups } from '../signals/groups.js'
import { type Hit, hitOf } from '../signals/reading.js'
import { type Score, scoreOf } from './score.js'

/** Evidence that would raise a score, and by how much. */
export interface Raise {
  readonly group: GroupName
  readonly phrase: string
  readonly points: number
}

/** The three kinds of evidence that would raise the score most, by trying each. */
export function bestRaises(hits: readonly Hit[], { score }: Pick<Score, 'score'>): readonly Raise[] {
  return wishes
    .map(hit => ({ group: hit.group, phrase: hit.phrase, points: scoreOf([...hits, hit]).score - score }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, 3)
}

const wishes = groupNames.flatMap(group => {
  const { wish } = groups[group]
  return wish ? [hitOf(wish.phrase, { id: group, group, points: wish.points, label: wish.phrase })] : []
})
