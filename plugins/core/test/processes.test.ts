import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../dist/index.js'
import { beforeGet, beforeList, countLists } from './observe.js'

t.test('what another process wrote is found at once', async t => {
  const { run, twin } = testContext(core)
  const other = twin()
  await run('remember', { key: 'a', value: 'milk' })
  t.equal((await other.run('recall', { query: 'milk' })).detail.found, 1)
  await run('remember', { key: 'b', value: 'milk' })
  await run('remember', { key: 'a', value: 'bread' })
  await run('remember', { key: 'c', value: 'milk' })
  await run('remember', { key: 'c', mode: 'forget' })
  t.match((await other.run('recall', { query: 'milk' })).detail, { found: 1, total: 2, items: [{ key: 'b' }] })
  t.strictSame(
    (await other.run('recall')).detail.items.map(({ key }) => key),
    ['a', 'b']
  )
})

t.test('a few writes of another process are caught up with, many make the index be built again', async t => {
  const { run, twin, storage } = testContext(core)
  const other = twin()
  await run('remember', { key: 'first', value: 'milk' })
  await run('recall')
  const lists = countLists(storage)
  for (let count = 0; count < 32; count++) await other.run('remember', { key: `few.${count}`, value: 'x' })
  t.equal((await run('recall')).detail.found, 33)
  t.equal(lists(), 0)
  for (let count = 0; count < 33; count++) await other.run('remember', { key: `many.${count}`, value: 'x' })
  t.equal((await run('recall')).detail.found, 66)
  t.equal(lists(), 1)
})

t.test("this process's own writes never make the index be built again", async t => {
  const { run, storage } = testContext(core)
  await run('recall')
  await run('remember', { key: 'first', value: 'x' })
  await run('recall')
  const lists = countLists(storage)
  for (let count = 0; count < 100; count++) await run('remember', { key: `k${count}`, value: 'milk' })
  for (let count = 0; count < 40; count++) await run('remember', { key: `k${count}`, mode: 'forget' })
  t.match((await run('recall', { query: 'milk' })).detail, { found: 60, total: 61 })
  t.equal(lists(), 0)
})

t.test('many who ask at once share one building of the index', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'a', value: 'milk' })
  const lists = countLists(storage)
  const answers = await Promise.all(Array.from({ length: 8 }, () => run('recall', { query: 'milk' })))
  t.strictSame(
    answers.map(({ detail }) => detail.found),
    [1, 1, 1, 1, 1, 1, 1, 1]
  )
  t.equal(lists(), 1)
})

t.test('writes while the index is built are in it, from this process and from others', async t => {
  const { run, twin, storage } = testContext(core)
  const other = twin()
  const long = 'word '.repeat(3000)
  for (let count = 0; count < 40; count++) await run('remember', { key: `k${count}`, value: long + count })
  let page = 0
  beforeList(storage, async () => {
    page++
    await run('remember', { key: `own.${page}`, value: 'milk' })
    await other.run('remember', { key: `other.${page}`, value: 'milk' })
    await run('remember', { key: `k${page}`, mode: 'forget' })
    await run('remember', { key: `k${page + 20}`, value: 'milk' })
  })
  await run('recall')
  t.ok(page > 3, `${page} pages were read`)
  const { detail } = await run('recall', { query: 'milk', limit: 50 })
  t.equal(detail.found, 3 * page)
  t.equal(detail.total, 40 + page)
  t.strictSame(detail, (await twin().run('recall', { query: 'milk', limit: 50 })).detail)
})

t.test('however many writes of this process while the index is built do not make it be built again', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'a', value: 'milk' })
  const lists = countLists(storage)
  beforeList(storage, async () => {
    for (let count = 0; count < 40; count++) await run('remember', { key: `k${count}`, value: 'milk' })
  })
  await run('recall')
  t.equal((await run('recall', { query: 'milk' })).detail.found, 41)
  t.equal(lists(), 1)
})

t.test('a thousand memories that expire at once are dropped', async t => {
  const { run, clock } = testContext(core)
  for (let count = 0; count < 1000; count++)
    await run('remember', { key: `k${count}`, value: `milk ${count}`, ...(count % 4 > 0 && { ttlSeconds: 60 }) })
  t.equal((await run('recall')).detail.total, 1000)
  clock.advance(60_000)
  const answers = await Promise.all([run('recall'), run('recall', { query: 'milk' }), run('recall', { prefix: 'k1' })])
  t.strictSame(
    answers.map(({ detail }) => detail.total),
    [250, 250, 250]
  )
  t.strictSame(
    answers.map(({ detail }) => detail.found),
    [250, 250, 27]
  )
})

t.test(
  'a write that was kept before a search began is in its answer, though the index was being built since before',
  async t => {
    const { run, storage, twin } = testContext(core)
    const other = twin()
    await run('remember', { key: 'a', value: 'milk' })
    const search = () => run('recall', { query: 'milk' })
    let second: ReturnType<typeof search> | undefined
    beforeList(storage, async () => {
      if (second) return
      await other.run('remember', { key: 'b', value: 'milk' })
      second = search()
    })
    await search()
    t.equal((await second)?.detail.found, 2)
  }
)

t.test('an index that could not be built is built at the next call', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'a', value: 'milk' })
  let isAway = true
  beforeList(storage, async () => {
    if (isAway) throw new Error('The store is away.')
  })
  await t.rejects(run('recall', { query: 'milk' }), { message: 'The store is away.' })
  isAway = false
  t.equal((await run('recall', { query: 'milk' })).detail.found, 1)
})

t.test('an account whose records were wiped starts with an empty index', async t => {
  const { run, storage } = testContext(core)
  await run('remember', { key: 'old', value: 'milk' })
  await run('recall', { query: 'milk' })
  for (const { key } of await storage.list('')) await storage.delete(key)
  await run('remember', { key: 'new', value: 'bread' })
  await run('remember', { key: 'newer', value: 'bread' })
  t.match((await run('recall')).detail, { total: 2, items: [{ key: 'newer' }, { key: 'new' }] })
  t.equal((await run('recall', { query: 'milk' })).detail.found, 0)
})

t.test('a history that grew while it was read still ends before the version that is shown', async t => {
  const { run, twin, storage } = testContext(core)
  const other = twin()
  await run('remember', { key: 'a', value: 'one' })
  await run('remember', { key: 'a', value: 'two' })
  await run('recall')
  beforeGet(storage, 'mem:', () => other.run('remember', { key: 'a', value: 'three' }))
  t.match((await run('recall', { includeHistory: true })).detail.items, [
    { value: 'two', version: 2, history: [{ version: 1, value: 'one' }] }
  ])
})
