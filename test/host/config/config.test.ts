import { defineProduct, type Settings, Type } from '@product-host/sdk'
import { SettingsRules } from '@product-host/sdk/runtime'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { neverSaved, validateChange } from '../../../host/dist/config/config.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { connectionPlugin, memoryStore, notesPlugin, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const path = '/api/v1/products/connection/config'
const plugins = { ...connectionPlugin, ...notesPlugin }
const planted = 'plantedvalue'

t.test('a product that was never configured is enabled, with nothing set', async t => {
  const { call } = await start(t, { plugins })
  const { status, headers, body } = await call('GET', path, undefined, key)
  t.equal(status, 200)
  t.strictSame(body, {
    productId: 'connection',
    enabled: true,
    settings: {},
    unrecognised: [],
    revision: 0,
    updatedAt: null
  })
  t.equal(headers.get('etag'), '"0"')
})

t.test('a member that is left out keeps its value, settings replace the whole map', async t => {
  const { call } = await start(t, { plugins })
  const save = async (body: object) => (await call('PUT', path, body, key)).body
  t.match(await save({ settings: { colour: 'blue', strange: '1' } }), {
    enabled: true,
    settings: { colour: 'blue', strange: '1' },
    unrecognised: ['strange'],
    revision: 1,
    updatedAt: String
  })
  t.match(await save({ enabled: false }), { enabled: false, settings: { colour: 'blue' }, revision: 2 })
  t.strictSame((await save({ settings: { colour: 'red' } })).settings, { colour: 'red' })
  t.match(await save({}), { enabled: false, settings: { colour: 'red' }, revision: 3 })
  t.match(await save({ enabled: true, settings: {} }), { enabled: true, settings: {}, revision: 4 })
})

t.test('members beside enabled and settings are refused by name, and nothing is saved', async t => {
  const { call } = await start(t, { plugins })
  const sent =
    '{"enabled":false,"settings":{"__proto__":"a"},"revision":3,"constructor":{},"__proto__":{"enabled":true}}'
  t.match(await call('PUT', path, sent, key), {
    status: 400,
    body: {
      code: 'invalid_input',
      errors: [
        { pointer: '#/revision', code: 'unknown_member', fix: 'Leave it out: send only enabled, settings.' },
        { pointer: '#/constructor', code: 'unknown_member' },
        { pointer: '#/__proto__', code: 'unknown_member' },
        { pointer: '#/settings/__proto__', code: 'unknown_member' }
      ]
    }
  })
  t.match((await call('GET', path, undefined, key)).body, { enabled: true, revision: 0 })
})

t.test('switched off, the product is not run', async t => {
  const { call } = await start(t, { plugins })
  await call('PUT', path, { enabled: false }, key)
  const run = () => call('POST', '/api/v1/products/connection/execute', { action: 'show' }, key)
  t.match(await run(), { status: 403, body: { code: 'product_disabled', links: { config: path } } })
  await call('PUT', path, { enabled: true }, key)
  t.match(await run(), { status: 200 })
})

t.test('the product sees what it knows, in clear, with defaults', async t => {
  const { call } = await start(t, { plugins })
  await call(
    'PUT',
    path,
    { settings: { 'to.crm.url': 'https://crm.example', 'to.crm.pass': 'twelve chars', strange: '1' } },
    key
  )
  const { body } = await call('POST', '/api/v1/products/connection/execute', { action: 'show' }, key)
  t.strictSame(body.detail.settings, { colour: 4, 'to.crm.url': 19, 'to.crm.pass': 12 })
})

t.test('what does not fit is refused with its place, and nothing is saved', async t => {
  const { call } = await start(t, { plugins })
  for (const [body, fault] of [
    [{ enabled: 'yes' }, { pointer: '#/enabled', code: 'type' }],
    [{ settings: [] }, { pointer: '#/settings', code: 'type' }],
    [{ settings: { colour: 5 } }, { pointer: '#/settings/colour', code: 'type' }],
    [{ settings: { colour: planted } }, { pointer: '#/settings/colour', code: 'max_length' }],
    [{ settings: { colour: 'plaid' } }, { pointer: '#/settings/colour', detail: 'is no colour' }],
    [{ settings: { 'alert.url': planted } }, { pointer: '#/settings/alert.url', code: 'format' }],
    [{ settings: { 'alert.key': 'short' } }, { pointer: '#/settings/alert.key', code: 'min_length' }],
    [{ settings: { 'alert.key': '********' } }, { pointer: '#/settings/alert.key', code: 'no_secret' }],
    [{ settings: { '1st': planted } }, { pointer: '#/settings', code: 'pattern' }],
    [{ settings: { free: 'x'.repeat(4097) } }, { pointer: '#/settings/free', code: 'max_length' }],
    [
      { settings: Object.fromEntries(Array.from({ length: 1025 }, (_, index) => [`n${index}`, ''])) },
      { pointer: '#/settings', code: 'max_properties' }
    ]
  ] as const) {
    const reply = await call('PUT', path, body, key)
    t.match(reply, { status: 400, body: { code: 'invalid_config', errors: [fault] } })
    t.notMatch(JSON.stringify(reply.body), planted)
  }
  t.match((await call('GET', path, undefined, key)).body, { revision: 0, settings: {} })
  const refused = await call('PUT', path, '{', key)
  t.match(refused, { status: 400, body: { code: 'malformed_json' } })
  t.equal((await call('PUT', path, 'a', { ...key, 'Content-Type': 'text/plain' })).status, 415)
})

