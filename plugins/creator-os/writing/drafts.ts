import { type Context, type Model, ProductError, type Static, Type } from '@product-host/sdk'
import { hasFailed, qualityOf } from '@product-host/toolkit/lint'
import { words } from '@product-host/toolkit/text'
import { Engine } from '../input.js'
import { isWritten, languageName } from '../languages/languages.js'
import type { Ruler } from '../platform.js'
import { type Platform, units, unitText } from '../platform-table.js'
import { hashtagsFor, type Subject } from '../topic.js'
import { authorsClosing, type Copy, pointText, type Request, writeCopy } from './copy.js'
import { altTextFor, type LayoutOptions, layOut, ThreadTooLong, type Titles } from './layout.js'
import { type Finding, foldOf, lintDraft } from './lint.js'
import { askForCopy, reasonOf } from './model.js'
import { proseOf, readingEase } from './prose.js'

/** What is to be written, and where it has to fit. */
interface DraftAssignment {
  readonly request: Request
  readonly subject: Subject
  readonly platform: Platform
  readonly ruler: Ruler
  /** How many drafts. */
  readonly count: number
  readonly requestedHashtags?: number
}

/** The result. */
interface DraftResult {
  readonly drafts: readonly Draft[]
  /** Why a model that is configured did not write them. */
  readonly fallbackReason?: string
}

/**
 * Writes the drafts: the operator's model where there is one and its drafts are sound, the rules for what is missing then. Without
 * points the rules make one outline. Throws `content_too_long` when a thread gets too long, and `language_not_written` when the model
 * wrote nothing sound in a language that the rules do not write.
 */
export async function writeDrafts(
  assignment: DraftAssignment,
  model: Model,
  { signal, progress }: Pick<Context, 'signal' | 'progress'>
): Promise<DraftResult> {
  const { drafts, fallbackReason } = await modelDrafts(assignment, model, { signal, progress })
  const byRules = ruledDrafts(assignment, drafts.length, fallbackReason)
  return { drafts: [...drafts, ...byRules], ...(fallbackReason !== undefined && { fallbackReason }) }
}

/** The drafts that are missing, by the rules; as many as differ. */
function ruledDrafts(
  assignment: DraftAssignment,
  written: number,
  fallbackReason: string | undefined
): readonly Draft[] {
  const { request, subject, platform, ruler, count } = assignment
  const { language } = subject
  const missing = request.points.length > 0 ? count - written : written > 0 ? 0 : 1
  if (!isWritten(language)) {
    if (written > 0) return []
    throw notWritten(language, fallbackReason)
  }
  const fold = foldOf(platform, ruler.limit)
  const drafts = Array.from({ length: Math.max(0, missing) }, (_, variant) =>
    ruledDraft(
      writeCopy(request, { subject, language, variant, fitsFold: hook => ruler.measure(hook) <= fold }),
      assignment
    )
  )
  const text = ({ posts }: Draft) => posts.join('\n')
  return drafts.filter((draft, index) => drafts.findIndex(other => text(other) === text(draft)) === index)
}

function notWritten(language: string, fallbackReason: string | undefined): ProductError {
  const isPassing = fallbackReason === 'timeout' || fallbackReason === 'unavailable'
  const message = `The model did not write the text (${fallbackReason ?? 'no draft'}), and without it there is no text in ${languageName(language)}.`
  return new ProductError('language_not_written', message, { details: { language }, retryable: isPassing })
}

async function modelDrafts(
  assignment: DraftAssignment,
  model: Model,
  context: Pick<Context, 'signal' | 'progress'>
): Promise<DraftResult> {
  if (model.name === undefined) return { drafts: [] }
  try {
    const copies = await askForCopy(model, assignment.request, { ...assignment, ...context })
    const drafts = copies.map(copy => draftOf(copy, 'model', assignment)).filter(hasNoFailure)
    return drafts.length > 0 ? { drafts: drafts.slice(0, assignment.count) } : { drafts, fallbackReason: 'lint_failed' }
  } catch (error) {
    return { drafts: [], fallbackReason: error instanceof ThreadTooLong ? 'lint_failed' : reasonOf(error) }
  }
}

