import { defineAction, MODEL, Type } from '@product-host/sdk'
import { stepsInFramework } from '../copy/frameworks.js'
import { pieceOf, ShownDraft, shown, warningsOf } from '../drafts/answer.js'
import { DraftInput, readRequest } from '../drafts/read-request.js'
import { checkRoom, tooLong } from '../drafts/room.js'
import { writeDrafts } from '../drafts/write-drafts.js'
import { rulerFor } from '../length/ruler.js'
import { Records } from '../records/records.js'
import { readSubject, withItems } from '../topic/subject.js'
import { FallbackReason, modelTimeoutMs } from './fields.js'

/** Writes a text for one platform, within its limits, and judges it. */
export const synthesize = defineAction({
  title: 'Write a post',
  description:
    'Writes a post, thread, caption, newsletter or article about a topic for an audience, within the limits of its platform, and judges it. States nothing that was not sent.',
  effect: 'write',
  timeoutMs: modelTimeoutMs,
  input: DraftInput,
  detail: Type.Object({
    draftId: Type.String(),
    platform: Type.String(),
    ...ShownDraft.properties,
    altTextSuggestion: Type.String(),
    lint: Type.Array(
      Type.Object({ rule: Type.String(), level: Type.Enum(['pass', 'warn', 'fail']), message: Type.String() })
    ),
    variants: Type.Optional(Type.Array(ShownDraft)),
    warnings: Type.Array(Type.String()),
    fallbackReason: FallbackReason
  }),
  metrics: Type.Object({
    posts: Type.Integer(),
    characters: Type.Integer(),
    limit: Type.Integer(),
    hashtags: Type.Integer(),
    readingEase: Type.Optional(Type.Number()),
    quality: Type.Integer(),
    words: Type.Integer()
  }),
  examples: [
    {
      title: 'A LinkedIn post',
      input: { topic: 'Remote onboarding', platform: 'linkedin', audience: 'engineering managers' }
    },
    {
      title: 'A thread from facts',
      input: {
        topic: 'Postgres vs MySQL',
        platform: 'x',
        audience: 'startups',
        points: ['Postgres has row-level security', 'MySQL is what our host offers without a fee'],
        link: 'https://example.com/databases'
      }
    }
  ],
  asks: {
    sentences: [
      'write a linkedin post about remote onboarding for engineering managers',
      'draft a tweet thread on postgres vs mysql for startups',
      'turn these points into an instagram caption',
      'write a newsletter about our new pricing for existing customers',
      'create a bluesky post announcing the release',
      'compose a blog article about cold email for founders',
      'give me three versions of a post about hiring',
      'write a youtube description for a video about sourdough',
      'write copy for our facebook page',
      'announce the new feature on mastodon',
      'turn this note into a thread',
      'produce a text for linkedin',
      'make a short tiktok caption',
      'phrase an announcement for our followers',
      'make a post out of these facts',
      'compose something for threads',
      'write the text of our newsletter',
      'put this news into a facebook post',
      'shorten this into a tweet'
    ],
    cues: [
      'write a post',
      'linkedin post',
      'tweet',
      'thread on',
      'caption',
      'write a newsletter',
      'blog post',
      'blog article',
      'hashtags',
      'social post',
      'thread',
      'copy for',
      'write a text',
      'a post for',
      'a post about',
      'a post on',
      'newsletter about',
      'announce on',
      'make a post',
      'facebook post',
      'instagram post',
      'out of these points',
      'out of these facts',
      'linkedin text',
      'post announcing',
      'newsletter for',
      'short post',
      'write an article'
    ]
  },
  errors: {
    content_too_long:
      'The call to action or the link alone, or any text at all, is longer than the platform or maxChars allows.'
  },
  needs: { model: MODEL, records: Records },

  async run(input, { model, records, account, signal }) {
    const { request, platform, warning } = readRequest(input)
    const { topic, audience } = request
    const ruler = rulerFor(platform, input.maxChars)
    checkRoom(request, platform, ruler)
    const subject = withItems(readSubject(topic, request.goal), request.points.length || stepsInFramework)
    const assignment = {
      ...{ request, subject, platform, ruler },
      seed: `${account} synthesize ${topic}`,
      count: input.variants,
      ...(input.hashtags !== undefined && { askedHashtags: input.hashtags })
    }
    const { drafts, fallbackReason } = await writeDrafts(assignment, model, signal)
    const [draft, ...others] = drafts
    if (!draft?.posts[0]) throw tooLong(`Not even the topic fits into ${ruler.limit} characters.`, ruler)
    const shownDraft = shown(draft, ruler)
    const draftId = await records.keepDraft(
      { ...request, platform: platform.name, ...shownDraft },
      { platform: platform.name, title: shownDraft.title ?? subject.heading },
      { topic, audience }
    )
    return {
      summary: `Wrote ${pieceOf(draft, platform)} on "${topic}" for ${audience} (quality ${draft.quality}).`,
      metrics: {
        posts: draft.posts.length,
        characters: shownDraft.posts.reduce((sum, { length }) => sum + length, 0),
        limit: ruler.limit,
        hashtags: draft.hashtags.length,
        ...(draft.readingEase !== undefined && { readingEase: draft.readingEase }),
        quality: draft.quality,
        words: draft.words
      },
      detail: {
        draftId,
        platform: platform.name,
        ...shownDraft,
        altTextSuggestion: draft.altText,
        lint: [...draft.findings],
        ...(others.length > 0 && { variants: others.map(other => shown(other, ruler)) }),
        warnings: [...(warning ? [warning] : []), ...warningsOf(draft, request, platform)],
        ...(fallbackReason !== undefined && { fallbackReason })
      }
    }
  }
})
