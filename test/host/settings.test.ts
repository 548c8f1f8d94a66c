import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import t from 'tap'
import { isInstalled, requirePackages } from '../../host/dist/base/environment.js'
import { usualRetention } from '../../host/dist/base/retention.js'
import { variables } from '../../host/dist/base/variables.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { environmentHelp, readSettings, SettingsError } from '../../host/dist/settings.js'

/** A key of 32 bytes. */
const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64')

t.test('an empty environment gives the defaults', async t => {
  t.strictSame(readSettings({}), {
    port: 3000,
    host: '127.0.0.1',
    deploymentFile: 'product-host.json',
    dataFolder: '.data',
    redisUrl: undefined,
    databaseUrl: undefined,
    encryptionKeys: [],
    model: undefined,
    isProduction: false,
    isDemo: false,
    publicUrl: 'http://127.0.0.1:3000',
    isPublicUrlGiven: false,
    isPublicUrlInsecure: false,
    corsOrigins: [],
    trustProxy: undefined,
    mail: undefined,
    stripe: undefined,
    metricsToken: undefined,
    secretsInEnvironment: [],
    logLevel: 'info',
    collector: undefined,
    shutdownDelayMs: 0,
    shutdownGraceMs: 8000,
    admin: undefined
  })
})

t.test('the demo is on exactly when it is asked for and nothing contradicts it', async t => {
  for (const NODE_ENV of ['production', 'development', undefined])
    for (const DEMO_MODE of ['local', 'off', undefined])
      for (const HOST of ['127.0.0.1', '127.9.9.9', 'localhost', '::1', '0.0.0.0', '::', '10.0.0.1', 'example.com'])
        for (const PUBLIC_URL of ['https://products.example', undefined])
          for (const TRUST_PROXY of ['1', '0', '10.0.0.0/8', undefined]) {
            const environment = { NODE_ENV, DEMO_MODE, HOST, PUBLIC_URL, TRUST_PROXY, ENCRYPTION_KEYS }
            const isLocal = ['127.0.0.1', '127.9.9.9', 'localhost', '::1'].includes(HOST)
            const isContradicted =
              NODE_ENV === 'production' || !isLocal || PUBLIC_URL !== undefined || TRUST_PROXY !== undefined
            const isRefused =
              (DEMO_MODE === 'local' && isContradicted) || (NODE_ENV === 'production' && PUBLIC_URL === undefined)
            const name = JSON.stringify(environment)
            if (isRefused) t.throws(() => readSettings(environment), SettingsError, name)
            else t.equal(readSettings(environment).isDemo, DEMO_MODE === 'local', name)
          }
})

