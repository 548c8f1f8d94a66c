import { keywordsForm, platformsForm, pointsForm } from '../actions/fields.js'
import { findPlatform, type Platform } from '../platforms/platform.js'
import type { Records } from '../records/records.js'
import { Faults } from '../text/faults.js'
import { itemsOf, readable } from '../text/lists.js'
import type { BriefInput } from './brief-input.js'
import type { BriefRequest } from './write-brief.js'

/** Where a text appears when nobody says. */
const usualPlatforms = ['linkedin', 'x']

/** What a brief is to be about, and what it goes by: the topic that was sent, the last one, or none. */
interface Assignment {
  readonly request: BriefRequest
  readonly platforms: readonly Platform[]
  readonly basis: 'topic' | 'last_topic' | 'discovery'
  readonly topic?: string
  readonly warnings: readonly string[]
}

/** Reads the input. Throws `InvalidInput` for what its schema cannot say. */
export async function readAssignment(input: BriefInput, records: Records): Promise<Assignment> {
  const faults = new Faults()
  const sent = input.topic === undefined ? undefined : readable(input.topic, '#/topic', faults)
  const sentAudience = input.audience === undefined ? undefined : readable(input.audience, '#/audience', faults)
  const names = itemsOf(input.platforms, platformsForm, '#/platforms', faults)
  const keywords = itemsOf(input.keywords, keywordsForm, '#/keywords', faults)
  const points = itemsOf(input.points, pointsForm, '#/points', faults)
  faults.check()
  const last = sent === undefined ? await records.lastTopic() : undefined
  const topic = sent ?? last?.topic
  const audience = sentAudience ?? last?.audience
  const found = (names.length > 0 ? names : usualPlatforms).map(findPlatform)
  const platforms = [...new Map(found.map(({ platform }) => [platform.name, platform])).values()]
  return {
    request: { goal: input.goal, tone: input.tone, keywords, points, ...(audience !== undefined && { audience }) },
    platforms,
    basis: sent !== undefined ? 'topic' : last ? 'last_topic' : 'discovery',
    ...(topic !== undefined && { topic }),
    warnings: found.flatMap(({ warning }) => warning ?? [])
  }
}
