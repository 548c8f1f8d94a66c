import t from 'tap'
import { inspectPlugins } from '../../../host/dist/products/inspect.js'
import { unmetNeeds } from '../../../host/dist/products/product-needs.js'
import { needing } from '../../fixtures/needing-plugin.js'
import { notesPlugin, start } from '../../fixtures/start-host.js'

const describe = '/api/v1/products/digest/execute'

t.test('a product is served beside the one that it needs, in whatever order', async t => {
  const plugins = { '@test/digest': needing('digest', { notes: { actions: ['add'] } }), ...notesPlugin }
  const { call } = await start(t, { plugins })
  t.match(await call('GET', describe), {
    status: 200,
    body: { neededProducts: [{ slug: 'notes', actions: ['add'], optional: false, served: true }] }
  })
  t.equal((await call('GET', '/api/v1/products/notes/execute')).body.neededProducts, undefined)
})

for (const [what, needed, reason] of [
  ['a product that there is not', { ledger: {} }, 'It needs the product "ledger", which is not served.'],
  [
    'an action that the product lacks',
    { notes: { actions: ['add', 'burn'] } },
    'It needs the action "burn" of the product "notes", which does not have it.'
  ]
] as const)
  t.test(`what needs ${what} is not served, and the reason is told`, async t => {
    const plugins = { '@test/digest': needing('digest', needed), ...notesPlugin }
    const { call, deployment } = await start(t, { plugins })
    t.match(await call('GET', describe), { status: 404, body: { code: 'unknown_product' } })
    t.match(await inspectPlugins(deployment), [
      { plugin: '@test/digest', phase: 'mount', error: reason },
      { phase: 'served' }
    ])
  })

t.test('what it can do without is optional', async t => {
  const plugins = { '@test/digest': needing('digest', { ledger: { isOptional: true } }) }
  const { call } = await start(t, { plugins })
  t.match((await call('GET', describe)).body.neededProducts, [{ slug: 'ledger', optional: true, served: false }])
})

t.test('a product that needs one that lacks its own is not served either', t => {
  const product = (slug: string, other?: string) => ({
    slug,
    actions: {},
    ...(other !== undefined && { neededProducts: { [other]: {} } })
  })
  t.strictSame(
    [...unmetNeeds([product('a', 'b'), product('b', 'c'), product('d', 'e'), product('e', 'd'), product('f')])],
    [
      ['b', 'It needs the product "c", which is not served.'],
      ['a', 'It needs the product "b", which is not served.']
    ]
  )
  t.end()
})
