import { isDeepStrictEqual } from 'node:util'
import { InvalidInput } from '../../errors.js'
import type { Product } from '../../product.js'
import { undeclaredMembers } from '../account.js'
import type { AnyContext } from '../context.js'
import { secretLeak } from './secrets.js'

/** How one call ended: with an answer, with a refusal of its input, or with something that no product may do. */
interface Attempt {
  readonly answer?: unknown
  readonly refused?: string
  readonly fault?: string
}

/** Calls an action and checks the result. Never throws. */
export async function attempt(
  context: AnyContext,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>
): Promise<Attempt> {
  try {
    const answer = await context.run(name, input)
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
