import { breakUp } from './follow-ups/break-up.js'
import { decision } from './follow-ups/decision.js'
import { outline } from './follow-ups/outline.js'
import { proof } from './follow-ups/proof.js'
import { request } from './follow-ups/request.js'
import { work } from './follow-ups/work.js'
import type { ByTone } from './lines.js'

/** A message after the first, told in sentences of which the last ones may be left out where space is short. `{topic}` is what the first message opened on. */
export interface FollowUp {
  readonly subject: string
  readonly sentences: readonly [string, ...string[]]
  /** Makes sense after the first sentence alone. */
  readonly question: string
}

/** Three ways to write a follow-up in each tone. */
export type FollowUps = ByTone<readonly [FollowUp, FollowUp, FollowUp]>

/** What follow-ups are about. */
export const followUps = { request, decision, work, proof, outline, breakUp } as const satisfies Record<
  string,
  FollowUps
>

/** The name of what a follow-up is about. */
export type Angle = keyof typeof followUps
