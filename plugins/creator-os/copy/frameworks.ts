import type { Intent } from '../topic/intent.js'
import type { Item } from './copy.js'
import { caseFrameworks } from './frameworks/case.js'
import { choiceFrameworks } from './frameworks/choice.js'
import { newsFrameworks } from './frameworks/news.js'
import { practiceFrameworks } from './frameworks/practice.js'
import { viewFrameworks } from './frameworks/view.js'

/**
 * A text to be said about any topic of a kind: problem, why it matters, three steps, a mistake, a question. It tells a reader what to
 * do and what to ask, and states nothing about the topic, so that nothing in it can be untrue.
 */
export interface Framework {
  readonly problem: string
  readonly stakes: string
  readonly steps: readonly Item[]
  readonly mistake: string
  readonly question: string
}

/** The steps of each framework. */
export const stepsInFramework = 3

/** The frameworks for each kind of topic. */
export const frameworks: Readonly<Record<Intent, readonly Framework[]>> = {
  'how-to': practiceFrameworks,
  list: practiceFrameworks,
  comparison: choiceFrameworks,
  opinion: viewFrameworks,
  announcement: newsFrameworks,
  case: caseFrameworks
}
