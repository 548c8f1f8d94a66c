import t from 'tap'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { sharedServers } from '../../fixtures/shared-servers.js'
import { controlledPlugin, start } from '../../fixtures/start-host.js'

const controlled = '/api/v1/products/controlled/execute'
const config = '/api/v1/products/controlled/config'

for (const kind of Object.values(sharedServers))
  t.test(`a host while ${kind.name} is away`, { skip: kind.without }, async t => {
    const server = await kind.start(t)
    const shared = await server.open()
    const { call, keys, host, lines } = await start(t, { ...shared, plugins: controlledPlugin })
    const bearer = async () => ({ Authorization: `Bearer ${(await keys.create('someone', 'a key')).key}` })
    const [used, unused] = [await bearer(), await bearer()]
    const session = { Cookie: (await signedUp(call)).cookie() }
    const count = async () => (await call('POST', controlled, { action: 'count', id: 'job' }, used)).body.detail.runs
    t.equal(await count(), 0)
    t.equal((await call('POST', controlled, { action: 'later', id: 'job', at: Date.now() + 1_500 }, used)).status, 200)

    await server.kill()
    for (const [method, path, headers, body] of [
      ['POST', controlled, used, { action: 'count', id: 'job' }],
      ['POST', controlled, unused, { action: 'count', id: 'job' }],
      ['POST', controlled, { ...used, 'Idempotency-Key': 'one' }, { action: 'pass', id: 'one' }],
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
    for (const path of ['/livez', '/api/v1/products', controlled]) t.equal((await call('GET', path)).status, 200, path)

    await server.restart()
    await untilServed(async () => {
      for (const [method, path, headers, body] of [
        ['GET', '/readyz', {}, undefined],
        ['POST', controlled, unused, { action: 'count', id: 'job' }],
        ['GET', '/dashboard/api/accounts/me', session, undefined]
      ] as const)
        if ((await call(method, path, body, headers)).status !== 200) throw new Error(`${path} is not served again.`)
    })
    await untilServed(async () => {
      await host.runDueJobs()
      if ((await count()) !== 1) throw new Error('The job has not run.')
    }, 5_000)
    t.ok(lines.filter(line => line.includes('could not read due jobs')).length <= 1)
  })
