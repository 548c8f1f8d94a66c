import t, { type Test } from 'tap'
import type { Reply } from '../../../host/dist/base/reply.js'
import { type AdminSource, Watchdog } from '../../../host/dist/resilience/watchdog.js'

const ready: Reply = { status: 200, headers: { 'Content-Type': 'application/json' }, text: '{"status":"ready"}' }
const busy: Reply = { status: 503, headers: { 'Retry-After': '1' }, text: '{"code":"shutting_down"}' }

async function listen(t: Test, source: AdminSource, metricsToken?: string) {
  const watchdog = new Watchdog(false)
  t.teardown(() => watchdog.close())
  const port = await watchdog.start({ options: { host: '127.0.0.1', port: 0, metricsToken }, source })
  const ask = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, options)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { watchdog, port, ask }
}

t.test('the listener of the thread gives what the host has published', async t => {
  let readiness = ready
  const { watchdog, ask } = await listen(t, { readiness: async () => readiness, metrics: async () => 'jobs 1\n' })
  t.match(await ask('/livez'), { status: 200, text: '{"status":"alive"}' })
  t.match(await ask('/readyz'), { status: 200, text: ready.text })
  readiness = busy
  await watchdog.publish()
  const refused = await ask('/readyz')
  t.match(refused, { status: 503, text: busy.text })
  t.equal(refused.headers.get('retry-after'), '1')
  t.match(await ask('/metrics'), { status: 200, text: 'jobs 1\n' })
  t.equal((await ask('/api/v1/products')).status, 404)
  t.equal((await ask('/livez', { method: 'POST' })).status, 405)
})

t.test('a host that does not give its metrics in time leaves those that it gave last', async t => {
  const given = ['jobs 1\n']
  const never = new Promise<string>(() => undefined)
  const { ask } = await listen(t, { readiness: async () => ready, metrics: async () => given.pop() ?? never })
  t.match(await ask('/metrics'), { status: 200, text: 'jobs 1\n' })
  t.match(await ask('/metrics'), { status: 200, text: 'jobs 1\n' })
})

t.test('the metrics need METRICS_TOKEN where there is one', async t => {
  const { ask } = await listen(t, { readiness: async () => ready, metrics: async () => 'jobs 1\n' }, 'token')
  t.equal((await ask('/metrics')).status, 401)
  t.equal((await ask('/metrics', { headers: { Authorization: 'Bearer wrong' } })).status, 401)
  t.equal((await ask('/metrics', { headers: { Authorization: 'Bearer token' } })).status, 200)
  t.equal((await ask('/readyz')).status, 200)
})

t.test('a port that is taken is an error in one sentence', async t => {
  const source = { readiness: async () => ready, metrics: async () => '' }
  const { port = 0 } = await listen(t, source)
  const second = new Watchdog(false)
  t.teardown(() => second.close())
  const options = { host: '127.0.0.1', port, metricsToken: undefined }
  await t.rejects(second.start({ options, source }), { name: 'AdminListenError', message: /ADMIN_PORT.*EADDRINUSE/ })
})
