import { defineAction, MODEL, type Static, Type, type View } from '@product-host/sdk'
import { oneLine } from '@product-host/toolkit/text'
import {
  FallbackReason,
  Goal,
  Issues,
  isBlank,
  itemsOf,
  keywordsForm,
  Language,
  LanguageCode,
  languageOf,
  modelTimeoutMs,
  pointsForm,
  readable,
  SensitivityName,
  Tone,
  textList
} from '../input.js'
import { isWritten } from '../languages/languages.js'
import { findPlatform, rulerFor } from '../platform.js'
import type { Platform } from '../platform-table.js'
import { Records } from '../records.js'
import { readSubject, withItems } from '../topic.js'
import { MissingFact, missingFacts, type Request } from '../writing/copy.js'
import {
  checkRoom,
  type Draft,
  pieceOf,
  ShownDraft,
  shown,
  tooLong,
  warningsOf,
  writeDrafts
} from '../writing/drafts.js'
import { type Finding, wasChecked } from '../writing/lint.js'
import { checks } from '../writing/lint-tables.js'
import intents from './intents.json' with { type: 'json' }

/** What `synthesize` is sent. */
const DraftInput = Type.Object({
  topic: Type.String({ minLength: 1, maxLength: 200, title: 'Topic', description: 'What the text is about.' }),
  platform: Type.String({
    minLength: 1,
    maxLength: 64,
    title: 'Platform',
    description:
      'X, LinkedIn, Instagram, Threads, Bluesky, Mastodon, Facebook, TikTok, YouTube, newsletter, blog, or any other.'
  }),
  audience: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      title: 'Audience',
      description: 'Who reads the text. If empty: nobody in particular.'
    })
  ),
  points: Type.Optional(
    textList(
      pointsForm,
      'Points',
      'Facts that the text is made of. If empty: without a language model, the answer is an outline to fill in.'
    )
  ),
  goal: Goal,
  tone: Tone,
  cta: Type.Optional(
    Type.String({
      maxLength: 160,
      title: 'Call to action',
      description: 'What the reader is asked to do. The text uses it word for word.'
    })
  ),
  link: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$',
      title: 'Link',
      description: 'The web address that the text ends with, such as https://example.com/page.'
    })
  ),
  hashtags: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30,
      title: 'Hashtags',
      description: 'How many hashtags at most. The text never has more than the platform advises.'
    })
  ),
  variants: Type.Integer({
    minimum: 1,
    maximum: 3,
    default: 1,
    title: 'Variants',
    description: 'How many drafts to write at most.'
  }),
  keywords: Type.Optional(textList(keywordsForm, 'Keywords', 'Words that readers search for. They become hashtags.')),
  maxChars: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 40_000,
      title: 'Longest post',
      description: 'How many characters each post may have, if fewer than the platform allows.'
    })
  ),
  language: Language
})

/** How an answer of synthesize is shown. */
const synthesizeViews: readonly View[] = [
  { view: 'cards', title: 'Text', items: '/posts', text: ['/text'], facts: ['/length', '/remaining'], copy: true },
  {
    view: 'checklist',
    title: 'Review',
    items: '/lint',
    heading: ['/check'],
    text: ['/message'],
    status: '/result',
    tones: { passed: 'good', warning: 'warning', failed: 'danger', 'not checked': 'plain' }
  }
]

