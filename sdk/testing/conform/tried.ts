import { isDeepStrictEqual } from 'node:util'
import { InvalidInput } from '../../errors.js'
import type { Product } from '../../product.js'
import type { AnyContext } from './conform.js'
import { leakFault } from './secrets.js'

/** How one call ended: with an answer, with a refusal of its input, or with something that no product may do. */
export interface Tried {
  readonly answer?: unknown
  readonly refused?: string
  readonly fault?: string
}

/** Calls an action and judges what comes of it. Never throws. */
export async function tried(
  context: AnyContext,
  product: Product,
  name: string,
  input: Readonly<Record<string, unknown>>
): Promise<Tried> {
  try {
    const answer = await context.run(name, input)
    const error = answer.detail.error
    if (!isJson(answer)) return { answer, fault: 'answers with a value that is not JSON.' }
    if (!Object.values(answer.metrics as Record<string, number>).every(Number.isFinite))
      return { answer, fault: 'answers with a metric that is not finite.' }
    if (!answer.ok && !Object.hasOwn(product.actions[name]?.errors ?? {}, error?.code ?? ''))
      return { answer, fault: `fails with the code "${error?.code}", which its errors do not declare.` }
    const leak = leakFault(product, context, answer)
    return { answer, ...(leak !== undefined && { fault: leak }) }
  } catch (error) {
    if (error instanceof InvalidInput) return { refused: error.message }
    return { fault: `throws ${error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error)}.` }
  }
}

/** Whether a value comes back as it was from its JSON text; what JSON cannot hold at all is none. */
function isJson(value: unknown): boolean {
  try {
    return isDeepStrictEqual(value, JSON.parse(JSON.stringify(value)))
  } catch {
    return false
  }
}
