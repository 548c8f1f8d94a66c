import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { heartbeatViews } from '../dist/heartbeat/answers.js'
import { durationOf, type Event, isStuck, newMonitor, withEvent, withState } from '../dist/heartbeat/monitor.js'
import sentinel from '../dist/index.js'

const noon = Date.UTC(2026, 0, 1, 12)
const seconds = 1_000
const hours = 3_600_000

t.test('no field at all is a success of the monitor "default"', async t => {
  const { run, jobs } = testContext(sentinel)
  t.strictSame(await run('heartbeat'), {
    ok: true,
    summary: 'Heartbeat "default" received; it has no schedule, so it is never late.',
    metrics: { monitors: 1, up: 1, late: 0, down: 0, pings: 1, missed: 0 },
    detail: {
      name: 'default',
      signal: 'success',
      state: 'up',
      previousState: 'new',
      lastSuccessAt: '2026-01-01T12:00:00.000Z',
      streak: 1,
      warnings: ['no_schedule'],
      alerts: [],
      events: [{ at: '2026-01-01T12:00:00.000Z', signal: 'success' }]
    }
  })
  t.strictSame(jobs(), [])
})

t.test('a success says when the next is due, as a person would write it', async t => {
  const { run } = testContext(sentinel, { now: '2026-11-20T02:00:07Z' })
  const { summary, metrics, detail } = await run('heartbeat', { name: 'Backup', cron: '0 2 * * *', graceSeconds: 3600 })
  t.equal(summary, 'Heartbeat "backup" received; next due 21 Nov 02:00 UTC (grace 1 h).')
  t.equal(metrics.secondsUntilDue, 86_393)
  t.match(detail, {
    name: 'backup',
    dueAt: '2026-11-21T02:00:00.000Z',
    graceEndsAt: '2026-11-21T03:00:00.000Z',
    warnings: []
  })
})

t.test('a due time of another year has its year', async t => {
  const { run } = testContext(sentinel)
  const { summary } = await run('heartbeat', { name: 'audit', periodSeconds: 31_536_000, graceSeconds: 5_400 })
  t.equal(summary, 'Heartbeat "audit" received; next due 1 Jan 2027 12:00 UTC (grace 1 h 30 min).')
})

t.test('a due time that is near has its seconds', async t => {
  const { run } = testContext(sentinel)
  const shown = async (periodSeconds: number) => (await run('heartbeat', { periodSeconds, graceSeconds: 0 })).summary
  t.equal(await shown(45), 'Heartbeat "default" received; next due 1 Jan 12:00:45 UTC (grace 0 s).')
  t.equal(await shown(60), 'Heartbeat "default" received; next due 1 Jan 12:01 UTC (grace 0 s).')
  t.equal(await shown(3_601), 'Heartbeat "default" received; next due 1 Jan 13:00 UTC (grace 0 s).')
})

t.test('up, then late after its due time, then down after its grace: each to the millisecond', async t => {
  const { run, clock } = testContext(sentinel)
  await run('heartbeat', { periodSeconds: 60, graceSeconds: 30 })
  const stateAt = async (ms: number) => {
    clock.set(new Date(noon + ms).toISOString())
    return (await run('heartbeat', { name: 'default', signal: 'check' })).detail.state
  }
  t.equal(await stateAt(60 * seconds), 'up')
  t.equal(await stateAt(60 * seconds + 1), 'late')
  t.equal(await stateAt(90 * seconds), 'late')
  t.equal(await stateAt(90 * seconds + 1), 'down')
})

t.test('check changes nothing, whatever it finds', async t => {
  const { run, clock, storage, jobs } = testContext(sentinel)
  await run('heartbeat', { name: 'backup', periodSeconds: 60 })
  clock.advance(hours)
  const before = [await storage.list('', { limit: 1000 }), jobs()]
  await run('heartbeat', { signal: 'check' })
  await run('heartbeat', { signal: 'check', name: 'backup' })
  await run('heartbeat', { signal: 'check', name: 'unheard of' })
  t.strictSame([await storage.list('', { limit: 1000 }), jobs()], before)
})

