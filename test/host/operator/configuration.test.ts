import t from 'tap'
import { variables } from '../../../host/dist/base/variables.js'
import { DeploymentFile, type PluginEntry } from '../../../host/dist/deployment.js'
import { configuration } from '../../../host/dist/operator/configuration.js'
import { deploymentMembers } from '../../../host/dist/operator/deployment-members.js'
import { readSettings } from '../../../host/dist/settings.js'
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
    { title: 'Redis URL', group: 'Storage' }
  )
  t.match(shown.deployment, { operator: true, billing: 'none', rates: { atOnce: 7 }, plugins: [] })
})

interface SchemaNode {
  readonly type?: string
  readonly anyOf?: readonly object[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
}

/** The members of a schema that hold a value, by their path; those of a list as those of its first. */
function members(node: SchemaNode, path: string): readonly string[] {
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, each]) => members(each, path ? `${path}.${name}` : name))
  return node.items?.properties ? members(node.items, `${path}[0]`) : [path]
}

t.test('every member of the deployment file is shown in words, by its path', async t => {
  const folder = await deploy(t, {}, {}, { plugins: [] })
  const plugin: PluginEntry = {
    package: '@test/parcels',
    version: '1.0.0',
    required: true,
    isolation: 'thread',
    limits: { timeoutMs: 2_500, atOnce: 1_000, memoryMb: 64 },
    requires: ['payment_card'],
    options: { token: 'hidden', level: 1_200, isLoud: true }
  }
  const rows = deploymentMembers({
    ...folder,
    backup: { folder: '/srv/backups', everyMinutes: 360, keep: 14 },
    plugins: [plugin, { ...plugin, package: '@test/other', isolation: 'inline', requires: [], required: false }],
    egress: {
      ...folder.egress,
      allow: ['10.2.0.0/16', { network: '10.1.0.0/16', ports: [443, 80], connectPorts: [5432] }],
      dns: true
    }
  })
  const names = rows.map(({ name }) => name).filter(name => !/^plugins\[[01]\]\.options|^plugins\[1\]/.test(name))
  const expected = members(DeploymentFile, '').filter(
    path =>
      !/^plugins\[0\]\.(package|enabled|options|slug|title|description|sandbox|files\..*|(mcp|openapi)\..*)$/.test(path)
  )
  t.strictSame(names.sort(), [...expected].sort())
  const shown = new Map(rows.map(({ name, group, title, value }) => [name, `${group}: ${title}: ${value}`]))
  for (const [name, text] of [
    ['plugins[0].version', 'Plugin @test/parcels: Version: `"1.0.0"`'],
    ['plugins[0].required', 'Plugin @test/parcels: Needed for readiness: `true`'],
    ['plugins[0].limits.timeoutMs', 'Plugin @test/parcels: Longest time of an action: `2500`'],
    ['plugins[0].requires', 'Plugin @test/parcels: What an account needs: `["payment_card"]`'],
    ['plugins[0].options.token', 'Plugin @test/parcels: Option token: ********'],
    ['plugins[0].options.level', 'Plugin @test/parcels: Option level: `1200`'],
    ['plugins[0].options.isLoud', 'Plugin @test/parcels: Option isLoud: `true`'],
    ['plugins[1].isolation', 'Plugin @test/other: Runs in: `"inline"`'],
    ['rate.key', 'Limits of requests: Requests per API key: `[500, 10]`'],
    [
      'egress.allow',
      'Network access of products: Private networks: `["10.2.0.0/16", {"network":"10.1.0.0/16", "ports":[443, 80], "connectPorts":[5432]}]`'
    ],
    ['egress.connectPorts', 'Network access of products: Ports for TCP connections: `[]`'],
    ['backup.everyMinutes', 'Scheduled backups: Time between backups: `360`'],
    ['retention.usageDays', 'Retention: usage, by day: `400`']
  ] as const)
    t.equal(shown.get(name), text)
  const usual = new Set(rows.flatMap(({ name, isUsual }) => (isUsual ? [name] : [])))
  for (const name of ['rate.key', 'plugins[1].required', 'billing', 'retention.usageDays']) t.ok(usual.has(name), name)
  for (const name of ['plugins[0].required', 'plugins[1].isolation', 'egress.dns']) t.notOk(usual.has(name), name)
})

t.test('of a server as a product, the members are shown, and of its variables and headers the names alone', async t => {
  const { plugins } = await deploy(t, {}, {}, {}, [
    { slug: 'memory', mcp: { command: ['memory', '--all'], env: { TOKEN: 'hidden' }, sessions: 3, tools: ['read'] } },
    { slug: 'far', mcp: { url: 'https://far.example/mcp', headers: { 'X-Key': 'hidden' } } },
    {
      slug: 'pets',
      openapi: {
        document: 'pets.yaml',
        headers: { 'X-Key': 'hidden' },
        auth: { basic: { user: 'me', password: 'hidden' } }
      }
    }
  ])
  const rows = deploymentMembers({ ...(await deploy(t, {})), plugins })
  t.notMatch(JSON.stringify(rows), /hidden/)
  const shown = new Map(
    rows.map(({ name, group, value, isUsual }) => [name, `${group}: ${value}${isUsual ? ', usual' : ''}`])
  )
  for (const [name, text] of [
    ['plugins[0].mcp.command', 'Plugin mcp:memory: `["memory", "--all"]`, usual'],
    ['plugins[0].mcp.env', 'Plugin mcp:memory: `["TOKEN"]`'],
    ['plugins[0].mcp.sessions', 'Plugin mcp:memory: `3`'],
    ['plugins[0].mcp.tools', 'Plugin mcp:memory: `["read"]`'],
    ['plugins[0].mcp.network', 'Plugin mcp:memory: `"proxy"`, usual'],
    ['plugins[1].mcp.url', 'Plugin mcp:far: `"https://far.example/mcp"`, usual'],
    ['plugins[1].mcp.headers', 'Plugin mcp:far: `["X-Key"]`'],
    ['plugins[2].openapi.document', 'Plugin openapi:pets: `"pets.yaml"`, usual'],
    ['plugins[2].openapi.headers', 'Plugin openapi:pets: `["X-Key"]`'],
    ['plugins[2].openapi.auth', 'Plugin openapi:pets: `["basic"]`'],
    ['plugins[1].mcp.tenancy', 'Plugin mcp:far: `"account"`, usual']
  ] as const)
    t.equal(shown.get(name), text)
  t.notOk(rows.some(({ name }) => name.endsWith('limits.memoryMb') || name.includes('isolation')))
})
