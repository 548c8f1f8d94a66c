import t from 'tap'
import { Changes, type Channel } from '../../../host/dist/storage/changes.js'
import { ReadCache } from '../../../host/dist/storage/store.js'

/** Two processes on one channel, what was sent over it, and what takes its connection away and back. */
function processes() {
  const sent: string[] = []
  const receivers: ((text: string | undefined) => void)[] = []
  const channel: Channel = {
    async send(text) {
      sent.push(text)
      for (const receive of receivers) receive(text)
    },
    async receive(receive) {
      receivers.push(receive)
      receive(undefined)
    }
  }
  const reconnect = () => {
    for (const receive of receivers) receive(undefined)
  }
  return { sent, reconnect, one: new Changes(channel), two: new Changes(channel) }
}

const refuse = (error: Error) => {
  throw error
}

/** A cache of names by the account that they begin with. */
function cacheOf(changes: Changes) {
  const idOf = (value: string) => value.slice(0, value.indexOf('/'))
  return new ReadCache<string>({ mostEntries: 10, freshMs: 60_000, changes, subject: 'keys', idOf })
}

t.test('what one process changes, another one reads again', async t => {
  const { sent, one, two } = processes()
  const [mine, other] = [cacheOf(one), cacheOf(two)]
  await Promise.all([one.follow(refuse), two.follow(refuse)])
  for (const cache of [mine, other])
    for (const [digest, value] of [
      ['digest a', 'ada/first'],
      ['digest b', 'ada/second'],
      ['digest c', 'bo/third']
    ] as const)
      await cache.get(digest, async () => value)
  await mine.change('ada', async () => undefined, ['digest a'])
  t.strictSame(
    ['digest a', 'digest b', 'digest c'].map(name => other.cached(name)),
    [undefined, undefined, 'bo/third']
  )
  t.equal(mine.cached('digest b'), 'ada/second', 'its own it has dropped itself')
  t.match(sent, [/^\S+ keys ada$/], 'an id, and no digest')
})

t.test('a read that began before another process changed the record does not fill the cache after it', async t => {
  const { one, two } = processes()
  const cache = cacheOf(two)
  await two.follow(refuse)
  const held = Promise.withResolvers<string>()
  const reading = cache.get('digest', () => held.promise)
  one.tell('keys', 'ada')
  held.resolve('ada/before')
  t.equal(await reading, 'ada/before')
  t.equal(await cache.get('digest', async () => 'ada/after'), 'ada/after')
})

t.test('who may have missed something reads everything again', async t => {
  const { reconnect, two } = processes()
  const cache = cacheOf(two)
  await cache.get('digest', async () => 'ada/before')
  await two.follow(refuse)
  t.equal(cache.cached('digest'), undefined, 'at the beginning')
  await cache.get('digest', async () => 'ada/before')
  reconnect()
  t.equal(cache.cached('digest'), undefined, 'after the connection was lost')
})

t.test('a change of another subject, and what is none, touch nothing', async t => {
  const { one, two } = processes()
  const cache = cacheOf(two)
  const receivers: ((text: string | undefined) => void)[] = []
  const three = new Changes({
    send: async () => undefined,
    receive: async receive => void receivers.push(receive)
  })
  const other = cacheOf(three)
  await Promise.all([two.follow(refuse), three.follow(refuse)])
  for (const each of [cache, other]) await each.get('digest', async () => 'ada/value')
  one.tell('budget', 'ada')
  for (const text of ['', 'x', 'x keys', 'x other ada', 'x constructor ada']) receivers[0]?.(text)
  for (const each of [cache, other]) t.equal(each.cached('digest'), 'ada/value')
})

t.test('a channel that fails is reported, and hinders no change', async t => {
  const reported: string[] = []
  const changes = new Changes({
    send: async () => {
      throw new Error('away')
    },
    receive: async () => {
      throw new Error('no channel')
    }
  })
  const cache = cacheOf(changes)
  await changes.follow(error => reported.push(error.message))
  t.equal(await cache.change('ada', async () => 'written'), 'written')
  t.strictSame(reported, ['no channel'])
  await new Changes().follow(refuse)
})