t.test('check reports the states of all monitors, those included that only the settings name', async t => {
  const { run, clock } = testContext(sentinel, {
    settings: { 'heartbeat.weekly.cron': '0 4 * * 1', 'heartbeat.old.paused': 'true' }
  })
  await run('heartbeat', { name: 'backup', periodSeconds: 60, graceSeconds: 0 })
  await run('heartbeat', { name: 'sync', periodSeconds: 60, graceSeconds: 600 })
  await run('heartbeat', { name: 'report', periodSeconds: 3600 })
  clock.advance(120 * seconds)
  t.strictSame(await run('heartbeat', { signal: 'check' }), {
    ok: true,
    summary: 'Of 5 monitors, 1 is down (backup) and 1 is late (sync).',
    metrics: { monitors: 5, up: 1, late: 1, down: 1, pings: 3, missed: 1 },
    detail: {
      signal: 'check',
      state: 'down',
      warnings: [],
      alerts: [
        { name: 'backup', state: 'down', reason: 'overdue' },
        { name: 'sync', state: 'late', reason: 'overdue' }
      ],
      monitors: [
        {
          name: 'backup',
          state: 'down',
          dueAt: '2026-01-01T12:01:00.000Z',
          lastSuccessAt: '2026-01-01T12:00:00.000Z'
        },
        { name: 'old', state: 'paused' },
        {
          name: 'report',
          state: 'up',
          dueAt: '2026-01-01T13:00:00.000Z',
          lastSuccessAt: '2026-01-01T12:00:00.000Z'
        },
        { name: 'sync', state: 'late', dueAt: '2026-01-01T12:01:00.000Z', lastSuccessAt: '2026-01-01T12:00:00.000Z' },
        { name: 'weekly', state: 'new' }
      ]
    }
  })
})

t.test('check of an account without a monitor is an answer too', async t => {
  const { run } = testContext(sentinel)
  t.match(await run('heartbeat', { signal: 'check' }), {
    ok: true,
    summary: 'No heartbeat is kept yet.',
    metrics: { monitors: 0, up: 0, late: 0, down: 0 },
    detail: { state: 'new', monitors: [] }
  })
})

t.test('check of one monitor shows its changes and its signals, the newest first', async t => {
  const { run, clock } = testContext(sentinel)
  await run('heartbeat', { name: 'backup', signal: 'start', runId: 'a' })
  clock.advance(5 * seconds)
  await run('heartbeat', { name: 'backup', exitCode: 2, runId: 'a', message: 'disk full' })
  const { summary, detail } = await run('heartbeat', { name: 'backup', signal: 'check' })
  t.equal(summary, 'Heartbeat "backup" is down.')
  t.strictSame(detail.changes, [
    { at: '2026-01-01T12:00:05.000Z', from: 'started', to: 'down', reason: 'failed' },
    { at: '2026-01-01T12:00:00.000Z', from: 'new', to: 'started' }
  ])
  t.strictSame(detail.events, [
    {
      at: '2026-01-01T12:00:05.000Z',
      signal: 'fail',
      runId: 'a',
      exitCode: 2,
      message: 'disk full',
      durationMs: 5_000
    },
    { at: '2026-01-01T12:00:00.000Z', signal: 'start', runId: 'a' }
  ])
})

t.test('a failure is recorded, ok, and down until the next success', async t => {
  const { run } = testContext(sentinel)
  await run('heartbeat', { name: 'backup', periodSeconds: 60 })
  t.match(await run('heartbeat', { name: 'backup', signal: 'fail' }), {
    ok: true,
    summary: 'Heartbeat "backup" reported a failure and is down.',
    detail: { state: 'down', previousState: 'up', reason: 'failed', streak: 0 }
  })
  t.match((await run('heartbeat', { name: 'backup' })).detail, { state: 'up', previousState: 'down', streak: 1 })
})

