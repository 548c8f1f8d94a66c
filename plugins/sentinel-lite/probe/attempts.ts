import timers from 'node:timers/promises'
import {
  type Clock,
  type Egress,
  type EgressCertificate,
  type EgressConnection,
  EgressError,
  type EgressResponse
} from '@product-host/sdk'
import type { RecordType } from './address.js'
import { type Assertion, statusAssertion, textAssertions } from './expectations.js'
import { type Failure, failureOf, mismatchOf } from './failures.js'
import type { Check, Status } from './history.js'
import type { Plan } from './plan.js'

/** One probe with its result. */
export interface Observation {
  readonly plan: Plan
  readonly attempts: Attempts
  readonly result: ProbeResult
}

/** What is stored of an observation. */
export function checkOf({ attempts, result }: Observation, at: number): Check {
  const { failure, ms } = attempts.last
  return {
    at,
    status: result.status,
    attempts: attemptCount(attempts),
    ...(failure ? { code: failure.code } : { ms })
  }
}

/** The longest that all attempts of one probe take together, in milliseconds: a retry that might go beyond is not made. */
const longestProbeMs = 60_000

/** One attempt and its result. */
export interface Attempt {
  readonly ms: number
  readonly reply?: Reply
  /** Of the reply; none without one. */
  readonly assertions: readonly Assertion[]
  /** Why the attempt failed; none when it went well. */
  readonly failure?: Failure
  /** Where the attempt came to, when it failed without a reply. */
  readonly known?: EgressError['known']
}

/** The attempts of a probe, of which the last one counts. */
interface Attempts {
  readonly earlier: readonly Attempt[]
  readonly last: Attempt
}

/** How many attempts were made. */
export function attemptCount({ earlier }: Attempts): number {
  return earlier.length + 1
}

/** What an attempt is made with. */
interface Tools {
  readonly egress: Egress
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Probes, and retries as the plan says while the target is down; a blocked one is not retried. */
export async function examine(plan: Plan, tools: Tools): Promise<Attempts> {
  let spentMs = 0
  const earlier: Attempt[] = []
  for (;;) {
    const attempt = await attemptOnce(plan, tools)
    spentMs += attempt.ms + plan.retryDelayMs
    const isOver = attempt.failure?.status !== 'down' || earlier.length === plan.retries
    if (isOver || spentMs + plan.timeoutMs > longestProbeMs) return { earlier, last: attempt }
    earlier.push(attempt)
    if (plan.retryDelayMs > 0) await timers.setTimeout(plan.retryDelayMs, undefined, { signal: tools.signal })
  }
}

async function attemptOnce(plan: Plan, { egress, clock, signal }: Tools): Promise<Attempt> {
  const { kind } = plan.address
  const startedAt = clock.now()
  try {
    const reply = await ask(plan, egress, signal)
    const assertions = assertionsOf(plan, reply)
    const broken = assertions.find(({ ok }) => !ok)
    return {
      ms: reply.totalMs ?? clock.now() - startedAt,
      reply,
      assertions,
      ...(broken && { failure: mismatchOf(broken, kind) })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EgressError) || error.code === 'aborted') throw error
    return { ms: error.known.totalMs ?? 0, assertions: [], failure: failureOf(error, plan.address), known: error.known }
  }
}

const dayMs = 86_400_000

/** What the last attempt says of the target. */
interface ProbeResult {
  readonly status: Status
  readonly isSlow: boolean
  readonly certificate?: { readonly daysLeft: number; readonly isEnding: boolean; readonly details: EgressCertificate }
}

/** Up, unless the last attempt failed; degraded when it is slow or its certificate is about to end. */
export function resultOf(plan: Plan, { last }: Attempts, now: number): ProbeResult {
  const { reply, failure, ms } = last
  const certificate = reply?.response?.certificate && certificateState(reply.response.certificate, plan, now)
  const isSlow = reply !== undefined && ms > plan.degradedMs
  const status = failure?.status ?? (isSlow || certificate?.isEnding ? 'degraded' : 'up')
  return { status, isSlow, ...(certificate && { certificate }) }
}

function certificateState(details: EgressCertificate, { certWarnDays }: Plan, now: number) {
  const daysLeft = Math.floor((Date.parse(details.validTo) - now) / dayMs)
  return { daysLeft, isEnding: daysLeft <= certWarnDays, details }
}

/** Bytes of a greeting that are read, where something is expected of it. */
const greetingBytes = 1_024

/** What came back, by the kind of the address. */
export interface Reply {
  /** Of HTTP. */
  readonly response?: EgressResponse
  /** Of TCP. */
  readonly connection?: EgressConnection
  /** Of DNS, each as a line of text. */
  readonly records?: readonly string[]
  /** Milliseconds, where EGRESS measures them. */
  readonly totalMs?: number
}

/** Asks once. Rejects with `EgressError`. */
async function ask(plan: Plan, egress: Egress, signal: AbortSignal): Promise<Reply> {
  const { address, timeoutMs } = plan
  switch (address.kind) {
    case 'http': {
      const response = await egress.request(plan.written, { ...plan.request, timeoutMs, signal })
      return { response, totalMs: response.totalMs }
    }
    case 'tcp': {
      const options = { timeoutMs, signal, ...(expectsText(plan) && { greetingBytes }) }
      const connection = await egress.connect(address.host, address.port, options)
      return { connection, totalMs: connection.totalMs }
    }
    case 'dns':
      return { records: await recordsOf(egress, address, { timeoutMs, signal }) }
  }
}

/** The records of a name as lines of text, in the order of their text, since name servers change the order. */
async function recordsOf(
  egress: Egress,
  { host, type }: { readonly host: string; readonly type: RecordType },
  options: { readonly timeoutMs: number; readonly signal: AbortSignal }
): Promise<readonly string[]> {
  if (type !== 'MX') return (await egress.resolve(host, type, options)).toSorted()
  const exchangers = await egress.resolve(host, type, options)
  return exchangers
    .toSorted((left, right) => left.priority - right.priority || (left.exchange < right.exchange ? -1 : 1))
    .map(({ priority, exchange }) => `${priority} ${exchange === '' ? '.' : exchange}`)
}

function expectsText({ expectations: { contains, notContains, pattern } }: Plan): boolean {
  return contains !== undefined || notContains !== undefined || pattern !== undefined
}

/** Holds what came against every expectation: the status, or that there are records, first. */
function assertionsOf({ address, expectations }: Plan, reply: Reply): readonly Assertion[] {
  const { response, connection, records } = reply
  if (response) return [statusAssertion(expectations, response.status), ...textAssertions(expectations, response.body)]
  if (records && address.kind === 'dns')
    return [recordsAssertion(address.type, records), ...textAssertions(expectations, records.join('\n'))]
  return textAssertions(expectations, connection?.greeting ?? '')
}

function recordsAssertion(type: RecordType, { length }: readonly string[]): Assertion {
  return { name: 'records', ok: length > 0, expected: `${type} records`, actual: String(length) }
}
