import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { withMember } from '../../../../host/dist/cli/deployment/edit-deployment.js'
import { memberValue, setMember } from '../../../../host/dist/cli/settings/config.js'
import { logLevel } from '../../../../host/dist/cli/settings/log-level.js'
import { deploy, notesPlugin } from '../../../fixtures/start-host.js'

/** A text as `readDeploymentText` gives it. */
function textOf(text: string) {
  return { path: '/product-host.json', text, content: JSON.parse(text), isNew: false }
}

t.test(
  'a member takes the place of its former value, comes after the others, or goes; the rest stays as it is',
  async t => {
    const lines = '{\n\t"plugins": [  ],\n\t"rate":  { "key": [1, 1] },\n\t"operator": true\n}\n'
    t.equal(
      withMember(textOf(lines), 'rate', { key: [2, 1] }),
      '{\n\t"plugins": [  ],\n\t"rate":  { "key": [2, 1] },\n\t"operator": true\n}\n'
    )
    t.equal(
      withMember(textOf(lines), 'logLevel', 'warn'),
      '{\n\t"plugins": [  ],\n\t"rate":  { "key": [1, 1] },\n\t"operator": true,\n\t"logLevel": "warn"\n}\n'
    )
    t.equal(
      withMember(textOf(lines), 'operator', undefined),
      '{\n\t"plugins": [  ],\n\t"rate":  { "key": [1, 1] }\n}\n'
    )
    t.equal(withMember(textOf('{ "rate": {}, "plugins": [] }'), 'rate', undefined), '{ "plugins": [] }')
    t.equal(withMember(textOf('{ "plugins": [] }'), 'rate', undefined), '{ "plugins": [] }')
    t.equal(withMember(textOf('{"plugins":[]}'), 'operator', true), '{"plugins":[], "operator": true}')
    t.equal(
      withMember(textOf('{\r\n  "plugins": []\r\n}'), 'operator', true),
      '{\r\n  "plugins": [],\r\n  "operator": true\r\n}'
    )
    t.equal(
      withMember(textOf('{\n  "egress": {\n    "dns": false\n  },\n  "plugins": []\n}'), 'egress', {
        dns: true,
        ports: [443]
      }),
      '{\n  "egress": {\n    "dns": true,\n    "ports": [443]\n  },\n  "plugins": []\n}'
    )
  }
)

async function deployed(t: Test) {
  const { folder } = await deploy(t, notesPlugin, { '@test/notes': { options: {} } }, { rate: { key: [600, 10] } }, [
    { slug: 'far', mcp: { url: 'https://far.example/mcp', headers: { 'X-Key': 'hidden' } } }
  ])
  const file = join(folder, 'product-host.json')
  const environment = { PRODUCT_HOST_CONFIG: file }
  return {
    file,
    get: (member: string) => memberValue(environment, member),
    set: async (member: string, value?: unknown) => {
      const { changes } = await setMember(environment, member, value)
      return changes.map(({ member, from, to, isFollowed }) => [member, from, to, isFollowed])
    }
  }
}

t.test('a member is read with its default, by its path; what may be a secret is masked', async t => {
  const { get } = await deployed(t)
  t.strictSame(await get('rate.key'), [600, 10])
  t.equal(await get('rate.atOnce'), 128)
  t.equal(await get('logLevel'), null)
  t.equal(await get('plugins.@test/notes.limits.atOnce'), 32)
  t.equal(await get('plugins.notes.limits.atOnce'), 32, 'by the slug of a package')
  t.strictSame(await get('plugins.far.mcp.headers'), { 'X-Key': '********' })
  t.match(await get('plugins.far.mcp'), { url: 'https://far.example/mcp', headers: { 'X-Key': '********' } })
})

t.test('a member is written, and what that changes is told', async t => {
  const { file, get, set } = await deployed(t)
  await chmod(file, 0o640)
  t.strictSame(await set('rate.atOnce', 64), [['rate.atOnce', 128, 64, true]])
  t.strictSame(await set('logLevel', 'warn'), [['logLevel', null, 'warn', true]])
  t.strictSame(await set('operator', true), [['operator', false, true, false]])
  t.strictSame(await set('plugins.notes.limits.atOnce', 4), [['plugins.@test/notes.limits.atOnce', 32, 4, true]])
  t.strictSame(await set('plugins.far.enabled', false), [['plugins.far', 'served', 'switched off', true]])
  t.strictSame(await get('rate'), { ...((await get('rate')) as object), key: [600, 10], atOnce: 64 })
  t.strictSame(await set('rate.key'), [['rate.key', [600, 10], [500, 10], true]])
  t.strictSame(await set('rate.key'), [], 'it is as it was')
  t.equal((await stat(file)).mode & 0o777, 0o640)
})

t.test('what the host would not take is refused with its place, and nothing is written', async t => {
  const { file, get, set } = await deployed(t)
  const before = await readFile(file, 'utf8')
  for (const [member, value, reason] of [
    ['rate.kye', 1, /no member "rate\.kye": "kye" is not one of key, account, /],
    ['rate.key.0', 1, /"key" of "rate\.key\.0" is no object; set it whole/],
    ['rate.atOnce', 0, /#\/rate\/atOnce is not a number >= 1/],
    ['rate.atOnce', '64', /#\/rate\/atOnce /],
    ['egress.allow', ['10.0.0.0/99'], /"10\.0\.0\.0\/99" in egress\.allow is no network/],
    ['retention.connectedAppDays', 400, /retention\.usedClientDays is less/],
    ['billing', 'stripe', /STRIPE_SECRET_KEY/],
    ['__proto__.a', 1, /no member/],
    ['plugins', [], /Name a product/],
    ['plugins.notes', {}, /Name a member of the entry/],
    ['plugins.nothing.required', true, /has no product "nothing"/],
    ['plugins.notes.package', undefined, /needs exactly one of "package"/],
    ['plugins.notes.limits.kilos', 1, /"kilos" is not one of timeoutMs, atOnce, memoryMb/]
  ] as const)
    await t.rejects(set(member, value), { message: reason }, `${member}`)
  t.equal(await readFile(file, 'utf8'), before)
  await t.rejects(get('rate.kye'), { message: /no member/ })
  await writeFile(file, '{ "plugins": 1 }')
  await t.rejects(set('logLevel', 'warn'), { message: /#\/plugins/ })
})

t.test('the log level is that of the deployment file, or of LOG_LEVEL', async t => {
  const { folder } = await deploy(t, notesPlugin)
  const environment = { PRODUCT_HOST_CONFIG: join(folder, 'product-host.json'), LOG_LEVEL: 'warn' }
  t.strictSame(await logLevel(environment), { level: 'warn', from: 'LOG_LEVEL' })
  t.strictSame(await logLevel(environment, 'debug'), { level: 'debug', from: 'logLevel' })
  await t.rejects(logLevel(environment, 'loud'), { message: /#\/logLevel/ })
  t.strictSame(await logLevel(environment), { level: 'debug', from: 'logLevel' })
  t.strictSame(await logLevel(environment, 'default'), { level: 'warn', from: 'LOG_LEVEL' })
})
