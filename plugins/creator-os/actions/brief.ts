import {
  defineAction,
  MODEL,
  PRODUCTS,
  ProductError,
  type Products,
  type Static,
  Type,
  type View
} from '@product-host/sdk'
import { isRecord } from '@product-host/toolkit/guards'
import { counted } from '@product-host/toolkit/numbers'
import { graphemes } from '@product-host/toolkit/text'
import {
  Engine,
  FallbackReason,
  Goal,
  Issues,
  itemsOf,
  keywordsForm,
  Language,
  LanguageCode,
  languageOf,
  modelTimeoutMs,
  platformsForm,
  pointsForm,
  readable,
  SensitivityName,
  Tone,
  textList
} from '../input.js'
import { isWritten, languageName } from '../languages/languages.js'
import { findPlatform, PlatformSpec, specOf } from '../platform.js'
import { type Platform, usualPlatforms } from '../platform-table.js'
import { Records } from '../records.js'
import { readSubject, type Subject } from '../topic.js'
import { BriefContent, type BriefRequest, discoveryBrief, suggestedBrief, writeBrief } from '../writing/brief.js'
import { MissingFact, missingFacts } from '../writing/copy.js'
import intents from './intents.json' with { type: 'json' }

/** What `brief` is sent. */
const BriefInput = Type.Object({
  topic: Type.Optional(
    Type.String({
      maxLength: 200,
      title: 'Topic',
      description: 'What the text is about. If empty: the last topic that you worked on.'
    })
  ),
  audience: Type.Optional(Type.String({ maxLength: 120, title: 'Audience', description: 'Who reads the text.' })),
  goal: Goal,
  platforms: Type.Optional(
    textList(platformsForm, 'Platforms', 'Where the text appears, such as LinkedIn. If empty: LinkedIn and X.')
  ),
  keywords: Type.Optional(textList(keywordsForm, 'Keywords', 'Words that readers search for.')),
  points: Type.Optional(textList(pointsForm, 'Points', 'Facts that you know already.')),
  tone: Tone,
  language: Language
})

/** Something that the account remembers and that a text may draw on. */
const Source = Type.Object({
  key: Type.String({ title: 'Key', description: 'The key of the memory in the product `core`.' }),
  value: Type.String({ title: 'Value', description: 'Its text, at most 300 characters.' })
})

/** How an answer of brief is shown. */
const briefViews: readonly View[] = [
  { view: 'cards', title: 'Angles', items: '/angles', heading: ['/kind', '/idea'], text: ['/hook'], copy: true },
  { view: 'timeline', title: 'Outline', items: '/outline', heading: ['/heading'], text: ['/note'] },
  { view: 'table', title: 'Platforms', items: '/platforms', columns: ['/title', '/longest', '/format'] },
  { view: 'table', title: 'Sources', items: '/sources' }
]

