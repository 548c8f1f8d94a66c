import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

const noon = Date.UTC(2026, 0, 1, 12)
const minutes = 60_000
const settings = {
  'alert.url': 'https://ops.example/hook',
  'alert.secret': `whsec_${Buffer.alloc(32, 7).toString('base64')}`
}

/** An account with an alert address that takes everything. */
function watched(options: { settings?: Record<string, string>; now?: string } = {}) {
  const context = testContext(sentinel, {
    ...options,
    settings: { ...settings, ...options.settings },
    egress: { request: () => ({ status: 204 }) }
  })
  return {
    ...context,
    told: () => context.requests.map(({ body }) => JSON.parse(body ?? '{}')),
    types: () => context.requests.map(({ body }) => JSON.parse(body ?? '{}').type)
  }
}

t.test('nobody calls, and the monitor goes late and then down, each told once where both are wanted', async t => {
  const { run, runJobs, jobs, clock, told } = watched({ settings: { 'alert.late': 'true' } })
  await run('heartbeat', { name: 'backup', periodSeconds: 600, graceSeconds: 300 })
  t.match(jobs(), [{ id: 'heartbeat.backup', at: noon + 10 * minutes }])
  clock.advance(10 * minutes)
  await runJobs()
  t.match(jobs(), [{ id: 'heartbeat.backup', at: noon + 15 * minutes }])
  clock.advance(5 * minutes)
  await runJobs()
  clock.advance(1_000 * minutes)
  t.strictSame(await runJobs(), [])
  t.match(told(), [
    {
      type: 'heartbeat.late',
      data: {
        name: 'backup',
        state: 'late',
        previousState: 'up',
        reason: 'overdue',
        lastSuccessAt: '2026-01-01T12:00:00.000Z',
        dueAt: '2026-01-01T12:10:00.000Z'
      }
    },
    { type: 'heartbeat.down', data: { name: 'backup', state: 'down', previousState: 'late', reason: 'overdue' } }
  ])
  t.equal(told().length, 2)
})

t.test('a host that was away until after the grace tells of down alone', async t => {
  const { run, runJobs, clock, types } = watched()
  await run('heartbeat', { periodSeconds: 600, graceSeconds: 300 })
  clock.advance(100 * minutes)
  await runJobs()
  t.strictSame(types(), ['heartbeat.down'])
})

t.test('a newer ping replaces the job', async t => {
  const { run, runJobs, jobs, clock } = watched()
  await run('heartbeat', { periodSeconds: 600, graceSeconds: 300 })
  clock.advance(9 * minutes)
  await run('heartbeat')
  t.match(jobs(), [{ id: 'heartbeat.default', at: noon + 19 * minutes }])
  clock.advance(9 * minutes)
  t.strictSame(await runJobs(), [])
})

t.test('a job that comes too early decides by the record and schedules itself again', async t => {
  const { run, jobs } = watched()
  await run('heartbeat', { periodSeconds: 600 })
  t.match(await run('look_at_heartbeat', { name: 'default' }), { detail: { state: 'up' } })
  t.match(jobs(), [{ id: 'heartbeat.default', at: noon + 10 * minutes }])
})

t.test('a job that comes twice tells once', async t => {
  const { run, runJobs, clock, types } = watched()
  await run('heartbeat', { periodSeconds: 600, graceSeconds: 0 })
  clock.advance(10 * minutes + 1)
  await run('look_at_heartbeat', { name: 'default' })
  await run('look_at_heartbeat', { name: 'default' })
  await runJobs()
  t.strictSame(types(), ['heartbeat.down'])
})

t.test('a job of a monitor that is not there does nothing', async t => {
  const { run, storage, jobs } = watched()
  t.match(await run('look_at_heartbeat', { name: 'gone' }), { ok: true, summary: 'There is no monitor "gone".' })
  t.strictSame([await storage.list(''), jobs()], [[], []])
})

