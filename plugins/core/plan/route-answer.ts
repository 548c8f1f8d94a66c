import { type Static, Type } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import { called, effectsInWords, Timing } from '../calls.js'
import { anyMembers, effects, members, share } from '../members.js'
import type { Target } from '../reading/fields.js'
import type { Candidate, Request, Routing } from '../reading/reading.js'
import limits from '../tables/limits.json' with { type: 'json' }
import weights from '../tables/weights.json' with { type: 'json' }

const Candidates = Type.Array(
  members('candidate', {
    product: Type.String(),
    action: Type.String(),
    score: share(),
    parts: members('scoreParts', {
      lexical: share(),
      coverage: share(),
      similarity: share(),
      cue: share(),
      learned: share()
    }),
    matchedTerms: Type.Array(Type.String()),
    why: Type.String(),
    title: Type.Optional(Type.String()),
    productTitle: Type.Optional(Type.String())
  })
)

const Chosen = members('chosen', {
  product: Type.String(),
  action: Type.String(),
  score: share(),
  margin: Type.Number(),
  effect: effects(),
  input: anyMembers(),
  missing: Type.Array(Type.String()),
  confidence: share(),
  unused: Type.Array(Type.String()),
  background: Type.Optional(Type.Array(Type.String())),
  schedule: Type.Optional(Timing),
  refusal: Type.Optional(Type.String())
})

const Executed = members('executed', {
  ok: Type.Boolean(),
  summary: Type.String(),
  metrics: Type.Record(Type.String(), Type.Number()),
  detail: anyMembers()
})

const Catalogue = Type.Array(
  members('catalogueItem', {
    product: Type.String(),
    action: Type.String(),
    title: Type.String(),
    description: Type.String(),
    effect: effects(),
    ask: Type.Optional(Type.String()),
    productTitle: Type.Optional(Type.String()),
    does: Type.Optional(Type.Enum(['only reads', 'writes', 'calls other services']))
  })
)

/** The detail of route. */
export const RouteDetail = members('routeDetail', {
  decision: Type.Enum(['matched', 'ambiguous', 'none']),
  outcome: Type.Optional(Type.Enum(['matched', 'ambiguous', 'no match'])),
  intent: Type.Optional(Type.String()),
  chosen: Type.Optional(Chosen),
  candidates: Candidates,
  executed: Type.Optional(Executed),
  catalogue: Type.Optional(Catalogue)
})

export type RouteDetail = Static<typeof RouteDetail>

/** The metrics of route. */
export const RouteMetrics = members('routeMetrics', {
  topScore: Type.Optional(Type.Number()),
  margin: Type.Optional(Type.Number()),
  candidates: Type.Integer(),
  considered: Type.Integer()
})

/** What is told of a request beside its input. */
interface Told {
  readonly refusal: string | undefined
  readonly background: readonly string[]
  readonly schedule?: Timing | undefined
}

/** What was found for an intent, without what a run of it came to. */
export function routeDetail(
  intent: string,
  { decision, candidates, margin }: Routing,
  request: (Request & Told) | undefined,
  top: number
): RouteDetail {
  const [first] = candidates
  return {
    decision,
    outcome: decision === 'none' ? 'no match' : decision,
    intent,
    ...(first &&
      request && {
        chosen: {
          product: first.target.product,
          action: first.target.name,
          score: first.score,
          margin,
          effect: request.effect,
          input: { ...request.input },
          missing: [...request.missing],
          confidence: first.confidence,
          unused: [...request.unused],
          ...(request.background.length > 0 && { background: [...request.background] }),
          ...(request.schedule && { schedule: request.schedule }),
          ...(request.refusal !== undefined && { refusal: request.refusal })
        }
      }),
    candidates: candidates.slice(0, top).map(candidateDetail)
  }
}

/** The metrics of a routing. */
export function routeMetrics({ candidates, margin, considered }: Routing) {
  const [first] = candidates
  return { ...(first && { topScore: first.score, margin }), candidates: candidates.length, considered }
}

/** One sentence that says where an intent leads. */
export function routeSummary(intent: string, { decision, candidates }: Routing): string {
  const [first] = candidates
  const rivals = candidates.slice(0, 2)
  const scores = rivals.map(({ score }) => score.toFixed(2)).join(' and ')
  const request = quoted(cut(intent, 60))
  if (!first || decision === 'none') return `No enabled action fits ${request}.`
  if (decision === 'ambiguous')
    return `${request} fits ${rivals.map(({ target }) => called(target)).join(' and ')} alike (scores ${scores}).`
  return `${request} best fits ${called(first.target)} (score ${first.score.toFixed(2)}).`
}

/** The targets as a list to choose from. */
export function catalogueOf(targets: readonly Target[]) {
  return targets.map(({ product, productTitle, name, title, description, effect, intents }) => ({
    product,
    action: name,
    title,
    description,
    effect,
    ...(intents.phrases[0] !== undefined && { ask: intents.phrases[0] }),
    productTitle,
    does: effectsInWords[effect]
  }))
}

function candidateDetail({
  target,
  score,
  parts,
  matchedTerms,
  keyword
}: Candidate): RouteDetail['candidates'][number] {
  const reasons = [
    ...(keyword === undefined ? [] : [`says ${quoted(keyword)}`]),
    ...(matchedTerms.length > 0 ? [`shares ${matchedTerms.length} of its words`] : []),
    ...(parts.similarity >= 0.5 ? ['is much like one of its sentences'] : [])
  ]
  return {
    product: target.product,
    action: target.name,
    score,
    parts: { ...parts },
    matchedTerms: [...matchedTerms],
    why: `The request ${reasons.join(', ')}.`,
    title: target.title,
    productTitle: target.productTitle
  }
}

/** The input of route. */
export const RouteInput = members('routeInput', {
  intent: Type.Optional(Type.String({ minLength: 1, maxLength: limits.route.longestIntent, pattern: '\\S' })),
  top: Type.Integer({ minimum: 1, maximum: limits.route.mostCandidates, default: limits.route.usualCandidates }),
  execute: Type.Boolean({ default: false }),
  input: anyMembers({ default: {} }),
  threshold: Type.Number({ minimum: 0, maximum: 1, default: weights.bars.threshold }),
  only: Type.Optional(
    Type.Union([
      Type.String({ minLength: 1, maxLength: 200 }),
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })
    ])
  ),
  confirm: Type.Boolean({ default: false })
})

export type RouteInput = Static<typeof RouteInput>

/** Names as a caller sends them, in a list or in one text with commas. */
export function readNames(sent: string | readonly string[] | undefined): readonly string[] | undefined {
  if (sent === undefined) return undefined
  const names = typeof sent === 'string' ? sent.split(',') : sent
  return names.map(name => name.trim()).filter(name => name !== '')
}
