import t from 'tap'
import { openRedis } from '../../host/dist/shared-redis.js'
import { startRedis, untilServed, withoutRedis } from '../storage/redis-server.js'
import { password, signedUp } from './person.js'
import { gatePlugin, start } from './start.js'

const gate = '/api/v1/products/gate/execute'
const config = '/api/v1/products/gate/config'

t.test('a host while Redis is away', { skip: withoutRedis }, async t => {
  const redis = await startRedis(t, { appendfsync: 'always' })
  const shared = await openRedis(redis.url, () => undefined)
  const { call, keys, host, lines } = await start(t, { ...shared, plugins: gatePlugin })
  const bearer = async () => ({ Authorization: `Bearer ${(await keys.create('someone', 'a key')).key}` })
  const [used, unused] = [await bearer(), await bearer()]
  const session = { Cookie: (await signedUp(call)).cookie() }
  const count = async () => (await call('POST', gate, { action: 'count', id: 'job' }, used)).body.detail.runs
  t.equal(await count(), 0)
  t.equal((await call('POST', gate, { action: 'later', id: 'job', at: Date.now() + 1_500 }, used)).status, 200)

  await redis.kill()
  for (const [method, path, headers, body] of [
    ['POST', gate, used, { action: 'count', id: 'job' }],
    ['POST', gate, unused, { action: 'count', id: 'job' }],
    ['POST', gate, { ...used, 'Idempotency-Key': 'one' }, { action: 'pass', id: 'one' }],
    ['GET', config, unused, undefined],
    ['GET', config, used, undefined],
    ['PUT', config, used, { enabled: false }],
    ['GET', '/api/v1/products/usage', used, undefined],
    ['GET', '/dashboard/api/accounts/me', session, undefined],
    ['POST', '/dashboard/api/sessions', {}, { email: 'ada@example.org', password }],
    ['GET', '/readyz', {}, undefined]
  ] as const) {
    const { status, headers: fields, body: problem } = await call(method, path, body, headers)
    t.match(problem, { status: 503, code: 'store_unavailable', retryable: true }, `${method} ${path}`)
    t.strictSame([status, fields.get('retry-after')], [503, '1'], `${method} ${path}`)
  }
  for (const path of ['/livez', '/api/v1/products', gate]) t.equal((await call('GET', path)).status, 200, path)

  await redis.restart()
  await untilServed(async () => {
    if ((await call('GET', '/readyz')).status !== 200) throw new Error('The host is not ready.')
  })
  t.equal((await call('POST', gate, { action: 'count', id: 'job' }, unused)).status, 200)
  t.equal((await call('GET', '/dashboard/api/accounts/me', undefined, session)).status, 200)
  await untilServed(async () => {
    await host.runDueJobs()
    if ((await count()) !== 1) throw new Error('The job has not run.')
  }, 5_000)
  t.ok(lines.filter(line => line.includes('due jobs cannot be looked for')).length <= 1)
})