/** A draft by the rules. Throws `content_too_long` when the limit makes a thread of it that nobody would follow. */
function ruledDraft(copy: Copy, assignment: DraftAssignment): Draft {
  try {
    return draftOf(copy, 'rules', assignment)
  } catch (error) {
    throw error instanceof ThreadTooLong ? tooLong(error.message, assignment.ruler) : error
  }
}

function draftOf(
  copy: Copy,
  engine: Draft['engine'],
  { request, subject, platform, ruler, requestedHashtags }: DraftAssignment
): Draft {
  return toDraft(copy, engine, {
    request,
    subject,
    platform,
    ruler,
    audience: request.audience,
    hashtags: hashtagsFor({ ...request, subject }, platform, requestedHashtags),
    ...(requestedHashtags !== undefined && { requestedHashtags })
  })
}

/** A text laid out for its platform, with what the rules say of it. */
export interface Draft extends Titles {
  readonly engine: 'rules' | 'model'
  readonly posts: readonly string[]
  readonly hashtags: readonly string[]
  readonly altText: string
  readonly findings: readonly Finding[]
  readonly quality: number
  readonly readingEase?: number
  readonly words: number
  /** How many points no post had room for. */
  readonly leftOut: number
  readonly isOutline: boolean
}

/** Lays out a text and lints it. */
function toDraft(
  copy: Copy,
  engine: Draft['engine'],
  options: LayoutOptions & { request: Request; requestedHashtags?: number }
): Draft {
  const laid = layOut(copy, options)
  const hook = laid.posts[0]?.includes(copy.hook) ? copy.hook : copy.plainHook
  const hashtags = options.hashtags.filter(tag => laid.posts.some(post => post.includes(tag)))
  const { subject, request, platform } = options
  const { language, sensitivity } = subject
  const manuscript = {
    ...options,
    hashtags,
    posts: laid.posts,
    hook,
    language,
    isSensitive: sensitivity !== undefined,
    isOutline: copy.isOutline
  }
  const findings = lintDraft(manuscript)
  const prose = proseOf(laid.posts)
  const ease = readingEase(prose, language)
  return {
    ...laid,
    engine,
    hashtags,
    altText: altTextFor(copy, subject),
    findings,
    quality: qualityOf(findings),
    ...(ease !== undefined && { readingEase: ease }),
    words: words(prose).length,
    leftOut: engine === 'rules' && platform.form !== 'thread' ? leftOut(request.points, laid.posts) : 0,
    isOutline: copy.isOutline
  }
}

/** How many of the points are not in a text. */
function leftOut(points: readonly string[], posts: readonly string[]): number {
  const text = posts.join('\n').toLowerCase()
  return points.filter(point => !text.includes(pointText(point).toLowerCase())).length
}

/** Whether a draft may be returned. */
function hasNoFailure({ findings }: Draft): boolean {
  return !hasFailed(findings)
}

/** The number of a post in the longest thread that is written. */
const longestNumber = ' 999/999'

/** Throws `content_too_long` when what has to be said word for word has no room in a post, or nothing has. */
export function checkRoom(request: Request, { form, title }: Platform, ruler: Ruler): void {
  const { cta = '', link = '' } = request
  const isThread = form === 'thread'
  const wordForWord = isThread ? [cta, link && `${link}${longestNumber}`] : [authorsClosing(request)]
  const limit = `the ${ruler.limit} characters that ${title} or maxChars allows`
  if (!wordForWord.every(ruler.fits))
    throw tooLong(`The call to action or the link alone is longer than ${limit}.`, ruler)
  if (!ruler.fits(isThread ? `……${longestNumber}` : '…')) throw tooLong(`No text fits into ${limit}.`, ruler)
}

/** The failure of a text that has no room. */
export function tooLong(message: string, { limit, unit }: Ruler): ProductError {
  return new ProductError('content_too_long', message, { details: { limit, unit } })
}

