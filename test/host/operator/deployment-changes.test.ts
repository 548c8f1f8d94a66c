import { resolve } from 'node:path'
import t from 'tap'
import { deploymentOf } from '../../../host/dist/deployment.js'
import { deploymentChanges, servedAfter } from '../../../host/dist/operator/deployment-changes.js'

const read = (content: object) => deploymentOf(resolve('product-host.json'), { plugins: [], ...content })

t.test('each member is compared with its default, and says whether it is followed', async t => {
  t.strictSame(deploymentChanges(read({}), read({ rate: { key: [500, 10], openRuns: 1_000 } })), [])
  t.strictSame(
    deploymentChanges(
      read({ rate: { key: [20, 10] }, retention: { runDays: 3 } }),
      read({ egress: { dns: true }, logLevel: 'warn', operator: true, billing: 'stripe', backup: { folder: '/srv' } })
    ).map(({ member, from, to, isFollowed }) => [member, from, to, isFollowed]),
    [
      ['rate.key', [20, 10], [500, 10], true],
      ['egress.dns', false, true, true],
      ['retention.runDays', 3, 7, true],
      ['billing', 'none', 'stripe', false],
      ['operator', false, true, false],
      ['backup.folder', null, '/srv', true],
      ['backup.everyMinutes', null, 1_440, true],
      ['backup.keep', null, 14, true],
      ['logLevel', null, 'warn', true]
    ]
  )
})

t.test('a plugin is named by its package or slug; of one that comes or goes, its entry alone', async t => {
  const [one, two] = [{ package: '@test/a.b' }, { slug: 'far', mcp: { url: 'https://far.example/mcp' } }]
  const before = read({ plugins: [one, { ...two, enabled: false }, { package: '@test/gone' }] })
  const after = read({ plugins: [{ ...one, limits: { atOnce: 4 } }, two, { package: '@test/new' }] })
  t.strictSame(
    deploymentChanges(before, after).map(({ member, from, to }) => [member, from, to]),
    [
      ['plugins.@test/a.b.limits.atOnce', 32, 4],
      ['plugins.@test/gone', 'served', null],
      ['plugins.far', 'switched off', 'served'],
      ['plugins.@test/new', null, 'served']
    ]
  )
})

t.test('a value that may be a secret is masked', async t => {
  const read2 = (secret: string) =>
    read({
      plugins: [
        { package: '@test/parcels', options: { token: secret, level: secret.length } },
        { slug: 'near', mcp: { command: ['near'], env: { TOKEN: secret } } },
        { slug: 'far', mcp: { url: 'https://far.example/mcp', headers: { 'X-Key': secret } } },
        { slug: 'pets', openapi: { document: 'pets.yaml', auth: { basic: { user: 'me', password: secret } } } }
      ]
    })
  const changes = deploymentChanges(read2('hidden'), read2('hidden-2'))
  t.notMatch(JSON.stringify(changes), /hidden/)
  t.strictSame(
    changes.map(({ member, from, to }) => [member, from, to]),
    [
      ['plugins.@test/parcels.options.token', '********', '********'],
      ['plugins.@test/parcels.options.level', 6, 8],
      ['plugins.near.mcp.env', '********', '********'],
      ['plugins.far.mcp.headers', '********', '********'],
      ['plugins.pets.openapi.auth', '********', '********']
    ]
  )
})

t.test('what plugins require goes by the billing that is served', async t => {
  const plugins = [{ package: '@test/parcels', requires: ['payment_card'] }]
  const [billed, free] = [read({ plugins, billing: 'stripe' }), read({ plugins })]
  t.match(servedAfter(billed, free).plugins, [{ requires: ['payment_card'] }])
  t.match(servedAfter(free, billed).plugins, [{ requires: [] }])
  t.strictSame(
    deploymentChanges(billed, free).map(({ member, isFollowed }) => [member, isFollowed]),
    [
      ['plugins.@test/parcels.requires', false],
      ['billing', false]
    ]
  )
  const other = read({ plugins: [{ package: '@test/parcels' }], billing: 'stripe' })
  t.match(servedAfter(billed, other).plugins, [{ requires: [] }])
  t.match(deploymentChanges(billed, other), [{ member: 'plugins.@test/parcels.requires', isFollowed: true }])
})

t.test('what needs a restart stays as it is served', async t => {
  const [before, after] = [read({}), read({ operator: true, logLevel: 'error' })]
  const served = servedAfter(before, after)
  t.match(served, { operator: false, logLevel: 'error' })
  t.strictSame(
    deploymentChanges(served, after).map(({ member }) => member),
    ['operator']
  )
  t.strictSame(deploymentChanges(served, read({ logLevel: 'error' })), [])
})
