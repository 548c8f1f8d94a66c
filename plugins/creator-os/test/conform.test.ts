import type { Products } from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { core } from './core.js'

/** Other inputs in each run; a fault is reported with the input that shows it. */
const fewer = { runs: 60, seed: Math.floor(Math.random() * 2 ** 31) }

t.test('the product keeps its contract', () => conform(product, fewer))

t.test('it keeps its contract with a model that answers anything, and with memories of any form', async () => {
  const products: Partial<Products> = {
    describe: () => [core],
    execute: async () => ({
      ok: true,
      summary: 'Found.',
      metrics: {},
      detail: { items: [{ key: 1 }, null, { key: 'a', value: 'b' }] }
    })
  }
  const draft = { hook: 'A hook.', paragraphs: ['{noun} costs 90 %.'], closing: 'Why?' }
  await conform(product, {
    ...fewer,
    products,
    model: { ask: () => ({ drafts: [draft, { ...draft, paragraphs: ['Ask first.'] }] }) }
  })
})
