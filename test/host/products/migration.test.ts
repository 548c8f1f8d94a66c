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
const migration = "from: 1, to: 2, change: name => ({ first: name.split(' ')[0], last: name.split(' ')[1] })"
const parts = 'Type.Object({ first: Type.String(), last: Type.String() })'
const second = plugin('2.0.0', parts, `migrate: { ${migration} }`)
const secondWithDown = plugin(
  '2.0.0',
  parts,
  `migrate: { ${migration}, down: ({ first, last }) => first + ' ' + last }`
)

const ada = { first: 'Ada', last: 'Lovelace' }
const grace = { first: 'Grace', last: 'Hopper' }

async function host(t: Test, folder: string, source: string, entry: object = {}) {
  const started = await start(t, {
    plugins: { names: source },
    entries: { names: entry },
    store: await openStore(folder, error => t.fail(error.message))
  })
  const authorization = { Authorization: `Bearer ${demoKey}` }
  const execute = async (body: object) =>
    (await started.call('POST', '/api/v1/products/names/execute', body, authorization)).body
  return { ...started, execute, names: async () => (await execute({ action: 'all' })).detail?.names }
}

t.test('what an account kept with an older version is served as today’s', async t => {
  const folder = t.testdir()
  const old = await host(t, folder, first)
  for (const [key, name] of Object.entries({ a: 'Ada Lovelace', b: 'Alan Turing' }))
    t.match(await old.execute({ action: 'keep', key, name }), { ok: true })
  await old.stop()

  const today = await host(t, folder, second)
  t.match(await today.execute({ action: 'keep', key: 'b', name: grace }), { ok: true })
  t.strictSame(await today.names(), [ada, grace])
  await today.stop()
})

t.test('a roll-back to a version that does not read what is stored is refused, in a sentence', async t => {
  const folder = t.testdir()
  const today = await host(t, folder, second)
  t.match(await today.execute({ action: 'keep', key: 'a', name: ada }), { ok: true })
  await today.stop()

  const back = await host(t, folder, first, { required: true })
  t.match(back.host.report, [
    { error: /^Of the stored records of "names", 1 can be read only by a plugin with record version 2/ }
  ])
  t.match(await back.execute({ action: 'all' }), { code: 'unknown_product' })
  t.match(await back.call('GET', '/readyz'), { status: 503, body: { code: 'product_unavailable' } })
  await back.stop()

  const again = await host(t, folder, secondWithDown)
  t.strictSame(await again.names(), [ada])
})

for (const isolation of ['inline', 'thread']) {
  t.test(
    `with a down, hosts of both versions serve each other’s records, and a roll-back loses none: ${isolation}`,
    async t => {
      const folder = t.testdir()
      const old = await host(t, folder, first, { isolation })
      t.match(await old.execute({ action: 'keep', key: 'a', name: 'Ada Lovelace' }), { ok: true })
      const next = await host(t, folder, secondWithDown, { isolation })
      t.strictSame(await next.names(), [ada])
      t.match(await next.execute({ action: 'keep', key: 'b', name: grace }), { ok: true })
      t.strictSame(await old.names(), ['Ada Lovelace', 'Grace Hopper'])
      t.match(await old.execute({ action: 'keep', key: 'b', name: 'Grace Hopper' }), { ok: true })
      t.strictSame(await next.names(), [ada, grace])
      await old.stop()
      await next.stop()
      const back = await host(t, folder, first, { isolation })
      t.strictSame(await back.names(), ['Ada Lovelace', 'Grace Hopper'])
    }
  )

  t.test(`without a down, a host waits until no other one serves the older version: ${isolation}`, async t => {
    const folder = t.testdir()
    const old = await host(t, folder, first, { isolation })
    t.match(await old.execute({ action: 'keep', key: 'a', name: 'Ada Lovelace' }), { ok: true })
    const next = await host(t, folder, second, { isolation, required: true })
    t.match(next.host.report, [{ phase: 'wait', waitsFor: [/, process \d+$/] }])
    t.match(
      next.lines.filter(line => line.includes('plugin waits')),
      [/"level":40/]
    )
    t.match(await next.execute({ action: 'all' }), { code: 'product_unavailable', retryable: true })
    t.match(await next.call('GET', '/readyz'), { status: 503 })
    t.strictSame(await old.names(), ['Ada Lovelace'])
    await old.stop()
    while ((await next.call('GET', '/readyz')).status !== 200) await new Promise(resolve => setTimeout(resolve, 50))
    t.strictSame(await next.names(), [ada])
  })

  t.test(`a host that was taken for ended answers 503 for a newer record, and never 500: ${isolation}`, async t => {
    const folder = t.testdir()
    const old = await host(t, folder, first, { isolation })
    const store = await openStore(folder, error => t.fail(error.message))
    t.teardown(() => store.close())
    await store.namespace('demo', 'names').set('name:a', { '@record': 2, value: ada })
    t.match(await old.execute({ action: 'all' }), { code: 'product_unavailable', retryable: true })
    t.match(
      old.lines.filter(line => line.includes('a stored record cannot be read')),
      [/"record":"name:a".*is of version 2, and this product knows version 1/]
    )
  })
}

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
