import { testContext } from '@product-host/sdk/testing'
import { DateTime } from 'luxon'
import t from 'tap'
import product from '../dist/index.js'
import { pickTimes } from '../dist/planning/pick.js'

const now = '2026-11-22T12:00:00Z'
const hour = 3_600_000

function start(account?: string) {
  return testContext(product, { now, ...(account !== undefined && { account }) })
}

/** Hours between each entry and the one before. */
function gaps(entries: readonly { readonly utc: string }[]): readonly number[] {
  return entries.slice(1).map(({ utc }, index) => (Date.parse(utc) - Date.parse(entries[index]?.utc ?? '')) / hour)
}

t.test('without a field it plans two weeks on LinkedIn and X, from tomorrow on', async t => {
  const { run } = start()
  const { ok, summary, metrics, detail } = await run('schedule')
  t.ok(ok)
  t.match(summary, /^Planned 16 posts on 2 platforms, first Mon 23 Nov \d\d:\d\d Europe\/London\.$/)
  t.match(metrics, { entries: 16, platforms: 2, weeks: 2, learnedSamples: 0 })
  const count = (platform: string) => detail.entries.filter(entry => entry.platform === platform).length
  t.strictSame([count('linkedin'), count('x')], [6, 10])
  t.strictSame(detail.conflicts, [])
  const times = detail.entries.map(({ utc }) => utc)
  t.strictSame(times, times.toSorted())
})

t.test('four posts a week for three weeks from 1 December are twelve posts, four in each week', async t => {
  const { summary, metrics, detail } = await start().run('schedule', {
    platform: 'linkedin',
    perWeek: 4,
    weeks: 3,
    startDate: '2026-12-01',
    items: Array.from({ length: 12 }, (_, index) => `Post ${index + 1}`)
  })
  t.match(summary, /^Planned 12 posts on 1 platform, first Tue 1 Dec \d\d:\d\d Europe\/London\.$/)
  t.match(metrics, { entries: 12, weeks: 3 })
  t.strictSame(detail.conflicts, [])
  const week = (localTime: string) =>
    Math.floor((Date.parse(localTime.slice(0, 10)) - Date.parse('2026-12-01')) / (7 * 24 * hour))
  t.strictSame(
    [0, 1, 2].map(each => detail.entries.filter(({ localTime }) => week(localTime) === each).length),
    [4, 4, 4]
  )
  t.strictSame(
    detail.entries.map(({ title }) => title),
    Array.from({ length: 12 }, (_, index) => `Post ${index + 1}`)
  )
})

t.test('posts lie in waking hours, on minutes from 05 to 55, apart from each other', async t => {
  const { detail } = await start().run('schedule', { platforms: ['linkedin', 'x', 'instagram'], weeks: 4 })
  for (const { localTime } of detail.entries) {
    const [clockHour = 0, minute = 0] = localTime.slice(11, 16).split(':').map(Number)
    t.ok(clockHour >= 7 && clockHour < 21 && minute >= 5 && minute <= 55 && minute % 5 === 0, localTime)
  }
  for (const platform of ['linkedin', 'x', 'instagram'])
    t.ok(gaps(detail.entries.filter(entry => entry.platform === platform)).every(gap => gap >= 20))
})

t.test('no week has more posts than asked for', async t => {
  const { detail } = await start().run('schedule', { platform: 'x', perWeek: 4, weeks: 3 })
  const weeks = detail.entries.map(({ utc }) =>
    Math.floor((Date.parse(utc) - Date.parse('2026-11-23')) / (7 * 24 * hour))
  )
  t.strictSame(
    [0, 1, 2].map(week => weeks.filter(each => each === week).length),
    [4, 4, 4]
  )
})

