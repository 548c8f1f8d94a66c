import { testContext } from '@product-host/sdk/testing'
import { DateTime } from 'luxon'
import t from 'tap'
import product from '../dist/index.js'
import { hoursOf, momentOf } from '../dist/planning/pick.js'

const local = (date: string, hour: number, minute: number, zone: string) =>
  momentOf({ date, hour }, minute, zone).toFormat("yyyy-MM-dd'T'HH:mmZZ")

t.test('a time that the clock skips moves on by the gap', async t => {
  t.equal(local('2027-03-28', 1, 30, 'Europe/London'), '2027-03-28T02:30+01:00')
  t.equal(local('2027-03-14', 2, 30, 'America/New_York'), '2027-03-14T03:30-04:00')
})

t.test('of a time that comes twice, the later one counts', async t => {
  t.equal(local('2026-10-25', 1, 30, 'Europe/London'), '2026-10-25T01:30+00:00')
  t.equal(local('2026-11-01', 1, 30, 'America/New_York'), '2026-11-01T01:30-05:00')
})

t.test('times around a change of the clock are what the clock shows', async t => {
  t.equal(local('2027-03-28', 0, 30, 'Europe/London'), '2027-03-28T00:30+00:00')
  t.equal(local('2027-03-28', 2, 30, 'Europe/London'), '2027-03-28T02:30+01:00')
  t.equal(local('2026-10-25', 0, 30, 'Europe/London'), '2026-10-25T00:30+01:00')
  t.equal(local('2026-10-25', 2, 30, 'Europe/London'), '2026-10-25T02:30+00:00')
  t.equal(local('2026-11-01', 9, 15, 'America/New_York'), '2026-11-01T09:15-05:00')
})

t.test('the hours of a day, counted on from midnight where that is right, are those of the zone', async t => {
  for (const zone of [
    'Europe/London',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Beirut'
  ]) {
    for (const date of [
      '2026-03-29',
      '2026-04-05',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
      '2027-03-14',
      '2027-03-28',
      '2026-07-01'
    ]) {
      const expected = Array.from({ length: 24 }, (_, hour) => momentOf({ date, hour }, 0, zone).toMillis())
      t.strictSame(
        hoursOf(date, zone).map(({ start }) => start),
        expected,
        `${zone} ${date}`
      )
    }
  }
})

/** The only post of a week in which all hours but one are quiet and all days but one are avoided. */
async function onlyPost(date: string, hour: number, timezone: string) {
  const start = DateTime.fromISO(date, { zone: 'utc' })
  const avoidDates = [1, 2, 3, 4, 5, 6].map(days => start.plus({ days }).toISODate() ?? '')
  const { run } = testContext(product, { now: start.minus({ days: 5 }).toISO() ?? '' })
  const quietHours = `${hour + 1}-${hour}`
  const { detail } = await run('schedule', {
    platform: 'x',
    perWeek: 1,
    weeks: 1,
    startDate: date,
    timezone,
    quietHours,
    avoidDates
  })
  return detail.entries.map(({ localTime }) => localTime)
}

t.test('a plan puts a post into the doubled hour with the later offset', async t => {
  t.match(await onlyPost('2026-10-25', 1, 'Europe/London'), [/^2026-10-25T01:\d\d:00\+00:00$/])
  t.match(await onlyPost('2026-11-01', 1, 'America/New_York'), [/^2026-11-01T01:\d\d:00-05:00$/])
})

t.test('a plan keeps quiet hours when the clock skips the only hour that is left', async t => {
  t.strictSame(await onlyPost('2027-03-28', 1, 'Europe/London'), [])
  t.match(await onlyPost('2027-03-28', 2, 'Europe/London'), [/^2027-03-28T02:\d\d:00\+01:00$/])
})

t.test('a post of a skipped hour comes after the gap, and the answer says so', async t => {
  const { run } = testContext(product, { now: '2027-03-13T12:00:00Z' })
  const { detail } = await run('schedule', {
    platform: 'x',
    perWeek: 21,
    weeks: 1,
    startDate: '2027-03-14',
    timezone: 'America/New_York',
    quietHours: '04-02',
    minGapHours: 0,
    avoidDates: '2027-03-15, 2027-03-16, 2027-03-17, 2027-03-18, 2027-03-19, 2027-03-20'
  })
  t.strictSame(
    detail.entries.map(({ localTime }) => localTime.slice(0, 13)),
    ['2027-03-14T03', '2027-03-14T03']
  )
  t.match(
    detail.conflicts.find(({ code }) => code === 'clock_change'),
    {
      message: 'On 2027-03-14 the clock skips the hour of 02:00; the post on X comes in that of 03:00.'
    }
  )
})
