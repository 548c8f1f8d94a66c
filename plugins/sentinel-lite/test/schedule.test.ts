import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { cronIssue, dueAfter, isZone, nextOccurrence, scheduleOf } from '../dist/heartbeat/schedule.js'
import sentinel from '../dist/index.js'

const london = 'Europe/London'

/** When the success after one at `last` is due by a cron pattern. */
function cronDue(cron: string, last: string, { zone = 'UTC', early = '60' } = {}): string {
  const schedule = scheduleOf({ cron, timezone: zone }, { earlyToleranceSeconds: early }, 'backup')
  return new Date(dueAfter(schedule, Date.parse(last)) ?? 0).toISOString()
}

t.test('a ping a minute early counts for its time', t => {
  t.equal(cronDue('0 2 * * *', '2026-01-02T01:59:20Z'), '2026-01-03T02:00:00.000Z')
  t.equal(cronDue('0 2 * * *', '2026-01-02T01:59:00Z'), '2026-01-03T02:00:00.000Z')
  t.equal(cronDue('0 2 * * *', '2026-01-02T01:58:59Z'), '2026-01-02T02:00:00.000Z')
  t.equal(cronDue('0 2 * * *', '2026-01-02T02:00:00Z'), '2026-01-03T02:00:00.000Z')
  t.end()
})

t.test('the tolerance is a setting', t => {
  t.equal(cronDue('0 2 * * *', '2026-01-02T01:59:20Z', { early: '0' }), '2026-01-02T02:00:00.000Z')
  t.equal(cronDue('0 2 * * *', '2026-01-02T01:05:00Z', { early: '3600' }), '2026-01-03T02:00:00.000Z')
  t.end()
})

t.test('of times that lie close together an early ping never skips more than its own', t => {
  t.equal(cronDue('* * * * *', '2026-01-02T12:00:05Z'), '2026-01-02T12:01:00.000Z')
  t.equal(cronDue('* * * * *', '2026-01-02T12:00:35Z'), '2026-01-02T12:02:00.000Z')
  t.equal(cronDue('* * * * *', '2026-01-02T12:00:30.000Z'), '2026-01-02T12:02:00.000Z')
  t.equal(cronDue('* * * * *', '2026-01-02T12:00:29.999Z'), '2026-01-02T12:01:00.000Z')
  t.end()
})

t.test('an early ping keeps its monitor up past the time that it was early for', async t => {
  const { run, runJobs, clock } = testContext(sentinel, { now: '2026-01-02T01:59:20Z' })
  await run('heartbeat', { name: 'backup', cron: '0 2 * * *', graceSeconds: 60 })
  clock.set('2026-01-02T02:01:01Z')
  t.strictSame(await runJobs(), [])
  t.match((await run('heartbeat', { signal: 'check' })).detail, { state: 'up' })
})

t.test('cron goes by the clock of its zone', t => {
  t.equal(cronDue('0 2 * * *', '2026-07-01T12:00:00Z', { zone: london }), '2026-07-02T01:00:00.000Z')
  t.equal(cronDue('0 2 * * *', '2026-07-01T12:00:00Z', { zone: 'Asia/Kolkata' }), '2026-07-01T20:30:00.000Z')
  t.end()
})

t.test('the zone is that of the settings of the monitor, else of the call, else of the account, else UTC', t => {
  const zone = (saved: object, settings: Record<string, string>) => scheduleOf(saved, settings, 'backup').zone
  t.equal(zone({}, {}), 'UTC')
  t.equal(zone({}, { timezone: london }), london)
  t.equal(zone({ timezone: 'Asia/Tokyo' }, { timezone: london }), 'Asia/Tokyo')
  t.equal(zone({ timezone: 'Asia/Tokyo' }, { 'heartbeat.backup.timezone': 'Asia/Seoul' }), 'Asia/Seoul')
  t.end()
})

t.test('spring in London: a time that the clock jumps over is due as the jump ends, and once', t => {
  const due = (cron: string, last: string) => cronDue(cron, last, { zone: london })
  t.equal(due('30 1 * * *', '2027-03-27T01:30:05Z'), '2027-03-28T01:00:00.000Z')
  t.equal(due('30 1 * * *', '2027-03-28T01:00:05Z'), '2027-03-29T00:30:00.000Z')
  t.equal(due('0 2 * * *', '2027-03-27T02:00:05Z'), '2027-03-28T01:00:00.000Z')
  t.equal(due('0 3 * * *', '2027-03-27T03:00:05Z'), '2027-03-28T02:00:00.000Z')
  t.equal(due('30 * * * *', '2027-03-28T00:30:05Z'), '2027-03-28T01:30:00.000Z')
  t.end()
})

t.test('autumn in London: a time that comes twice is due the first time alone, an hourly one both times', t => {
  const due = (cron: string, last: string) => cronDue(cron, last, { zone: london })
  t.equal(due('30 1 * * *', '2026-10-24T00:30:05Z'), '2026-10-25T00:30:00.000Z')
  t.equal(due('30 1 * * *', '2026-10-25T00:30:05Z'), '2026-10-26T01:30:00.000Z')
  t.equal(due('30 1 * * *', '2026-10-25T01:30:05Z'), '2026-10-26T01:30:00.000Z')
  t.equal(due('0 2 * * *', '2026-10-24T01:00:05Z'), '2026-10-25T02:00:00.000Z')
  t.equal(due('30 * * * *', '2026-10-25T00:30:05Z'), '2026-10-25T01:30:00.000Z')
  t.equal(due('30 * * * *', '2026-10-25T01:30:05Z'), '2026-10-25T02:30:00.000Z')
  t.end()
})