t.test('the best hour is taken first, and a neighbour costs what the formula says', async t => {
  const { detail } = await start().run('schedule', { platform: 'linkedin', perWeek: 2, weeks: 1, minGapHours: 0 })
  t.strictSame(
    detail.entries.map(({ score, weekday }) => ({ score, weekday })),
    [
      { score: 1, weekday: 'Tuesday' },
      { score: 1, weekday: 'Wednesday' }
    ]
  )
  const crowded = await start().run('schedule', {
    platform: 'linkedin',
    perWeek: 2,
    weeks: 1,
    minGapHours: 0,
    avoidDates: ['2026-11-23', '2026-11-25', '2026-11-26', '2026-11-27']
  })
  t.match(crowded.detail.entries, [
    {
      score: 1,
      why: 'Averages over many industries give this hour a score of 1 on LinkedIn; they range from 0.2 to 1.'
    },
    {
      score: 0.5,
      why: /Lowered to 0\.5, because another post on the platform is within 24 hours and another post is within 2 hours\.$/
    }
  ])
})

t.test('each time is shown with its time zone, and with the one that it was chosen for', async t => {
  const { run } = start()
  await run('schedule', { platform: 'linkedin', weeks: 1, perWeek: 1, timezone: 'Europe/London' })
  const { detail } = await run('schedule', {
    platform: 'linkedin',
    weeks: 1,
    perWeek: 1,
    timezone: 'America/New_York',
    items: ['Hiring']
  })
  const [entry] = detail.entries
  const [, shown, planned] =
    /^Tue (\d\d:\d\d), America\/New_York \(planned as Tue (\d\d:\d\d), Europe\/London\)$/.exec(
      entry?.timeInWords ?? ''
    ) ?? []
  t.equal(shown, entry?.localTime.slice(11, 16))
  t.equal(planned, entry?.utc.slice(11, 16))
  t.match(entry, { title: 'Hiring', platformTitle: 'LinkedIn' })
  t.equal(
    entry?.why,
    'Averages over many industries give this hour a score of 1 on LinkedIn; they range from 0.2 to 1.'
  )
})

t.test('quiet hours go over midnight, and may be none', async t => {
  const hours = async (quietHours: string) => {
    const { detail } = await start().run('schedule', {
      platform: 'blog',
      perWeek: 21,
      weeks: 1,
      quietHours,
      minGapHours: 0,
      timezone: 'UTC'
    })
    return new Set(detail.entries.map(({ utc }) => Number(utc.slice(11, 13))))
  }
  t.ok([...(await hours('22-6'))].every(each => each >= 6 && each < 22))
  t.ok([...(await hours('9-17'))].every(each => each < 9 || each >= 17))
  t.strictSame(await hours('4-3'), new Set([3]))
  t.ok((await hours('0-0')).size > 7)
  t.strictSame(await hours('0-24'), new Set())
})

t.test('dates to avoid are local dates', async t => {
  const { detail } = await start().run('schedule', {
    platform: 'x',
    perWeek: 7,
    weeks: 1,
    timezone: 'Pacific/Auckland',
    quietHours: '0-0',
    avoidDates: '2026-11-25,2026-11-26'
  })
  const dates = new Set(detail.entries.map(({ localTime }) => localTime.slice(0, 10)))
  t.notOk(dates.has('2026-11-25') || dates.has('2026-11-26'))
  t.equal(dates.size, 5)
})

t.test('nothing is planned into the past of today', async t => {
  const { detail } = await start().run('schedule', {
    platform: 'x',
    startDate: '2026-11-22',
    weeks: 1,
    perWeek: 21,
    minGapHours: 0,
    timezone: 'UTC'
  })
  t.ok(detail.entries.every(({ utc }) => Date.parse(utc) > Date.parse(now)))
})

t.test('items are planned in their order, on their platforms', async t => {
  const { detail } = await start().run('schedule', {
    platforms: 'linkedin, x',
    items: ['A', { title: 'B', platform: 'x' }, 'C', { title: 'D', platform: 'Bluesky' }],
    weeks: 1
  })
  t.strictSame(
    new Set(detail.entries.map(({ title, platform, isNew, isOpen }) => `${title} ${platform} ${isNew} ${isOpen}`)),
    new Set(['A linkedin true false', 'C linkedin true false', 'B x true false', 'D bluesky true false'])
  )
  const linkedin = detail.entries.filter(({ platform }) => platform === 'linkedin')
  t.strictSame(
    linkedin.map(({ title }) => title),
    ['A', 'C']
  )
})

