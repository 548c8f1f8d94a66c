import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { addSettingsFile, secretVariables, takeEnvironment } from '../../../host/dist/base/environment.js'
import { readSettings } from '../../../host/dist/settings.js'
import { start } from '../../fixtures/start-host.js'

const keys = Buffer.alloc(32, 7).toString('base64')

/** A folder with files, gone with the test. */
async function folderOf(t: Test, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-secrets-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

t.test('every secret can be read from a file', async t => {
  const folder = await folderOf(t, {
    keys: `${keys}\n`,
    redis: 'redis://host:secret@redis.example:6379',
    smtp: 'smtps://me:secret@mail.example.com\r\n',
    stripe: 'sk_test_1\n',
    webhook: 'whsec_1\n',
    model: 'model key\n',
    metrics: ' a token \n'
  })
  const settings = readSettings({
    ENCRYPTION_KEYS_FILE: join(folder, 'keys'),
    REDIS_URL_FILE: join(folder, 'redis'),
    SMTP_URL_FILE: join(folder, 'smtp'),
    MAIL_FROM: 'no-reply@example.com',
    STRIPE_SECRET_KEY_FILE: join(folder, 'stripe'),
    STRIPE_WEBHOOK_SECRET_FILE: join(folder, 'webhook'),
    STRIPE_PRICE_ID: 'price_1',
    MODEL_API_KEY_FILE: join(folder, 'model'),
    MODEL_URL: 'https://models.example/v1',
    MODEL_NAME: 'a-model',
    METRICS_TOKEN_FILE: join(folder, 'metrics')
  })
  t.match(settings, {
    encryptionKeys: [Buffer.alloc(32, 7)],
    redisUrl: 'redis://host:secret@redis.example:6379',
    mail: { url: 'smtps://me:secret@mail.example.com' },
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' },
    model: { apiKey: 'model key' },
    metricsToken: ' a token '
  })
  t.strictSame(settings.secretsInEnvironment, [])
})

t.test('a file that cannot be used is refused by the name of its variable, and so are a value and a file', async t => {
  const folder = await folderOf(t, { empty: '', blank: ' \n', token: 'a token' })
  for (const name of secretVariables)
    for (const [environment, message] of [
      [{ [`${name}_FILE`]: join(folder, 'none') }, `The file that ${name}_FILE names cannot be read (ENOENT).`],
      [{ [`${name}_FILE`]: folder }, `The file that ${name}_FILE names cannot be read (EISDIR).`],
      [{ [`${name}_FILE`]: join(folder, 'empty') }, `The file that ${name}_FILE names is empty.`],
      [{ [`${name}_FILE`]: join(folder, 'blank') }, `The file that ${name}_FILE names is empty.`],
      [
        { [name]: 'value', [`${name}_FILE`]: join(folder, 'token') },
        `${name} and ${name}_FILE are both set; remove one of the two.`
      ]
    ] as const)
      t.throws(() => readSettings(environment), { name: 'SettingsError', message })
})

t.test('a value of a file that cannot be used is refused like that of a variable', async t => {
  const folder = await folderOf(t, { keys: 'c2hvcnQ=' })
  t.throws(() => readSettings({ ENCRYPTION_KEYS_FILE: join(folder, 'keys') }), {
    name: 'SettingsError',
    message: /ENCRYPTION_KEYS holds something that is no key of 32 bytes/
  })
})

t.test('a systemd credential is used where neither the variable nor its file is given', async t => {
  const CREDENTIALS_DIRECTORY = await folderOf(t, { metrics_token: 'of systemd\n', token: 'of a file' })
  t.match(readSettings({ CREDENTIALS_DIRECTORY }), { metricsToken: 'of systemd', secretsInEnvironment: [] })
  t.equal(readSettings({ CREDENTIALS_DIRECTORY, METRICS_TOKEN: 'of a variable' }).metricsToken, 'of a variable')
  const METRICS_TOKEN_FILE = join(CREDENTIALS_DIRECTORY, 'token')
  t.equal(readSettings({ CREDENTIALS_DIRECTORY, METRICS_TOKEN_FILE }).metricsToken, 'of a file')
  t.equal(readSettings({ CREDENTIALS_DIRECTORY: join(CREDENTIALS_DIRECTORY, 'none') }).metricsToken, undefined)

  await writeFile(join(CREDENTIALS_DIRECTORY, 'metrics_token'), '\n')
  t.throws(() => readSettings({ CREDENTIALS_DIRECTORY }), {
    name: 'SettingsError',
    message: 'The systemd credential "metrics_token" for METRICS_TOKEN is empty.'
  })
  await rm(join(CREDENTIALS_DIRECTORY, 'metrics_token'))
  await mkdir(join(CREDENTIALS_DIRECTORY, 'metrics_token'))
  await chmod(CREDENTIALS_DIRECTORY, 0o700)
  t.throws(() => readSettings({ CREDENTIALS_DIRECTORY }), {
    message: /"metrics_token" for METRICS_TOKEN cannot be read/
  })
})

t.test('the secrets are taken out of the environment, and the rest stays', async t => {
  const secrets = Object.fromEntries(secretVariables.map(name => [name, `value of ${name}`]))
  const environment: NodeJS.ProcessEnv = { ...secrets, PATH: '/bin', METRICS_TOKEN_FILE: '/etc/token' }
  t.strictSame(takeEnvironment(environment), { ...secrets, PATH: '/bin', METRICS_TOKEN_FILE: '/etc/token' })
  t.strictSame(environment, { PATH: '/bin', METRICS_TOKEN_FILE: '/etc/token' })
})

const production = { NODE_ENV: 'production', DEMO_MODE: '', PUBLIC_URL: 'https://products.example' }

t.test('in production, secrets that came as variables are warned of by their names', async t => {
  const environment = { ...production, ENCRYPTION_KEYS: keys, METRICS_TOKEN: 'planted token' }
  const { lines } = await start(t, { environment })
  const warnings = lines.map(line => JSON.parse(line)).filter(({ level }) => level === 40)
  const warning = warnings.find(({ variables }) => variables)
  t.match(warning, { variables: ['ENCRYPTION_KEYS', 'METRICS_TOKEN'], msg: /\/proc\/self\/environ/ })
  t.notMatch(lines.join(''), 'planted token')
  t.notMatch(lines.join(''), keys)
})

t.test('no warning where they came as files, or outside production', async t => {
  const folder = await folderOf(t, { keys })
  const files = await start(t, { environment: { ...production, ENCRYPTION_KEYS_FILE: join(folder, 'keys') } })
  const development = await start(t, { environment: { METRICS_TOKEN: 'a token' } })
  for (const { lines } of [files, development]) t.notMatch(lines.join(''), '/proc/self/environ')
  t.equal(
    (await development.call('GET', '/api/v1/products', undefined, { Authorization: `Bearer ${demoKey}` })).status,
    200
  )
})

t.test('plain http in production is warned of', async t => {
  const folder = await folderOf(t, { keys })
  const environment = {
    ...production,
    ENCRYPTION_KEYS_FILE: join(folder, 'keys'),
    PUBLIC_URL: 'http://products.example',
    ALLOW_INSECURE_PUBLIC_URL: '1'
  }
  t.match((await start(t, { environment })).lines.join(''), /PUBLIC_URL is plain http/)
})

t.test('a settings file sets what the environment does not have, and secrets for the host alone', async t => {
  const folder = await folderOf(t, {
    'first.env': '# of every host\nPORT=1\nHOST=::1\nexport DATA_DIR="a # folder"\nMETRICS_TOKEN=hidden\n',
    'second.env': 'PORT=2\nHOST=::2\n'
  })
  const ofProcess: NodeJS.ProcessEnv = { HOST: '127.0.0.1' }
  const taken = takeEnvironment(ofProcess)
  const given = new Set(Object.keys(taken))
  for (const file of ['first.env', 'second.env']) addSettingsFile(join(folder, file), given, taken, ofProcess)
  t.strictSame(taken, { HOST: '127.0.0.1', PORT: '2', DATA_DIR: 'a # folder', METRICS_TOKEN: 'hidden' })
  t.strictSame(ofProcess, { HOST: '127.0.0.1', PORT: '2', DATA_DIR: 'a # folder' })
})
