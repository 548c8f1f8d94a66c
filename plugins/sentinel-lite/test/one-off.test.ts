import { EgressError } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

const url = 'https://acme.com'
const settings = {
  'alert.url': 'https://ops.example/hook',
  'alert.secret': `whsec_${Buffer.alloc(32, 7).toString('base64')}`
}

/** acme.com answers "hello", and is up or down as `machines.isUp` says. */
function world() {
  const machines = { isUp: true }
  const context = testContext(sentinel, {
    settings,
    egress: {
      request(address) {
        if (!address.startsWith(url)) return { status: 204 }
        if (!machines.isUp) throw new EgressError('timeout', 'Too slow.')
        return { body: 'hello', totalMs: 40 }
      }
    }
  })
  const alerts = () => context.requests.filter(request => request.url === settings['alert.url'])
  return { ...context, machines, alerts }
}

t.test(
  'a one-off probe that expects something else changes nothing of a monitored target, and alerts nobody',
  async t => {
    const { run, runJobs, jobs, clock, alerts } = world()
    await run('probe', { url, everySeconds: 300, contains: 'hello' })
    clock.advance(60_000)
    for (const expectation of [
      { contains: 'goodbye' },
      { expectStatus: 503 },
      { matches: '^x$' },
      { notContains: 'hello' }
    ]) {
      const { ok, detail } = await run('probe', { url, retries: 0, ...expectation })
      t.match(
        { ok, detail },
        {
          ok: false,
          detail: {
            status: 'down',
            history: { state: 'up', checks: 1, uptime24h: 100, since: '2026-01-01T12:00:00.000Z' },
            rhythm: { everySeconds: 300, nextAt: '2026-01-01T12:05:00.000Z' },
            notes: ['not_counted']
          }
        }
      )
    }
    t.strictSame(await runJobs(), [])
    t.strictSame([jobs().length, alerts().length], [1, 0])
    clock.advance(240_000)
    t.match(await runJobs(), [{ answer: { detail: { status: 'up' } } }])
    t.strictSame(alerts(), [])
  }
)

t.test("a one-off probe does not end an outage either: only the target's own checks do", async t => {
  const { run, runJobs, clock, machines, alerts } = world()
  machines.isUp = false
  await run('probe', { url, everySeconds: 300, retries: 0 })
  await runJobs()
  t.equal(alerts().length, 1)
  machines.isUp = true
  t.match(await run('probe', { url }), { ok: true, detail: { status: 'up', history: { state: 'down' } } })
  await runJobs()
  t.equal(alerts().length, 1)
  clock.advance(300_000)
  await runJobs()
  await runJobs()
  t.match(alerts().at(-1)?.body, '"type":"probe.up"')
})

t.test('one-off probes never alert, also where no target of the name is monitored', async t => {
  const { run, runJobs, jobs, machines, alerts } = world()
  await run('probe', { url })
  machines.isUp = false
  t.match(await run('probe', { url, retries: 0 }), { ok: false, detail: { history: { state: 'down', uptime24h: 50 } } })
  await runJobs()
  t.strictSame([jobs(), alerts()], [[], []])
})

t.test('the history of one-off probes is that of one question: another begins another', async t => {
  const { run } = world()
  await run('probe', { url })
  t.match(await run('probe', { url, timeoutMs: 900 }), { detail: { history: { checks: 2, state: 'up' } } })
  t.match(await run('probe', { url, contains: 'goodbye', retries: 0 }), {
    detail: { history: { checks: 1, state: 'down', uptime24h: 0 }, notes: [] }
  })
  t.match(await run('probe', { url }), { detail: { history: { checks: 1, state: 'up', uptime24h: 100 } } })
})

t.test('monitoring begins without what one-off probes found', async t => {
  const { run, runJobs, machines, alerts } = world()
  machines.isUp = false
  await run('probe', { url, retries: 0 })
  machines.isUp = true
  t.match(await run('probe', { url, everySeconds: 60 }), { detail: { history: { checks: 1, state: 'up' } } })
  await runJobs()
  t.strictSame(alerts(), [])
})

t.test('the end of monitoring leaves the history, to which monitoring later adds', async t => {
  const { run, jobs } = world()
  await run('probe', { url, everySeconds: 60 })
  const ended = await run('probe', { url, everySeconds: 0, contains: 'goodbye', retries: 0 })
  t.match(ended, { ok: false, detail: { history: { checks: 1, state: 'up' }, notes: ['not_counted'] } })
  t.notOk(ended.detail.rhythm)
  t.strictSame(jobs(), [])
  t.match(await run('probe', { url, everySeconds: 60 }), { detail: { history: { checks: 2 } } })
})
