import t from 'tap'
import { configuration } from '../../../host/dist/operator/configuration.js'
import { readSettings, variables } from '../../../host/dist/settings.js'
import { deploy } from '../../fixtures/start-host.js'

t.test('every setting is shown as it is understood, and secrets are masked', async t => {
  const secrets = {
    REDIS_URL: 'redis://user:hidden@redis.example:6379',
    ENCRYPTION_KEYS: Buffer.from('hidden'.padEnd(32)).toString('base64'),
    SMTP_URL: 'smtps://user:hidden@mail.example.com',
    STRIPE_SECRET_KEY: 'sk_hidden',
    STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
    MODEL_API_KEY: 'hidden',
    METRICS_TOKEN: 'hidden'
  }
  const settings = readSettings({
    ...secrets,
    MAIL_FROM: 'host@example.org',
    STRIPE_PRICE_ID: 'price_1',
    MODEL_URL: 'https://models.example/v1',
    MODEL_NAME: 'small',
    PORT: '3001',
    TRUST_PROXY: '2'
  })
  const shown = configuration(settings, await deploy(t, {}, {}, { operator: true, rate: { atOnce: 7 } }))
  const values = new Map(shown.settings.map(({ name, value }) => [name, value]))
  for (const name of Object.keys(secrets)) t.equal(values.get(name), '********', name)
  t.notMatch(JSON.stringify(shown), /hidden|aGlkZGVu/)
  t.strictSame(
    [...values.keys()],
    variables.map(([name]) => name).filter(name => name !== 'CREDENTIALS_DIRECTORY')
  )
  t.match(Object.fromEntries(values), {
    PORT: '3001',
    TRUST_PROXY: '2',
    MODEL_NAME: 'small',
    NODE_ENV: 'development',
    CORS_ORIGINS: null
  })
  t.match(
    shown.settings.find(({ name }) => name === 'REDIS_URL'),
    { title: 'Redis address', group: 'Storage' }
  )
  t.match(shown.deployment, { operator: true, billing: 'none', rates: { atOnce: 7 }, plugins: [] })
})
