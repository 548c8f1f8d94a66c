import t from 'tap'
import { KnownDevices } from '../../../host/dist/accounts/known-devices.js'
import { Sessions } from '../../../host/dist/accounts/sessions.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'

const minute = 60_000
const day = 24 * 60 * minute

/** Sessions in a store that keeps expired records if `isKeeping`, so that only their own checks count. */
async function sessions({ isKeeping = false } = {}) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => (isKeeping ? 0 : clock.now())))
  return { clock, store, sessions: new Sessions(store, clock) }
}

for (const isKeeping of [false, true])
  t.test(
    `a session ends after 3 days without a request, to the millisecond${isKeeping ? ', by its own check' : ''}`,
    async t => {
      const { clock, sessions: all } = await sessions({ isKeeping })
      const { token, session } = await all.begin('ada', 'a browser')
      clock.advance(3 * day - 1)
      t.match(await all.find(token), { id: session.id, account: 'ada', userAgent: 'a browser' })
      clock.advance(3 * day - 1)
      t.equal((await all.list('ada')).length, 1)
      clock.advance(1)
      t.strictSame(await all.list('ada'), [])
      t.equal(await all.find(token), undefined)
      clock.advance(-1)
      t.equal(await all.find(token), undefined, 'it stays ended')
    }
  )

t.test('a session ends 30 days after its sign-in, to the millisecond', async t => {
  const { clock, sessions: all } = await sessions({ isKeeping: true })
  const { token } = await all.begin('ada')
  for (let days = 2; days < 30; days += 2) {
    clock.advance(2 * day)
    t.ok(await all.find(token))
  }
  clock.advance(2 * day - 1)
  t.ok(await all.find(token))
  clock.advance(1)
  t.equal(await all.find(token), undefined)
})

t.test('that a session was seen is written once a minute', async t => {
  const { clock, sessions: all } = await sessions()
  const { token, session } = await all.begin('ada')
  const seenAt = async () => (await all.find(token))?.lastSeenAt
  clock.advance(minute - 1)
  t.equal(await seenAt(), session.createdAt)
  clock.advance(1)
  t.equal(await seenAt(), '2026-01-01T00:01:00.000Z')
  clock.advance(minute - 1)
  t.equal(await seenAt(), '2026-01-01T00:01:00.000Z')
  t.match(await all.list('ada'), [{ lastSeenAt: '2026-01-01T00:01:00.000Z', createdAt: session.createdAt }])
})

t.test('a sign-in or a confirmed password is recent for 15 minutes, in that session', async t => {
  const { clock, sessions: all } = await sessions()
  const one = await all.begin('ada')
  const other = await all.begin('ada')
  const isRecent = async ({ token }: typeof one) => {
    const session = await all.find(token)
    return session && all.isRecent(session)
  }
  clock.advance(15 * minute - 1)
  t.equal(await isRecent(one), true)
  clock.advance(1)
  t.equal(await isRecent(one), false)
  await all.confirm('grace', one.session.id)
  t.equal(await isRecent(one), false, 'of another account')
  await all.confirm('ada', one.session.id)
  t.equal(await isRecent(one), true)
  t.equal(await isRecent(other), false)
  clock.advance(15 * minute - 1)
  t.equal(await isRecent(one), true)
  clock.advance(1)
  t.equal(await isRecent(one), false)
})

t.test('an account ends its own sessions alone, and none twice', async t => {
  const { sessions: all } = await sessions()
  const one = await all.begin('ada')
  const other = await all.begin('ada')
  t.equal(await all.end('grace', one.session.id), false)
  t.ok(await all.find(one.token))
  t.equal(await all.end('ada', one.session.id), true)
  t.equal(await all.end('ada', one.session.id), false)
  t.equal(await all.find(one.token), undefined)
  t.match(await all.list('ada'), [{ id: other.session.id }])
})

t.test('all sessions of an account end at once, those of others go on, and each time is counted', async t => {
  const { sessions: all } = await sessions()
  const mine = [await all.begin('ada'), await all.begin('ada')]
  const other = await all.begin('adam')
  t.match(
    mine.map(({ session }) => session.generation),
    [0, 0]
  )
  await all.endAll('ada')
  for (const { token } of mine) t.equal(await all.find(token), undefined)
  t.match(await all.find(other.token), { account: 'adam' })
  t.equal(await all.generation('ada'), 1)
  t.equal(await all.generation('adam'), 0)
  await all.endAll('ada')
  t.equal(await all.generation('ada'), 2)
  t.equal((await all.begin('ada')).session.generation, 2)
})

t.test('the sessions of an account are listed in the order of their sign-ins', async t => {
  const { clock, sessions: all } = await sessions()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await all.begin('ada', 'x'.repeat(300))).session.id)
    clock.advance(1)
  }
  const listed = await all.list('ada')
  t.strictSame(
    listed.map(({ id }) => id),
    ids
  )
  t.equal(listed[0]?.userAgent.length, 200, 'of the name of a browser the first 200 characters are stored')
})

t.test('when all sessions of an account end, its browsers are known no more', async t => {
  const { clock, store, sessions: all } = await sessions()
  const devices = new KnownDevices(store, clock)
  const [ada, eve] = [await devices.remember('ada'), await devices.remember('eve')]
  await all.begin('ada')
  await all.endAll('ada')
  t.equal(await devices.find(ada), undefined)
  t.match(await devices.find(eve), { account: 'eve' })
})

t.test('the records of a session are stored until it ends, and no longer', async t => {
  const { clock, store, sessions: all } = await sessions()
  const { token } = await all.begin('ada')
  const stored = async () => (await store.own('sessions').list('')).length
  for (let days = 0; days < 28; days += 2) {
    clock.advance(2 * day)
    await all.find(token)
  }
  clock.advance(day)
  await all.find(token)
  clock.advance(day - 1)
  t.equal(await stored(), 2)
  clock.advance(1)
  t.equal(await stored(), 0)
  await all.begin('ada')
  clock.advance(3 * day - 1)
  t.equal(await stored(), 2)
  clock.advance(1)
  t.equal(await stored(), 0)
})