/** Prepares a text: angles, outline, questions, keywords and what its platforms take. */
export const brief = defineAction({
  title: 'Prepare a text',
  description:
    'Prepares a text about a topic: three angles with first lines, key message, outline, the questions of ' +
    'readers, keywords, the proof that is needed and what each platform takes. Without any topic it helps to find ' +
    'one.',
  effect: 'write',
  timeoutMs: modelTimeoutMs,
  input: BriefInput,
  detail: Type.Object(
    {
      briefId: Type.String({ title: 'Brief', description: 'The identifier of the stored brief.' }),
      basis: Type.Enum(['topic', 'last_topic', 'discovery'], {
        title: 'Basis',
        description:
          '`topic`: the topic that was sent; `last_topic`: the one before, as none was sent; `discovery`: none, so that the brief helps to find one.'
      }),
      topic: Type.Optional(
        Type.String({ title: 'Topic', description: 'What the text is about. Left out if there is no topic yet.' })
      ),
      audience: Type.Optional(
        Type.String({ title: 'Audience', description: 'Who reads the text. Left out if that is not known.' })
      ),
      goal: Type.String({
        title: 'Goal',
        description: 'What the text is for: `educate`, `sell`, `engage` or `announce`.'
      }),
      language: LanguageCode,
      intent: Type.Optional(
        Type.String({
          title: 'Intent',
          description:
            'The kind of text: `how-to`, `list`, `comparison`, `opinion`, `announcement` or `case` (what happened to somebody).'
        })
      ),
      sensitivity: SensitivityName,
      ...BriefContent.properties,
      missing: Type.Optional(
        Type.Array(MissingFact, {
          title: 'Missing',
          description: 'What only the author knows. Only if no points were sent.'
        })
      ),
      platforms: Type.Array(PlatformSpec, { title: 'Platforms', description: 'What each platform takes.' }),
      sources: Type.Array(Source, {
        title: 'Sources',
        description: 'At most three memories of the account about the topic.'
      }),
      warnings: Type.Array(Type.String(), {
        title: 'Warnings',
        description: 'What could not be done as asked, in sentences. Empty if all was.'
      }),
      engine: Engine,
      fallbackReason: FallbackReason
    },
    { 'x-view': briefViews }
  ),
  metrics: Type.Object({
    angles: Type.Integer({ title: 'Angles', description: 'How many ways into the topic it has.' }),
    outlineSections: Type.Integer({ title: 'Sections', description: 'How many sections the outline has.' }),
    keywords: Type.Integer({ title: 'Keywords', description: 'How many keywords it names; at most 15.' }),
    platforms: Type.Integer({ title: 'Platforms', description: 'How many platforms it is for.' }),
    sources: Type.Integer({ title: 'Sources', description: 'How many memories it draws on; at most 3.' })
  }),
  examples: [
    { title: 'Find a topic, or go on with the last one', input: {} },
    {
      title: 'A how-to',
      input: { topic: 'How to run better meetings', audience: 'team leads', platforms: 'linkedin, blog' }
    }
  ],
  intents: intents.brief,
  errors: {
    language_not_written: 'The model did not write the brief, and the rules do not write its language.'
  },
  needs: { model: MODEL, products: PRODUCTS, records: Records },

  async run(input, { model, products, records, signal, progress }) {
    const assignment = await readAssignment(input, records, model.name !== undefined)
    const { request, platforms, basis, topic, language, warnings } = assignment
    const { audience, goal, points } = request
    const subject =
      topic === undefined ? undefined : readSubject(topic, goal, { language, context: [audience ?? '', ...points] })
    const memories = topic === undefined ? { sources: [] } : await relatedMemories(products, topic, signal)
    const suggested = subject
      ? await suggestedBrief(model, {
          subject,
          request: { ...request, topic: subject.topic, audience: audience ?? '' },
          memories: memories.sources.map(({ value }) => value),
          signal,
          progress
        })
      : {}
    if (!isWritten(language) && !suggested.content) throw notWritten(language, suggested.fallbackReason)
    const content = { ...ruledBrief(subject, request, language), ...suggested.content }
    const missing = subject && points.length === 0 && isWritten(language) && missingFacts(subject, language, audience)
    const engine: 'rules' | 'model' = suggested.content ? 'model' : 'rules'
    const about = { ...(topic !== undefined && { topic }), ...(audience !== undefined && { audience }), goal }
    const specs = platforms.map(specOf)
    const briefId = await records.saveBrief(
      { ...about, ...content },
      topic === undefined ? undefined : { topic, ...(audience !== undefined && { audience }) }
    )
    const counts = `${counted(content.outline.length, 'section')}, ${counted(specs.length, 'platform')}`
    return {
      summary: subject
        ? `Brief for "${subject.topic}": ${subject.intent}${audience === undefined ? '' : ` for ${audience}`}, ${counts}.`
        : `No topic yet: a brief with ${content.questions.length} questions to find one.`,
      metrics: {
        angles: content.angles.length,
        outlineSections: content.outline.length,
        keywords: content.keywords.length,
        platforms: specs.length,
        sources: memories.sources.length
      },
      detail: {
        briefId,
        basis,
        ...about,
        language,
        ...(subject && { intent: subject.intent }),
        ...(subject?.sensitivity !== undefined && { sensitivity: subject.sensitivity }),
        ...content,
        ...(missing && { missing }),
        platforms: specs,
        sources: [...memories.sources],
        warnings: [...warnings, ...(memories.warning === undefined ? [] : [memories.warning])],
        engine,
        ...(suggested.fallbackReason !== undefined && { fallbackReason: suggested.fallbackReason })
      }
    }
  }
})

