import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { InvalidInput } from '../../errors.js'
import type { Product } from '../../product.js'
import { undeclaredMembers } from '../account.js'
import type { AnyContext } from '../context.js'
import { secretLeak } from './secrets.js'

/** How one call ended: with an answer, with a refusal of its input, or with something that no product may do. */
interface Attempt {
  /** True when the run had not ended at its deadline: it may still go on. */
  readonly isLate?: true
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
  runMs: number
): Promise<Attempt> {
  const abort = new AbortController()
  const late = Promise.withResolvers<Attempt>()
  const timer = setTimeout(() => {
    late.resolve({ fault: `runs for more than ${runMs} ms.`, isLate: true })
    abort.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  }, runMs)
  const uses = { fetch: false }
  const ended = fetchUses.run(uses, () => checkedRun(context, product, name, input, abort.signal))
  const result = await Promise.race([ended, late.promise])
  clearTimeout(timer)
  return uses.fetch ? { ...result, fault: pastGuard } : result
}

const pastGuard = 'sends a request by the global fetch, past the guard of the host; use EGRESS.'

const fetchUses = new AsyncLocalStorage<{ fetch: boolean }>()

/** Runs a piece of work in which the global `fetch` of a call that is attempted sends nothing and is noticed. */
export async function watchingFetch<Result>(work: () => Promise<Result>): Promise<Result> {
  const { fetch } = globalThis
  globalThis.fetch = async (...parameters) => {
    const uses = fetchUses.getStore()
    if (!uses) return fetch(...parameters)
    uses.fetch = true
    throw new TypeError('fetch failed', { cause: new Error('conform sends no request.') })
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
  }
}

async function checkedRun(
  context: AnyContext,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal
): Promise<Attempt> {
  try {
    const answer = await context.run(name, input, { signal })
    const error = answer.detail.error
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
    return { fault: `throws ${error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error)}.` }
  }
}

/** Whether a value is the same after it was written as JSON and parsed; false for a value that JSON cannot hold. */
function isJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(value, JSON.parse(JSON.stringify(value)))
  } catch {
    return false
  }
}
