import fc from 'fast-check'
import type { Product } from '../../product.js'
import { nearMissesOf, valuesOf } from '../arbitrary.js'
import type { AnyContext } from './conform.js'
import { tried } from './tried.js'

/** Most kinds of faults that are told of one action. */
const mostFaults = 5

/** What inputs, well formed or nearly so, bring out of an action. */
export async function fuzzFaults(
  product: Product,
  name: string,
  context: AnyContext,
  { runs, seed }: { readonly runs: number; readonly seed: number }
): Promise<readonly string[]> {
  const schema: unknown = product.actions[name]?.input
  const inputs = fc.oneof(valuesOf(schema), nearMissesOf(schema))
  const faults = new Map<string, string>()
  await fc.assert(
    fc.asyncProperty(inputs, async input => {
      const { fault } = await tried(context, product, name, input as Record<string, unknown>)
      if (fault && !faults.has(fault))
        faults.set(fault, `${name} ${fault} Input: ${JSON.stringify(input)?.slice(0, 300)}`)
    }),
    { numRuns: runs, seed }
  )
  return [...faults.values()].slice(0, mostFaults)
}
