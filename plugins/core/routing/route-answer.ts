import { type Static, Type } from '@product-host/sdk'
import type { Filled } from '../slots/fill.js'
import { cut, quoted } from '../text/cut.js'
import type { Candidate } from './rank.js'
import type { Routing } from './router.js'
import type { Target } from './target.js'

const share = Type.Number({ minimum: 0, maximum: 1 })

const CandidateDetail = Type.Object({
  product: Type.String(),
  action: Type.String(),
  score: share,
  parts: Type.Object({ lexical: share, coverage: share, similarity: share, cue: share }),
  matchedTerms: Type.Array(Type.String(), { description: 'Stems of words.' }),
  why: Type.String()
})

/** The detail of route. */
export const RouteDetail = Type.Object({
  decision: Type.Enum(['matched', 'ambiguous', 'none']),
  intent: Type.Optional(Type.String()),
  chosen: Type.Optional(
    Type.Object({
      product: Type.String(),
      action: Type.String(),
      score: share,
      margin: Type.Number({ description: 'By how much it leads.' }),
      effect: Type.Enum(['read', 'write', 'external']),
      input: Type.Record(Type.String(), Type.Unknown()),
      missing: Type.Array(Type.String(), { description: 'Required fields of which the intent says nothing.' })
    })
  ),
  candidates: Type.Array(CandidateDetail),
  executed: Type.Optional(
    Type.Object({
      ok: Type.Boolean(),
      summary: Type.String(),
      metrics: Type.Record(Type.String(), Type.Number()),
      detail: Type.Record(Type.String(), Type.Unknown())
    })
  ),
  catalogue: Type.Optional(
    Type.Array(
      Type.Object({
        product: Type.String(),
        action: Type.String(),
        title: Type.String(),
        description: Type.String(),
        effect: Type.Enum(['read', 'write', 'external']),
        ask: Type.Optional(Type.String({ description: 'How a person might ask for it.' }))
      })
    )
  )
})
export type RouteDetail = Static<typeof RouteDetail>

/** The metrics of route. */
export const RouteMetrics = Type.Object({
  topScore: Type.Optional(Type.Number()),
  margin: Type.Optional(Type.Number()),
  candidates: Type.Integer({ description: 'Actions that have anything of the intent.' }),
  considered: Type.Integer({ description: 'Actions that were weighed.' })
})

/** What was found for an intent, without what a run of it came to. */
export function routeDetail(
  intent: string,
  { decision, candidates, margin }: Routing,
  filled: (Filled & { readonly effect: 'read' | 'write' | 'external' }) | undefined,
  top: number
): RouteDetail {
  const [first] = candidates
  return {
    decision,
    intent,
    ...(first &&
      filled && {
        chosen: {
          product: first.target.product,
          action: first.target.name,
          score: first.score,
          margin,
          effect: filled.effect,
          input: { ...filled.input },
          missing: [...filled.missing]
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
  const [first, second] = candidates
  const asked = quoted(cut(intent, 60))
  if (!first || decision === 'none') return `No enabled action fits ${asked}.`
  if (decision === 'ambiguous')
    return `${asked} fits ${first.target.id} and ${second?.target.id} alike (scores ${first.score.toFixed(2)} and ${second?.score.toFixed(2)}).`
  return `${asked} best fits ${first.target.id} (score ${first.score.toFixed(2)}).`
}

/** The targets as a list to choose from. */
export function catalogueOf(targets: readonly Target[]) {
  return targets.map(({ product, name, title, description, effect, asks }) => ({
    product,
    action: name,
    title,
    description,
    effect,
    ...(asks.sentences[0] !== undefined && { ask: asks.sentences[0] })
  }))
}

function candidateDetail({
  target,
  score,
  parts,
  matchedTerms,
  cue,
  clauses
}: Candidate): RouteDetail['candidates'][number] {
  const reasons = [
    ...(clauses ? [`asks for ${clauses} things, one after the other`] : []),
    ...(cue === undefined ? [] : [`says ${quoted(cue)}`]),
    ...(matchedTerms.length > 0 ? [`shares ${matchedTerms.length} of its words`] : []),
    ...(parts.similarity >= 0.5 ? ['is much like one of its sentences'] : [])
  ]
  return {
    product: target.product,
    action: target.name,
    score,
    parts: { ...parts },
    matchedTerms: [...matchedTerms],
    why: `The intent ${reasons.join(', ')}.`
  }
}
