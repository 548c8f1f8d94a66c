import { readFile } from 'node:fs/promises'
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

t.test(
  'monitors that an earlier version stored under a slug that lost letters, or was cut, are found and listed',
  async t => {
    const { run } = await formerStore()
    const cut = `nightly-${'a'.repeat(56)}`
    const own = { streak: 2, previousState: 'up' }
    t.match((await run('heartbeat', { name: '東京支店A' })).detail, { name: 'a', ...own })
    t.match((await run('heartbeat', { name: `Nightly ${'a'.repeat(60)} one` })).detail, { name: cut, ...own })
    t.match((await run('heartbeat', { name: '東京支店A', signal: 'check' })).detail, { name: 'a', streak: 2 })
    t.strictSame(
      (await run('heartbeat', { signal: 'check' })).detail.monitors?.map(({ name }) => name),
      ['a', cut]
    )
  }
)

t.test('another name that an earlier version would have stored there has its own monitor', async t => {
  const { run } = await formerStore()
  await run('heartbeat', { name: '東京支店A' })
  t.match((await run('heartbeat', { name: '大阪支店A' })).detail, { name: /^a-[0-9a-f]{12}$/, previousState: 'new' })
  await run('heartbeat', { name: `Nightly ${'a'.repeat(60)} one` })
  t.match((await run('heartbeat', { name: `Nightly ${'a'.repeat(60)} two` })).detail, { previousState: 'new' })
})

t.test('a monitor of this version is never taken for that of an earlier one', async t => {
  const { run } = testContext(sentinel)
  await run('heartbeat', { name: 'A' })
  t.match((await run('heartbeat', { name: '東京支店A' })).detail, { previousState: 'new' })
})

t.test('targets that an earlier version stored are found by their addresses and names', async t => {
  const { run, storage } = await formerStore()
  const probe = async (input: object) => (await run('probe', { url: 'https://acme.com/health?db=1', ...input })).detail
  t.match(await probe({}), { name: 'acme-com-health', notes: ['not_counted'], rhythm: { everySeconds: 300 } })
  t.match(await probe({ url: 'https://acme.com/health?db=2' }), { name: /^acme-com-health-db-2-[0-9a-f]{12}$/ })
  t.match(await probe({ url: 'https://acme.com/c', name: 'C++' }), { name: 'c', notes: ['not_counted'] })
  t.match(await probe({ url: 'https://acme.com/c', name: 'C#' }), { name: /^c-[0-9a-f]{12}$/, notes: [] })
  t.match(await probe({ url: 'https://acme.com/once' }), { name: 'acme-com-once', history: { checks: 2 } })
  t.equal((await probe({ everySeconds: 600 })).name, 'acme-com-health')
  t.equal((await probe({ everySeconds: 600 })).history.checks, 3)
  t.match(await storage.get('targets'), { 'acme-com-health': { rhythm: { everySeconds: 600 } }, c: {} })
})

/** What version 1.2 stored of one account, a record a line. */
async function formerStore() {
  const context = testContext(sentinel, well)
  const lines = await readFile(new URL('../test/former-names.jsonl', import.meta.url), 'utf8')
  for (const line of lines.trim().split('\n')) {
    const { key, value }: { readonly key: string; readonly value: unknown } = JSON.parse(line)
    await context.storage.set(key, value)
  }
  return context
}
