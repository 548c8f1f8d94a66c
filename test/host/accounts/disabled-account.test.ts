import t, { type Test } from 'tap'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import { connectionPlugin, movableClock, start } from '../../fixtures/start-host.js'

const plugins = connectionPlugin
const refused = { status: 403, body: { code: 'account_disabled' } }

/** Lets the time pass that a process may go by what it read. */
function fiveSecondsPass(t: Test): void {
  const { now } = performance
  performance.now = () => now.call(performance) + 5_001
  t.teardown(() => {
    performance.now = now
  })
}

/** Somebody at a host, and an operator in another process at the same store. */
async function both(t: Test) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const host = await start(t, { plugins, store: await Store.open(backend), clock })
  const ada = await signedUp(host.call)
  const { key } = (await ada('POST', '/keys', { name: 'a key' })).body
  const show = () =>
    host.call('POST', '/api/v1/products/connection/execute', { action: 'show' }, { Authorization: `Bearer ${key}` })
  const elsewhere = await Store.open(backend)
  return { ...host, clock, ada, show, elsewhere, operator: new DisabledAccounts(elsewhere, clock) }
}

t.test('a disabled account is refused at every door within 5 s, and let in again as soon', async t => {
  const { ada, show, call, operator } = await both(t)
  t.equal((await show()).status, 200)
  t.equal((await ada('GET', '/accounts/me')).status, 200)
  await operator.disable(ada.id, 'a reason that nobody is told')
  fiveSecondsPass(t)
  const doors = [
    show(),
    call('GET', '/dashboard/api/accounts/me', undefined, { Cookie: ada.cookie() }),
    ada('POST', '/products/connection/execute', { action: 'show' }),
    ada('GET', '/export'),
    ada('POST', '/sessions', { email: 'ada@example.org', password })
  ]
  for (const reply of await Promise.all(doors)) {
    t.match(reply, refused)
    t.notMatch(JSON.stringify(reply.body), /a reason/)
  }
  await operator.enable(ada.id)
  fiveSecondsPass(t)
  t.equal((await show()).status, 200)
  t.equal((await ada('GET', '/accounts/me')).status, 200)
})

t.test('an account that is looked up while it is disabled is refused right after', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const disabled = new DisabledAccounts(await Store.open(backend), clock)
  const { get } = backend
  const held = Promise.withResolvers<void>()
  backend.get = async name => {
    backend.get = get
    const text = await get.call(backend, name)
    await held.promise
    return text
  }
  const looking = disabled.refuse('ada')
  await disabled.disable('ada', 'a reason')
  held.resolve()
  await looking
  await t.rejects(disabled.refuse('ada'), { code: 'account_disabled' })
})

t.test(
  'whether the password is right is told first, so that nobody learns of an account by its being disabled',
  async t => {
    const { ada, operator } = await both(t)
    await operator.disable(ada.id, '')
    const sent = { email: 'ada@example.org', password: 'not the right one' }
    t.match(await ada('POST', '/sessions', sent), { status: 401, body: { code: 'invalid_credentials' } })
  }
)

t.test('jobs of a disabled account do not run; they become dead letters that can be replayed', async t => {
  const { ada, operator, host, clock, elsewhere } = await both(t)
  await ada('POST', '/products/connection/execute', { action: 'plan', id: 'one', at: clock.now() + 60_000 })
  await operator.disable(ada.id, '')
  fiveSecondsPass(t)
  clock.advance(120_000)
  await host.runDueJobs()
  t.match(await new JobStore(elsewhere, clock, console).dead(), [
    { kept: { account: ada.id, job: { id: 'one' } }, error: { code: 'account_disabled' } }
  ])
  t.strictSame(await elsewhere.namespace(ada.id, 'connection').get('runs:one'), [])
})

t.test('an erased account leaves nothing of its being disabled', async t => {
  const { ada, operator, call } = await both(t)
  await operator.disable(ada.id, 'a reason')
  await operator.enable(ada.id)
  t.equal((await call('DELETE', '/dashboard/api/accounts/me', undefined, { Cookie: ada.cookie() })).status, 204)
  t.equal(await operator.find(ada.id), undefined)
})