t.test('a job that runs judges by the settings of then', async t => {
  const { run, runJobs, configure, jobs, clock, types } = watched()
  await run('heartbeat', { periodSeconds: 600, graceSeconds: 0 })
  configure({ ...settings, 'heartbeat.default.periodSeconds': '1200' })
  clock.advance(10 * minutes + 1)
  t.match(await runJobs(), [{ answer: { detail: { state: 'up' } } }])
  t.match(jobs(), [{ at: noon + 20 * minutes }])
  t.strictSame(types(), [])
})

t.test('a schedule that settings alone change holds from the next reading and the next ping on', async t => {
  const { run, configure, jobs, clock } = watched()
  await run('heartbeat', { periodSeconds: 86_400 })
  configure({ ...settings, 'heartbeat.default.periodSeconds': '60', 'heartbeat.default.graceSeconds': '0' })
  clock.advance(61_000)
  t.equal((await run('heartbeat', { name: 'default', signal: 'check' })).detail.state, 'down')
  const { detail } = await run('heartbeat')
  t.match(detail, { state: 'up', previousState: 'down', dueAt: '2026-01-01T12:02:01.000Z' })
  t.match(
    jobs().filter(({ action }) => action === 'look_at_heartbeat'),
    [{ at: noon + 121_000 }]
  )
})

t.test('a longer grace makes a monitor that is down late again, which is told to nobody', async t => {
  const { run, runJobs, configure, clock, types } = watched()
  await run('heartbeat', { periodSeconds: 60, graceSeconds: 0 })
  clock.advance(2 * minutes)
  await runJobs()
  configure({ ...settings, 'heartbeat.default.graceSeconds': '600' })
  t.match((await run('heartbeat', { signal: 'log' })).detail, { state: 'late', previousState: 'late' })
  clock.advance(10 * minutes)
  await runJobs()
  t.strictSame(types(), ['heartbeat.down'])
})

t.test(
  'a monitor that is late within its grace, night after night, is told to nobody unless that is asked for',
  async t => {
    const nights = async (settings: Record<string, string>) => {
      const { run, runJobs, clock, types } = watched({ settings })
      await run('heartbeat', { name: 'backup', periodSeconds: 600, graceSeconds: 300 })
      for (let night = 0; night < 3; night++) {
        clock.advance(11 * minutes)
        await runJobs()
        t.match((await run('heartbeat', { name: 'backup' })).detail, { previousState: 'late', state: 'up' })
        await runJobs()
      }
      return types()
    }
    const each = Array.from({ length: 3 }, () => ['heartbeat.late', 'heartbeat.up']).flat()
    t.strictSame(await nights({}), [])
    t.strictSame(await nights({ 'alert.late': 'true' }), each)
    t.strictSame(await nights({ 'heartbeat.backup.alertLate': 'true' }), each)
    t.strictSame(await nights({ 'alert.late': 'true', 'heartbeat.backup.alertLate': 'false' }), [])
  }
)

t.test('a monitor that is up again is told only after an alert that was made', async t => {
  const { run, runJobs, configure, clock, types } = watched()
  configure({})
  for (const wanted of [{}, settings]) {
    await run('heartbeat', { periodSeconds: 60, graceSeconds: 0 })
    clock.advance(2 * minutes)
    await runJobs()
    await run('heartbeat', { signal: 'start' })
    configure(settings)
    t.match((await run('heartbeat')).detail, { state: 'up' })
    await runJobs()
    if (wanted !== settings) t.strictSame(types(), [])
  }
  t.strictSame(types(), ['heartbeat.down', 'heartbeat.up'])
})

t.test('a monitor that recovers is told of as up, once, after late as after down', async t => {
  const { run, runJobs, clock, types } = watched({ settings: { 'alert.late': 'true' } })
  await run('heartbeat', { periodSeconds: 600, graceSeconds: 300 })
  clock.advance(11 * minutes)
  await runJobs()
  await run('heartbeat')
  await run('heartbeat')
  clock.advance(16 * minutes)
  await runJobs()
  await run('heartbeat')
  await runJobs()
  t.strictSame(types(), ['heartbeat.late', 'heartbeat.up', 'heartbeat.down', 'heartbeat.up'])
})

