import type { Model } from '@product-host/sdk'
import type { Copy } from '../copy/copy.js'
import { askForCopy, reasonOf } from '../copy/model.js'
import type { Request } from '../copy/request.js'
import { writeCopy } from '../copy/write.js'
import { hashtagsFor } from '../layout/hashtags.js'
import { ThreadTooLong } from '../layout/splitter.js'
import type { Ruler } from '../length/ruler.js'
import { foldOf } from '../lint/rules.js'
import type { Platform } from '../platforms/platform.js'
import type { Subject } from '../topic/subject.js'
import { type Draft, isSound, toDraft } from './draft.js'
import { tooLong } from './room.js'

/** What is to be written, and where it has to fit. */
export interface Assignment {
  readonly request: Request
  readonly subject: Subject
  readonly platform: Platform
  readonly ruler: Ruler
  /** What choices between wordings hang on. */
  readonly seed: string
  /** How many drafts. */
  readonly count: number
  readonly askedHashtags?: number
}

/** What came of it. */
export interface Written {
  readonly drafts: readonly Draft[]
  /** Why a model that is configured did not write them. */
  readonly fallbackReason?: string
}

/**
 * Writes the drafts: the operator's model where there is one and its drafts are sound, the rules for what is missing then.
 * Throws `content_too_long` when a thread gets too long.
 */
export async function writeDrafts(assignment: Assignment, model: Model, signal: AbortSignal): Promise<Written> {
  const { request, subject, platform, ruler, seed, count } = assignment
  const { drafts, fallbackReason } = await modelDrafts(assignment, model, signal)
  const fold = foldOf(platform, ruler.limit)
  const byRules = Array.from({ length: Math.max(0, count - drafts.length) }, (_, variant) =>
    writeCopy(request, { subject, seed, variant, fitsFold: hook => ruler.measure(hook) <= fold })
  )
  return {
    drafts: [...drafts, ...byRules.map(copy => ruledDraft(copy, assignment))],
    ...(fallbackReason !== undefined && { fallbackReason })
  }
}

async function modelDrafts(assignment: Assignment, model: Model, signal: AbortSignal): Promise<Written> {
  if (model.name === undefined) return { drafts: [] }
  try {
    const copies = await askForCopy(model, assignment.request, { ...assignment, signal })
    const drafts = copies.map(copy => draftOf(copy, 'model', assignment)).filter(isSound)
    return drafts.length > 0 ? { drafts: drafts.slice(0, assignment.count) } : { drafts, fallbackReason: 'lint_failed' }
  } catch (error) {
    return { drafts: [], fallbackReason: error instanceof ThreadTooLong ? 'lint_failed' : reasonOf(error) }
  }
}

/** A draft by the rules. Throws `content_too_long` when the limit makes a thread of it that nobody would follow. */
function ruledDraft(copy: Copy, assignment: Assignment): Draft {
  try {
    return draftOf(copy, 'rules', assignment)
  } catch (error) {
    throw error instanceof ThreadTooLong ? tooLong(error.message, assignment.ruler) : error
  }
}

function draftOf(
  copy: Copy,
  engine: Draft['engine'],
  { request, subject, platform, ruler, askedHashtags }: Assignment
): Draft {
  return toDraft(copy, engine, {
    request,
    subject,
    platform,
    ruler,
    audience: request.audience,
    hashtags: hashtagsFor({ ...request, subject }, platform, askedHashtags),
    ...(askedHashtags !== undefined && { askedHashtags })
  })
}
