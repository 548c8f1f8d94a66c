import {
  type Answer,
  ConfirmationRequired,
  type ConfirmationStep,
  defineAction,
  PRODUCTS,
  ProductError,
  type Products,
  SCHEDULES,
  Type,
  type View
} from '@product-host/sdk'
import { quoted } from '@product-host/toolkit/text'
import {
  called,
  type Failure,
  failure,
  failureOf,
  fieldTitles,
  missingOf,
  own,
  runsOthers,
  schedule,
  type Timing
} from '../calls.js'
import {
  catalogueOf,
  RouteDetail,
  RouteInput,
  RouteMetrics,
  readNames,
  routeDetail,
  routeMetrics,
  routeSummary
} from '../plan/route-answer.js'
import type { Target } from '../reading/fields.js'
import { type Candidate, nothingNamed, type Reader, type Request, type Routing, unsure } from '../reading/reading.js'
import { canRecur, recurrenceIn, timingOf } from '../reading/recurrence.js'
import { recurrencesIn } from '../reading/refusals.js'
import { Router } from '../reading/router.js'
import { evenlySpaced } from '../reading/words.js'
import intents from './intents.json' with { type: 'json' }

const routeViews: readonly View[] = [
  {
    view: 'status',
    value: '/outcome',
    tones: { matched: 'good', ambiguous: 'warning', 'no match': 'plain' },
    text: '/executed/summary'
  },
  {
    view: 'cards',
    title: 'What can be asked for',
    items: '/catalogue',
    heading: ['/title'],
    text: ['/description'],
    facts: ['/productTitle', '/ask', '/does']
  },
  {
    view: 'cards',
    title: 'Actions that fit, the best first',
    items: '/candidates',
    heading: ['/title'],
    text: ['/why'],
    facts: ['/productTitle', '/score']
  }
]

/** Finds the action that a sentence asks for, with the input that the sentence gives, and runs it on request. */
export const route = defineAction({
  title: 'Find the action for a request',
  description:
    'Says which action of all enabled products a request in plain words asks for, with what input, and why; runs it when asked to.',
  effect: 'external',
  effectOf: ({ execute, confirm }) => (execute ? (confirm ? 'external' : 'write') : 'read'),
  destructive: true,
  idempotentOf: ({ execute }) => !execute,
  timeoutMs: 60_000,
  input: RouteInput,
  detail: Type.Object(RouteDetail.properties, { 'x-view': routeViews }),
  metrics: RouteMetrics,
  examples: [
    { title: 'What can be asked for', input: {} },
    { title: 'Where a request leads', input: { intent: 'remember that the client prefers mornings' } },
    { title: 'The request done', input: { intent: 'look up the wifi password in my notes', only: 'core' } }
  ],
  errors: {
    no_match: 'Nothing that is enabled fits the intent, so nothing was run.',
    ambiguous: 'Two actions fit alike; nothing was run.',
    negated: 'The intent says not to do it; nothing was run.',
    needs_input:
      'The action needs fields of which the intent says nothing, chosen.missing, or words were not understood, chosen.unused; nothing was run.',
    needs_confirmation:
      'What was chosen leaves the machine, destroys what is stored or is to be done on a schedule, or a question would change something; ' +
      'a person can confirm it.',
    not_executable: 'What was chosen plans or routes in its turn; call it directly, with chosen.input.',
    execution_failed: 'The action was run and failed; executed says how.'
  },
  intents: intents.route,
  confirmationFields: ['confirm'],
  needs: { router: Router, products: PRODUCTS, schedules: SCHEDULES },

  async run(
    { intent, top, execute, input, threshold, only, confirm },
    { router, products, schedules, signal, confirmed }
  ) {
    const reader = await router.ready()
    const allowed = readNames(only)
    if (intent === undefined) return catalogue(reader, allowed)
    const asking = { reader, threshold, only: allowed, input, confirm }
    const once = readIntent(intent, asking)
    const { routing, chosen, ...found } = (once.refusal && recurring(intent, once, asking)) || once
    const [step] = confirmed?.steps ?? []
    const refusal = step ? undefined : found.refusal
    const detail = routeDetail(intent, routing, chosen && { ...chosen, refusal: refusal?.code }, top)
    const metrics = routeMetrics(routing)
    if (!execute) return { summary: routeSummary(intent, routing), metrics, detail }
    if (refusal) throw refused(refusal, detail, metrics)
    const executed = step?.schedule
      ? await schedule(step, step.schedule, schedules)
      : await run(step ?? detail.chosen, products, signal)
    const lacking = missingOf(executed)
    if (lacking && detail.chosen && chosen)
      throw incomplete(
        { ...detail, chosen: { ...detail.chosen, missing: [...lacking] } },
        chosen.target,
        lacking,
        metrics
      )
    if (!executed.ok) throw failed(executed, detail, metrics)
    return { summary: executed.summary, metrics, detail: { ...detail, executed: plainly(executed) } }
  }
})