t.test('an existing plan stays, and new posts stay apart from it', async t => {
  const { run, storage } = start()
  const first = (await run('schedule', { platform: 'linkedin', perWeek: 1, weeks: 2 })).detail.entries
  const second = (await run('schedule', { platform: 'linkedin', perWeek: 3, weeks: 2 })).detail.entries
  t.strictSame(
    second.filter(({ isNew }) => !isNew).map(({ id }) => id),
    first.map(({ id }) => id)
  )
  t.equal(second.length, 6)
  t.ok(gaps(second).every(gap => gap >= 20))
  t.equal((await storage.get<unknown[]>('plan'))?.length, 6)
  await run('schedule', { platform: 'x', weeks: 2 })
  t.equal((await storage.get<unknown[]>('plan'))?.length, 16)
})

t.test('the same call twice plans nothing twice', async t => {
  const { run } = start()
  const first = await run('schedule')
  const second = await run('schedule')
  t.equal(second.summary, 'Planned nothing new on 2 platforms: nothing is missing; 16 posts in the plan.')
  t.strictSame(
    second.detail.entries.map(({ id }) => id),
    first.detail.entries.map(({ id }) => id)
  )
})

t.test('open slots are filled before new ones are made, and drafts fill them too', async t => {
  const { run } = start()
  const open = (await run('schedule', { platform: 'linkedin', weeks: 1 })).detail.entries
  t.match(open, [{ title: 'Open LinkedIn slot', isOpen: true }, {}, {}])
  const { detail } = await run('schedule', { platform: 'linkedin', weeks: 1, items: ['A'] })
  t.match(detail.entries, [
    { id: open[0]?.id, title: 'A', isOpen: false, isNew: false },
    { isOpen: true },
    { isOpen: true }
  ])
  const { draftId } = (
    await run('synthesize', {
      topic: 'Rye bread',
      platform: 'linkedin',
      audience: 'bakers',
      points: ['We bake at 240 °C']
    })
  ).detail
  const filled = (await run('schedule', { platform: 'linkedin', weeks: 1 })).detail.entries
  t.match(filled, [{ title: 'A' }, { title: 'Rye bread', draftId }, { isOpen: true }])
})

t.test('without a platform, unplanned drafts say which', async t => {
  const { run } = start()
  const { draftId } = (
    await run('synthesize', {
      topic: 'Rye bread',
      platform: 'mastodon',
      audience: 'bakers',
      points: ['We bake at 240 °C']
    })
  ).detail
  const { detail } = await run('schedule', { weeks: 1 })
  t.strictSame(new Set(detail.entries.map(({ platform }) => platform)), new Set(['mastodon']))
  t.match(detail.entries[0], { title: 'Rye bread', draftId })
  t.strictSame(
    new Set((await run('schedule', { weeks: 1 })).detail.entries.map(({ platform }) => platform)),
    new Set(['linkedin', 'x'])
  )
})

t.test('a draft that is in the plan, or that there is not, is a conflict', async t => {
  const { run } = start()
  const { draftId } = (
    await run('synthesize', { topic: 'Rye bread', platform: 'x', audience: 'bakers', points: ['We bake at 240 °C'] })
  ).detail
  const item = { title: 'Rye bread', draftId }
  t.match((await run('schedule', { items: [item] })).detail.entries, [{ platform: 'x', draftId }])
  const { detail } = await run('schedule', { platform: 'x', items: [item, { title: 'Other', draftId: 'nothing' }] })
  t.strictSame(detail.conflicts, [
    { code: 'already_planned', message: 'The draft of "Rye bread" is in the plan already.' },
    { code: 'unknown_draft', message: 'There is no draft nothing; "Other" was planned without it.' }
  ])
  t.strictSame(
    detail.entries.map(({ title }) => title),
    ['Rye bread', 'Other']
  )
})

