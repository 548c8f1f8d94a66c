import t from 'tap'
import { addDays, dateOf, daysBetween, isDate, isTimeZone, lastOfMonth, weekdayOf } from '../dist/calendar.js'

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
