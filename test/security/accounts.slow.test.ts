import t from 'tap'
import { hostWithMail } from '../fixtures/account-hosts.js'
import { checkOut, signedUp } from '../fixtures/dashboard-client.js'
import { start } from '../fixtures/start-host.js'
import { dashboard, plugins } from './attacker.js'

const email = 'ada@example.org'

t.test('a sign-up that is pending makes no account of an address that was erased meanwhile', async t => {
  const { call, ada, newest } = await hostWithMail(t)
  await call('POST', `${dashboard}/password-resets`, { email })
  const [, token] = /#token=(\S+)/.exec((await newest())?.text ?? '') ?? []
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.match(await call('PUT', `${dashboard}/password-resets/${token}`, { password: 'nine purple elephants' }), {
    status: 404,
    body: { code: 'invalid_link' }
  })
})

t.test(
  'who erases an account and signs up again gets no second trial, in whatever spelling of the address',
  async t => {
    const host = await start(t, { plugins, deployment: { billing: 'stripe' } })
    const ada = await signedUp(host.call)
    t.equal((await checkOut(host, ada, 'trial')).status, 303)
    t.equal((await ada('DELETE', '/accounts/me')).status, 204)
    for (const again of [email, 'ADA@EXAMPLE.ORG', 'ada+again@example.org']) {
      const one = await signedUp(host.call, again)
      t.match((await one('GET', '/billing')).body, { status: 'expired' }, again)
      t.match((await checkOut(host, one, 'trial')).status, 400, 'the plan goes on with a card alone')
      t.equal((await one('DELETE', '/accounts/me')).status, 204)
    }
  }
)
