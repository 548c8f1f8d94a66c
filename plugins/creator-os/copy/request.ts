import type { Goal } from '../topic/intent.js'
import type { Tone } from './copy.js'

/** What a text is asked to be, its strings in one line each. */
export interface Request {
  readonly topic: string
  readonly audience: string
  readonly points: readonly string[]
  readonly keywords: readonly string[]
  readonly goal: Goal
  readonly tone: Tone
  readonly cta?: string
  readonly link?: string
}
