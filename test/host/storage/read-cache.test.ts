import t from 'tap'
import { Changes } from '../../../host/dist/storage/changes.js'
import { ReadCache } from '../../../host/dist/storage/store.js'

const options = { mostEntries: 10, freshMs: 4_000, changes: new Changes(), subject: 'entitlement' } as const

t.test('what was read is read once, also when it is false, and what is not there is read again', async t => {
  const cache = new ReadCache<boolean>(options)
  const reads: string[] = []
  const read = (name: string, value: boolean | undefined) =>
    cache.get(name, async () => {
      reads.push(name)
      return value
    })
  for (const _ of [1, 2]) t.equal(await read('off', false), false)
  for (const _ of [1, 2]) t.equal(await read('none', undefined), undefined)
  t.strictSame(reads, ['off', 'none', 'none'])
})

t.test('a read that began before a change does not fill the cache after it', async t => {
  const cache = new ReadCache<string>(options)
  const held = Promise.withResolvers<string>()
  const reading = cache.get('a', () => held.promise)
  await cache.change('a', async () => undefined)
  held.resolve('before')
  t.equal(await reading, 'before')
  t.equal(await cache.get('a', async () => 'after'), 'after')
})

t.test('a change that failed may have been written: it is read again', async t => {
  const cache = new ReadCache<string>(options)
  await cache.get('a', async () => 'before')
  await t.rejects(
    cache.change('a', () => Promise.reject(new Error('the store is away'))),
    /away/
  )
  t.equal(await cache.get('a', async () => 'after'), 'after')
})

t.test('a value is fresh from the time at which its read began', async t => {
  const cache = new ReadCache<string>(options)
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  const start = Math.ceil(now.call(performance))
  performance.now = () => start
  await cache.get('a', async () => {
    performance.now = () => start + 3_000
    return 'first'
  })
  t.equal(await cache.get('a', async () => 'second'), 'first')
  performance.now = () => start + 4_001
  t.equal(await cache.get('a', async () => 'second'), 'second')
})

t.test('a value is used for exactly as long as the cache says, also when it was read in no time', async t => {
  const cache = new ReadCache<string>({ ...options, freshMs: 250 })
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  const start = Math.ceil(now.call(performance))
  performance.now = () => start
  await cache.get('a', async () => 'first')
  performance.now = () => start + 250
  t.equal(cache.cached('a'), 'first')
  performance.now = () => start + 250.5
  t.equal(cache.cached('a'), undefined)
  t.equal(await cache.get('a', async () => 'second'), 'second')
  performance.now = () => start + 500
  t.equal(cache.cached('a'), 'second', 'from its own time')
  t.equal(await cache.fresh('a', async () => 'third'), 'third')
  t.equal(cache.cached('a'), 'third')
})

t.test('of more values than the cache holds, the one that was used the longest ago is dropped', async t => {
  const cache = new ReadCache<string>({ ...options, mostEntries: 3, freshMs: 60_000 })
  for (const name of ['a', 'b', 'c']) await cache.get(name, async () => name)
  t.strictSame(
    ['a', 'b', 'c'].map(name => cache.cached(name)),
    ['a', 'b', 'c']
  )
  cache.cached('a')
  await cache.get('d', async () => 'd')
  t.strictSame(
    ['a', 'b', 'c', 'd'].map(name => cache.cached(name)),
    ['a', undefined, 'c', 'd']
  )
})

t.test('a change drops the values of all its names, and of no other', async t => {
  const cache = new ReadCache<string>(options)
  for (const name of ['a', 'b', 'c']) await cache.get(name, async () => name)
  t.equal(await cache.change('id', async () => 'changed', ['a', 'b']), 'changed')
  t.strictSame(
    ['a', 'b', 'c'].map(name => cache.cached(name)),
    [undefined, undefined, 'c']
  )
})
