import { type Static, Type } from '@product-host/sdk'
import { Engine } from '../actions/fields.js'
import type { Request } from '../copy/request.js'
import type { Ruler } from '../length/ruler.js'
import type { Platform } from '../platforms/platform.js'
import type { Draft } from './draft.js'

const Post = Type.Object({
  text: Type.String(),
  length: Type.Integer({ description: 'As the platform counts.' }),
  limit: Type.Integer(),
  unit: Type.Enum(['utf16', 'weighted', 'graphemes', 'characters']),
  remaining: Type.Integer()
})

/** What an answer shows of each draft. */
export const ShownDraft = Type.Object({
  posts: Type.Array(Post),
  title: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String({ description: 'The subject line of a newsletter.' })),
  preheader: Type.Optional(Type.String()),
  metaDescription: Type.Optional(Type.String()),
  hashtags: Type.Array(Type.String()),
  engine: Engine,
  quality: Type.Integer({ minimum: 0, maximum: 100 })
})
/** What an answer shows of each draft. */
export type ShownDraft = Static<typeof ShownDraft>

/** A draft as answers show it. */
export function shown(draft: Draft, ruler: Ruler): ShownDraft {
  const { title, subject, preheader, metaDescription, engine, quality } = draft
  const posts = draft.posts.map(text => {
    const length = ruler.measure(text)
    return { text, length, limit: ruler.limit, unit: ruler.unit, remaining: ruler.limit - length }
  })
  return {
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
export function warningsOf(draft: Draft, request: Request, { form }: Platform): readonly string[] {
  const { points } = request
  return [
    ...(points.length === 0 && draft.engine === 'rules'
      ? [
          'No points were sent, so the text gives general advice and states nothing about the topic. Send points to fill it.'
        ]
      : []),
    ...(points.length > 0 && draft.leftOut > 0
      ? [`${draft.leftOut} of ${points.length} points did not fit and were left out.`]
      : []),
    ...(form === 'video' ? ['Put the times in front of the chapters once the video is cut.'] : [])
  ]
}
