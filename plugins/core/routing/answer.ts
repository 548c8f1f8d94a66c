import { type Static, Type } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import limits from '../tables/limits.json' with { type: 'json' }
import weights from '../tables/weights.json' with { type: 'json' }
import { called, effectsInWords } from '../titles.js'
import type { Candidate, Request, Routing } from './request.js'
import type { Target } from './targets.js'

/** A number from 0 to 1. */
function share(title: string, description?: string) {
  return Type.Number({ title, minimum: 0, maximum: 1, ...(description !== undefined && { description }) })
}

const CandidateDetail = Type.Object({
  product: Type.String({ title: 'Product' }),
  action: Type.String({ title: 'Action' }),
  score: share('Score'),
  parts: Type.Object(
    {
      lexical: share('Words'),
      coverage: share('Coverage'),
      similarity: share('Likeness to a phrase'),
      cue: share('Keyword'),
      learned: share('Learned', 'How likely the learned model takes it to be.')
    },
    { title: 'Parts of the score' }
  ),
  matchedTerms: Type.Array(Type.String(), { title: 'Shared words', description: 'Stems of words.' }),
  why: Type.String({ title: 'Why' }),
  title: Type.Optional(Type.String({ title: 'Action in words' })),
  productTitle: Type.Optional(Type.String({ title: 'Product' }))
})

/** The detail of route. */
export const RouteDetail = Type.Object({
  decision: Type.Enum(['matched', 'ambiguous', 'none'], { title: 'Decision' }),
  outcome: Type.Optional(
    Type.Enum(['matched', 'ambiguous', 'no match'], {
      title: 'Result',
      description: 'The decision in words; left out where nothing was asked for.'
    })
  ),
  intent: Type.Optional(Type.String({ title: 'Request' })),
  chosen: Type.Optional(
    Type.Object(
      {
        product: Type.String({ title: 'Product' }),
        action: Type.String({ title: 'Action' }),
        score: share('Score'),
        margin: Type.Number({ title: 'Lead over the next', description: 'By how much it leads.' }),
        effect: Type.Enum(['read', 'write', 'external'], { title: 'Effect' }),
        input: Type.Record(Type.String(), Type.Unknown(), { title: 'Input' }),
        missing: Type.Array(Type.String(), {
          title: 'Missing fields',
          description: 'Required fields of which the request says nothing.'
        }),
        confidence: share('Confidence', 'How often a request at such a score is routed right.'),
        unused: Type.Array(Type.String(), {
          title: 'Not understood',
          description: 'Words that were not understood; with any of them nothing is run.'
        }),
        background: Type.Optional(
          Type.Array(Type.String(), {
            title: 'Background',
            description: 'What the request only tells, such as a reason. Nothing is done for it.'
          })
        ),
        refusal: Type.Optional(
          Type.String({
            title: 'Refused because',
            description: 'The code with which execute would refuse; left out where it would run.'
          })
        )
      },
      { title: 'Chosen action' }
    )
  ),
  candidates: Type.Array(CandidateDetail, { title: 'Candidates' }),
  executed: Type.Optional(
    Type.Object(
      {
        ok: Type.Boolean({ title: 'Succeeded' }),
        summary: Type.String({ title: 'Summary' }),
        metrics: Type.Record(Type.String(), Type.Number(), { title: 'Figures' }),
        detail: Type.Record(Type.String(), Type.Unknown(), { title: 'Details' })
      },
      { title: 'What came of it' }
    )
  ),
  catalogue: Type.Optional(
    Type.Array(
      Type.Object({
        product: Type.String({ title: 'Product' }),
        action: Type.String({ title: 'Action' }),
        title: Type.String({ title: 'Title' }),
        description: Type.String({ title: 'Description' }),
        effect: Type.Enum(['read', 'write', 'external'], { title: 'Effect' }),
        ask: Type.Optional(Type.String({ title: 'How to ask for it', description: 'How a person might ask for it.' })),
        productTitle: Type.Optional(Type.String({ title: 'Product' })),
        does: Type.Optional(Type.Enum(['only reads', 'writes', 'calls other services'], { title: 'What it does' }))
      }),
      { title: 'Available actions' }
    )
  )
})

export type RouteDetail = Static<typeof RouteDetail>

/** The metrics of route. */
export const RouteMetrics = Type.Object({
  topScore: Type.Optional(Type.Number({ title: 'Best score' })),
  margin: Type.Optional(Type.Number({ title: 'Lead over the next' })),
  candidates: Type.Integer({ title: 'Candidates', description: 'Actions that share anything with the request.' }),
  considered: Type.Integer({ title: 'Actions weighed', description: 'Actions that were weighed.' })
})

/** What was found for an intent, without what a run of it came to. */
export function routeDetail(
  intent: string,
  { decision, candidates, margin }: Routing,
  request: (Request & { readonly refusal: string | undefined; readonly background: readonly string[] }) | undefined,
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
  const [first, second] = candidates
  const request = quoted(cut(intent, 60))
  if (!first || decision === 'none') return `No enabled action fits ${request}.`
  if (decision === 'ambiguous')
    return `${request} fits ${called(first.target)} and ${second ? called(second.target) : ''} alike (scores ${first.score.toFixed(2)} and ${second?.score.toFixed(2)}).`
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
  keyword,
  clauses
}: Candidate): RouteDetail['candidates'][number] {
  const reasons = [
    ...(clauses ? [`asks for ${clauses} things, one after the other`] : []),
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
export const RouteInput = Type.Object({
  intent: Type.Optional(
    Type.String({
      title: 'Request',
      minLength: 1,
      maxLength: limits.route.longestIntent,
      pattern: '\\S',
      description: 'What you want, in plain words. If empty: all actions are listed.'
    })
  ),
  top: Type.Integer({
    title: 'Candidates to show',
    minimum: 1,
    maximum: limits.route.mostCandidates,
    default: limits.route.usualCandidates,
    description: 'How many of the actions that fit to show, the best first.'
  }),
  execute: Type.Boolean({ title: 'Run it', default: false, description: 'If on, the action that fits best is run.' }),
  input: Type.Record(Type.String(), Type.Unknown(), {
    title: 'Input',
    default: {},
    description: 'Fields of the action, which replace what is read out of the request.'
  }),
  threshold: Type.Number({
    title: 'Lowest score that matches',
    minimum: 0,
    maximum: 1,
    default: weights.bars.threshold,
    description: 'The score, from 0 to 1, that an action needs to fit.'
  }),
  only: Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 200 }),
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })
      ],
      {
        title: 'Choose from',
        description: 'Products (core) or single actions (core.recall) to choose from. If empty: all.'
      }
    )
  ),
  confirm: Type.Boolean({
    title: 'Confirm',
    default: false,
    description:
      'If on, actions that call other services or delete what is stored may be run, and a question may change something.'
  })
})

export type RouteInput = Static<typeof RouteInput>

/** Names as a caller sends them, in a list or in one text with commas. */
export function readNames(sent: string | readonly string[] | undefined): readonly string[] | undefined {
  if (sent === undefined) return undefined
  const names = typeof sent === 'string' ? sent.split(',') : sent
  return names.map(name => name.trim()).filter(name => name !== '')
}
