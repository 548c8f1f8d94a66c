import t from 'tap'
import {
  addDays,
  dateOf,
  daysBetween,
  isDate,
  isTimeZone,
  lastOfMonth,
  timeReadings,
  weekdayOf
} from '../dist/calendar.js'

t.test('a moment falls on the date of its time zone, summer time included', async t => {
  const dateIn = (time: string, zone: string) => dateOf(Date.parse(time), zone)
  t.equal(dateIn('2026-01-31T23:59:59.999Z', 'Europe/London'), '2026-01-31')
  t.equal(dateIn('2026-06-30T23:30:00Z', 'Europe/London'), '2026-07-01')
  t.equal(dateIn('2026-03-29T00:59:59Z', 'Europe/London'), '2026-03-29')
  t.equal(dateIn('2026-10-24T22:59:59Z', 'Europe/London'), '2026-10-24')
  t.equal(dateIn('2026-10-24T23:00:00Z', 'Europe/London'), '2026-10-25')
  t.equal(dateIn('2026-10-25T23:59:59Z', 'Europe/London'), '2026-10-25')
  t.equal(dateIn('2026-01-01T10:59:59Z', 'Pacific/Kiritimati'), '2026-01-02')
  t.equal(dateIn('2026-01-01T00:00:00Z', 'Pacific/Pago_Pago'), '2025-12-31')
  t.equal(dateIn('2026-01-01T12:00:00Z', 'UTC'), '2026-01-01')
})

t.test('zones are those of the IANA database', async t => {
  t.ok(isTimeZone('Asia/Kolkata'))
  t.notOk(isTimeZone('Mars/Olympus'))
})

t.test('dates are counted by the calendar', async t => {
  t.equal(addDays('2028-02-28', 1), '2028-02-29')
  t.equal(addDays('2026-01-01', -1), '2025-12-31')
  t.equal(daysBetween('2026-03-28', '2026-03-30'), 2)
  t.equal(lastOfMonth('2026-02-03'), '2026-02-28')
  t.equal(lastOfMonth('2028-02-03'), '2028-02-29')
  t.equal(lastOfMonth('2026-12-31'), '2026-12-31')
  t.equal(weekdayOf('2026-11-20'), 5)
  t.ok(isDate('2028-02-29'))
  t.notOk(isDate('2026-02-29'))
  t.notOk(isDate('2026-13-01'))
})

t.test('a date is its whole day in the time zone, a date-time is a moment', async t => {
  const read = (text: string, zone = 'UTC') =>
    timeReadings(text, zone).map(({ from, to }) => [new Date(from).toISOString(), new Date(to).toISOString()])
  const day = ['2026-11-26T00:00:00.000Z', '2026-11-26T23:59:59.999Z']
  for (const text of ['2026-11-26', ' 2026-11-26 ', '26.11.2026', '26/11/2026', '11/26/2026'])
    t.strictSame(read(text), [day], text)
  t.strictSame(read('2026-06-30', 'Europe/London'), [['2026-06-29T23:00:00.000Z', '2026-06-30T22:59:59.999Z']])
  t.strictSame(read('2026-03-29', 'Europe/London'), [['2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z']])
  const moment = ['2026-11-26T09:30:00.000Z', '2026-11-26T09:30:00.000Z']
  for (const text of ['2026-11-26T09:30Z', '2026-11-26 09:30', '2026-11-26T10:30:00.000+01:00', '2026-11-26T09:30:00'])
    t.strictSame(read(text), [moment], text)
})

t.test('a date that can be read in two ways has both readings', async t => {
  t.strictSame(
    timeReadings('3/4/2026', 'UTC').map(({ from }) => new Date(from).toISOString().slice(0, 10)),
    ['2026-04-03', '2026-03-04']
  )
  t.equal(timeReadings('4/4/2026', 'UTC').length, 1)
})

t.test('any other text is no date', async t => {
  for (const text of ['', '2026', '2026-11', '2026-02-30', '31/31/2026', '26.11.26', '2026-11-26T25:00Z', 'today'])
    t.strictSame(timeReadings(text, 'UTC'), [], text)
})
