import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { EgressError, type EgressRecords } from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import fc from 'fast-check'
import t from 'tap'
import sentinel from '../dist/index.js'

const settings = {
  'alert.url': 'https://ops.example/hook',
  'alert.secret': `whsec_${Buffer.alloc(32, 7).toString('base64')}`
}
const records: EgressRecords = {
  A: ['192.0.2.1'],
  AAAA: ['2001:db8::1'],
  CNAME: ['mail.example.com'],
  MX: [{ priority: 10, exchange: 'mail.example.com' }],
  NS: ['ns1.example.com'],
  TXT: ['v=spf1 -all']
}
const certificate = { validTo: '2026-01-10T00:00:00Z', subject: 'a', issuer: 'b', protocol: 'TLSv1.3' }

/** Runs work while the time that it waits for passes at once. */
async function hurried(work: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] })
  let isOver = false
  const over = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    await turn()
    mock.timers.tick(5_000)
  }
  mock.timers.reset()
  await over
}

t.test('it keeps its contract while nothing is reachable', () => hurried(() => conform(sentinel, { runs: 100 })))

t.test('it keeps its contract while everything answers', () =>
  hurried(() =>
    conform(sentinel, {
      runs: 100,
      settings,
      egress: {
        request: () => ({ body: '{"status":"ok"}', certificate }),
        connect: () => ({ greeting: '220 ready' }),
        resolve: (_name, kind) => records[kind]
      }
    })
  )
)

t.test('check reads, all other signals write, and a probe leaves the machine', async t => {
  const { heartbeat, probe } = sentinel.actions
  const effect = (signal: 'check' | 'log') => heartbeat.effectOf?.({ signal })
  t.equal(effect('check'), 'read')
  t.equal(effect('log'), 'write')
  t.equal(heartbeat.effect, 'write')
  t.equal(probe.effect, 'external')
  t.strictSame(sentinel.overview, { action: 'heartbeat', input: { signal: 'check' } })
})

/** Whether people may be told this after that: trouble that is new or worse, or that it is over. */
function follows(type: string, before: string | undefined): boolean {
  if (type === 'heartbeat.up') return before === 'heartbeat.late' || before === 'heartbeat.down'
  if (type === 'heartbeat.late') return before === undefined || before === 'heartbeat.up'
  return before !== 'heartbeat.down'
}

t.test(
  'whatever signals come at whatever times, states follow from the record and no alert is sent twice',
  async () => {
    const signal = fc.constantFrom('success', 'start', 'fail', 'log')
    const step = fc.record({ signal, seconds: fc.integer({ min: 0, max: 400 }), withJobs: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
        const { run, runJobs, clock, requests } = testContext(sentinel, { settings, egress: { request: () => ({}) } })
        await run('heartbeat', { periodSeconds: 120, graceSeconds: 60, maxRunSeconds: 90 })
        for (const { signal: sent, seconds, withJobs } of steps) {
          clock.advance(seconds * 1000)
          if (withJobs) await runJobs()
          const read = (await run('heartbeat', { name: 'default', signal: 'check' })).detail.state
          const heard = (await run('heartbeat', { signal: sent })).detail
          if (heard.previousState !== read) return false
          if (sent === 'success' && heard.state !== 'up') return false
          if (sent === 'fail' && heard.state !== 'down') return false
          if (sent === 'log' && heard.state !== read) return false
        }
        await runJobs()
        const types: string[] = requests.map(({ body }) => JSON.parse(body ?? '{}').type)
        return types.every((type, index) => follows(type, types[index - 1]))
      }),
      { numRuns: 100, seed: 1 }
    )
  }
)

t.test('whatever a machine does, a probe answers with the code and the status that belong together', async () => {
  const response = fc.record({ status: fc.integer({ min: 100, max: 599 }), body: fc.string(), totalMs: fc.nat(5_000) })
  const failure = fc.constantFrom('timeout' as const, 'dns_not_found' as const, 'blocked_port' as const)
  await fc.assert(
    fc.asyncProperty(fc.oneof(response, failure), fc.webUrl(), async (outcome, url) => {
      const { run } = testContext(sentinel, {
        egress: {
          request() {
            if (typeof outcome === 'string') throw new EgressError(outcome, 'No.')
            return outcome
          }
        }
      })
      const { ok, detail } = await run('probe', { url, retries: 0 })
      const isWell = typeof outcome !== 'string' && outcome.status >= 200 && outcome.status < 400
      return ok === isWell && ok === (detail.status === 'up' || detail.status === 'degraded') && ok === !detail.error
    }),
    { numRuns: 100, seed: 1 }
  )
})
