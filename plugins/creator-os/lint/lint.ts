import type { Request } from '../copy/request.js'
import type { Ruler } from '../length/ruler.js'
import type { Platform } from '../platforms/platform.js'
import { inventions } from './inventions.js'
import { proseOf, textOf } from './prose.js'
import { readingEase, rhythm } from './reading-ease.js'
import * as rules from './rules.js'
import { type Rule, weights } from './weights.js'

/** What one rule found. */
export interface Finding {
  readonly rule: Rule
  readonly level: 'pass' | 'warn' | 'fail'
  readonly message: string
}

/** A finished text with what it was made from. */
export interface Manuscript {
  readonly posts: readonly string[]
  readonly hook: string
  readonly hashtags: readonly string[]
  /** Hashtags that were asked for, where a number was given. */
  readonly askedHashtags?: number
  readonly platform: Platform
  readonly ruler: Ruler
  readonly request: Request
}

/** Judges a text by every rule, in a fixed order. */
export function lint(manuscript: Manuscript): readonly Finding[] {
  const text = textOf(manuscript.posts)
  const prose = proseOf(manuscript.posts)
  return [
    rules.withinLimit(manuscript),
    rules.hookFitsFold(manuscript),
    rules.hashtagsInRange(manuscript),
    rules.oneAsk(prose, manuscript.request),
    rules.easyToRead(readingEase(prose)),
    rules.lively(rhythm(prose)),
    rules.noSlop(prose, manuscript.request),
    inventions(text, manuscript.request),
    rules.noPlaceholder(text, manuscript.request),
    rules.capitals(prose, manuscript.request),
    rules.emoji(text),
    rules.topicFirst(manuscript)
  ]
}

/** 100 less what the findings weigh. */
export function qualityOf(findings: readonly Finding[]): number {
  const lost = findings.reduce(
    (sum, { rule, level }) => sum + weights[rule] * (level === 'fail' ? 1 : level === 'warn' ? 0.5 : 0),
    0
  )
  return Math.max(0, Math.round(100 - lost))
}

/** Whether a text must not be handed out. */
export function isHardFailure({ level }: Finding): boolean {
  return level === 'fail'
}