t.test('a failure is told at once, by a job; that it fails again is not, until it was well in between', async t => {
  const { run, runJobs, types, requests } = watched()
  await run('heartbeat', { signal: 'fail' })
  t.equal(requests.length, 0)
  await run('heartbeat', { signal: 'fail' })
  await run('heartbeat', { signal: 'start' })
  await run('heartbeat', { signal: 'fail' })
  await runJobs()
  t.strictSame(types(), ['heartbeat.down'])
  await run('heartbeat')
  await run('heartbeat', { signal: 'fail' })
  await runJobs()
  t.strictSame(types(), ['heartbeat.down', 'heartbeat.up', 'heartbeat.down'])
})

t.test('a run that takes too long is told without a call', async t => {
  const { run, runJobs, clock, told } = watched()
  await run('heartbeat', { signal: 'start', maxRunSeconds: 60 })
  clock.advance(minutes)
  await runJobs()
  t.match(told(), [{ type: 'heartbeat.down', data: { previousState: 'started', reason: 'ran_too_long' } }])
})

t.test('a ping lists other monitors that newly went late or down, once, and their alerts leave from jobs', async t => {
  const { run, runJobs, clock, types, requests } = watched()
  await run('heartbeat', { name: 'backup', periodSeconds: 60, graceSeconds: 0 })
  await run('heartbeat', { name: 'sync', periodSeconds: 60, graceSeconds: 3600 })
  await run('heartbeat', { name: 'other', periodSeconds: 3600 })
  clock.advance(2 * minutes)
  const first = await run('heartbeat', { name: 'other' })
  t.equal(
    first.summary,
    'Heartbeat "other" received; next due 1 Jan 13:02 UTC (grace 1 h). 1 other monitor is down, 1 is late.'
  )
  t.strictSame(first.detail.alerts, [
    { name: 'backup', state: 'down', reason: 'overdue' },
    { name: 'sync', state: 'late', reason: 'overdue' }
  ])
  t.match(first.metrics, { monitors: 3, up: 1, late: 1, down: 1 })
  t.strictSame((await run('heartbeat', { name: 'other' })).detail.alerts, [])
  t.equal(requests.length, 0)
  await runJobs()
  t.strictSame(types(), ['heartbeat.down'])
})

t.test('how often a grace ran out is counted once each time', async t => {
  const { run, runJobs, clock } = watched()
  await run('heartbeat', { periodSeconds: 60, graceSeconds: 0 })
  for (let day = 0; day < 3; day++) {
    clock.advance(24 * 60 * minutes)
    await runJobs()
    await run('heartbeat', { signal: 'check' })
    await run('heartbeat', { signal: 'log' })
    t.equal((await run('heartbeat')).metrics.missed, day + 1)
  }
})

t.test('a clock that is behind does not take a change of state back', async t => {
  const { run, runJobs, clock, types } = watched()
  await run('heartbeat', { name: 'backup', periodSeconds: 60, graceSeconds: 0 })
  clock.advance(minutes + 500)
  await runJobs()
  clock.advance(-600)
  t.match(await run('heartbeat', { name: 'other' }), { metrics: { down: 1 }, detail: { alerts: [] } })
  clock.advance(minutes)
  await runJobs()
  t.strictSame(types(), ['heartbeat.down'])
})

t.test('when the grace is over is when the monitor is down, to the job that is set for then', async t => {
  const { run, runJobs, clock } = watched()
  const { detail } = await run('heartbeat', { periodSeconds: 600, graceSeconds: 300 })
  clock.set(detail.graceEndsAt ?? '')
  const last = (await runJobs()).filter(({ action }) => action === 'look_at_heartbeat').at(-1)
  t.match(last, { answer: { detail: { state: 'down' } } })
  t.equal((await run('heartbeat', { name: 'default', signal: 'check' })).detail.state, 'down')
})
