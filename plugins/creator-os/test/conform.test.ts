import type { Products } from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { core } from './core.js'

t.test('the product keeps its contract', () => conform(product, { runs: 150 }))

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
    runs: 60,
    seed: 2,
    products,
    model: { ask: () => ({ drafts: [draft, { ...draft, paragraphs: ['Ask first.'] }] }) }
  })
})
