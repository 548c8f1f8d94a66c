import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import sentinel from '../dist/index.js'

const well = { egress: { request: () => ({ status: 200 }) } }

t.test('one name has one slug, in a heartbeat and in a probe', async t => {
  const { run } = testContext(sentinel, well)
  t.equal((await run('heartbeat', { name: 'Müller Café' })).detail.name, 'muller-cafe')
  t.equal((await run('probe', { url: 'https://acme.com', name: 'Müller Café' })).detail.name, 'muller-cafe')
})

t.test('a monitor that an earlier version stored under another slug is found', async t => {
  const { run, storage, jobs } = testContext(sentinel)
  await run('heartbeat', { name: 'Müller Café', periodSeconds: 3600 })
  const monitor = await storage.get<object>('hb:muller-cafe')
  await storage.delete('hb:muller-cafe')
  await storage.set('hb:mu-ller-cafe', { ...monitor, name: 'mu-ller-cafe' })
  t.match((await run('heartbeat', { name: 'Müller Café' })).detail, { name: 'mu-ller-cafe', streak: 2 })
  t.match((await run('heartbeat', { name: 'Müller Café', signal: 'check' })).detail, { name: 'mu-ller-cafe' })
  t.notOk(await storage.get('hb:muller-cafe'))
  t.ok(jobs().some(({ id }) => id === 'heartbeat.mu-ller-cafe'))
})

t.test('a monitor that is set up under the slug of an earlier version is found', async t => {
  const { run } = testContext(sentinel, { settings: { 'heartbeat.mu-ller-cafe.periodSeconds': '3600' } })
  t.match((await run('heartbeat', { name: 'Müller Café' })).detail, { name: 'mu-ller-cafe', warnings: [] })
})

t.test('a target that an earlier version stored under another slug is found, and its rhythm goes on', async t => {
  const { run, runJobs, storage, clock, jobs } = testContext(sentinel, well)
  await run('probe', { url: 'https://acme.com', name: 'mu-ller-cafe', everySeconds: 60 })
  const target = await storage.get<{ input: object }>('mon:mu-ller-cafe')
  await storage.set('mon:mu-ller-cafe', { ...target, input: { ...target?.input, name: 'Müller Café' } })
  t.equal((await run('probe', { url: 'https://acme.com', name: 'Müller Café' })).detail.name, 'mu-ller-cafe')
  clock.advance(60_000)
  t.match(await runJobs(), [{ id: 'probe.mu-ller-cafe', answer: { ok: true, detail: { name: 'mu-ller-cafe' } } }])
  t.match(jobs(), [{ id: 'probe.mu-ller-cafe' }])
  t.notOk(await storage.get('mon:muller-cafe'))
})

t.test('secret headers that are set up under the slug of an earlier version are sent', async t => {
  const settings = { 'probe.mu-ller-cafe.origin': 'https://acme.com', 'probe.mu-ller-cafe.header.X-Key': 'secret' }
  const { run, requests } = testContext(sentinel, { ...well, settings })
  await run('probe', { url: 'https://acme.com', name: 'Müller Café' })
  t.match(requests, [{ secretHeaders: { 'X-Key': 'secret' } }])
})
