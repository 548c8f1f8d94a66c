import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { start } from '../fixtures/start-host.js'
import { production } from './attacker.js'

t.test('in production /metrics is for nobody who came through a proxy, whatever the address says', async t => {
  const { call } = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  const missing = { status: 401, body: { code: 'missing_key' } }
  t.match(await call('GET', '/metrics'), missing)
  t.match(await call('GET', '/metrics', undefined, { 'X-Forwarded-For': '127.0.0.1' }), missing)
  t.match(await call('GET', '/metrics', undefined, { Authorization: `Bearer ${demoKey}` }), missing)
  const direct = await start(t, { environment: production })
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])
    t.match(await direct.call('GET', '/metrics', undefined, { [name]: '127.0.0.1' }), missing)
})

t.test('a host that would be open to its network does not start', async t => {
  for (const [name, value] of [
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['PUBLIC_URL', 'http://products.example'],
    ['DEMO_MODE', 'local']
  ] as const)
    await t.rejects(
      start(t, { environment: { ...production, [name]: value } }),
      { name: 'SettingsError' },
      `${name}=${value}`
    )
})
