import t from 'tap'
import { newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { ConnectedApps } from '../../../host/dist/accounts/keys/connected-apps.js'
import { Keys } from '../../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../../host/dist/base/clock.js'
import { Grants, newSecret } from '../../../host/dist/oauth/grants.js'
import { sharedServers } from '../../fixtures/shared-servers.js'

const clock = realClock()
const consent = {
  account: 'ada',
  clientId: 'client',
  clientName: 'Notebook',
  redirectUri: 'https://app.example/callback',
  challenge: 'a'.repeat(43),
  resource: 'https://host.example/mcp',
  scopes: ['*:execute'],
  refreshes: true
}

for (const { name, without, start } of Object.values(sharedServers))
  t.test(
    `exchanges at once on three hosts with ${name} make one connection, with as many tokens as retries may have`,
    { skip: without },
    async t => {
      const server = await start(t)
      const hosts = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const { store } = await server.open()
          const keys = new Keys(store, clock)
          const apps = new ConnectedApps(store, clock, keys)
          return { keys, apps, grants: new Grants(store, clock, apps) }
        })
      )
      const [first] = hosts
      if (!first) throw new Error('There is no host.')
      const everywhere = [...hosts, ...hosts, ...hosts]
      for (let round = 0; round < 20; round++) {
        const code = newSecret()
        await first.grants.addCode(code, consent)
        const connected = await Promise.allSettled(
          everywhere.map(async ({ grants }) => {
            t.equal(await grants.spendCode(code), true)
            return grants.connect(code, newKey())
          })
        )
        t.equal((await first.apps.list('ada')).length, 1, 'nine exchanges make one connection')
        const [{ refreshToken = '' } = {}, ...others] = issuedBy(connected)
        t.equal(others.length, 4, 'and five pairs of tokens, of which the client has any')
        const renewed = await Promise.allSettled(
          everywhere.map(({ grants }) => grants.renew(refreshToken, consent.scopes, newKey()))
        )
        const issued = issuedBy(renewed)
        t.equal(issued.length, 5)
        for (const { accessToken } of issued)
          t.match(await first.keys.checker.check(`Bearer ${accessToken}`), {
            account: 'ada',
            resource: consent.resource
          })
        const [app] = await first.apps.list('ada')
        await Promise.all(everywhere.map(({ apps }) => apps.revoke('ada', app?.keyId ?? '')))
        t.strictSame(await first.apps.list('ada'), [])
        await t.rejects(
          first.grants.connect(code, newKey()),
          { code: 'invalid_grant' },
          'what has ended is not made again'
        )
      }
    }
  )

function issuedBy(results: readonly PromiseSettledResult<Awaited<ReturnType<Grants['connect']>>>[]) {
  return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
}
