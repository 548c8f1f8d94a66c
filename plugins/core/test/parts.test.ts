import MiniSearch from 'minisearch'
import t from 'tap'
import { MemoryIndex, TextIndex } from '../dist/memory/memory-index.js'
import { IndexCache } from '../dist/memory/search-indexes.js'
import { emptyUsage } from '../dist/memory/usage.js'
import { SharedWork, Slices, withoutRest } from '../dist/slices.js'
import { stopWords, termsOf, uniqueTermsOf } from '../dist/text/words.js'

t.test('terms are lower-case stems without accents, stop words and possessives, in order', async t => {
  t.strictSame(termsOf("The Clients' CAFÉS, and the client’s meetings_2026 don't!"), [
    'client',
    'cafe',
    'client',
    'meet',
    '2026',
    'don',
    't'
  ])
})

t.test('terms come with their repeats, or each once', async t => {
  t.strictSame(termsOf('tea tea milk'), ['tea', 'tea', 'milk'])
  t.strictSame(uniqueTermsOf('tea tea milk'), ['tea', 'milk'])
})

t.test('marks that are letters of their script stay', async t => {
  t.strictSame(termsOf('हिन्दी'), ['हिन्दी'])
  t.strictSame(termsOf('ガラス'), ['ガラス'])
})

t.test('there are about 55 stop words, all of them terms of one word', async t => {
  t.ok(stopWords.size > 50 && stopWords.size < 60)
  t.ok([...stopWords].every(word => /^[a-z]+$/.test(word)))
})

t.test('the cache drops the least recently used when all together are too large', async t => {
  const cache = new IndexCache<{ bytes: number }>(100)
  cache.use('a', { bytes: 40 })
  cache.use('b', { bytes: 40 })
  t.match(cache.get('a'), { bytes: 40 })
  const a = cache.get('a')
  if (a) cache.use('a', a)
  cache.use('c', { bytes: 40 })
  t.strictSame(
    ['a', 'b', 'c'].map(account => cache.get(account)?.bytes),
    [40, undefined, 40]
  )
})

t.test('an index that grew is weighed again, and the one in use stays however large', async t => {
  const cache = new IndexCache<{ bytes: number }>(100)
  const growing = { bytes: 10 }
  cache.use('growing', growing)
  cache.use('other', { bytes: 80 })
  growing.bytes = 300
  cache.weigh('growing', growing)
  t.equal(cache.get('other'), undefined)
  t.equal(cache.get('growing'), growing)
  growing.bytes = 10
  cache.weigh('growing', growing)
  cache.use('other', { bytes: 90 })
  t.equal(cache.get('growing'), growing)
})

t.test('work that runs is shared, work that is over is run again, and so is work that failed', async t => {
  const shared = new SharedWork<number>()
  let runs = 0
  const work = async () => ++runs
  t.strictSame(await Promise.all([shared.run('a', work), shared.run('a', work), shared.run('b', work)]), [1, 1, 2])
  t.equal(await shared.run('a', work), 3)
  const failing = async () => {
    throw new Error('No.')
  }
  await t.rejects(shared.run('a', failing), { message: 'No.' })
  t.equal(await shared.run('a', work), 4)
})

t.test('of all long work together, each round of the event loop holds one slice', async t => {
  const slices = new Slices()
  const order: string[] = []
  const work = async (name: string) => {
    const pace = slices.begin()
    for (let slice = 0; slice < 3; slice++) {
      await pace.rest()
      order.push(name)
    }
  }
  let rounds = 0
  const count = () => {
    rounds++
    if (order.length < 6) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([work('a'), work('b')])
  t.strictSame(order, ['a', 'b', 'a', 'b', 'a', 'b'])
  t.ok(rounds >= 6, `${rounds} rounds`)
})

t.test('an index takes no older record for a newer one', async t => {
  const index = new MemoryIndex(emptyUsage('epoch'), new Slices())
  const at = '2026-01-01T12:00:00.000Z'
  const memory = { key: 'a', tags: [], createdAt: at, updatedAt: at, pinned: false, history: [] }
  index.set('a', { ...memory, value: 'new', version: 2, rev: 7 })
  index.set('a', { ...memory, value: 'old', version: 1, rev: 6 })
  t.strictSame(
    index.newest(() => true).map(({ value }) => value),
    ['new']
  )
  index.set('a', undefined)
  t.equal(index.size, 0)
  t.equal(index.bytes, new MemoryIndex(emptyUsage('epoch'), new Slices()).bytes)
})

t.test('a search that is made in parts scores as one made at one go', async t => {
  const terms = ['lemon', 'kiwi', 'plum', 'fig', 'mango', 'pear', 'melon']
  const texts = Array.from({ length: 5000 }, (_, index) => ({
    key: `key${index}`,
    tags: [],
    value: ['juice', ...terms.filter((_, place) => (index >> place) & 1)].join(' ')
  }))
  const index = new TextIndex()
  const engine = new MiniSearch<{ key: string; value: string }>({ idField: 'key', fields: ['value'] })
  for (const text of texts) index.add(text)
  engine.addAll(texts)
  const options = { fields: ['value'], fuzzy: 0.2, prefix: true }
  const found = await index.search(terms, options, withoutRest)
  const expected = engine.search(terms.join(' '), options)
  t.equal(found.size, expected.length)
  const differing = expected.filter(({ id, score, match }) => {
    const hit = found.get(id)
    return !hit || Math.abs(hit.bm25 - score) > 1e-9 || Object.keys(hit.matched).length !== Object.keys(match).length
  })
  t.equal(differing.length, 0)
})

t.test('a search that the index changed under is made again', async t => {
  const index = new TextIndex()
  const texts = ['a', 'b', 'c'].map(key => ({ key, tags: [], value: 'milk' }))
  for (const text of texts) index.add(text)
  const [first] = texts
  const pace = { isOver: true, rest: async () => void (first && index.remove(first)) }
  t.strictSame([...(await index.search(['milk'], {}, pace)).keys()], ['b', 'c'])
})