t.test('an exit code other than 0 is a failure', async t => {
  const { run } = testContext(sentinel)
  t.match((await run('heartbeat', { exitCode: 0 })).detail, { signal: 'success', state: 'up' })
  t.match((await run('heartbeat', { exitCode: 137 })).detail, { signal: 'fail', state: 'down' })
})

t.test('a check of a monitor says whether it ever had a signal', async t => {
  const { run } = testContext(sentinel)
  t.match(await run('heartbeat', { name: 'a', signal: 'check' }), { summary: 'Heartbeat "a" has had no signal yet.' })
  await run('heartbeat', { name: 'a', signal: 'log' })
  t.match(await run('heartbeat', { name: 'a', signal: 'check' }), { summary: 'Heartbeat "a" is new.' })
})

t.test('a first signal that is a failure is down, one that is a log is new', async t => {
  const { run } = testContext(sentinel)
  t.equal((await run('heartbeat', { name: 'a', signal: 'fail' })).detail.state, 'down')
  t.match(await run('heartbeat', { name: 'b', signal: 'log', message: 'hello' }), {
    summary: 'Heartbeat "b" logged; it is new. 1 other monitor is down.',
    detail: { state: 'new', previousState: 'new' }
  })
})

t.test('a log changes no state', async t => {
  const { run, clock } = testContext(sentinel)
  await run('heartbeat', { periodSeconds: 60, graceSeconds: 30 })
  clock.advance(70 * seconds)
  t.match((await run('heartbeat', { signal: 'log' })).detail, {
    state: 'late',
    previousState: 'late',
    lastSuccessAt: '2026-01-01T12:00:00.000Z'
  })
})

t.test('a started run has maxRunSeconds of its own, whatever the grace', async t => {
  const { run, clock } = testContext(sentinel)
  await run('heartbeat', { name: 'etl', periodSeconds: 3_600, graceSeconds: 60, maxRunSeconds: 7_200 })
  clock.advance(3_600 * seconds)
  const started = await run('heartbeat', { name: 'etl', signal: 'start' })
  t.equal(started.summary, 'Heartbeat "etl" started; it has until 1 Jan 15:00 UTC.')
  t.match(started.detail, { state: 'started', runEndsAt: '2026-01-01T15:00:00.000Z' })
  const state = async () => (await run('heartbeat', { name: 'etl', signal: 'check' })).detail
  clock.advance(7_200 * seconds)
  t.match(await state(), { state: 'started' })
  clock.advance(1)
  t.match(await state(), { state: 'down', reason: 'ran_too_long' })
})

t.test('a short run time is held although the grace is long', async t => {
  const { run, clock } = testContext(sentinel)
  await run('heartbeat', { signal: 'start', periodSeconds: 86_400, graceSeconds: 86_400, maxRunSeconds: 60 })
  clock.advance(60 * seconds + 1)
  t.match((await run('heartbeat', { name: 'default', signal: 'check' })).detail, { state: 'down' })
})

t.test('without maxRunSeconds a run may take until the one after it would be down', async t => {
  const { run, clock } = testContext(sentinel)
  const { detail } = await run('heartbeat', { signal: 'start', periodSeconds: 600, graceSeconds: 60 })
  t.equal(detail.runEndsAt, '2026-01-01T12:11:00.000Z')
  clock.advance(660 * seconds + 1)
  t.match((await run('heartbeat', { name: 'default', signal: 'check' })).detail, { state: 'down' })
})

t.test('a start without any schedule stays started', async t => {
  const { run, clock, jobs } = testContext(sentinel)
  const { summary, detail } = await run('heartbeat', { signal: 'start' })
  t.equal(summary, 'Heartbeat "default" started.')
  t.strictSame(detail.warnings, ['no_schedule'])
  clock.advance(1_000 * hours)
  t.equal((await run('heartbeat', { signal: 'check' })).detail.state, 'started')
  t.strictSame(jobs(), [])
})