/** How an intent is read. */
interface Asking {
  readonly reader: Reader
  readonly threshold: number
  readonly only: readonly string[] | undefined
  readonly input: Readonly<Record<string, unknown>>
  readonly confirm: boolean
}

interface ReadIntent {
  readonly routing: Routing
  readonly chosen: Chosen | undefined
  readonly refusal: Failure | undefined
}

function readIntent(intent: string, { reader, input, confirm, ...options }: Asking): ReadIntent {
  const routing = reader.route(intent, options)
  const [first] = routing.decision === 'none' ? [] : routing.candidates
  const chosen = first && choose(intent, first, input, reader)
  return { routing, chosen, refusal: refusalOf(routing, chosen, routeSummary(intent, routing), confirm) }
}

/**
 * An intent that says at which times of which days one thing is to be done, where it is not understood as a whole: a person confirms it, and
 * a schedule is made. Undefined where something else of it needs a person.
 */
function recurring(intent: string, { chosen: whole }: ReadIntent, asking: Asking): ReadIntent | undefined {
  const recurrence = recurrenceIn(evenlySpaced(intent))
  if (!recurrence || (whole && whole.missing.length + whole.doubts.length === 0)) return undefined
  const { routing, chosen, refusal } = readIntent(recurrence.rest, { ...asking, confirm: true })
  if (!chosen || refusal || chosen.isOnlyAsked || chosen.destroys !== undefined) return undefined
  if (!canRecur(recurrence, chosen.target)) return undefined
  return {
    routing,
    chosen: { ...chosen, schedule: timingOf(intent, recurrence) },
    refusal: failure('needs_confirmation', `${called(chosen.target)} is to run on a schedule: ${recurrence.words}.`)
  }
}

/** What an intent asks of the action that was chosen. */
interface Chosen extends Request {
  /** When a schedule of it is due, if one is made in place of running it. */
  readonly schedule?: Timing
  readonly target: Target
  /** The intent says that this is not to be done. */
  readonly isNegated: boolean
  /** What the intent tells beside what it asks for. */
  readonly background: readonly string[]
}

function choose(
  intent: string,
  { target, score }: Candidate,
  given: Readonly<Record<string, unknown>>,
  reader: Reader
): Chosen {
  const whole = { text: intent, details: [] }
  if (isPlan(target)) {
    const request = reader.request({ text: '', details: [] }, target, nothingNamed, { goal: intent, ...given })
    return { ...request, target, doubts: [], isNegated: false, background: [] }
  }
  const { asked, told } = reader.read(intent, [target.id])
  const [part, ...others] = asked
  const only = part?.target && others.length === 0 ? part : undefined
  const { text } = only ?? whole
  const request = reader.request(only ?? whole, target, reader.names(text), given)
  const doubts = [
    ...request.doubts,
    ...unsure(request, score),
    ...(others.length > 0 ? [`asks for ${asked.length} things`] : []),
    ...asked.flatMap(({ condition }) => (condition ? [`has a condition: ${quoted(condition.text)}`] : [])),
    ...(told.some(each => request.effect !== 'read' || recurrencesIn(each).length > 0)
      ? [`says more: ${told.map(quoted).join(', ')}`]
      : [])
  ]
  return { ...request, target, doubts, background: told, isNegated: only?.isNegated === true }
}

