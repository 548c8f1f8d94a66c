import { defineAction, MODEL, PRODUCTS, Type } from '@product-host/sdk'
import { BriefInput } from '../briefs/brief-input.js'
import { BriefContent } from '../briefs/content.js'
import { suggestedBrief } from '../briefs/model-brief.js'
import { readAssignment } from '../briefs/read-assignment.js'
import { relatedMemories, Source } from '../briefs/sources.js'
import { discoveryBrief, writeBrief } from '../briefs/write-brief.js'
import { PlatformSpec, specOf } from '../platforms/spec.js'
import { Records } from '../records/records.js'
import { readSubject } from '../topic/subject.js'
import { Engine, FallbackReason, modelTimeoutMs } from './fields.js'

/** Prepares a text: angles, outline, questions, keywords and what its platforms take. */
export const brief = defineAction({
  title: 'Brief a text',
  description:
    'Prepares a text about a topic: three angles with first lines, key message, outline, the questions of readers, keywords, the proof that is needed and what each platform takes. Without any topic it helps to find one.',
  effect: 'write',
  timeoutMs: modelTimeoutMs,
  input: BriefInput,
  detail: Type.Object({
    briefId: Type.String(),
    basis: Type.Enum(['topic', 'last_topic', 'discovery']),
    topic: Type.Optional(Type.String()),
    audience: Type.Optional(Type.String()),
    goal: Type.String(),
    intent: Type.Optional(Type.String({ description: 'how-to, list, comparison, opinion, announcement or case.' })),
    ...BriefContent.properties,
    platforms: Type.Array(PlatformSpec),
    sources: Type.Array(Source),
    warnings: Type.Array(Type.String()),
    engine: Engine,
    fallbackReason: FallbackReason
  }),
  metrics: Type.Object({
    angles: Type.Integer(),
    outlineSections: Type.Integer(),
    keywords: Type.Integer(),
    platforms: Type.Integer(),
    sources: Type.Integer()
  }),
  examples: [
    { title: 'Find a topic, or go on with the last one', input: {} },
    {
      title: 'A how-to',
      input: { topic: 'How to run better meetings', audience: 'team leads', platforms: 'linkedin, blog' }
    }
  ],
  asks: {
    sentences: [
      'give me a content brief about remote onboarding',
      'brief me for an article on cold email for founders',
      'what angles could i take on pricing pages',
      'outline a blog article about hiring',
      'plan the content of a post on kubernetes costs',
      'which questions would readers have about sourdough',
      'suggest hooks and keywords for a newsletter on churn',
      'give me a few ideas for articles',
      'i do not know what to write about, help me find a topic',
      'prepare me to write about batteries',
      'what should a piece on insurance cover',
      'give me an outline and a key message',
      'collect angles, keywords and reader questions',
      'research the content of an article',
      'what could I say about heat pumps',
      'find me a fresh angle on time tracking',
      'what do readers want to know about loans',
      'structure my article about gardening'
    ],
    cues: [
      'content brief',
      'creative brief',
      'outline',
      'angles',
      'hooks',
      'what to write about',
      'content idea',
      'ideas for',
      'find a topic',
      'key message',
      'keywords for',
      'brief for',
      'brief on',
      'piece on',
      'plan an article',
      'angle',
      'fresh angle',
      'content plan for an article',
      'structure my',
      'talking points',
      'what could i say',
      'readers want'
    ]
  },
  needs: { model: MODEL, products: PRODUCTS, records: Records },

  async run(input, { model, products, records, account, signal }) {
    const { request, platforms, basis, topic, warnings } = await readAssignment(input, records)
    const { audience, goal } = request
    const subject = topic === undefined ? undefined : readSubject(topic, goal)
    const memories = topic === undefined ? { sources: [] } : await relatedMemories(products, topic, signal)
    const byRules = subject ? writeBrief(subject, request, `${account} brief ${topic}`) : discoveryBrief(request)
    const suggested = subject
      ? await suggestedBrief(model, {
          brief: byRules,
          request: { ...request, topic: subject.topic, audience: audience ?? '' },
          intent: subject.intent,
          memories: memories.sources.map(({ value }) => value),
          signal
        })
      : {}
    const content = suggested.brief ?? byRules
    const engine: 'rules' | 'model' = suggested.brief ? 'model' : 'rules'
    const about = { ...(topic !== undefined && { topic }), ...(audience !== undefined && { audience }), goal }
    const specs = platforms.map(specOf)
    const briefId = await records.keepBrief(
      { ...about, ...content },
      topic === undefined ? undefined : { topic, ...(audience !== undefined && { audience }) }
    )
    const counts = `${content.outline.length} sections, ${specs.length} platform${specs.length === 1 ? '' : 's'}`
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
        ...(subject && { intent: subject.intent }),
        ...content,
        platforms: specs,
        sources: [...memories.sources],
        warnings: [...warnings, ...(memories.warning === undefined ? [] : [memories.warning])],
        engine,
        ...(suggested.fallbackReason !== undefined && { fallbackReason: suggested.fallbackReason })
      }
    }
  }
})