t.test(
  'a success with another runId leaves the open run open; one without an id, or with its own, ends it',
  async t => {
    const stateAfter = async (input: Record<string, unknown>) => {
      const { run } = testContext(sentinel)
      await run('heartbeat', { signal: 'start', runId: 'b' })
      return (await run('heartbeat', input)).detail.state
    }
    t.equal(await stateAfter({ runId: 'a' }), 'started')
    t.equal(await stateAfter({ runId: 'b' }), 'up')
    t.equal(await stateAfter({}), 'up')
    t.equal(await stateAfter({ signal: 'fail', runId: 'a' }), 'down')
  }
)

t.test('a run is measured from its start to its end by its runId, within 72 hours', async t => {
  const { run, clock } = testContext(sentinel)
  await run('heartbeat', { signal: 'start', runId: 'a' })
  clock.advance(10 * seconds)
  await run('heartbeat', { signal: 'start', runId: 'b' })
  clock.advance(5 * seconds)
  await run('heartbeat', { signal: 'log', runId: 'a' })
  t.match(await run('heartbeat', { runId: 'a' }), { metrics: { durationMs: 15_000 }, detail: { durationMs: 15_000 } })
  t.equal((await run('heartbeat', { runId: 'a' })).detail.durationMs, undefined)
  clock.advance(72 * hours - 5 * seconds)
  t.equal((await run('heartbeat', { runId: 'b' })).detail.durationMs, 72 * hours)
  await run('heartbeat', { signal: 'start', runId: 'c' })
  clock.advance(72 * hours + 1)
  t.equal((await run('heartbeat', { runId: 'c' })).detail.durationMs, undefined)
})

t.test('a success sooner than minRunSeconds is too fast', async t => {
  const { run, clock } = testContext(sentinel)
  const ending = async (ms: number) => {
    await run('heartbeat', { signal: 'start', periodSeconds: 3600, minRunSeconds: 10 })
    clock.advance(ms)
    return (await run('heartbeat')).detail.warnings
  }
  t.strictSame(await ending(9_999), ['too_fast'])
  t.strictSame(await ending(10_000), [])
})

t.test('the answer to a signal has the last 20 signals, the newest first, and its warnings as a sentence', async t => {
  const { run, clock } = testContext(sentinel)
  for (let number = 0; number < 24; number++) await run('heartbeat', { signal: 'log', message: `${number}` })
  clock.advance(5 * seconds)
  const { detail } = await run('heartbeat', { exitCode: 1 })
  t.equal(detail.events?.length, 20)
  t.strictSame(detail.events?.slice(0, 2), [
    { at: '2026-01-01T12:00:05.000Z', signal: 'fail', exitCode: 1 },
    { at: '2026-01-01T12:00:00.000Z', signal: 'log', message: '23' }
  ])
  t.equal(detail.note, 'The monitor has neither a period nor a cron pattern, so it is never late.')
  t.notOk('note' in (await run('heartbeat')).detail, 'the summary of a success says it')
})

t.test('a strip shows the signals of one monitor, and another one the state of each of all monitors', async t => {
  const { run } = testContext(sentinel)
  const strips = heartbeatViews.flatMap(view => (view.view === 'status' && view.strip ? [view.strip.items] : []))
  t.strictSame(strips, ['/events', '/monitors'])
  t.match((await run('heartbeat', { name: 'backup' })).detail, { events: [{ signal: 'success' }], monitors: undefined })
  t.match((await run('heartbeat', { signal: 'check' })).detail, { events: undefined, monitors: [{ state: 'up' }] })
})

