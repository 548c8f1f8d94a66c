import {
  type Answer,
  type Clock,
  InvalidInput,
  type Issue,
  type Outcome,
  type ProductDescription,
  ProductError,
  type Products,
  type Static,
  Type
} from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import pLimit from 'p-limit'
import {
  CallError,
  capped,
  type Ended,
  type Failure,
  failure,
  failureOf,
  issue,
  own,
  runsOthers,
  titlesOf,
  within
} from './calls.js'
import { highlightsOf } from './highlights.js'
import { anyMembers, members } from './members.js'
import { RecallInput } from './memory/question.js'
import limits from './tables/limits.json' with { type: 'json' }

/** One call that reads. */
interface Source {
  readonly id: string
  /** What people call it. */
  readonly title: string
  readonly product: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  /** Whether the caller did not name it: such a source is left out where the caller may not run it. */
  readonly isImplied: boolean
}

/** What is to be gathered, in order. Throws `InvalidInput` for what does more than read, for unknown actions and doubled ids. */
export function readSources({ sources, query, minSuccess }: GatherInput, products: Products): readonly Source[] {
  const served = products.describe()
  const named = sources ? sources.map(sent => readSource(sent, served)) : overviews(products)
  const all = named.concat(query === undefined ? [] : [recallOf({ query })])
  const ofSources = sources
    ? sources.flatMap((sent, position) => issuesOf(named[position], sent, `#/sources/${position}`, products))
    : []
  const issues = [...ofSources, ...doubled(sources ?? []), ...tooFew(minSuccess, sources && all.length)]
  if (isFilled(issues)) throw new InvalidInput(issues)
  return distinct(all)
}

function readSource(sent: SentSource, served: readonly ProductDescription[]): Source {
  if (typeof sent === 'string') {
    const [product = '', action = ''] = sent.split('.')
    return { id: sent, title: titleOf(served, product, action), product, action, input: {}, isImplied: false }
  }
  if ('memory' in sent) return recallOf(sent.memory, sent.id)
  const { product, action, input = {}, id = `${product}.${action}` } = sent
  const title = sent.id ?? titleOf(served, product, action)
  return { id, title, product, action, input, isImplied: false }
}

/** An action as a list names it: `Recall (Core)`. */
function titleOf(served: readonly ProductDescription[], product: string, action: string): string {
  const titles = titlesOf(served, product, action)
  return titles ? `${titles.title} (${titles.productTitle})` : `${product}.${action}`
}

function recallOf(input: Source['input'], id?: string): Source {
  return { id: id ?? 'memory', title: id ?? 'Memory', product: own.slug, action: own.recall, input, isImplied: false }
}

/** What each product sums itself up with, as far as that only reads. */
function overviews(products: Products): readonly Source[] {
  return products.describe().flatMap(({ slug, title, overview }) => {
    if (!overview || products.effect(slug, overview.action, overview.input) !== 'read') return []
    return [{ id: slug, title, product: slug, ...overview, isImplied: true }]
  })
}

function issuesOf(source: Source | undefined, sent: SentSource, pointer: string, products: Products): readonly Issue[] {
  if (!source || (typeof sent === 'object' && 'memory' in sent)) return []
  const { product, action, input } = source
  const effect = products.effect(product, action, input)
  if (effect === undefined)
    return [
      issue(pointer, 'unknown_action', 'names no action that is served', 'Send product.action, as route lists them.')
    ]
  const isOwn = runsOthers(product, action) || (product === own.slug && action === own.gather)
  if (effect === 'read' && !isOwn) return []
  const detail = isOwn ? 'gathers or runs others in its turn' : 'would change something or leave the machine'
  return [issue(pointer, 'not_reading', detail, 'Name an action, with an input, that only reads.')]
}