t.test('what cannot be used is refused by the name of its variable', async t => {
  for (const [name, value] of [
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['DEMO_MODE', 'yes'],
    ['REDIS_URL', 'redis.example:6379'],
    ['REDIS_URL', 'http://redis.example'],
    ['REDIS_URL', 'redis://redis.example/records'],
    ['PUBLIC_URL', 'products.example'],
    ['PUBLIC_URL', 'ftp://products.example'],
    ['PUBLIC_URL', 'https://products.example/?a=1'],
    ['PUBLIC_URL', 'https://products.example/products'],
    ['NODE_ENV', 'prod'],
    ['CORS_ORIGINS', 'https://app.example/path'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'vscode-webview:x'],
    ['CORS_ORIGINS', 'https://user@app.example'],
    ['PUBLIC_URL', 'http://0.0.0.0:3000'],
    ['HOST', 'fe80::1%eth0'],
    ['ENCRYPTION_KEYS', 'c2hvcnQ='],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['MAIL_FROM', 'no-reply@example.com'],
    ['STRIPE_SECRET_KEY', 'sk_test_1'],
    ['STRIPE_API_URL', 'api.stripe.com'],
    ['MODEL_URL', 'models.example'],
    ['MODEL_NAME', 'a-model'],
    ['HOST', 'not_a_host'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '-host'],
    ['ALLOW_INSECURE_PUBLIC_URL', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', 'all'],
    ['TRUST_PROXY', '*'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '1.5'],
    ['TRUST_PROXY', '101'],
    ['TRUST_PROXY', 'balancer.example'],
    ['TRUST_PROXY', '10.0.0.1, true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '0.0.0.0/0.0.0.0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['LOG_LEVEL', 'loud'],
    ['SHUTDOWN_DELAY_MS', '-1'],
    ['SHUTDOWN_GRACE_MS', '8s'],
    ['ADMIN_PORT', '65536'],
    ['ADMIN_HOST', '127.0.0.1']
  ] as const)
    t.throws(() => readSettings({ [name]: value }), { name: 'SettingsError', message: new RegExp(name) })
})

t.test('hosts that share Redis share the keys that secrets are encrypted with', async t => {
  const REDIS_URL = 'rediss://host:secret@redis.example:6380/2'
  t.throws(() => readSettings({ REDIS_URL }), { name: 'SettingsError', message: /ENCRYPTION_KEYS/ })
  t.equal(readSettings({ REDIS_URL, ENCRYPTION_KEYS }).redisUrl, REDIS_URL)
  t.equal(readSettings({ REDIS_URL, DEMO_MODE: 'local' }).redisUrl, REDIS_URL)
})

t.test('a PostgreSQL database holds the store in the place of Redis', async t => {
  const DATABASE_URL = 'postgres://host:secret@postgres.example/store?sslmode=verify-full&schema=own'
  t.throws(() => readSettings({ DATABASE_URL }), {
    name: 'SettingsError',
    message: 'With DATABASE_URL, ENCRYPTION_KEYS must hold the keys that all hosts encrypt secrets with.'
  })
  t.equal(readSettings({ DATABASE_URL, ENCRYPTION_KEYS }).databaseUrl, DATABASE_URL)
  t.throws(() => readSettings({ DATABASE_URL, REDIS_URL: 'redis://redis.example', ENCRYPTION_KEYS }), {
    name: 'SettingsError',
    message: /^REDIS_URL and DATABASE_URL are both set/
  })
  for (const url of ['postgres.example', 'mysql://host:secret@mysql.example/store'])
    t.throws(() => readSettings({ DATABASE_URL: url, ENCRYPTION_KEYS }), { name: 'SettingsError' })
})

t.test('mail needs a server and a sender', async t => {
  const MAIL_FROM = 'Products <no-reply@example.com>'
  t.strictSame(readSettings({ SMTP_URL: 'smtps://me:secret@mail.example.com', MAIL_FROM }).mail, {
    url: 'smtps://me:secret@mail.example.com',
    from: MAIL_FROM
  })
  for (const [SMTP_URL, from] of [
    ['https://mail.example.com', MAIL_FROM],
    ['smtp://mail.example.com', 'somebody'],
    ['smtp://mail.example.com', 'no-reply@example.com\nBcc: all@example.com']
  ])
    t.throws(() => readSettings({ SMTP_URL, MAIL_FROM: from }), {
      name: 'SettingsError',
      message: /SMTP_URL|MAIL_FROM/
    })
})

t.test('proxies are a number, or addresses and networks that Express takes', async t => {
  for (const [TRUST_PROXY, expected] of [
    ['0', 0],
    ['2', 2],
    ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
    ['linklocal,uniquelocal', 'linklocal,uniquelocal'],
    ['10.0.0.1,fd00::/8,10.0.0.0/255.0.0.0', '10.0.0.1,fd00::/8,10.0.0.0/255.0.0.0']
  ] as const) {
    const { trustProxy } = readSettings({ TRUST_PROXY })
    t.equal(trustProxy, expected)
    t.doesNotThrow(() => express().set('trust proxy', trustProxy))
  }
})

t.test('production is served over https, unless the operator asks for plain http', async t => {
  const production = { NODE_ENV: 'production', ENCRYPTION_KEYS }
  const PUBLIC_URL = 'http://products.example'
  for (const ALLOW_INSECURE_PUBLIC_URL of [undefined, '', '0'])
    t.throws(() => readSettings({ ...production, PUBLIC_URL, ALLOW_INSECURE_PUBLIC_URL }), {
      name: 'SettingsError',
      message: /PUBLIC_URL must begin with https:\/\/; ALLOW_INSECURE_PUBLIC_URL=1 accepts plain http/
    })
  const allowed = { ...production, ALLOW_INSECURE_PUBLIC_URL: '1' }
  t.match(readSettings({ ...allowed, PUBLIC_URL }), { publicUrl: PUBLIC_URL, isPublicUrlInsecure: true })
  t.match(readSettings({ ...allowed, PUBLIC_URL: 'https://products.example' }), { isPublicUrlInsecure: false })
  for (const local of ['http://localhost:3000', 'http://127.0.0.1', 'http://127.9.9.9:80', 'http://[::1]:3000'])
    t.match(readSettings({ ...production, PUBLIC_URL: local }), { isPublicUrlInsecure: false })
  t.match(readSettings({ PUBLIC_URL }), { isPublicUrlInsecure: false })
})

t.test('--help lists every variable', async t => {
  for (const [name] of variables) t.match(environmentHelp(), name)
})

t.test('a deployment file is checked whole', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const read = async (content: unknown) => {
    const file = join(folder, 'product-host.json')
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return readDeployment(file)
  }
  const limits = { timeoutMs: 300_000, atOnce: 32, memoryMb: 256 }
  t.strictSame(await read({ plugins: [{ package: 'a' }, { package: '@product-host/b', isolation: 'inline' }] }), {
    plugins: [
      { package: 'a', required: false, limits, requires: [], options: {} },
      { package: '@product-host/b', required: false, isolation: 'inline', limits, requires: [], options: {} }
    ],
    egress: { allow: [], ports: [80, 443, 8080, 8443], requestPorts: [], connectPorts: [], dns: false },
    rates: {
      key: { requests: 500, seconds: 10 },
      account: { requests: 2000, seconds: 10 },
      atOnce: 128,
      keyless: { requests: 1000, seconds: 10 },
      idempotencyKeys: 100_000,
      schedules: 100,
      webhookEndpoints: 10,
      webhookFailingDays: 5,
      hooks: 50,
      hook: { requests: 300, seconds: 60 },
      openRuns: 1_000,
      openStreams: 32,
      waitSeconds: 60
    },
    retention: usualRetention,
    billing: 'none',
    disabled: [],
    operator: false,
    folder
  })
  t.match(await read({ plugins: [{ package: '@product-host/b', isolation: 'worker' }] }), {
    plugins: [{ isolation: 'thread' }]
  })
  const requires = ['payment_card']
  t.match(await read({ plugins: [{ package: 'a', requires }], billing: 'stripe' }), { plugins: [{ requires }] })
  t.match(await read({ plugins: [{ package: 'a', requires }], billing: 'none' }), { plugins: [{ requires: [] }] })
  const mcp = { command: ['a'] }
  const document = 'a.yaml'
  for (const [content, reason] of [
    ['{', /product-host\.json is not JSON: line 1, column 2: the name of a member in double quotes is expected\.$/],
    [
      '{\n  "plugins": [],\n}',
      /is not JSON: line 3, column 1: the name of a member in double quotes is expected, not "}"\.$/
    ],
    [
      '{ "plugins": [],\r\n  "plugins": [] }',
      /has the member "plugins" twice: line 1, column 3 and line 2, column 3; remove one of the two\.$/
    ],
    [[], /# is not an object/],
    [{}, /#\/plugins is missing/],
    [{ plugins: [{ package: 'a', require: true }] }, /#\/plugins\/0\/require is not a known property/],
    [{ plugins: [{ package: 'a', requires: ['passport'] }] }, /#\/plugins\/0\/requires\/0 /],
    [{ plugins: [], billing: 'cash' }, /#\/billing /],
    [{ plugins: [], colour: 'blue' }, /#\/colour is not a known property/],
    [
      { plugins: [{ package: 'a', limits: { timeoutMs: 0 } }] },
      /#\/plugins\/0\/limits\/timeoutMs is not a number >= 1/
    ],
    [{ plugins: [], egress: { ports: [] } }, /#\/egress\/ports /],
    [{ plugins: [], egress: { ports: [0] } }, /#\/egress\/ports\/0 /],
    [{ plugins: [], egress: { requestPorts: [65_536] } }, /#\/egress\/requestPorts\/0 /],
    [{ plugins: [], egress: { connectPorts: [0] } }, /#\/egress\/connectPorts\/0 /],
    [{ plugins: [], egress: { allow: [{ network: '10.1.0.0/16', connectPorts: [] }] } }, /#\/egress\/allow\/0/],
    [{ plugins: [], egress: { allow: [{ network: '10.1.0.0/16', ports: [] }] } }, /#\/egress\/allow\/0/],
    [{ plugins: [], egress: { allow: [{ network: '10.1.0.0/16' }] } }, /#\/egress\/allow\/0/],
    [{ plugins: [], egress: { allow: [{ ports: [443] }] } }, /#\/egress\/allow\/0/],
    [{ plugins: [], egress: { allow: ['10.1.0.0/33'] } }, /"10\.1\.0\.0\/33" in egress\.allow is no network such as/],
    [{ plugins: [], egress: { allow: ['10.1.0.0'] } }, /is no network/],
    [{ plugins: [], egress: { allow: ['internal'] } }, /is no network/],
    [{ plugins: [], egress: { allow: ['fe80::1%eth0/64'] } }, /is no network/],
    [
      { plugins: [], egress: { allow: ['10.1.2.3/16'] } },
      /has bits after its prefix; the network is "10\.1\.0\.0\/16"/
    ],
    [{ plugins: [], egress: { allow: [{ network: 'fd00::1/64', ports: [443] }] } }, /the network is "fd00::\/64"/],
    [{ plugins: [], egress: { allow: ['::ffff:10.1.0.0/112'] } }, /is a network of IPv4; write it as one/],
    [{ plugins: [{ package: 'a' }, { package: 'a' }] }, /names the package a twice/],
    [{ plugins: [{}] }, /#\/plugins\/0 needs exactly one of "package", "mcp" and "openapi"\.$/],
    [{ plugins: [{ package: 'a', mcp }] }, /needs exactly one of "package"/],
    [{ plugins: [{ package: 'a', title: 'A' }] }, /has "title", which only a server in "mcp" or "openapi" has/],
    [
      { plugins: [{ package: 'a', isolation: 'thread', sandbox: 'required' }] },
      /has "sandbox" or "files", which a package has only with the isolation "process"/
    ],
    [
      { plugins: [{ slug: 'a', mcp: { url: 'http://a' }, files: {} }] },
      /has "sandbox" or "files", which only a "command"/
    ],
    [{ plugins: [{ slug: 'a', mcp, files: { write: ['b'] } }] }, /programs of all accounts write the same folders/],
    [{ plugins: [{ mcp }] }, /needs a "slug"/],
    [{ plugins: [{ slug: 'runs', mcp }] }, /cannot be served\. The slug "runs" is reserved by the host\.$/],
    [{ plugins: [{ slug: 'a', mcp, isolation: 'thread' }] }, /has "isolation", which only a package has/],
    [{ plugins: [{ slug: 'a', mcp, options: { b: 1 } }] }, /has "options", which only a package has/],
    [{ plugins: [{ slug: 'a', mcp: {} }] }, /needs either "command" or "url" in "mcp"/],
    [{ plugins: [{ slug: 'a', mcp: { ...mcp, url: 'http://a' } }] }, /needs either "command" or "url"/],
    [{ plugins: [{ slug: 'a', mcp: { ...mcp, headers: { A: 'b' } } }] }, /has "headers", which only a "url" has/],
    [{ plugins: [{ slug: 'a', mcp: { url: 'http://a', env: { A: 'b' } } }] }, /has "env", which only a "command" has/],
    [{ plugins: [{ slug: 'a', mcp: { url: 'http://a', network: 'host' } }] }, /"network", which only a "command" has/],
    [{ plugins: [{ slug: 'a', sandbox: 'none', mcp: { ...mcp, network: 'none' } }] }, /which only a sandbox has/],
    [{ plugins: [{ slug: 'a', mcp: { url: 'ftp://a' } }] }, /not an absolute http or https URL/],
    [{ plugins: [{ slug: 'a', mcp: { url: 'http://me:pass@a' } }] }, /without user name, password/],
    [
      { plugins: [{ slug: 'a', mcp: { ...mcp, tenancy: 'shared', env: { A: { setting: 'token' } } } }] },
      /gives the setting "token" of an account to a server that all accounts share/
    ],
    [{ plugins: [{ slug: 'a', openapi: { document }, sandbox: 'none' }] }, /which only a "command" has/],
    [{ plugins: [{ slug: 'a', openapi: { document, server: 'a' } }] }, /has a "server" that is not an absolute/],
    [{ plugins: [{ slug: 'a', openapi: { document, auth: {} } }] }, /needs exactly one of "header", "query"/],
    [{ plugins: [{ slug: 'a', openapi: { document, auth: { header: 'A' } } }] }, /needs "setting" in "auth"/],
    [
      {
        plugins: [
          { slug: 'a', mcp },
          { slug: 'a', mcp }
        ]
      },
      /names the slug a twice/
    ]
  ] as const)
    await t.rejects(read(content), { name: 'SettingsError', message: reason })
  await t.rejects(readDeployment(join(folder, 'none.json')), { name: 'SettingsError', message: /does not exist/ })
})

t.test('what a variable needs and is not installed is named', async t => {
  const without =
    (...missing: readonly string[]) =>
    (name: string) =>
      !missing.includes(name)
  const set = (...names: readonly string[]) => {
    return (name: string) => names.includes(name)
  }
  t.throws(() => requirePackages(set('REDIS_URL'), without('@keyv/redis')), {
    name: 'SettingsError',
    message: 'REDIS_URL is set, which needs a package that is not installed: npm install @keyv/redis'
  })
  t.throws(
    () =>
      requirePackages(
        set('OTEL_EXPORTER_OTLP_ENDPOINT'),
        without('@opentelemetry/resources', '@opentelemetry/sdk-metrics')
      ),
    {
      message:
        /needs packages that are not installed: npm install @opentelemetry\/resources @opentelemetry\/sdk-metrics$/
    }
  )
  requirePackages(set('DATABASE_URL'), without('@keyv/redis', 'stripe', 'nodemailer'))
  requirePackages(set('REDIS_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'OTEL_EXPORTER_OTLP_ENDPOINT'))
  t.throws(() => requirePackages(set('SMTP_URL'), name => isInstalled(`${name}-of-nobody`)), {
    message: /npm install nodemailer$/
  })
})
