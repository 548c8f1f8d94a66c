import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { SettingsError } from '../../../../host/dist/settings.js'
import { memoryStore, start } from '../../../fixtures/start-host.js'

const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64')

/** Every combination of what the environment may say of the ground that a host stands on. */
function* grounds() {
  for (const NODE_ENV of ['production', 'development', ''])
    for (const DEMO_MODE of ['local', 'off', ''])
      for (const HOST of ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'])
        for (const PUBLIC_URL of ['https://products.example', ''])
          for (const TRUST_PROXY of ['1', '']) yield { NODE_ENV, DEMO_MODE, HOST, PUBLIC_URL, TRUST_PROXY }
}

t.test('the demo key opens the local demo and nothing else', { timeout: 230_000 }, async t => {
  const opened: string[] = []
  for (const ground of grounds()) {
    const name = Object.values(ground).join(' ')
    const host = await start(t, {
      environment: { ...ground, ENCRYPTION_KEYS },
      deployment: { billing: 'none' },
      store: await memoryStore()
    }).catch((error: unknown) => {
      t.ok(error instanceof SettingsError, `${name}: ${error}`)
      return undefined
    })
    if (!host) continue
    const address = ground.HOST === '::1' ? '[::1]' : '127.0.0.1'
    const { status } = await fetch(`http://${address}:${host.host.port}/api/v1/products/notes/execute`, {
      method: 'POST',
      body: '{"action":"latest"}',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json', Connection: 'close' }
    })
    if (status === 200) opened.push(name)
    else t.equal(status, 401, name)
    await host.stop()
  }
  t.strictSame(opened, [
    'development local 127.0.0.1  ',
    'development local localhost  ',
    'development local ::1  ',
    ' local 127.0.0.1  ',
    ' local localhost  ',
    ' local ::1  '
  ])
})

t.test('a demo that is asked for where others could reach it does not start', async t => {
  for (const contradiction of [
    { NODE_ENV: 'production', PUBLIC_URL: 'https://products.example', ENCRYPTION_KEYS },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://products.example' },
    { TRUST_PROXY: '1' }
  ] as const)
    await t.rejects(start(t, { environment: contradiction }), { name: 'SettingsError', message: /^DEMO_MODE asks/ })
})