t.test('a secret is masked, kept when its mask comes back, and lost to nobody who changes its address', async t => {
  const backend = memoryBackend(Date.now)
  const { call, lines } = await start(t, { plugins, store: await Store.open(backend) })
  const save = (settings: object) => call('PUT', path, { settings }, key)
  const saved = await save({ 'alert.url': 'https://one.example', 'alert.key': planted, myApiKey: planted })
  t.strictSame(saved.body.settings, {
    'alert.url': 'https://one.example',
    'alert.key': '********',
    myApiKey: '********'
  })
  const length = async () =>
    (await call('POST', '/api/v1/products/connection/execute', { action: 'show' }, key)).body.detail.settings[
      'alert.key'
    ]
  t.equal((await save({ ...saved.body.settings, colour: 'blue' })).status, 200)
  t.equal(await length(), planted.length)

  t.match(await save({ ...saved.body.settings, 'alert.url': 'https://evil.example' }), {
    status: 400,
    body: { errors: [{ pointer: '#/settings/alert.key', code: 'secret_needed' }] }
  })
  t.equal((await save({ 'alert.url': 'https://two.example', 'alert.key': 'another secret' })).status, 200)
  t.equal(await length(), 'another secret'.length)

  await save({ 'to.crm.url': 'https://crm.example', 'to.crm.pass': planted, 'to.erp.url': 'https://erp.example' })
  t.equal(
    (
      await save({
        'to.crm.url': 'https://crm.example',
        'to.crm.pass': '********',
        'to.erp.url': 'https://new.example'
      })
    ).status,
    200
  )
  t.match(await save({ 'to.crm.url': 'https://new.example', 'to.crm.pass': '********' }), {
    body: { errors: [{ pointer: '#/settings/to.crm.pass' }] }
  })

  const kept = JSON.stringify(await backend.list('', { limit: 1000, reverse: false }))
  const shown = JSON.stringify([
    await call('GET', path, undefined, key),
    await call('GET', `${path}/revisions`, undefined, key)
  ])
  t.notMatch(kept, planted)
  t.notMatch(shown, planted)
  t.notMatch(lines.join(), planted)
})

t.test('a secret goes to an address by default: saved as it is, it asks for no secret again', async t => {
  const reports = defineProduct({
    slug: 'reports',
    title: 'Reports',
    description: 'Sends reports.',
    version: '1.0.0',
    actions: {},
    settings: Type.Object({
      url: Type.String({ format: 'uri', default: 'https://reports.example' }),
      token: Type.Optional(Type.String({ writeOnly: true, sentTo: 'url' }))
    })
  })
  const change = (before: Settings, settings: Settings) =>
    validateChange({ ...neverSaved, settings: before }, { settings }, new SettingsRules(reports))
  const [usual, other] = ['https://reports.example', 'https://other.example']
  t.strictSame(change({ token: planted }, { url: usual, token: '********' }), {
    enabled: true,
    settings: { url: usual, token: planted },
    changed: ['url']
  })
  t.match(change({ url: usual, token: planted }, { token: '********' }), { changed: ['url'] })
  for (const [before, after] of [
    [{ token: planted }, { url: other, token: '********' }],
    [{ url: other, token: planted }, { token: '********' }]
  ] as const)
    t.match(change(before, after), { issues: [{ pointer: '#/settings/token', code: 'secret_needed' }] })
})

