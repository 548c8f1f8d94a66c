import { type Static, Type } from '@product-host/sdk'
import { Goal, keywordsForm, pointsForm, Tone } from '../actions/fields.js'
import type { Request } from '../copy/request.js'
import { findPlatform, type Platform } from '../platforms/platform.js'
import { Faults } from '../text/faults.js'
import { itemsOf, readable, textList } from '../text/lists.js'
import { isBlank, oneLine } from '../text/tidy.js'

/** What `synthesize` is sent. */
export const DraftInput = Type.Object({
  topic: Type.String({ minLength: 1, maxLength: 200, description: 'What the text is about.' }),
  platform: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'x, linkedin, instagram, threads, bluesky, mastodon, facebook, tiktok, youtube, newsletter, blog, or any other.'
  }),
  audience: Type.String({ minLength: 1, maxLength: 120, description: 'Whom it is for.' }),
  points: Type.Optional(
    textList(
      pointsForm,
      'Facts that the text is made of. An array, or one text with a line break or a semicolon between them.'
    )
  ),
  goal: Goal,
  tone: Tone,
  cta: Type.Optional(Type.String({ maxLength: 160, description: 'What the reader is asked to do, word for word.' })),
  link: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$',
      description: 'An http address to end with.'
    })
  ),
  hashtags: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, description: 'How many at most; never more than the platform advises.' })
  ),
  variants: Type.Integer({ minimum: 1, maximum: 3, default: 1, description: 'How many drafts.' }),
  keywords: Type.Optional(
    textList(keywordsForm, 'What the text is to be found by; they become hashtags. An array, or one text with commas.')
  ),
  maxChars: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 40_000, description: 'A limit below that of the platform, for each post.' })
  )
})
/** What `synthesize` is sent, as `run` gets it. */
export type DraftInput = Static<typeof DraftInput>

/** Reads the input. Throws `InvalidInput` for what its schema cannot say. */
export function readRequest(input: DraftInput): {
  readonly request: Request
  readonly platform: Platform
  readonly warning?: string
} {
  const faults = new Faults()
  const [cta, link] = [oneLine(input.cta ?? ''), input.link]
  const request: Request = {
    topic: readable(input.topic, '#/topic', faults),
    audience: readable(input.audience, '#/audience', faults),
    points: itemsOf(input.points, pointsForm, '#/points', faults),
    keywords: itemsOf(input.keywords, keywordsForm, '#/keywords', faults),
    goal: input.goal,
    tone: input.tone,
    ...(!isBlank(cta) && { cta }),
    ...(link !== undefined && { link })
  }
  const found = findPlatform(readable(input.platform, '#/platform', faults))
  const { max } = found.platform.hashtags
  if (link !== undefined && !URL.canParse(link))
    faults.add('#/link', 'invalid_url', 'is not an address', 'Send an address such as https://example.com/page.')
  if (max !== undefined && (input.hashtags ?? 0) > max)
    faults.add(
      '#/hashtags',
      'maximum',
      `is more than the ${max} that ${found.platform.title} allows`,
      `Send ${max} or less.`
    )
  faults.check()
  return { request, ...found }
}