/** What `brief` is sent, as `run` gets it. */
type BriefInput = Static<typeof BriefInput>

/** What a brief is to be about, and what it goes by: the topic that was sent, the last one, or none. */
interface BriefAssignment {
  readonly request: BriefRequest
  readonly platforms: readonly Platform[]
  readonly basis: 'topic' | 'last_topic' | 'discovery'
  readonly topic?: string
  readonly language: string
  readonly warnings: readonly string[]
}

/** Reads the input. Throws `InvalidInput` for what its schema cannot say. */
async function readAssignment(input: BriefInput, records: Records, hasModel: boolean): Promise<BriefAssignment> {
  const issues = new Issues()
  const sent = input.topic === undefined ? undefined : readable(input.topic, '#/topic', issues)
  const sentAudience = input.audience === undefined ? undefined : readable(input.audience, '#/audience', issues)
  const names = itemsOf(input.platforms, platformsForm, '#/platforms', issues)
  const keywords = itemsOf(input.keywords, keywordsForm, '#/keywords', issues)
  const points = itemsOf(input.points, pointsForm, '#/points', issues)
  const last = sent === undefined ? await records.lastTopic() : undefined
  const topic = sent ?? last?.topic
  const audience = sentAudience ?? last?.audience
  const language = languageOf(
    input.language,
    [topic ?? '', audience ?? '', ...points],
    hasModel && topic !== undefined,
    issues
  )
  issues.check()
  const found = (names.length > 0 ? names : usualPlatforms).map(findPlatform)
  const platforms = [...new Map(found.map(({ platform }) => [platform.name, platform])).values()]
  return {
    request: { goal: input.goal, tone: input.tone, keywords, points, ...(audience !== undefined && { audience }) },
    platforms,
    basis: sent !== undefined ? 'topic' : last ? 'last_topic' : 'discovery',
    ...(topic !== undefined && { topic }),
    language,
    warnings: found.flatMap(({ warning }) => warning ?? [])
  }
}

/** The brief by the rules; that in English is the frame of one that the model writes in a language that they do not write. */
function ruledBrief(subject: Subject | undefined, request: BriefRequest, language: string): BriefContent {
  const written = isWritten(language) ? language : 'en'
  return subject ? writeBrief(subject, request, written) : discoveryBrief(request, written)
}

function notWritten(language: string, reason = 'no draft'): ProductError {
  const message = `The model did not write the brief (${reason}), and without it there is none in ${languageName(language)}.`
  return new ProductError('language_not_written', message, {
    details: { language },
    retryable: reason === 'timeout' || reason === 'unavailable'
  })
}

/** What the account's memories hold about a topic. */
interface FoundMemories {
  readonly sources: readonly { readonly key: string; readonly value: string }[]
  /** Why there are none, where the search failed. */
  readonly warning?: string
}

/** Most memories that a brief takes up, and most of each in graphemes. */
const mostMemories = { memories: 3, length: 300 }

/** Searches the account's memories for a topic, where this deployment serves a product that has them. */
async function relatedMemories(products: Products, query: string, signal: AbortSignal): Promise<FoundMemories> {
  const core = products.describe().find(({ slug }) => slug === 'core')
  if (!core?.actions.some(({ name }) => name === 'recall')) return { sources: [] }
  const { ok, detail } = await products.execute('core', 'recall', { query, limit: mostMemories.memories }, { signal })
  if (!ok) return { sources: [], warning: `The memories could not be searched (${codeOf(detail.error)}).` }
  const items = Array.isArray(detail.items) ? detail.items : []
  const sources = items.filter(isMemory).map(({ key, value }) => ({ key, value: shortenedMemory(value) }))
  return { sources: sources.slice(0, mostMemories.memories) }
}

function isMemory(item: unknown): item is { key: string; value: string } {
  return isRecord(item) && typeof item.key === 'string' && typeof item.value === 'string'
}

function shortenedMemory(value: string): string {
  const parts = graphemes(value)
  return parts.length > mostMemories.length ? `${parts.slice(0, mostMemories.length - 1).join('')}…` : value
}

function codeOf(error: unknown): string {
  return isRecord(error) && error.code !== undefined ? String(error.code) : 'unknown'
}