t.test('limits of names and values hold at the bound, in characters', async t => {
  const { call } = await start(t, { plugins })
  const save = async (settings: object) => {
    const { status, body } = await call('PUT', path, { settings }, key)
    return status === 200 ? 'saved' : body.errors[0].code
  }
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, '']))
  t.equal(await save({ free: 'x'.repeat(4_096) }), 'saved')
  t.equal(await save({ free: 'x'.repeat(4_097) }), 'max_length')
  t.equal(await save({ free: '🐘'.repeat(4_096) }), 'saved')
  t.equal(await save({ free: '🐘'.repeat(4_097) }), 'max_length')
  t.equal(await save({ ['n'.repeat(128)]: '' }), 'saved')
  t.equal(await save({ ['n'.repeat(129)]: '' }), 'pattern')
  t.equal(await save(names(1_024)), 'saved')
  t.equal(await save(names(1_025)), 'max_properties')
})

t.test('If-Match guards against a change in between', async t => {
  const { call } = await start(t, { plugins })
  const save = (colour: string, tag: string) => call('PUT', path, { settings: { colour } }, { ...key, 'If-Match': tag })
  t.match(await save('blue', '*'), { status: 412, body: { detail: /^No config is stored yet;/ } })
  t.match(await save('blue', '"0"'), { status: 200, body: { revision: 1 } })
  const late = await save('red', '"0"')
  t.match(late, { status: 412, body: { code: 'revision_conflict' } })
  t.equal(late.headers.get('etag'), '"1"')
  t.match(await save('red', '"9", "1"'), { status: 200, body: { revision: 2 } })
  t.match(await save('grey', '*'), { status: 200, body: { revision: 3 } })
  t.match(await save('red', 'W/"3"'), {
    status: 412,
    body: { detail: /^If-Match holds only weak tags, which never match;/ }
  })
  t.match(await save('red', '3'), { status: 412, body: { detail: /^If-Match holds no entity tag;/ } })
  const both = await Promise.all(['one', 'two', 'three', 'four'].map(colour => save(colour, '"3"')))
  t.strictSame(both.map(({ status }) => status).sort(), [200, 412, 412, 412])
})

t.test('If-None-Match saves only what is not stored yet, and no proxy may change the tag', async t => {
  const { call } = await start(t, { plugins })
  const save = (tag: string) => call('PUT', path, { enabled: true }, { ...key, 'If-None-Match': tag })
  t.match(await save('*'), { status: 200, body: { revision: 1 } })
  for (const tag of ['*', '"1"', '"a,b", W/"1"'])
    t.match(await save(tag), { status: 412, body: { code: 'revision_conflict' } }, tag)
  t.match(await save('"7"'), { status: 200 })
  const { headers } = await call('GET', path, undefined, key)
  t.equal(headers.get('cache-control'), 'no-store, no-transform')
  t.equal(headers.get('etag'), '"1"')
})

t.test('revisions name what was changed, and a dry run saves nothing', async t => {
  const { call } = await start(t, { plugins })
  for (let index = 0; index < 25; index++)
    await call('PUT', path, { settings: { colour: `c${index}`, [`n${index}`]: '' } }, key)
  const { revisions } = (await call('GET', `${path}/revisions`, undefined, key)).body
  t.equal(revisions.length, 20)
  t.match(revisions[0], {
    revision: 25,
    at: String,
    keyId: 'key_demo',
    enabled: true,
    changed: ['colour', 'n23', 'n24']
  })

  const dry = await call('PUT', `${path}?dryRun=true`, { enabled: false, settings: {} }, key)
  t.match(dry, { status: 200, body: { enabled: false, settings: {} } })
  t.match((await call('GET', path, undefined, key)).body, { enabled: true, revision: 25 })
  t.match(await call('PUT', `${path}?dryRun=true`, { settings: { colour: 'plaid' } }, key), { status: 400 })
})