t.test('the same items are planned once in the same weeks, however they are written', async t => {
  const { run } = start()
  const titles = async (items: readonly unknown[], input: object = {}) =>
    (await run('schedule', { platform: 'linkedin', weeks: 1, items, ...input })).detail.entries.map(
      ({ title }) => title
    )
  t.strictSame((await titles(['Hiring', 'Pricing'])).toSorted(), ['Hiring', 'Pricing'])
  const again = await run('schedule', { platform: 'linkedin', weeks: 1, items: ['pricing', ' Hiring  '] })
  t.match(again.summary, /^Planned nothing new on 1 platform: nothing is missing; 2 posts in the plan\.$/)
  t.strictSame(again.detail.conflicts, [
    { code: 'already_planned', message: '"pricing" is in the plan already.' },
    { code: 'already_planned', message: '"Hiring" is in the plan already.' }
  ])
  t.equal((await titles(['Hiring', 'Hiring'])).length, 3, 'the second one is another post')
  t.equal((await titles(['Hiring', 'Hiring'])).length, 3)
  t.strictSame(await titles(['Hiring'], { platform: 'x' }), ['Hiring'], 'on another platform')
  t.strictSame(await titles(['Hiring'], { startDate: '2026-12-21' }), ['Hiring'], 'in another week')
})

t.test('a post may follow another one on its platform exactly after the gap, and not before', async t => {
  const [gapMs, start] = [20 * 3_600_000, Date.parse('2026-11-24T10:00:00Z')]
  const slot = { week: 0, date: '2026-11-24', hour: 10, clockHour: 10, weekday: 2, start }
  const demand = { platform: 'x', count: 1, room: [1], worth: [] }
  const picked = (occupied: readonly { platform: string; at: number; hour: number }[]) =>
    pickTimes([demand], [slot], occupied, { minGapHours: 20, seed: '', most: 1 })
  const at = picked([])[0]?.at ?? 0
  for (const side of [-1, 1]) {
    t.equal(picked([{ platform: 'x', at: at + side * gapMs, hour: 9 }]).length, 1)
    t.equal(picked([{ platform: 'x', at: at + side * (gapMs - 1), hour: 9 }]).length, 0)
  }
})

t.test('replace plans again what is ahead on these platforms, and leaves the past and other platforms', async t => {
  const { run, clock, storage } = start()
  await run('schedule', { platform: 'linkedin', weeks: 2, items: ['A', 'B', 'C', 'D'] })
  await run('schedule', { platform: 'x', weeks: 1, items: ['E'] })
  clock.set('2026-11-25T12:00:00Z')
  const before = await storage.get<{ id: string; utc: string; platform: string }[]>('plan')
  const { detail } = await run('schedule', { platform: 'linkedin', weeks: 1, items: ['Z'], replace: true })
  t.match(
    detail.entries.map(({ title }) => title),
    ['Z']
  )
  const plan = await storage.get<{ id: string; title: string }[]>('plan')
  const past = before?.filter(({ utc, platform }) => platform === 'x' || Date.parse(utc) < clock.now()) ?? []
  t.strictSame(new Set(plan?.map(({ id }) => id)), new Set([...past.map(({ id }) => id), detail.entries[0]?.id]))
})

t.test('what finds no time is a conflict, and the rest is planned', async t => {
  const { ok, detail } = await start().run('schedule', { platform: 'x', perWeek: 21, weeks: 1 })
  t.ok(ok)
  t.equal(detail.entries.length, 7)
  t.strictSame(detail.conflicts, [
    {
      code: 'no_room',
      platform: 'x',
      message:
        '14 of 21 posts on X found no time: Posts a week, Quiet hours, Dates to avoid and Hours between posts leave none.'
    }
  ])
})

t.test('items that find no time are named', async t => {
  const items = ['A', 'B', 'C', 'D', 'E']
  const { detail } = await start().run('schedule', { platform: 'linkedin', items, weeks: 1 })
  t.strictSame(
    detail.entries.map(({ title }) => title),
    ['A', 'B', 'C']
  )
  t.match(detail.conflicts, [{ code: 'no_room', platform: 'linkedin', titles: ['D', 'E'] }])
})

