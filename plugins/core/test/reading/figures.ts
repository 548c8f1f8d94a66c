import type { Products } from '@product-host/sdk'
import { ActionIndexes, Router } from '../../dist/reading/router.js'
import { learn } from '../deployment.js'
import type { Sentence } from './sentences.js'

const silent = { info() {}, warn() {}, error() {} }

/** How many of the sentences are routed right, and what became of those that were not. */
export async function figures(products: Products, sentences: readonly Sentence[]) {
  const clock = { now: () => Date.parse('2026-11-22T12:00:00Z'), ulid: () => '' }
  await learn(products)
  const router = await new Router(products, clock, new ActionIndexes(silent)).ready()
  const wrong = sentences.flatMap(([sentence, expected]) => {
    const { decision, candidates, margin } = router.route(sentence, { threshold: 0.3 })
    const [first, second] = candidates
    const found = decision === 'matched' ? first?.target.id : decision
    if (found === expected) return []
    const seen = [first, second].map(
      each => `${each?.target.id} ${each?.score} (${each?.matchedTerms} ${each?.keyword})`
    )
    return [`${sentence} → ${found}, not ${expected}; margin ${margin}; ${seen.join(', ')}`]
  })
  return { right: sentences.length - wrong.length, of: sentences.length, wrong }
}