/** Writes a text for one platform, within its limits, and lints it. */
export const synthesize = defineAction({
  title: 'Write a post',
  description:
    'Writes a post, thread, caption, newsletter or article about a topic for an audience, within the limits of ' +
    'its platform, and checks it. States nothing that was not sent; without points and without a model it makes ' +
    'an outline to fill in.',
  effect: 'write',
  timeoutMs: modelTimeoutMs,
  input: DraftInput,
  detail: Type.Object(
    {
      draftId: Type.String({
        title: 'Draft',
        description: 'The identifier of the stored draft, which `schedule` takes.'
      }),
      platform: Type.String({ title: 'Platform', description: 'Its name in requests, such as `linkedin`.' }),
      language: LanguageCode,
      sensitivity: SensitivityName,
      ...ShownDraft.properties,
      altTextSuggestion: Type.String({
        title: 'Alternative text of a picture',
        description: 'A text for people who do not see the picture, if you add one.'
      }),
      lint: Type.Array(
        Type.Object({
          rule: Type.String({ title: 'Rule', description: 'The name of the check for programs.' }),
          level: Type.Enum(['pass', 'warn', 'fail'], {
            title: 'Level',
            description:
              '`pass`, `warn` (could be better) or `fail` (has to be changed). A check that was not made is `pass` too; its `result` tells.'
          }),
          message: Type.String({ title: 'Message', description: 'What was found, in words.' }),
          check: Type.Optional(Type.String({ title: 'Check', description: 'What was checked, in words.' })),
          result: Type.Optional(
            Type.Enum(['passed', 'warning', 'failed', 'not checked'], {
              title: 'Result',
              description: 'The level in words; `not checked` if the check does not apply.'
            })
          )
        }),
        { title: 'Checks', description: 'Every check of the first draft with its result.' }
      ),
      missing: Type.Optional(
        Type.Array(MissingFact, { title: 'Missing', description: 'What only the author knows. Only with an outline.' })
      ),
      variants: Type.Optional(
        Type.Array(ShownDraft, {
          title: 'Variants',
          description: 'Further drafts of the same text. Only if more than one was asked for.'
        })
      ),
      warnings: Type.Array(Type.String(), {
        title: 'Warnings',
        description: 'What to know before publishing, in sentences. Empty if there is nothing.'
      }),
      fallbackReason: FallbackReason
    },
    { 'x-view': synthesizeViews }
  ),
  metrics: Type.Object({
    posts: Type.Integer({ title: 'Posts', description: 'How many posts the text has; above 1 only in a thread.' }),
    characters: Type.Integer({
      title: 'Characters',
      description: 'Length of all posts together, as the platform counts.'
    }),
    limit: Type.Integer({ title: 'Limit', description: 'The longest post that was allowed, in the same unit.' }),
    hashtags: Type.Integer({ title: 'Hashtags', description: 'How many hashtags the text has.' }),
    readingEase: Type.Optional(
      Type.Number({
        title: 'Reading ease',
        description: 'Flesch reading ease: about 0 (hard) to 100 (easy). Only of English texts.'
      })
    ),
    quality: Type.Integer({ title: 'Quality', description: 'From 0 to 100; of an outline at most 50.' }),
    words: Type.Integer({ title: 'Words', description: 'Words of all posts together.' })
  }),
  examples: [
    {
      title: 'A LinkedIn post from facts',
      input: {
        topic: 'Remote onboarding',
        platform: 'linkedin',
        audience: 'engineering managers',
        points: ['New hires get a laptop before day one', 'Every team names one buddy']
      }
    },
    {
      title: 'An outline to fill in',
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
  intents: intents.synthesize,
  errors: {
    content_too_long:
      'The call to action or the link alone, or any text at all, is longer than the platform or maxChars allows.',
    language_not_written: 'The model did not write the text, and the rules do not write its language.'
  },
  needs: { model: MODEL, records: Records },

  async run(input, { model, records, signal, progress }) {
    const { request, warning, language, ...found } = readRequest(input, model.name !== undefined)
    const platform = await records.storedPlatform(found.platform)
    const { topic, audience, points } = request
    const ruler = rulerFor(platform, input.maxChars)
    checkRoom(request, platform, ruler)
    const read = readSubject(topic, request.goal, { language, context: [audience, ...points] })
    const subject = points.length > 0 ? withItems(read, points.length) : read
    const assignment = {
      ...{ request, subject, platform, ruler },
      count: input.variants,
      ...(input.hashtags !== undefined && { requestedHashtags: input.hashtags })
    }
    const { drafts, fallbackReason } = await writeDrafts(assignment, model, { signal, progress })
    const [draft, ...others] = drafts
    if (!draft?.posts[0]) throw tooLong(`Not even the topic fits into ${ruler.limit} characters.`, ruler)
    const shownDraft = shown(draft, ruler)
    const draftId = await records.saveDraft(
      { ...request, platform: platform.name, ...shownDraft },
      {
        platform: platform.name,
        title: shownDraft.title ?? subject.heading,
        ...(draft.isOutline && { isOutline: true })
      },
      { topic, ...(audience !== '' && { audience }) }
    )
    return {
      summary: summaryOf(draft, platform, request),
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
        language,
        ...(subject.sensitivity !== undefined && { sensitivity: subject.sensitivity }),
        ...shownDraft,
        altTextSuggestion: draft.altText,
        lint: draft.findings.map(shownFinding),
        ...(draft.isOutline &&
          isWritten(language) && { missing: missingFacts(subject, language, audience || undefined) }),
        ...(others.length > 0 && { variants: others.map(other => shown(other, ruler)) }),
        warnings: [...(warning ? [warning] : []), ...warningsOf(draft, request, assignment)],
        ...(fallbackReason !== undefined && { fallbackReason })
      }
    }
  }
})

/** What `synthesize` is sent, as `run` gets it. */
type DraftInput = Static<typeof DraftInput>

/** A finding as answers show it: with the name of its check and the result in words. */
function shownFinding(finding: Finding) {
  const { rule, level, message } = finding
  const result = wasChecked(finding) ? results[level] : ('not checked' as const)
  return { rule, level, message, check: checks[rule], result }
}

const results = { pass: 'passed', warn: 'warning', fail: 'failed' } as const

/** What was written, in a sentence. */
function summaryOf(draft: Draft, platform: Platform, { topic, audience }: Request): string {
  const readers = audience === '' ? '' : ` for ${audience}`
  const piece = `${pieceOf(draft, platform)} on "${topic}"${readers} (quality ${draft.quality})`
  return draft.isOutline ? `No points were sent: made an outline of ${piece}.` : `Wrote ${piece}.`
}

/** The input, read and checked. */
interface ReadRequest {
  readonly request: Request
  readonly platform: Platform
  readonly language: string
  readonly warning?: string
}

/** Reads the input. Throws `InvalidInput` for what its schema cannot say. */
function readRequest(input: DraftInput, hasModel: boolean): ReadRequest {
  const issues = new Issues()
  const [cta, link] = [oneLine(input.cta ?? ''), input.link]
  const request: Request = {
    topic: readable(input.topic, '#/topic', issues),
    audience: input.audience === undefined ? '' : readable(input.audience, '#/audience', issues),
    points: itemsOf(input.points, pointsForm, '#/points', issues),
    keywords: itemsOf(input.keywords, keywordsForm, '#/keywords', issues),
    goal: input.goal,
    tone: input.tone,
    ...(!isBlank(cta) && { cta }),
    ...(link !== undefined && { link })
  }
  const found = findPlatform(readable(input.platform, '#/platform', issues))
  const { max } = found.platform.hashtags
  if (link !== undefined && !URL.canParse(link))
    issues.add('#/link', 'invalid_url', 'is not an address', 'Send an address such as https://example.com/page.')
  if (max !== undefined && (input.hashtags ?? 0) > max)
    issues.add(
      '#/hashtags',
      'maximum',
      `is more than the ${max} that ${found.platform.title} allows`,
      `Send ${max} or less.`
    )
  const { topic, audience, points } = request
  const language = languageOf(input.language, [topic, audience, ...points], hasModel, issues)
  issues.check()
  return { request, language, ...found }
}
