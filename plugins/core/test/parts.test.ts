import fc from 'fast-check'
import MiniSearch from 'minisearch'
import t from 'tap'
import { MemoryIndex } from '../dist/memory/memory-index.js'
import { IndexCache } from '../dist/memory/search-indexes.js'
import { TextIndex } from '../dist/memory/text-index.js'
import { emptyUsage } from '../dist/memory/usage.js'
import { lettersOf, Vocabulary } from '../dist/memory/vocabulary.js'
import { termsOf, uniqueTermsOf } from '../dist/reading/words.js'
import { SharedWork, Slices, Turns, untilAborted } from '../dist/slices.js'

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

t.test('a search scores as MiniSearch does, whose formula it has', async t => {
  const terms = ['lemon', 'kiwi', 'plum', 'fig', 'mango', 'pear', 'melon', 'lemo']
  const texts = Array.from({ length: 500 }, (_, index) => ({
    key: `key${index}`,
    tags: [],
    value: ['juice', ...terms.filter((_, place) => (index >> place) & 1)].join(' ')
  }))
  const index = new TextIndex(text => text.split(' '))
  const engine = new MiniSearch<{ key: string; value: string }>({ idField: 'key', fields: ['value'] })
  for (const text of texts) index.add(text)
  engine.addAll(texts)
  const searched = terms.map(term => ({ term, isBeginning: true, edits: Math.round(term.length * 0.2) }))
  let isOver = false
  const pace = {
    get isOver() {
      isOver = !isOver
      return isOver
    },
    rest: async () => {}
  }
  const found = await index.search(searched, { boost: { value: 1 }, keep: () => true }, pace)
  const expected = engine.search(terms.join(' '), { fields: ['value'], fuzzy: 0.2, prefix: true })
  t.equal(found.length, expected.length)
  const hits = new Map(found.map(hit => [hit.text.key, hit]))
  const differing = expected.filter(({ id, score, match }) => {
    const hit = hits.get(id)
    return !hit || Math.abs(hit.bm25 - score) > 1e-9 || Object.keys(hit.matched()).length !== Object.keys(match).length
  })
  t.strictSame(differing, [])
})

t.test('a search finds the texts that were there when it began', async t => {
  const index = new TextIndex(text => text.split(' '))
  for (const key of ['a', 'b', 'c']) index.add({ key, tags: [], value: 'milk' })
  const pace = { isOver: true, rest: async () => index.remove('a') }
  const search = () =>
    index.search([{ term: 'milk', isBeginning: true, edits: 0 }], { boost: { value: 1 }, keep: () => true }, pace)
  t.strictSame(
    (await search()).map(({ text }) => text.key),
    ['a', 'b', 'c']
  )
  t.strictSame(
    (await search()).map(({ text }) => text.key),
    ['b', 'c']
  )
})

t.test('a vocabulary numbers different terms in their order, and knows them again', async t => {
  // Half of them of any characters, and the rest with names such as `__proto__` among them.
  const character = fc.integer({ min: 0, max: 0xd7ff }).map(code => String.fromCodePoint(code))
  const term = fc.oneof(
    fc.array(character, { maxLength: 12 }).map(characters => characters.join('')),
    fc.string({ maxLength: 12 })
  )
  fc.assert(
    fc.property(fc.array(term), terms => {
      const vocabulary = new Vocabulary()
      const different = [...new Set(terms)]
      const ids = terms.map(term => vocabulary.add(term))
      t.strictSame(
        ids,
        terms.map(term => different.indexOf(term))
      )
      t.strictSame(
        different.map((_, id) => vocabulary.termOf(id)),
        different
      )
      t.equal(vocabulary.find('not among them'), undefined)
    }),
    { numRuns: 20 }
  )
  const large = new Vocabulary()
  for (let number = 0; number < 10_000; number++) large.add(`term${number}`)
  t.strictSame([large.size, large.find('term9999'), large.termOf(5000)], [10_000, 9999, 'term5000'])
})

t.test('the distance of two terms is the number of letters to put in, leave out or replace', async t => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd')
  const word = fc.string({ unit: letter, maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.nat({ max: 6 }), (left, right, most) => {
      const vocabulary = new Vocabulary()
      const distance = plainDistance(left, right)
      const found = vocabulary.distance(vocabulary.add(left), right, lettersOf(right), most)
      t.equal(found, distance <= most ? distance : undefined)
    })
  )
})

function plainDistance(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length
  const [first, second] = [left.slice(1), right.slice(1)]
  if (left[0] === right[0]) return plainDistance(first, second)
  return 1 + Math.min(plainDistance(first, right), plainDistance(left, second), plainDistance(first, second))
}

t.test('work of one name runs in turn, that of another beside it, and a failure ends one turn', async t => {
  const turns = new Turns()
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await new Promise(resolve => setImmediate(resolve))
    order.push(`${name} ends`)
    if (name === 'a1') throw new Error('No.')
    return name
  }
  const [first, second, other] = await Promise.allSettled([
    turns.run('a', work('a1')),
    turns.run('a', work('a2')),
    turns.run('b', work('b1'))
  ])
  t.match([first, second, other], [{ status: 'rejected' }, { value: 'a2' }, { value: 'b1' }])
  t.strictSame(order, ['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins', 'b1 ends', 'a2 ends'])
})

t.test('work is waited for until its call ends', async t => {
  const call = new AbortController()
  const waiting = untilAborted(new Promise<number>(() => {}), call.signal)
  t.equal(await untilAborted(Promise.resolve(1), call.signal), 1)
  call.abort(new Error('The call has ended.'))
  await t.rejects(waiting, { message: 'The call has ended.' })
  await t.rejects(untilAborted(Promise.resolve(1), call.signal), { message: 'The call has ended.' })
})
