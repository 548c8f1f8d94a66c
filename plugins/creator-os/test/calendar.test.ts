import { testContext } from '@product-host/sdk/testing'
import ICAL from 'ical.js'
import t from 'tap'
import product from '../dist/index.js'

const items = [
  '日本語のとても長いタイトルが続きます。'.repeat(8),
  '👨‍👩‍👧‍👦🇬🇧👍🏽'.repeat(18),
  'Commas, semicolons; back\\slashes and "quotes"',
  'مرحبا بالعالم '.repeat(10)
]

async function planned() {
  const { run } = testContext(product, { now: '2026-11-22T12:00:00Z' })
  return { run, detail: (await run('schedule', { platform: 'linkedin', items, timezone: 'America/New_York' })).detail }
}

t.test('the file has CRLF line ends and no line over 75 octets', async t => {
  const { detail } = await planned()
  const lines = detail.ics?.split('\r\n') ?? []
  t.ok(lines.length > 40)
  t.strictSame(
    lines.filter(line => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line)),
    []
  )
})

t.test('another reader finds every post with its title, time, length and alarm', async t => {
  const { detail } = await planned()
  const calendar = new ICAL.Component(ICAL.parse(detail.ics ?? ''))
  const events = calendar
    .getAllSubcomponents('vevent')
    .map(component => ({ component, event: new ICAL.Event(component) }))
  t.strictSame(
    events.map(({ event }) => ({
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toJSDate().toISOString()
    })),
    detail.entries.map(({ id, title, utc }) => ({ uid: `${id}@creator-os`, summary: `LinkedIn: ${title}`, start: utc }))
  )
  for (const { component, event } of events) {
    t.equal(event.duration.toSeconds(), 15 * 60)
    t.equal(component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString(), '-PT30M')
    t.match(component.getFirstPropertyValue('dtstart')?.toString(), /Z$/)
    t.equal(component.getFirstPropertyValue('dtstamp')?.toString(), '2026-11-22T12:00:00Z')
  }
})

t.test('identifiers stay when the plan is asked for again, so that calendars know the posts', async t => {
  const { run, detail } = await planned()
  const again = (await run('schedule', { platform: 'linkedin', perWeek: 1, timezone: 'Europe/London' })).detail
  t.strictSame(
    again.entries.map(({ id, utc }) => [id, utc]),
    detail.entries.map(({ id, utc }) => [id, utc])
  )
  t.ok(detail.entries.every(({ id }) => again.ics?.includes(`UID:${id}@creator-os`)))
})

t.test('a calendar without a post is a sound file too, and none comes when none is wanted', async t => {
  const { run } = testContext(product)
  const { detail } = await run('schedule', { platform: 'x', quietHours: '0-24' })
  t.strictSame(new ICAL.Component(ICAL.parse(detail.ics ?? '')).getAllSubcomponents('vevent'), [])
  t.notOk('ics' in (await run('schedule', { ics: false })).detail)
})
