import { type Static, Type } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import type { Target } from '../reading/fields.js'
import type { Candidate, Request, Routing } from '../reading/reading.js'
import limits from '../tables/limits.json' with { type: 'json' }
import weights from '../tables/weights.json' with { type: 'json' }
import { called, effectsInWords } from '../titles.js'

/** A number from 0 to 1. */
function share(title: string, description: string) {
  return Type.Number({ title, description, minimum: 0, maximum: 1 })
}

const productText = 'The slug of the product, such as `core`.'

const actionText = 'The name of the action, such as `recall`.'

const effectText = '`read`: only reads; `write`: changes what is stored; `external`: calls other services.'

const CandidateDetail = Type.Object({
  product: Type.String({ title: 'Product', description: productText }),
  action: Type.String({ title: 'Action', description: actionText }),
  score: share('Score', 'How well the action fits the request, from 0 to 1.'),
  parts: Type.Object(
    {
      lexical: share(
        'Words',
        'How well the words of the request match those of the action, compared with the best action.'
      ),
      coverage: share(
        'Coverage',
        'Which share of the known words of the request the action has; rare words count more.'
      ),
      similarity: share(
        'Likeness to a phrase',
        'How like the request is to the most similar phrase that the action declares.'
      ),
      cue: share('Keyword', 'Above 0 if the request has a keyword of the action; 1 if it begins with one.'),
      learned: share('Learned', 'How likely the learned model takes it to be.')
    },
    { title: 'Parts of the score', description: 'What the score is made of, each from 0 to 1.' }
  ),
  matchedTerms: Type.Array(Type.String(), {
    title: 'Shared words',
    description: 'Stems of the words that request and action share.'
  }),
  why: Type.String({ title: 'Why', description: 'What speaks for the action, in a sentence.' }),
  title: Type.Optional(Type.String({ title: 'Action in words', description: 'The title of the action.' })),
  productTitle: Type.Optional(Type.String({ title: 'Product', description: 'The title of the product.' }))
})

/** The detail of route. */
export const RouteDetail = Type.Object({
  decision: Type.Enum(['matched', 'ambiguous', 'none'], {
    title: 'Decision',
    description:
      '`matched`: one action fits best; `ambiguous`: two fit alike; `none`: no action fits, or nothing was asked for.'
  }),
  outcome: Type.Optional(
    Type.Enum(['matched', 'ambiguous', 'no match'], {
      title: 'Result',
      description: 'The decision in words. Left out if nothing was asked for.'
    })
  ),
  intent: Type.Optional(Type.String({ title: 'Request', description: 'What was asked for, as it was sent.' })),
  chosen: Type.Optional(
    Type.Object(
      {
        product: Type.String({ title: 'Product', description: productText }),
        action: Type.String({ title: 'Action', description: actionText }),
        score: share('Score', 'How well the action fits the request, from 0 to 1.'),
        margin: Type.Number({ title: 'Lead over the next', description: 'Its score less that of the next candidate.' }),
        effect: Type.Enum(['read', 'write', 'external'], { title: 'Effect', description: effectText }),
        input: Type.Record(Type.String(), Type.Unknown(), {
          title: 'Input',
          description: 'The fields of the action as they were read out of the request.'
        }),
        missing: Type.Array(Type.String(), {
          title: 'Missing fields',
          description: 'Names of required fields of which the request says nothing.'
        }),
        confidence: share(
          'Confidence',
          'How often a request with such a score is routed right, from 0 (never) to 1 (always).'
        ),
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
            description: 'The error code that `execute` would end with. Left out if the action would run.'
          })
        )
      },
      { title: 'Chosen action', description: 'The action that fits best. Left out if none fits.' }
    )
  ),
  candidates: Type.Array(CandidateDetail, {
    title: 'Candidates',
    description: 'The actions that fit, the best first; as many as `top` asks for.'
  }),
  executed: Type.Optional(
    Type.Object(
      {
        ok: Type.Boolean({ title: 'Succeeded', description: 'Whether the action succeeded.' }),
        summary: Type.String({ title: 'Summary', description: 'What the action says of its result, in a sentence.' }),
        metrics: Type.Record(Type.String(), Type.Number(), {
          title: 'Figures',
          description: 'The `metrics` of the action; see its reference.'
        }),
        detail: Type.Record(Type.String(), Type.Unknown(), {
          title: 'Details',
          description: 'The `detail` of the action; see its reference.'
        })
      },
      { title: 'What came of it', description: 'The answer of the chosen action. Only with `execute`.' }
    )
  ),
  catalogue: Type.Optional(
    Type.Array(
      Type.Object({
        product: Type.String({ title: 'Product', description: productText }),
        action: Type.String({ title: 'Action', description: actionText }),
        title: Type.String({ title: 'Title', description: 'The name of the action for people.' }),
        description: Type.String({ title: 'Description', description: 'What the action does.' }),
        effect: Type.Enum(['read', 'write', 'external'], { title: 'Effect', description: effectText }),
        ask: Type.Optional(
          Type.String({ title: 'How to ask for it', description: 'A sentence with which a person might ask for it.' })
        ),
        productTitle: Type.Optional(Type.String({ title: 'Product', description: 'The title of the product.' })),
        does: Type.Optional(
          Type.Enum(['only reads', 'writes', 'calls other services'], {
            title: 'What it does',
            description: 'The effect in words.'
          })
        )
      }),
      { title: 'Available actions', description: 'All actions that can be asked for. Only if nothing was asked for.' }
    )
  )
})

export type RouteDetail = Static<typeof RouteDetail>

/** The metrics of route. */
export const RouteMetrics = Type.Object({
  topScore: Type.Optional(
    Type.Number({
      title: 'Best score',
      description: 'The score of the best candidate, from 0 to 1. Left out without one.'
    })
  ),
  margin: Type.Optional(Type.Number({ title: 'Lead over the next', description: 'The best score less the next one.' })),
  candidates: Type.Integer({ title: 'Candidates', description: 'Actions that share anything with the request.' }),
  considered: Type.Integer({ title: 'Actions weighed', description: 'Actions that the request was compared with.' })
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
        description: 'Products ("core") or single actions ("core.recall") to choose from. If empty: all.'
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