t.test('a secret that no key decrypts stops its product alone, is never lost unasked, and is replaced', async t => {
  const store = await memoryStore()
  const { call } = await start(t, { plugins, store })
  const ada = await signedUp(call)
  const config = '/products/connection/config'
  const sent = { 'alert.url': 'https://one.example', 'to.crm.url': 'https://crm.example', 'alert.key': planted }
  const { body } = await ada('PUT', config, { settings: sent })
  t.match(await ada('PUT', config, { settings: { ...body.settings, 'to.crm.pass': 'readable all the time' } }), {
    status: 200
  })
  const records = store.own(`config/${ada.id}`)
  const secrets = async () => (await records.get<{ secrets: Record<string, string> }>('connection'))?.secrets ?? {}
  const lost = 'v1.12345678.aaaa.bbbb.cccc'
  await records.update(['connection'], read => {
    const stored = read<{ secrets: object }>('connection')
    return {
      writes: [{ key: 'connection', value: { ...stored, secrets: { ...stored?.secrets, 'alert.key': lost } } }],
      result: 0
    }
  })
  const masked = { ...sent, 'alert.key': '********', 'to.crm.pass': '********' }
  const show = () => ada('POST', '/products/connection/execute', { action: 'show' })
  t.strictSame((await ada('GET', config)).body.settings, masked)
  t.match(await show(), { status: 500, body: { code: 'internal_error', detail: /the setting "alert.key"/ } })
  t.match(await ada('GET', '/data/connection'), { status: 200 })
  t.match(await ada('GET', '/products'), { status: 200 })

  t.match(await ada('PUT', config, { enabled: false }), { status: 200, body: { enabled: false, settings: masked } })
  t.match(await ada('PUT', config, { enabled: true }), { status: 200 })
  t.equal((await secrets())['alert.key'], lost, 'it is there when its key comes back')
  t.match(await ada('PUT', config, { settings: masked }), {
    status: 400,
    body: {
      errors: [{ pointer: '#/settings/alert.key', code: 'secret_needed', detail: /no key of this host decrypts it/ }]
    }
  })
  t.match(await ada('PUT', config, { settings: { ...masked, 'alert.key': planted } }), { status: 200 })
  t.match(await show(), {
    status: 200,
    body: { detail: { settings: { 'alert.key': planted.length, 'to.crm.pass': 21 } } }
  })
  t.match(await ada('GET', `${config}/revisions`), { body: { revisions: [{ changed: ['alert.key'] }] } })
})

t.test(
  'an earlier revision is read by a session, with its secrets masked, as long as there is room for it',
  async t => {
    const { call } = await start(t, { plugins })
    const ada = await signedUp(call)
    const earlier = (revision: number | string) => ada('GET', `/config/connection/revisions/${revision}`)
    const save = (settings: object) => ada('PUT', '/products/connection/config', { settings })
    const secret = 'whsec_a-secret-of-the-first-revision'
    await save({ colour: 'blue', 'alert.url': 'https://example.com', 'alert.secret': secret })
    await save({ colour: 'red' })
    const first = await earlier(1)
    t.match(first, { status: 200, body: { productId: 'connection', revision: 1, enabled: true } })
    t.strictSame(first.body.settings, {
      colour: 'blue',
      'alert.url': 'https://example.com',
      'alert.secret': '********'
    })
    t.notMatch(JSON.stringify(first.body), secret)
    t.notOk('settings' in (await ada('GET', '/products/connection/config/revisions')).body.revisions[0])
    for (const unknown of [3, 0, '1e0', '-1'])
      t.match(await earlier(unknown), { status: 404, body: { code: 'not_found' } })
    for (const slug of ['none', 'x'.repeat(1_300), '%00', 'usage'])
      t.match(await ada('GET', `/config/${slug}/revisions/1`), { status: 404, body: { code: 'not_found' } }, slug)
    t.match(await call('GET', '/dashboard/api/config/connection/revisions/1', undefined, key), { status: 401 })

    const large = (mark: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${n}`, mark.repeat(4_096)]))
    for (const mark of ['a', 'b', 'c']) t.match(await save(large(mark)), { status: 200 })
    t.match(await earlier(5), { status: 200, body: { settings: { n0: /^c+$/ } } })
    t.match(await earlier(4), { status: 200 })
    t.match(await earlier(3), { status: 404 }, 'the newer ones take the room')
  }
)

t.test('config is for connection products, for those with a key, each for itself', async t => {
  const { call, keys } = await start(t, { plugins })
  for (const method of ['GET', 'PUT']) {
    t.match(await call(method, path, method === 'PUT' ? {} : undefined), { status: 401, body: { code: 'missing_key' } })
    t.match(await call(method, '/api/v1/products/notes/config', undefined, key), {
      status: 404,
      body: { code: 'config_not_supported' }
    })
    t.match(await call(method, '/api/v1/products/none/config', undefined, key), {
      status: 404,
      body: { code: 'unknown_product' }
    })
  }
  const other = await call('DELETE', path, undefined, key)
  t.match(other, { status: 405, body: { code: 'method_not_allowed' } })
  const { key: theirs } = await keys.create('someone', 'a key')
  await call('PUT', path, { settings: { colour: 'mine' } }, key)
  t.strictSame((await call('GET', path, undefined, { Authorization: `Bearer ${theirs}` })).body.settings, {})
  t.match((await call('GET', '/api/v1/products/connection/execute')).body.config, {
    supported: true,
    secrets: ['alert.key', '^to\\.[a-z]+\\.pass$'],
    settingsSchema: { properties: { colour: { default: 'grey' } } }
  })
})