function doubled(sources: readonly SentSource[]): readonly Issue[] {
  const ids = sources.map(sent => (typeof sent === 'object' ? sent.id : undefined))
  return ids.flatMap((id, position) =>
    id === undefined || ids.indexOf(id) === position
      ? []
      : [issue(`#/sources/${position}/id`, 'duplicate', 'is the id of two sources', 'Give each its own.')]
  )
}

function tooFew(minSuccess: number, count: number | undefined): readonly Issue[] {
  if (count === undefined || minSuccess <= count) return []
  return [
    issue('#/minSuccess', 'maximum', `is more than the ${count} sources that there are`, `Send at most ${count}.`)
  ]
}

/** The sources with a number behind the ids that come again. */
function distinct(sources: readonly Source[]): readonly Source[] {
  const taken = new Set<string>()
  return sources.map(source => {
    let id = source.id
    for (let number = 2; taken.has(id); number++) id = `${source.id}#${number}`
    taken.add(id)
    return { ...source, id }
  })
}

const Id = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))

const Name = () => Type.String({ minLength: 1, maxLength: 200 })

/** One thing to gather: an action by its name, an action with its input, or memories. */
const SentSource = Type.Union([
  Type.String({ minLength: 3, maxLength: 200, description: 'A product and its action, such as "core.recall".' }),
  members('sentSource', { id: Id, product: Name(), action: Name(), input: Type.Optional(anyMembers()) }),
  members('memorySource', { id: Id, memory: Type.Pick(RecallInput, ['query', 'prefix', 'tags', 'key']) })
])

type SentSource = Static<typeof SentSource>

/** The input of gather. */
export const GatherInput = members('gatherInput', {
  sources: Type.Optional(Type.Array(SentSource, { minItems: 1, maxItems: limits.gather.mostSources })),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: limits.gather.longestQuery, pattern: '\\S' })),
  timeoutMs: Type.Integer({ ...limits.gather.allMs }),
  perSourceMs: Type.Integer({ ...limits.gather.eachMs }),
  // The memory is one source more.
  minSuccess: Type.Integer({ minimum: 0, maximum: limits.gather.mostSources + 1, default: 1 })
})

export type GatherInput = Static<typeof GatherInput>

/** How one source answered. */
interface Gathered {
  readonly source: Source
  readonly status: 'fulfilled' | 'failed' | 'timeout' | 'skipped'
  readonly ms: number
  readonly answer?: Answer
  readonly error?: Failure
}

/** How long sources may take, in milliseconds. */
interface TimeLimits {
  readonly timeoutMs: number
  readonly perSourceMs: number
}

/** Refusals that say that the caller may not run a product, and not that the product failed. */
const accessRefusals: readonly string[] = [
  'product_disabled',
  'waitlisted',
  'insufficient_scope',
  'trial_required',
  'trial_expired'
]

/** Calls all sources and returns within the time limit, whatever they do. The results are in the order of the sources. */
export async function collect(
  sources: readonly Source[],
  { timeoutMs, perSourceMs }: TimeLimits,
  { products, clock, signal }: { readonly products: Products; readonly clock: Clock; readonly signal: AbortSignal }
): Promise<readonly Gathered[]> {
  const overall = new AbortController()
  const timer = setTimeout(() => overall.abort(), timeoutMs)
  const limit = pLimit(limits.gather.atOnce)
  const ask = async (source: Source): Promise<Gathered> => {
    if (overall.signal.aborted) return { source, status: 'skipped', ms: 0, error: timeOver }
    const began = clock.now()
    const ended = await within(perSourceMs, AbortSignal.any([signal, overall.signal]), mine =>
      products.execute(source.product, source.action, source.input, { signal: mine })
    )
    return { source, ms: clock.now() - began, ...outcomeOf(source, ended) }
  }
  try {
    return await Promise.all(sources.map(source => limit(ask, source)))
  } finally {
    clearTimeout(timer)
  }
}

const timeOver = failure('not_asked', 'The time was over before its turn came.', true)

const timedOut = failure('timeout', 'It did not answer in time.', true)

const broken = failure('product_error', 'The product failed.')