t.test('no description speaks of a field by the name that only programs know', async t => {
  const described = (schema: unknown): readonly string[] => {
    const { properties, patternProperties, description } = Object(schema)
    const own: unknown = description
    const members = [properties, patternProperties].flatMap(each => Object.values(Object(each)))
    return [...(typeof own === 'string' ? [own] : []), ...members.flatMap(described)]
  }
  const { probe, heartbeat } = sentinel.actions
  const texts = [probe.input, heartbeat.input, sentinel.settings].flatMap(described)
  t.ok(texts.length > 40, `${texts.length} descriptions`)
  t.strictSame(
    texts.filter(text => /`|\b[a-z]+[A-Z]|[a-z]_[a-z]/.test(text)),
    []
  )
})

t.test('the same progress three times in a row is stuck', async t => {
  const { run } = testContext(sentinel)
  const warnings = async (progress?: string) =>
    (await run('heartbeat', { signal: 'log', periodSeconds: 60, ...(progress && { progress }) })).detail.warnings
  t.strictSame(await warnings('10 %'), [])
  t.strictSame(await warnings('10 %'), [])
  t.strictSame(await warnings(), [])
  t.strictSame(await warnings('10 %'), ['stuck'])
  t.strictSame(await warnings('11 %'), [])
  t.strictSame(await warnings('10 %'), [])
})

t.test('settings win over what calls give, and the call is warned', async t => {
  const { run } = testContext(sentinel, { settings: { 'heartbeat.backup.periodSeconds': '600' } })
  const given = await run('heartbeat', { name: 'backup', cron: '0 2 * * *', graceSeconds: 60 })
  t.match(given.detail, {
    dueAt: '2026-01-01T12:10:00.000Z',
    graceEndsAt: '2026-01-01T12:11:00.000Z',
    warnings: ['overridden']
  })
  t.strictSame((await run('heartbeat', { name: 'backup', periodSeconds: 600 })).detail.warnings, [])
})

t.test(
  'a schedule that a call gives is stored; a period takes the place of a cron pattern and the other way round',
  async t => {
    const { run } = testContext(sentinel)
    const due = async (input: Record<string, unknown>) => (await run('heartbeat', input)).detail.dueAt
    t.equal(await due({ periodSeconds: 60 }), '2026-01-01T12:01:00.000Z')
    t.equal(await due({}), '2026-01-01T12:01:00.000Z')
    t.equal(await due({ cron: '0 2 * * *' }), '2026-01-02T02:00:00.000Z')
    t.equal(await due({ timezone: 'Asia/Tokyo' }), '2026-01-01T17:00:00.000Z')
    t.equal(await due({ periodSeconds: 120 }), '2026-01-01T12:02:00.000Z')
  }
)

t.test('a paused monitor records signals and is never late; after the pause it counts again', async t => {
  const { run, runJobs, configure, clock, jobs } = testContext(sentinel)
  await run('heartbeat', { name: 'backup', periodSeconds: 600, graceSeconds: 60 })
  configure({ 'heartbeat.backup.paused': 'true' })
  const ping = await run('heartbeat', { name: 'backup' })
  t.equal(ping.summary, 'Heartbeat "backup" received; it is paused.')
  t.equal(ping.detail.state, 'paused')
  clock.advance(5 * hours)
  t.match(await runJobs(), [{ answer: { detail: { state: 'paused' } } }])
  configure({})
  t.match((await run('heartbeat', { signal: 'check' })).detail, { state: 'up' })
  clock.advance(hours)
  t.match(await runJobs(), [{ answer: { detail: { state: 'up' } } }])
  t.match(jobs(), [{ id: 'heartbeat.backup', at: noon + 6 * hours + 600 * seconds }])
  clock.advance(660 * seconds)
  t.match(await runJobs(), [{ answer: { detail: { state: 'down' } } }])
})

t.test('100 monitors are stored; one more is refused, and the others go on', async t => {
  const { run, storage } = testContext(sentinel)
  for (let number = 0; number < 100; number++) await run('heartbeat', { name: `job ${number}` })
  t.match(await run('heartbeat', { name: 'one more' }), {
    ok: false,
    summary: '100 monitors are stored already; "one-more" is not.',
    detail: { error: { code: 'quota_exceeded' } }
  })
  t.match(await run('heartbeat', { name: 'job 7' }), { ok: true, metrics: { monitors: 100, pings: 2 } })
  t.equal((await storage.list('hb:', { limit: 1000 })).length, 100)
})

t.test('two processes that hear of new monitors at once keep them all, and never more than 100', async t => {
  const first = testContext(sentinel)
  const second = first.twin()
  for (let number = 0; number < 98; number++) await first.run('heartbeat', { name: `job ${number}` })
  const answers = await Promise.all([
    first.run('heartbeat', { name: 'a' }),
    second.run('heartbeat', { name: 'b' }),
    first.run('heartbeat', { name: 'c' }),
    second.run('heartbeat', { name: 'd' })
  ])
  t.equal(answers.filter(({ ok }) => ok).length, 2)
  t.equal((await first.run('heartbeat', { signal: 'check' })).metrics.monitors, 100)
})

t.test('the last 100 signals are stored', async t => {
  const { run, storage } = testContext(sentinel)
  for (let number = 0; number < 103; number++) await run('heartbeat', { signal: 'log', message: `${number}` })
  const events = (await storage.get<{ message: string }[]>('events:default')) ?? []
  t.equal(events.length, 100)
  t.equal(events[0]?.message, '3')
  t.equal((await run('heartbeat')).metrics.pings, 104)
})

t.test('accounts share nothing', async t => {
  const first = testContext(sentinel)
  await first.run('heartbeat', { signal: 'fail' })
  t.match(await first.as('other').run('heartbeat', { signal: 'check' }), { summary: 'No heartbeat is kept yet.' })
})

t.test('a run is measured up to 72 hours, and only from a start of its own', t => {
  const started = { at: 0, signal: 'start' } as const
  const length = (at: number, events: readonly Event[] = [started]) => durationOf(events, { at, signal: 'success' })
  t.equal(length(72 * 3_600_000), 72 * 3_600_000)
  t.equal(length(72 * 3_600_000 + 1), undefined)
  t.equal(length(9, [started, { at: 5, signal: 'log' }]), 9)
  t.equal(length(9, [started, { at: 3, signal: 'success' }]), undefined)
  t.equal(length(9, [started, { at: 3, signal: 'success' }, { at: 7, signal: 'start' }]), 2)
  t.end()
})

t.test('three reports of the same progress in a row are suspicious, two are not, nor three with another between', t => {
  const reports = (...progress: readonly string[]) =>
    progress.map(each => ({ at: 0, signal: 'log', progress: each }) as const)
  t.equal(isStuck(reports('5', '5')), false)
  t.equal(isStuck(reports('4', '5', '5')), false)
  t.equal(isStuck(reports('4', '5', '5', '5')), true)
  t.equal(isStuck(reports('5', '5', '6', '5')), false)
  t.end()
})

t.test('the last 100 signals and the last 20 changes of state are stored', t => {
  const events = Array.from({ length: 101 }, (_, at) => ({ at, signal: 'log' }) as const)
  const stored = events.reduce((before: readonly Event[], event) => withEvent(before, event), [])
  t.match([stored.length, stored[0], stored.at(-1)], [100, { at: 1 }, { at: 100 }])
  const turned = Array.from({ length: 21 }, (_, at) => at).reduce(
    (monitor, at) => withState(monitor, at % 2 === 0 ? 'up' : 'down', at),
    newMonitor('backup', 0)
  )
  t.match(
    [turned.changes.length, turned.changes[0], turned.changes.at(-1)],
    [20, { at: 1, to: 'down' }, { at: 20, to: 'up' }]
  )
  t.end()
})

t.test('a success after a failure begins a new count of successes, each time', async t => {
  const { run } = testContext(sentinel)
  const streaks: (number | undefined)[] = []
  for (const signal of ['success', 'success', 'fail', 'success', 'success', 'success', 'fail', 'success'] as const)
    streaks.push((await run('heartbeat', { signal })).detail.streak)
  t.strictSame(streaks, [1, 2, 0, 1, 2, 3, 0, 1])
  const paused = testContext(sentinel, { settings: { 'heartbeat.default.paused': 'true' } })
  await paused.run('heartbeat')
  t.match((await paused.run('heartbeat', { signal: 'fail' })).detail, { state: 'paused', streak: 0 })
})
