import { type Outcome, ProductError, type Static, Type } from '@product-host/sdk'
import { capped } from './cap.js'
import type { Gathered } from './collect.js'
import { highlightsOf } from './highlights.js'

/** Longest detail of one source, in bytes of JSON. */
const longestDetail = 16 * 1024

const GatheredDetail = Type.Object({
  id: Type.String(),
  status: Type.Enum(['fulfilled', 'failed', 'timeout', 'skipped']),
  ms: Type.Number(),
  summary: Type.Optional(Type.String()),
  metrics: Type.Optional(Type.Record(Type.String(), Type.Number())),
  detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  truncated: Type.Optional(Type.Boolean({ description: 'Members, items or text beyond 16 KiB were left out.' })),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() }))
})

/** The detail of gather. */
export const GatherDetail = Type.Object({
  sources: Type.Array(GatheredDetail, { description: 'In the order asked for.' }),
  highlights: Type.Array(Type.String(), { description: 'At most five, the worst first.' })
})

/** The metrics of gather. */
export const GatherMetrics = Type.Object({
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
  const { detail, isWhole } = capped(answer?.detail ?? {}, longestDetail)
  return {
    id: source.id,
    status,
    ms,
    ...(answer && { summary: answer.summary, metrics: { ...answer.metrics }, detail }),
    ...(!isWhole && { truncated: true }),
    ...(error && { error })
  }
}

function summaryOf(gathered: readonly Gathered[], succeeded: number): string {
  if (gathered.length === 0) return 'There is nothing to gather.'
  const named = (status: Gathered['status'], what: string) => {
    const ids = gathered.filter(each => each.status === status).map(({ source }) => source.id)
    return ids.length === 0 ? [] : [`${ids.join(', ')} ${what}`]
  }
  const rest = [...named('failed', 'failed'), ...named('timeout', 'timed out'), ...named('skipped', 'left out')]
  const sources = gathered.length === 1 ? 'source' : 'sources'
  return `Gathered ${succeeded} of ${gathered.length} ${sources}${rest.length > 0 ? `; ${rest.join('; ')}` : ''}.`
}