t.test('a plan holds 500 entries at most, and past ones make room', async t => {
  const { run, storage, clock } = start()
  const all = { platforms: 'x, linkedin, threads, bluesky', perWeek: 21, weeks: 8, minGapHours: 0, ics: false }
  const { detail } = await run('schedule', all)
  t.equal(detail.entries.length, 500)
  t.ok(detail.conflicts.some(({ code }) => code === 'plan_full'))
  clock.advance(4 * 7 * 24 * hour)
  const later = await run('schedule', { platform: 'blog', weeks: 8 })
  t.equal(later.detail.entries.length, 8)
  t.equal((await storage.get<unknown[]>('plan'))?.length, 500)
})

t.test('another account has another plan', async t => {
  const { run, as } = start()
  await run('schedule', { platform: 'x' })
  const other = await as('other').run('schedule', { platform: 'x' })
  t.ok(other.detail.entries.every(({ isNew }) => isNew))
})

t.test('an unknown platform gets weekday mornings and a conflict that says so', async t => {
  const { detail } = await start().run('schedule', { platform: 'Our forum', weeks: 1 })
  t.match(detail.conflicts, [{ code: 'unknown_platform', message: /"Our forum" is not a platform known here/ }])
  t.match(detail.entries, [{ platform: 'our-forum', title: 'Open Our forum slot' }, {}, {}])
  t.ok(detail.entries.every(({ utc }) => DateTime.fromISO(utc, { zone: 'Europe/London' }).weekday <= 5))
})

t.test('bad input is refused with its pointer, and nothing is stored', async t => {
  const { run, storage } = start()
  const refused = (input: Readonly<Record<string, unknown>>, ...issues: object[]) =>
    t.rejects(run('schedule', input), { name: 'InvalidInput', issues })
  await refused({ timezone: 'Europe/Atlantis' }, { pointer: '#/timezone', code: 'unknown_timezone' })
  await refused({ timezone: 'utc+3' }, { pointer: '#/timezone' })
  await refused({ startDate: '2026-11-20' }, { pointer: '#/startDate', code: 'in_the_past' })
  await refused({ startDate: '2030-01-01' }, { pointer: '#/startDate', code: 'too_far' })
  await refused({ startDate: '2026-02-30' }, { pointer: '#/startDate', code: 'format' })
  await refused({ weeks: 9 }, { pointer: '#/weeks', code: 'maximum' })
  await refused({ weeks: 0 }, { pointer: '#/weeks', code: 'minimum' })
  await refused({ platforms: 'x', platform: 'linkedin' }, { pointer: '#/platform', code: 'exclusive' })
  await refused({ quietHours: '21:00-07:00' }, { pointer: '#/quietHours', code: 'pattern' })
  await refused({ avoidDates: 'tomorrow' }, { pointer: '#/avoidDates', code: 'format' })
  await refused({ avoidDates: '2026-02-30' }, { pointer: '#/avoidDates', code: 'format' })
  await refused(
    { items: [{ title: ' ' }, '\n'] },
    { pointer: '#/items/0/title', code: 'blank' },
    { pointer: '#/items/1', code: 'blank' }
  )
  await refused(
    { results: [{ platform: 'x', at: '2026-12-24T09:00:00Z', engagementRate: 1 }] },
    { pointer: '#/results/0/at', code: 'in_the_future' }
  )
  await refused(
    { results: [{ platform: 'x', at: '2026-11-20T09:00:00Z', engagementRate: -1 }] },
    { pointer: '#/results/0/engagementRate' }
  )
  await refused(
    { items: Array.from({ length: 13 }, (_, index) => ({ title: 'A', platform: `forum ${index}` })) },
    { pointer: '#/items', code: 'max_items' }
  )
  t.strictSame(await storage.list(''), [])
})

t.test('yesterday may still be the start, since it is today elsewhere', async t => {
  t.ok((await start().run('schedule', { platform: 'x', startDate: '2026-11-21' })).ok)
})
