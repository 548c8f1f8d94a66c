import t from 'tap'
import { email, hostWithFactor, hostWithMail, minute, turnOn } from '../../fixtures/account-hosts.js'
import { password, person } from '../../fixtures/dashboard-client.js'

const factor = '/accounts/me/second-factor'
const hour = 60 * minute

t.test('a lost factor is removed 72 hours after its owner asked, who was told at once', async t => {
  const host = await hostWithMail(t)
  const { ada, newest, call, signIn, clock, arrived, host: running } = host
  await turnOn(host, ada)
  await newest()
  const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' }
  const ask = (body = { email, password }) => person(call)('POST', '/second-factor-recoveries', body, browser)
  t.match(await ask({ email, password: 'not the right one' }), { status: 401, body: { code: 'invalid_credentials' } })
  const asked = await ask()
  t.match(asked, { status: 202, body: { status: 'removal_scheduled', removedAt: '2026-01-04T00:01:00.000Z' } })
  t.match(await newest(), {
    to: email,
    subject: /Removal of two-factor authentication requested/,
    text: /cancel-removal\?due=20\d\d-\S+#token=/
  })
  const count = arrived.length
  clock.advance(hour)
  t.strictSame((await ask()).body, asked.body, 'a second request changes nothing')
  await newest()
  t.equal(arrived.length, count)
  t.match(await ada('GET', factor), { body: { isActive: true, removedAt: '2026-01-04T00:01:00.000Z' } })
  clock.advance(71 * hour - 1)
  await running.runDueJobs()
  t.match(await signIn(), { body: { code: 'second_factor_required' } })
  clock.advance(1)
  await running.runDueJobs()
  t.match(await newest(), { subject: /Two-factor authentication removed as requested/ })
  t.equal((await signIn()).status, 201)
  t.match(await removalsOf(ada), [
    { kind: 'second_factor_removed' },
    { kind: 'second_factor_removal_requested', browser: /Firefox/ }
  ])
})

/** The security events about removals that the owner sees, the newest first. */
async function removalsOf(one: ReturnType<typeof person>) {
  const { events } = (await one('GET', '/accounts/me/events')).body
  return events.filter(({ kind }: { kind: string }) => kind.startsWith('second_factor_remov'))
}

t.test('a removal that is requested with a newer password is due 72 hours after that request', async t => {
  const host = await hostWithMail(t)
  const { ada, newest, call, signIn, clock, host: running } = host
  await turnOn(host, ada)
  await newest()
  const ask = async (typed: string) =>
    (await person(call)('POST', '/second-factor-recoveries', { email, password: typed })).body.removedAt
  const next = { password: 'nine purple whales' }
  t.equal(await ask(password), '2026-01-04T00:01:00.000Z')
  clock.advance(minute)
  await ada('PUT', '/accounts/me/password', { current: password, next: next.password })
  t.equal(await ask(next.password), '2026-01-04T00:02:00.000Z')
  clock.advance(72 * hour - 1)
  await running.runDueJobs()
  t.match(
    await signIn(next),
    { body: { code: 'second_factor_required' } },
    'the former removal is due, and ends nothing'
  )
  clock.advance(1)
  await running.runDueJobs()
  t.equal((await signIn(next)).status, 201)
})

t.test('a removal is cancelled by a session, by the link of the e-mail, and by a new password', async t => {
  const host = await hostWithMail(t)
  const { ada, newest, call, signIn, clock, codeOf, host: running } = host
  const { secret } = await turnOn(host, ada)
  await newest()
  const ask = () => person(call)('POST', '/second-factor-recoveries', { email, password })
  const removedAt = async () => (await ada('GET', factor)).body.removedAt

  await ask()
  t.equal((await ada('DELETE', `${factor}/removal`)).status, 204)
  t.equal((await ada('DELETE', `${factor}/removal`)).status, 404)
  t.equal(await removedAt(), null)

  await newest()
  await ask()
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  const byLink = await person(call)('DELETE', `/second-factor-recoveries/${token}`)
  t.equal(byLink.status, 204)
  t.equal(byLink.headers.get('set-cookie'), null, 'the link signs nobody in')
  t.equal(await removedAt(), null)
  t.match(await person(call)('DELETE', `/second-factor-recoveries/${token}`), { status: 404 })

  await ask()
  clock.advance(minute)
  await ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })
  clock.advance(73 * hour)
  await running.runDueJobs()
  const next = { password: 'nine purple whales' }
  t.match(await signIn(next), { body: { code: 'second_factor_required' } })
  const again = person(call)
  t.equal((await signIn({ ...next, code: codeOf(secret) }, again)).status, 201)
  t.strictSame(
    (await removalsOf(again)).map(({ kind }: { kind: string }) => kind.split('_').at(-1)),
    ['cancelled', 'requested', 'cancelled', 'requested', 'cancelled', 'requested']
  )
})

t.test('a removal needs a factor that is on, and mail', async t => {
  const { ada, call, stored } = await hostWithMail(t)
  t.match(await person(call)('POST', '/second-factor-recoveries', { email, password }), {
    status: 409,
    body: { code: 'second_factor_inactive' }
  })
  t.notMatch(await stored(), 'remove_second_factor', 'nothing is scheduled')
  t.match(await ada('DELETE', `${factor}/removal`), { status: 404 })
  const without = await hostWithFactor(t)
  t.match(await person(without.call)('POST', '/second-factor-recoveries', { email, password }), {
    status: 501,
    body: { code: 'mail_not_configured' }
  })
})
