import { isDeepStrictEqual } from 'node:util'
import { InvalidInput } from '../../errors.js'
import type { Product } from '../../product.js'
import { isRecord } from '../../runtime/wire-schema.js'
import { undeclaredMembers } from '../account.js'
import { type CallWatch, callWatches } from '../call-watch.js'
import type { AnyContext } from '../context.js'
import { Blocked, type BlockedWatch, mostBlockedMs } from './blocked.js'
import { bracketed } from './code-location.js'
import { inPrint, printsSecret, secretLeak } from './secrets.js'
import { noticing, releaseLate, told, type Uses } from './watched-globals.js'

/** How one call ended: with an answer, with a refusal of its input, or with something that no product may do. */
interface Attempt {
  /** True when the run had not ended at its deadline: it may still go on. */
  readonly isLate?: true
  /** True when the run did not let its thread go on. */
  readonly isBlocked?: true
  readonly answer?: unknown
  readonly refused?: string
  readonly fault?: string
}

/** Bound before any test replaces them: a deadline holds in real time. */
const { setTimeout, clearTimeout } = globalThis

/** Calls an action and checks the result. Never throws. A run that has not ended after `runMs` is a fault. */
export async function attempt(
  context: AnyContext,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>,
  { runMs, watch, uses }: AttemptOptions
): Promise<Attempt> {
  const abort = new AbortController()
  const late = Promise.withResolvers<Attempt>()
  const timer = setTimeout(() => {
    uses.isOver = true
    releaseLate()
    late.resolve({ fault: `runs for more than ${runMs} ms.`, isLate: true })
    abort.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  }, runMs)
  const ended = noticing(uses, () => checkedRun(context, product, name, input, abort.signal))
  const result = await Promise.race([ended, late.promise])
  clearTimeout(timer)
  if (result.isBlocked) {
    const limitMs = Math.min(runMs, mostBlockedMs)
    const fault = `blocks its thread for more than ${limitMs} ms${bracketed(watch.location)}.`
    return { fault, isLate: true }
  }
  if (uses.misuse !== undefined) return { ...result, fault: uses.misuse }
  const isPrinted = result.fault === undefined && printsSecret(product, context, uses.printed)
  return isPrinted ? { ...result, fault: inPrint } : result
}

interface AttemptOptions {
  /** Milliseconds in which the run has to end. */
  readonly runMs: number
  readonly watch: BlockedWatch
  readonly uses: Uses
}

async function checkedRun(
  context: AnyContext,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal
): Promise<Attempt> {
  const watched: CallWatch = { open: new Map() }
  const ended = await checkedAnswer(context, product, name, input, signal, watched)
  const { undeclared } = watched
  return undeclared === undefined ? ended : { fault: undeclared, ...ended }
}

async function checkedAnswer(
  context: AnyContext,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  watched: CallWatch
): Promise<Attempt> {
  try {
    const answer = await callWatches.run(watched, () => context.run(name, input, { signal }))
    const error = answer.detail.error
    const { unawaited } = watched
    if (unawaited !== undefined)
      return { answer, fault: `returns before ${unawaited} has ended: await it, or what is written may be lost.` }
    if (!isJson(answer)) return { answer, fault: 'answers with a value that is not JSON.' }
    if (!Object.values(answer.metrics as Record<string, number>).every(Number.isFinite))
      return { answer, fault: 'answers with a metric that is not finite.' }
    if (!answer.ok && !Object.hasOwn(product.actions[name]?.errors ?? {}, error?.code ?? ''))
      return { answer, fault: `fails with the code "${error?.code}", which its errors do not declare.` }
    const undeclared = undeclaredMembers.get(answer)
    if (undeclared)
      return { answer, fault: `answers with members that its schema does not declare: ${undeclared.join(', ')}.` }
    const leak = secretLeak(product, context, answer)
    return { answer, ...(leak !== undefined && { fault: leak }) }
  } catch (error) {
    if (error instanceof InvalidInput) return { refused: error.message }
    if (error instanceof Blocked) return { isBlocked: true }
    return { fault: `throws ${told(error)}.` }
  }
}

/** Whether a value is the same after it was written as JSON and parsed; false for a value that JSON cannot hold. */
function isJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(withoutMinusZero(value), JSON.parse(JSON.stringify(value)))
  } catch {
    return false
  }
}

/** JSON writes 0 for -0, which a caller can send: that is no fault of an answer. */
function withoutMinusZero(value: unknown): unknown {
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return value.map(withoutMinusZero)
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutMinusZero(each)]))
}
