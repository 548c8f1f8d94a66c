import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'

const at = Date.parse('2026-01-01T00:00:00Z')

t.test('ids rise strictly, also within one millisecond, and begin with their time', async t => {
  let now = at
  const clock = makeClock(() => now, Math.random)
  const ids = [clock.ulid(), clock.ulid(), clock.ulid()]
  now += 1
  ids.push(clock.ulid())
  t.strictSame(ids.toSorted(), ids)
  t.equal(new Set(ids).size, 4)
  t.equal(ids[0]?.slice(0, 10), ids[2]?.slice(0, 10))
  t.not(ids[3]?.slice(0, 10), ids[0]?.slice(0, 10))
  t.equal(clock.now(), now)
  t.match(ids[0], /^[0-9A-HJKMNP-TV-Z]{26}$/)
})

t.test('the random numbers of a clock are its own, from 0 to 1, and given once', async t => {
  const first = (random: number) =>
    makeClock(
      () => at,
      () => random
    ).ulid()
  t.equal(first(0).slice(10), '0'.repeat(16))
  t.match(first(0.999).slice(10), /^Z{16}$/)
  // Each first id of a clock takes 16 numbers: many more than are made at once.
  let now = at
  const clock = makeClock(() => now++)
  const parts = Array.from({ length: 2_000 }, () => clock.ulid().slice(10))
  t.equal(new Set(parts).size, 2_000)
  const letters = new Set(parts.join(''))
  t.equal(letters.size, 32, 'every letter comes up')
})

t.test('no number of a clock is known beforehand, not even its first', async t => {
  const ids = Array.from({ length: 60 }, () => makeClock(() => at).ulid())
  for (let place = 10; place < 26; place++) t.ok(new Set(ids.map(id => id[place])).size > 1, `place ${place}`)
})
