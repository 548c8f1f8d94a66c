import '../../fixtures/teardown-order.js'
import { defineProduct, type Migration } from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'
import { notes } from '../../fixtures/products/notes.js'
import { start } from '../../fixtures/start-host.js'

/** A plugin that keeps names; today's version keeps them in parts. */
const plugin = (version: string, name: string, members: string) => `
  import { defineAction, defineProduct, STORAGE, Type } from '@product-host/sdk'
  const Name = ${name}
  const shared = { detail: Type.Object({ names: Type.Array(Name) }), metrics: Type.Object({}), needs: { storage: STORAGE } }
  const keep = defineAction({
    ...shared, title: 'Keep', description: 'Keeps a name.', effect: 'write', input: Type.Object({ key: Type.String(), name: Name }),
    examples: [{ title: 'One', input: { key: 'a', name: ${version === '1.0.0' ? `'Ada L'` : `{ first: 'Ada', last: 'L' }`} } }],
    async run({ key, name }, { storage }) {
      await storage.set('name:' + key, name)
      return { summary: 'Kept.', metrics: {}, detail: { names: [name] } }
    }
  })
  const all = defineAction({
    ...shared, title: 'All', description: 'All names.', effect: 'read', input: Type.Object({}), examples: [{ title: 'All', input: {} }],
    async run(_input, { storage }) {
      const names = (await storage.list('name:')).map(({ value }) => value)
      return { summary: 'Listed.', metrics: {}, detail: { names } }
    }
  })
  export default defineProduct({
    slug: 'names', title: 'Names', description: 'Names.', version: '${version}', actions: { keep, all }, ${members}
  })`

const first = plugin('1.0.0', 'Type.String()', '')
const second = plugin(
  '2.0.0',
  'Type.Object({ first: Type.String(), last: Type.String() })',
  `migrate: { from: 1, to: 2, change: name => ({ first: name.split(' ')[0], last: name.split(' ')[1] }) }`
)

async function host(t: Test, folder: string, source: string) {
  const { call, stop } = await start(t, {
    plugins: { names: source },
    store: await openStore(folder, error => t.fail(error.message))
  })
  const execute = async (body: object) =>
    (await call('POST', '/api/v1/products/names/execute', body, { Authorization: `Bearer ${demoKey}` })).body
  return { execute, stop }
}

t.test('what an account kept with an older version is served as today’s', async t => {
  const folder = t.testdir()
  const old = await host(t, folder, first)
  for (const [key, name] of Object.entries({ a: 'Ada Lovelace', b: 'Alan Turing' }))
    t.match(await old.execute({ action: 'keep', key, name }), { ok: true })
  await old.stop()

  const today = await host(t, folder, second)
  t.match(await today.execute({ action: 'keep', key: 'b', name: { first: 'Grace', last: 'Hopper' } }), { ok: true })
  t.strictSame((await today.execute({ action: 'all' })).detail.names, [
    { first: 'Ada', last: 'Lovelace' },
    { first: 'Grace', last: 'Hopper' }
  ])
  await today.stop()

  const back = await host(t, folder, first)
  t.match(await back.execute({ action: 'all' }), { code: 'internal_error' })
  await back.stop()
})

t.test('a product’s test can begin with what an older version stored', async t => {
  const migrate: Migration = {
    from: 1,
    to: 2,
    change: (note: { id: string; body: string }) => ({ id: note.id, text: note.body })
  }
  const product = defineProduct({ ...notes, migrate })
  const records = { 'note:1': { id: '1', body: 'milk' } }
  const { run } = testContext(product, { stored: { version: 1, records } })
  t.strictSame((await run('latest')).detail.notes, [{ id: '1', text: 'milk' }])
  await conform(product, { stored: { version: 1, records } })
})

t.test('migrations that do not lead from version to version are refused', async t => {
  const change = (record: unknown) => record
  const faults = (migrate: unknown) => {
    try {
      testContext(defineProduct({ ...notes, migrate: migrate as Migration }))
      return 'none'
    } catch (error) {
      return error instanceof Error ? error.message : 'something else'
    }
  }
  t.equal(faults({ from: 1, to: 2, change }), 'none')
  t.equal(
    faults([
      { from: 2, to: 5, change },
      { from: 1, to: 2, change }
    ]),
    'none'
  )
  t.match(faults({ from: 2, to: 2, change }), /from 2 to 2 does not lead from a version, 1 or later, to a later one\./)
  t.match(faults({ from: 0, to: 2, change }), /from 0 to 2 does not lead/)
  t.match(faults({ from: 1, to: 2 }), /Its migration from 1 has no change function\./)
  t.match(
    faults([
      { from: 1, to: 2, change },
      { from: 3, to: 4, change }
    ]),
    /Its migrations do not go on from version 2\./
  )
})
