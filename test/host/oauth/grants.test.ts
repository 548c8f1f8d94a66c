import t from 'tap'
import { newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { ConnectedApps } from '../../../host/dist/accounts/keys/connected-apps.js'
import { Keys } from '../../../host/dist/accounts/keys/keys.js'
import { Grants, mostConnectedApps, newSecret } from '../../../host/dist/oauth/grants.js'
import { memoryStore, movableClock } from '../../fixtures/start-host.js'

t.test(
  'an account has 100 connected apps at most, also when it agrees to more before the first is connected',
  async t => {
    const store = await memoryStore()
    const clock = movableClock('2026-01-01T00:00:00Z')
    const apps = new ConnectedApps(store, clock, new Keys(store, clock))
    const grants = new Grants(store, clock, apps)
    const codes = Array.from({ length: mostConnectedApps + 1 }, newSecret)
    for (const code of codes) {
      await grants.requireRoom('ada')
      await grants.addCode(code, {
        account: 'ada',
        clientId: 'client',
        clientName: 'Notebook',
        redirectUri: 'https://app.example/callback',
        challenge: 'a'.repeat(43),
        resource: 'https://host.example/mcp',
        scopes: ['*:execute'],
        refreshes: true
      })
    }
    const [last = '', ...others] = codes
    for (const code of others) {
      t.equal(await grants.spendCode(code), true)
      await grants.connect(code, newKey())
    }
    t.equal(await grants.spendCode(last), true)
    await t.rejects(grants.connect(last, newKey()), { code: 'too_many_keys' })
    t.equal((await apps.list('ada')).length, mostConnectedApps)
  }
)
