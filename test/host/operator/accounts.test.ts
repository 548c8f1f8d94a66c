import t, { type Test } from 'tap'
import { SecondFactorRecords } from '../../../host/dist/accounts/second-factor-records.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { mailServer } from '../../fixtures/mail-server.js'
import { demoOperator, operatorsOf, withoutPassword } from '../../fixtures/operators.js'
import { movableClock, start } from '../../fixtures/start-host.js'

/** A host that sends mail, with an operator and another account; no password is needed for either. */
async function mailed(t: Test) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const mail = await mailServer(t)
  const { url, call, host } = await start(t, {
    deployment: { operator: true },
    environment: mail.environment,
    store,
    clock
  })
  const { send, id } = await demoOperator({ url, call, store, clock })
  const olga = { id, send }
  const ada = await withoutPassword({ url, call, store, clock }, 'ada@example.org')
  await host.runDueJobs()
  const received = (to: string) => mail.arrived.filter(each => each.to.includes(to)).map(({ subject }) => subject)
  return { olga, ada, store, clock, host, received }
}

t.test('whoever is made an operator gets an e-mail', async t => {
  const { received } = await mailed(t)
  t.strictSame(received('olga@'), ['Security notice: Account enrolled as an operator of the service'])
})

t.test('a reset of the second factor is announced to its owner by a security event and an e-mail', async t => {
  const { olga, ada, store, host, received } = await mailed(t)
  await new SecondFactorRecords(store).change(ada.id, factor => ({
    next: { ...factor, activeSince: '2026-01-01T00:00:00.000Z' },
    result: undefined
  }))
  t.equal((await olga.send('DELETE', `/operator/api/accounts/${ada.id}/second-factor`)).status, 204)
  await host.runDueJobs()
  const title = 'Two-factor authentication removed by the operator'
  t.match((await ada('GET', '/dashboard/api/accounts/me/events')).body.events, [{ title }])
  t.strictSame(received('ada@'), [`Security notice: ${title}`])
})

t.test('an operator who deletes the account is none any more', async t => {
  const { olga, store, clock, host } = await mailed(t)
  t.equal((await olga.send('DELETE', '/dashboard/api/accounts/me')).status, 204)
  await host.runDueJobs()
  t.strictSame(await operatorsOf({ store, clock }).list(), [])
  t.equal((await olga.send('GET', '/operator/api/me')).status, 401)
})

t.test('a disabled operator is refused', async t => {
  const { olga } = await mailed(t)
  const own = await olga.send('PUT', `/operator/api/accounts/${olga.id}/disablement`, { reason: 'leaves' })
  t.equal(own.status, 204)
  t.match(await olga.send('GET', '/operator/api/me'), { status: 403, body: { code: 'account_disabled' } })
})