const Post = Type.Object({
  text: Type.String({ title: 'Text', description: 'The text of the post; of an outline, with gaps to fill in.' }),
  length: Type.Integer({ title: 'Characters', description: 'The length of the text, as the platform counts.' }),
  limit: Type.Integer({
    title: 'Limit',
    description: 'The longest post: that of the platform, or `maxChars` if it is lower.'
  }),
  unit: Type.Enum([...units], { title: 'Unit of length', description: unitText }),
  remaining: Type.Integer({ title: 'Characters left', description: 'Limit less length.' })
})

/** What an answer shows of each draft. */
export const ShownDraft = Type.Object({
  kind: Type.Enum(['text', 'outline'], {
    title: 'Kind',
    description: '`text`: ready to publish; `outline`: for the author to fill in, as no points were sent.'
  }),
  posts: Type.Array(Post, { title: 'Posts', description: 'One text, or the posts of a thread in their order.' }),
  title: Type.Optional(
    Type.String({ title: 'Title', description: 'The headline. Only on platforms whose posts have one.' })
  ),
  subject: Type.Optional(
    Type.String({ title: 'Subject line', description: 'The subject line. Only of a newsletter.' })
  ),
  preheader: Type.Optional(
    Type.String({
      title: 'Preheader',
      description: 'The line that mail programs show after the subject. Only of a newsletter.'
    })
  ),
  metaDescription: Type.Optional(
    Type.String({ title: 'Meta description', description: 'The sentence for search engines. Only of an article.' })
  ),
  hashtags: Type.Array(Type.String(), { title: 'Hashtags', description: 'The hashtags in the text.' }),
  engine: Engine,
  quality: Type.Integer({
    minimum: 0,
    maximum: 100,
    title: 'Quality',
    description: 'From 0 to 100, by the checks that the text passes; of an outline at most 50.'
  })
})

/** What an answer shows of each draft. */
export type ShownDraft = Static<typeof ShownDraft>

/** A draft as answers show it. */
export function shown(draft: Draft, ruler: Ruler): ShownDraft {
  const { title, subject, preheader, metaDescription, engine, quality, isOutline } = draft
  const posts = draft.posts.map(text => {
    const length = ruler.measure(text)
    return { text, length, limit: ruler.limit, unit: ruler.unit, remaining: ruler.limit - length }
  })
  return {
    kind: isOutline ? 'outline' : 'text',
    posts,
    ...(title !== undefined && { title }),
    ...(subject !== undefined && { subject }),
    ...(preheader !== undefined && { preheader }),
    ...(metaDescription !== undefined && { metaDescription }),
    hashtags: [...draft.hashtags],
    engine,
    quality
  }
}

/** The draft as one would name it: "a 4-post X thread", "a LinkedIn post". */
export function pieceOf({ posts }: Draft, { form, title, name }: Platform): string {
  if (form === 'newsletter' || form === 'article') return form === 'article' ? `a ${name} article` : 'a newsletter'
  const kind = { thread: 'post', post: 'post', caption: 'caption', clip: 'caption', video: 'description' }[form]
  if (posts.length > 1)
    return `${/^(?:8|11|18)$/.test(String(posts.length)) ? 'an' : 'a'} ${posts.length}-post ${title} thread`
  return `${/^(?:X\b|[AEIO])/i.test(title) ? 'an' : 'a'} ${title} ${kind}`
}

/** What the author should know about a draft before it goes out. */
export function warningsOf(
  draft: Draft,
  { points }: Request,
  { platform: { form }, subject: { sensitivity } }: { platform: Platform; subject: Subject }
): readonly string[] {
  return [
    ...(draft.isOutline
      ? ['This is an outline to fill in, and no text to publish: no points were sent. Send points to get a text.']
      : []),
    ...(sensitivity === undefined
      ? []
      : [
          `The topic may be sensitive (${sensitivity}): have somebody qualified read the text, and ask for permission of everybody whom it names.`
        ]),
    ...(points.length > 0 && draft.leftOut > 0
      ? [`${draft.leftOut} of ${points.length} points did not fit and were left out.`]
      : []),
    ...(form === 'video' ? ['Put the times in front of the chapters once the video is cut.'] : [])
  ]
}