function isPlan({ product, name }: { readonly product: string; readonly name: string }): boolean {
  return product === own.slug && name === own.agent
}

function catalogue(reader: Reader, only: readonly string[] | undefined) {
  const targets = reader.targets(only)
  const products = new Set(targets.map(({ product }) => product)).size
  return {
    summary: `${targets.length} actions of ${products} products can be asked for.`,
    metrics: { candidates: 0, considered: targets.length },
    detail: { decision: 'none' as const, candidates: [], catalogue: catalogueOf(targets) }
  }
}

/** Why what was chosen is not to be run; undefined where it may be. */
function refusalOf(
  { decision }: Routing,
  chosen: Chosen | undefined,
  summary: string,
  confirm: boolean
): Failure | undefined {
  if (!chosen) return failure('no_match', summary)
  const { target, missing, doubts, effect, destroys, isOnlyAsked, isNegated } = chosen
  const name = called(target)
  const unsettled = (message: string) => failure('needs_confirmation', `${message} Turn on Confirm to run it.`)
  if (isNegated) return failure('negated', `The request says not to run ${name}; nothing was run.`)
  if (decision === 'ambiguous') return failure('ambiguous', summary)
  if (runsOthers(target.product, target.name))
    return failure('not_executable', `${name} runs other actions in its turn. Run it directly.`)
  const lacks = `${name} still needs: ${fieldTitles(target.inputSchema, missing)}`
  if (missing.length > 0)
    return failure('needs_input', `${[lacks, ...doubts.map(doubt => `the request ${doubt}`)].join('; ')}.`)
  if (doubts.length > 0)
    return failure('needs_confirmation', `${summary.replace(/\.$/u, '')}, but the request ${doubts.join('; ')}.`)
  if (confirm) return undefined
  if (isOnlyAsked) return unsettled(`This is a question, and ${name} would change what is stored.`)
  if (destroys !== undefined) return unsettled(`${destroys}.`)
  return effect === 'external' ? unsettled(`${name} calls other services.`) : undefined
}

/** What leaves the machine, or destroys, can be confirmed as it was chosen. */
function refused({ code, message }: Failure, detail: RouteDetail, metrics: Record<string, number>): Error {
  const details = { ...detail }
  const { chosen } = detail
  if (code !== 'needs_confirmation' || !chosen) return new ProductError(code, message, { details, metrics })
  const { product, action, input, schedule } = chosen
  const steps = [{ product, action, input, ...(schedule && { schedule }) }] as const
  return new ConfirmationRequired({ message, steps, details, metrics })
}

async function run(step: ConfirmationStep | undefined, products: Products, signal: AbortSignal): Promise<Answer> {
  const { product = '', action = '', input = {} } = step ?? {}
  return products.execute(product, action, input, { signal })
}

/** What the schema does not require and the action does: the call was refused before it did anything. */
function incomplete(
  detail: RouteDetail,
  target: Target,
  missing: readonly string[],
  metrics: Record<string, number>
): ProductError {
  const message = `${called(target)} still needs: ${fieldTitles(target.inputSchema, missing)}.`
  return new ProductError('needs_input', message, { details: { ...detail }, metrics })
}

function failed(executed: Answer, detail: RouteDetail, metrics: Record<string, number>): ProductError {
  const { retryable } = failureOf(executed)
  const details = { ...detail, executed: plainly(executed) }
  return new ProductError('execution_failed', executed.summary, { details, metrics, retryable })
}

function plainly({ ok, summary, metrics, detail }: Answer) {
  return { ok, summary, metrics: { ...metrics }, detail: { ...detail } }
}
