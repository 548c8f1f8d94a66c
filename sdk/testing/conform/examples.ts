import { isDeepStrictEqual } from 'node:util'
import type { Action } from '../../action.js'
import type { Product } from '../../product.js'
import type { AnyContext } from './conform.js'
import { watchEffect } from './effects.js'
import { watchRunning } from './left-running.js'
import { isLeak } from './secrets.js'
import { tried } from './tried.js'

/**
 * What is wrong with the answers to a product's examples and its briefing, each given on two fresh stores; `looksFor` may ask
 * for secrets alone.
 */
export async function exampleFaults(
  product: Product,
  fresh: () => AnyContext,
  looksFor: 'everything' | 'secrets' = 'everything'
): Promise<readonly string[]> {
  const [first, second] = [fresh(), fresh()]
  const faults: string[] = []
  for (const { name, title, input } of callsOf(product)) {
    const effect = await watchEffect(first)
    const running = watchRunning()
    const one = await running.during(() => tried(first, product, name, input))
    const other = await tried(second, product, name, input)
    const where = `The example "${title}" of ${name}`
    if (one.fault && (looksFor === 'everything' || isLeak(one.fault))) faults.push(`${where} ${one.fault}`)
    const left = await running.left()
    if (looksFor === 'secrets') continue
    if (one.refused) faults.push(`${where} is refused: ${one.refused}`)
    if (!isDeepStrictEqual(one.answer, other.answer)) faults.push(`${where} gives two answers on two fresh stores.`)
    const more = await effect.fault(product.actions[name], input)
    if (more !== undefined) faults.push(`${where} ${more}`)
    if (left.length > 0) faults.push(`${where} leaves something running: ${left.join(', ')}.`)
  }
  return faults
}

function callsOf({ actions, briefing }: Product) {
  const calls = Object.entries(actions).flatMap(([name, action]: [string, Action]) =>
    action.examples.map(({ title, input }) => ({ name, title, input }))
  )
  return briefing ? [...calls, { name: briefing.action, title: 'briefing', input: briefing.input }] : calls
}