function outcomeOf({ isImplied }: Source, ended: Ended): Pick<Gathered, 'status' | 'answer' | 'error'> {
  if (ended === 'timeout') return { status: 'timeout', error: timedOut }
  if (ended === 'broken') return { status: 'failed', error: broken }
  if (ended.answer.ok) return { status: 'fulfilled', answer: ended.answer }
  const error = failureOf(ended.answer)
  return { status: isImplied && accessRefusals.includes(error.code) ? 'skipped' : 'failed', error }
}

const GatheredDetail = members('gatheredItem', {
  id: Type.String(),
  status: Type.Enum(['fulfilled', 'failed', 'timeout', 'skipped']),
  ms: Type.Number(),
  summary: Type.Optional(Type.String()),
  metrics: Type.Optional(Type.Record(Type.String(), Type.Number())),
  detail: Type.Optional(anyMembers()),
  truncated: Type.Optional(Type.Boolean()),
  error: Type.Optional(CallError),
  title: Type.Optional(Type.String()),
  outcome: Type.Optional(Type.Enum(['answered', 'failed', 'timed out', 'left out']))
})

/** The detail of gather. */
export const GatherDetail = members('gatherDetail', {
  sources: Type.Array(GatheredDetail),
  highlights: Type.Array(Type.String())
})

/** The metrics of gather. */
export const GatherMetrics = members('gatherMetrics', {
  requested: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  timedOut: Type.Integer(),
  slowestMs: Type.Number()
})

/** The answer to what was gathered. Throws `partial_failure` when fewer sources answered than have to. */
export function gatherAnswer(
  gathered: readonly Gathered[],
  minSuccess: number
): Outcome<Static<typeof GatherDetail>, Static<typeof GatherMetrics>> {
  const count = (status: Gathered['status']) => gathered.filter(each => each.status === status).length
  const metrics = {
    requested: gathered.length,
    succeeded: count('fulfilled'),
    failed: count('failed'),
    timedOut: count('timeout'),
    slowestMs: Math.max(0, ...gathered.map(({ ms }) => ms))
  }
  const detail = { sources: gathered.map(sourceDetail), highlights: [...highlightsOf(gathered)] }
  const summary = summaryOf(gathered, metrics.succeeded)
  if (metrics.succeeded >= minSuccess || gathered.every(({ status }) => status === 'skipped'))
    return { summary, metrics, detail }
  const retryable = gathered.some(({ error }) => error?.retryable)
  throw new ProductError('partial_failure', summary, { details: detail, metrics, retryable })
}

function sourceDetail({ source, status, ms, answer, error }: Gathered): Static<typeof GatheredDetail> {
  const { detail, isComplete } = capped(answer?.detail ?? {}, limits.gather.largestDetail)
  return {
    id: source.id,
    status,
    ms,
    ...(answer && { summary: answer.summary, metrics: { ...answer.metrics }, detail }),
    ...(!isComplete && { truncated: true }),
    ...(error && { error }),
    title: source.title,
    outcome: outcomes[status]
  }
}

/** The status of a source in words. */
const outcomes = { fulfilled: 'answered', failed: 'failed', timeout: 'timed out', skipped: 'left out' } as const

function summaryOf(gathered: readonly Gathered[], succeeded: number): string {
  if (gathered.length === 0) return 'There is nothing to gather.'
  const named = (status: Gathered['status'], what: string) => {
    const titles = gathered.filter(each => each.status === status).map(({ source }) => source.title)
    return titles.length === 0 ? [] : [`${what}: ${titles.join(', ')}`]
  }
  const rest = [...named('failed', 'failed'), ...named('timeout', 'timed out'), ...named('skipped', 'left out')]
  const sources = gathered.length === 1 ? 'source' : 'sources'
  return `Gathered ${succeeded} of ${gathered.length} ${sources}${rest.length > 0 ? `; ${rest.join('; ')}` : ''}.`
}
