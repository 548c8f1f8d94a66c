import type { Products } from '@product-host/sdk'
import { Router } from '../../dist/routing/router.js'
import { TargetIndexes } from '../../dist/routing/target-indexes.js'
import type { Sentence } from './sentences.js'

/** How many of the sentences are routed right, and what became of those that were not. */
export function figures(products: Products, sentences: readonly Sentence[]) {
  const router = new Router(products, new TargetIndexes())
  const wrong = sentences.flatMap(([sentence, expected]) => {
    const { decision, candidates, margin } = router.route(sentence, { threshold: 0.3 })
    const [first, second] = candidates
    const found = decision === 'matched' ? first?.target.id : decision
    if (found === expected) return []
    const seen = [first, second].map(each => `${each?.target.id} ${each?.score} (${each?.matchedTerms} ${each?.cue})`)
    return [`${sentence} → ${found}, not ${expected}; margin ${margin}; ${seen.join(', ')}`]
  })
  return { right: sentences.length - wrong.length, of: sentences.length, wrong }
}
