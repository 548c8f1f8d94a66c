import t from 'tap'
import { displayName, loadKey, obstacleOf, ownerOf } from '../dist/routing/roster.js'

const at = (time: string) => Date.parse(time)
const obstacle = (hours: string, time: string, timezone = 'Europe/London') =>
  obstacleOf(ownerOf({ 'owner.kim.hours': hours, 'owner.kim.timezone': timezone }, 'kim'), 0, at(time))

t.test('a name alone is an owner who takes leads at any time', async t => {
  t.strictSame(ownerOf({ timezone: 'Europe/Paris' }, 'kim'), { name: 'kim', isActive: true, timezone: 'Europe/Paris' })
  t.equal(obstacleOf(ownerOf({}, 'kim'), 10_000, 0), undefined)
})

t.test('hours are those of the zone, in winter and in summer', async t => {
  t.equal(obstacle('09-17', '2026-01-05T08:59:59Z'), 'outside hours')
  t.equal(obstacle('09-17', '2026-01-05T09:00:00Z'), undefined)
  t.equal(obstacle('09-17', '2026-01-05T16:59:59Z'), undefined)
  t.equal(obstacle('09-17', '2026-01-05T17:00:00Z'), 'outside hours')
  t.equal(obstacle('09-17', '2026-07-06T08:00:00Z'), undefined)
  t.equal(obstacle('09-17', '2026-07-06T16:00:00Z'), 'outside hours')
  t.equal(obstacle('09-17', '2026-01-05T14:00:00Z', 'America/New_York'), undefined)
  t.equal(obstacle('09-17', '2026-01-05T13:59:00Z', 'America/New_York'), 'outside hours')
})

t.test('hours may have minutes, run to midnight, and go over it', async t => {
  t.equal(obstacle('8:30-16:30', '2026-01-05T08:29:00Z'), 'outside hours')
  t.equal(obstacle('8:30-16:30', '2026-01-05T08:30:00Z'), undefined)
  t.equal(obstacle('20-24', '2026-01-05T23:59:00Z'), undefined)
  t.equal(obstacle('20-24', '2026-01-05T00:00:00Z'), 'outside hours')
  t.equal(obstacle('22-06', '2026-01-05T23:00:00Z'), undefined)
  t.equal(obstacle('22-06', '2026-01-05T05:59:00Z'), undefined)
  t.equal(obstacle('22-06', '2026-01-05T06:00:00Z'), 'outside hours')
})

t.test('capacity ends with the day of the owner', async t => {
  const owner = ownerOf({ 'owner.kim.capacityPerDay': '2', 'owner.kim.timezone': 'Asia/Seoul' }, 'kim')
  t.equal(obstacleOf(owner, 1, 0), undefined)
  t.equal(obstacleOf(owner, 2, 0), 'at capacity')
  t.equal(loadKey(owner, at('2026-01-01T14:59:59Z')), 'load:kim:2026-01-01')
  t.equal(loadKey(owner, at('2026-01-01T15:00:00Z')), 'load:kim:2026-01-02')
})

t.test('names are shown as people write them', async t => {
  t.equal(displayName('ann-lee'), 'Ann Lee')
})