t.test('lists, ranges and steps of hours are times of the clock: the first of two, and the end of a gap, once', t => {
  const autumn = (cron: string, last: string) => cronDue(cron, last, { zone: london, early: '0' })
  t.equal(autumn('0 1,13 * * *', '2026-10-24T12:00:05Z'), '2026-10-25T00:00:00.000Z')
  for (const cron of ['0 1,13 * * *', '0 1-13/12 * * *', '0,0 1,13 * * *'])
    t.equal(autumn(cron, '2026-10-25T00:00:05Z'), '2026-10-25T13:00:00.000Z', cron)
  t.equal(autumn('*/15 1 * * *', '2026-10-25T00:45:05Z'), '2026-10-26T01:00:00.000Z')
  t.equal(autumn('* 1 * * *', '2026-10-25T00:59:05Z'), '2026-10-26T01:00:00.000Z')
  t.equal(autumn('0 1-23 * * *', '2026-10-25T00:00:05Z'), '2026-10-25T02:00:00.000Z')
  const spring = (cron: string, last: string) => cronDue(cron, last, { zone: london, early: '0' })
  t.equal(spring('0 1,13 * * *', '2027-03-27T13:00:05Z'), '2027-03-28T01:00:00.000Z')
  t.equal(spring('15,45 1 * * *', '2027-03-27T01:45:05Z'), '2027-03-28T01:00:00.000Z')
  t.equal(spring('15,45 1 * * *', '2027-03-28T01:00:05Z'), '2027-03-29T00:15:00.000Z')
  t.equal(spring('0 */3 * * *', '2027-03-28T00:00:05Z'), '2027-03-28T02:00:00.000Z')
  const newYork = (cron: string, last: string) => cronDue(cron, last, { zone: 'America/New_York', early: '0' })
  t.equal(newYork('0 */2 * * *', '2027-03-14T05:00:05Z'), '2027-03-14T07:00:00.000Z')
  t.end()
})

t.test('a pattern of every hour goes on through a repeated hour, however it is written', t => {
  for (const cron of ['30 * * * *', '30 */1 * * *', '30 0-23 * * *', '30 0-11,12-23 * * *'])
    t.equal(cronDue(cron, '2026-10-25T00:30:05Z', { zone: london }), '2026-10-25T01:30:00.000Z', cron)
  t.equal(cronDue('*/15 * * * *', '2026-10-25T00:45:05Z', { zone: london }), '2026-10-25T01:00:00.000Z')
  t.end()
})

t.test('a nightly job in London that comes in time every night is never late through a whole year', async t => {
  const { run, runJobs, clock } = testContext(sentinel, { now: '2026-03-01T01:30:10Z' })
  let night = await run('heartbeat', { name: 'backup', cron: '30 1 * * *', timezone: london, graceSeconds: 60 })
  const nights = new Set<string>()
  for (let count = 0; count < 365; count++) {
    clock.set(night.detail.dueAt ?? '')
    nights.add((night.detail.dueAt ?? '').slice(0, 10))
    clock.advance(10_000)
    await runJobs()
    night = await run('heartbeat', { name: 'backup' })
    t.equal(night.detail.streak, count + 2)
  }
  t.equal(nights.size, 365)
  t.equal(night.metrics.missed, 0)
})

t.test('a due time is shown by the clock of its zone', async t => {
  const { run } = testContext(sentinel, { now: '2026-10-24T12:00:00Z' })
  const shown = async (timezone: string) =>
    (await run('heartbeat', { name: 'backup', cron: '30 1 * * *', timezone })).summary
  t.equal(await shown(london), 'Heartbeat "backup" received; next due 25 Oct 01:30 Europe/London (grace 1 h).')
  t.equal(
    await shown('America/New_York'),
    'Heartbeat "backup" received; next due 25 Oct 01:30 America/New_York (grace 1 h).'
  )
})

t.test('grace is an hour, or the period where that is shorter, when nothing is said', t => {
  const grace = (saved: object) => scheduleOf(saved, {}, 'backup').graceSeconds
  t.equal(grace({ cron: '0 2 * * *' }), 3_600)
  t.equal(grace({ periodSeconds: 86_400 }), 3_600)
  t.equal(grace({ periodSeconds: 90 }), 90)
  t.equal(grace({ periodSeconds: 90, graceSeconds: 7 }), 7)
  t.end()
})

t.test('what is no cron pattern of five fields is refused, and what never comes', t => {
  const none = 'is not a cron pattern of five fields'
  const unknown = 'has a field that cron does not know or that is out of its range'
  for (const cron of ['', '* * * *', '* * * * * *', '@hourly', '? * * * *', '2026-01-01T00:00:00', '* * * * * * 2026'])
    t.equal(cronIssue(cron), none, cron)
  for (const cron of ['60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8', '*/0 * * * *', 'a * * * *'])
    t.equal(cronIssue(cron), unknown, cron)
  t.equal(cronIssue('0 0 30 2 *'), 'names a date that never comes')
  for (const cron of ['0 2 * * *', '*/5 9-17 * * MON-FRI', ' 0  0 1,15 JAN,jul 0 ', '0 0 L * *', '0 0 29 2 *'])
    t.equal(cronIssue(cron), undefined, cron)
  t.end()
})

t.test('zones are those of the IANA database, under whatever of its names', t => {
  for (const zone of ['UTC', london, 'Asia/Calcutta', 'America/Argentina/Ushuaia']) t.ok(isZone(zone), zone)
  for (const zone of ['', 'London', '+01:00', 'Europe/Lundon', '__proto__']) t.notOk(isZone(zone), zone)
  t.end()
})

t.test('the answer does not depend on the moment of asking', t => {
  const once = nextOccurrence('*/7 * * * *', london, 1_000)
  t.equal(nextOccurrence('*/7 * * * *', london, 1_000), once)
  t.end()
})
