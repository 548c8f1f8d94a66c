import t, { type Test } from 'tap'
import type { ConnectedApp } from '../../../host/dist/accounts/keys/connected-apps.js'
import { appKey } from '../../../host/dist/accounts/keys/key-records.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import type { StoredJob } from '../../../host/dist/storage/job-records.js'
import type { Store } from '../../../host/dist/storage/store.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import {
  connectionPlugin,
  memoryStore,
  movableClock,
  notesPlugin,
  type Reply,
  start
} from '../../fixtures/start-host.js'

const plugins = { ...connectionPlugin, ...notesPlugin }

/** Somebody with three notes. */
async function owner(t: Test, store?: Store) {
  const kept = store ?? (await memoryStore())
  const host = await start(t, { plugins, store: kept })
  const ada = await signedUp(host.call)
  for (const text of ['one', 'two', 'three']) await ada('POST', '/products/notes/execute', { action: 'add', text })
  return { ...host, ada, store: kept }
}

t.test('what a product keeps is shown page by page, in the order of the keys', async t => {
  const { ada } = await owner(t)
  const first = await ada('GET', '/data/notes?limit=2')
  t.match(first.body, { productId: 'notes', records: [{ value: { text: 'one' } }, { value: { text: 'two' } }] })
  t.equal(first.body.next, first.body.records[1].key)
  t.equal(first.headers.get('cache-control'), 'no-store')
  const second = await ada('GET', `/data/notes?limit=2&after=${encodeURIComponent(first.body.next)}`)
  t.match(second.body, { records: [{ value: { text: 'three' } }], next: null })
  const whole = (await ada('GET', '/data/notes')).body
  t.strictSame(whole.records, [...first.body.records, ...second.body.records])
  t.equal(whole.next, null)
})

t.test('a prefix chooses', async t => {
  const { ada, store } = await owner(t)
  await store.namespace(ada.id, 'notes').set('other:one', 1)
  t.strictSame((await ada('GET', '/data/notes?prefix=other%3A')).body.records, [{ key: 'other:one', value: 1 }])
  t.strictSame((await ada('GET', '/data/notes?prefix=none')).body.records, [])
})

t.test('a record of a later version is shown as its value, there and in what is taken out', async t => {
  const { ada, store } = await owner(t)
  const { version, value } = { version: 2, value: { text: 'four' } }
  await store.namespace(ada.id, 'notes').set('note:four', { '@record': version, value })
  t.strictSame((await ada('GET', '/data/notes?prefix=note:four')).body.records, [{ key: 'note:four', value }])
  const kept = []
  for await (const record of store.accountRecords(ada.id)) if (record.key === 'note:four') kept.push(record.value)
  t.strictSame(kept, [value])
})

t.test('a page of large records is cut where it is full, and the next one goes on there', async t => {
  const { ada, store } = await owner(t)
  const large = store.namespace(ada.id, 'notes')
  for (let number = 10; number < 50; number++) await large.set(`large:${number}`, 'x'.repeat(200_000))
  const keys: string[] = []
  let pages = 0
  for (let next: string | null = ''; next !== null; pages++) {
    const page: Reply = await ada('GET', `/data/notes?prefix=large:${next && `&after=${next}`}`)
    keys.push(...page.body.records.map(({ key }: { key: string }) => key))
    next = page.body.next
  }
  t.strictSame(
    keys,
    Array.from({ length: 40 }, (_, index) => `large:${index + 10}`)
  )
  t.equal(pages, 5)
})

t.test('what a product left that runs here no more is shown; where there is nothing, the slug is unknown', async t => {
  const { ada, store } = await owner(t)
  await store.namespace(ada.id, 'former').set('a', 1)
  t.strictSame((await ada('GET', '/data/former')).body.records, [{ key: 'a', value: 1 }])
  for (const slug of ['none', 'No%20Slug', '..%2Fnotes', 'notes%7D%3A'])
    t.match(await ada('GET', `/data/${slug}`), { status: 404, body: { code: 'unknown_product' } })
})

t.test('a question that does not fit is refused with its place', async t => {
  const { ada, call } = await owner(t)
  for (const limit of ['0', '101', '1.5', 'many'])
    t.match(await ada('GET', `/data/notes?limit=${limit}`), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '#/limit' }] }
    })
  t.match(await call('GET', '/dashboard/api/data/notes'), { status: 401, body: { code: 'session_required' } })
  t.match(await call('GET', '/dashboard/api/export'), { status: 401, body: { code: 'session_required' } })
})

t.test('a secret in a key or a member name is shown nowhere, and pages go on behind it', async t => {
  const { ada, store, url } = await owner(t)
  const secret = 'a secret that nobody sees'
  await ada('PUT', '/products/connection/config', {
    settings: { 'endpoint.url': 'https://a.example/', apiToken: secret }
  })
  const namespace = store.namespace(ada.id, 'former')
  for (const number of [1, 2, 3]) await namespace.set(`said:${secret}:${number}`, { [`of ${secret}`]: number })
  const shown: unknown[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: Reply = await ada('GET', `/data/former?limit=1${next && `&after=${encodeURIComponent(next)}`}`)
    t.notMatch(JSON.stringify(page.body), secret)
    shown.push(...page.body.records)
    next = page.body.next
  }
  t.strictSame(
    shown,
    [1, 2, 3].map(number => ({ key: `said:********:${number}`, value: { 'of ********': number } }))
  )
  const { text, lines } = await taken(ada, url)
  t.notMatch(text, secret)
  t.match(
    lines.filter(({ productId, kind }) => kind === 'record' && productId === 'former'),
    shown
  )
})

/** The lines of somebody's export. */
async function taken(ada: ReturnType<typeof person>, url: string) {
  const response = await fetch(`${url}/dashboard/api/export`, {
    headers: { Cookie: ada.cookie(), Connection: 'close' }
  })
  const text = await response.text()
  return {
    response,
    text,
    lines: text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  }
}

t.test('everything can be taken out: what is kept, and nothing that opens anything', async t => {
  const { ada, store, url, call } = await owner(t)
  const secret = 'a secret that nobody sees'
  await ada('PUT', '/products/connection/config', {
    settings: { 'endpoint.url': 'https://a.example/', apiToken: secret }
  })
  const { key } = (await ada('POST', '/keys', { name: 'laptop' })).body
  await ada('POST', '/products/connection/execute', { action: 'plan', id: 'later', at: Date.now() + 3_600_000 })
  await store.namespace(ada.id, 'former').set('said', [`it was ${secret}`])
  const eve = await signedUp(call, 'eve@example.org')
  await eve('POST', '/products/notes/execute', { action: 'add', text: 'of another account' })

  const { response, text, lines } = await taken(ada, url)
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-type'), 'application/jsonl; charset=utf-8')
  t.match(response.headers.get('content-disposition'), /^attachment; filename="product-host-export\.jsonl"$/)
  const of = (kind: string) => lines.filter(line => line.kind === kind)
  t.match(of('account'), [{ id: ada.id, email: 'ada@example.org' }])
  t.match(of('session'), [{ id: /^ses_/, userAgent: String }])
  t.match(of('known_device'), [{ id: /^dev_/, lastSignInAt: String }])
  t.match(of('key'), [{ id: /^key_/, name: 'laptop', lastFour: key.slice(-4) }])
  t.match(of('config'), [{ productId: 'connection', enabled: true, settings: { apiToken: '********' }, revision: 1 }])
  t.match(of('usage'), [
    { product: 'connection', action: 'plan', calls: 1 },
    { product: 'notes', action: 'add', keyId: 'session', calls: 3 }
  ])
  for (const kind of ['usage_hour', 'usage_minute'])
    t.equal(
      of(kind).reduce((sum, { from, calls }) => sum + (Date.parse(from) > 0 ? calls : 0), 0),
      4,
      kind
    )
  t.match(of('job'), [{ productId: 'connection', id: 'later', action: 'count', input: { id: 'later' }, attempts: 0 }])
  t.strictSame(
    of('record').filter(({ productId }) => productId === 'former'),
    [{ kind: 'record', productId: 'former', key: 'said', value: ['it was ********'] }]
  )
  t.strictSame(
    of('record')
      .filter(({ productId }) => productId === 'notes')
      .map(({ value }) => value.text),
    ['one', 'two', 'three']
  )
  t.strictSame(lines.at(-1), { kind: 'end', lines: lines.length - 1 })
  for (const hidden of [
    secret,
    key,
    ada.cookie().slice(8),
    ada.cookie('known-device').split('=')[1],
    '$argon2',
    'another account',
    eve.id
  ])
    t.notOk(text.includes(hidden), `says nothing of ${hidden}`)
})

const secret = 'a secret that nobody sees'
const masked = '********'

/** What an export has of a kind, without the kind. */
async function exported(owner: { ada: ReturnType<typeof person>; url: string }, kind: string) {
  const { lines } = await taken(owner.ada, owner.url)
  return lines.filter(line => line.kind === kind).map(({ kind: _kind, ...line }) => line)
}

/** Somebody who has saved a secret. */
async function secretive(t: Test) {
  const host = await owner(t)
  const settings = {
    'endpoint.url': `https://a.example/?said=${secret}`,
    apiToken: secret
  }
  t.equal((await host.ada('PUT', '/products/connection/config', { settings })).status, 200)
  return host
}

t.test(
  'an export has the sessions, devices, second factor and security events of the account, without tokens',
  async t => {
    const host = await owner(t)
    await person(host.call)('POST', '/sessions', { email: 'ada@example.org', password })
    await signedUp(host.call, 'eve@example.org')
    const sessions = await exported(host, 'session')
    t.equal(sessions.length, 2)
    for (const session of sessions) {
      t.match(session.id, /^ses_/)
      const members = ['createdAt', 'expiresAt', 'generation', 'id', 'lastSeenAt', 'userAgent']
      t.strictSame(Object.keys(session).sort(), members)
    }
    const devices = await exported(host, 'known_device')
    t.equal(devices.length, 2)
    for (const device of devices) t.strictSame(Object.keys(device).sort(), ['id', 'lastSignInAt'])
    t.strictSame(await exported(host, 'second_factor'), [
      { isActive: false, activeSince: null, recoveryCodesLeft: 0, removedAt: null }
    ])
    await host.ada('POST', '/keys', { name: 'laptop' })
    const events = await exported(host, 'security_event')
    t.match(
      events.find(({ event }) => event === 'key_created'),
      { keyId: /^key_/, at: String, network: '127.0.0.0/24' }
    )
  }
)

t.test('an export has the connected applications of the account, and no digest of their tokens', async t => {
  const host = await owner(t)
  const about = { clientId: 'https://client.example', scopes: ['*:execute'], resource: 'https://products.example' }
  const times = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2100-01-01T00:00:00.000Z' }
  const app: ConnectedApp = {
    ...about,
    ...times,
    account: host.ada.id,
    keyId: 'app_1',
    name: 'An application',
    tokens: [{ digest: 'digest-1', expiresAt: times.expiresAt }],
    refresh: 'digest-2',
    refreshBeside: ['digest-3'],
    refreshReplaced: [{ digest: 'digest-4', at: 1 }],
    family: 'digest-5'
  }
  const keys = host.store.own('keys')
  await keys.set(appKey(host.ada.id, 'app_1'), app)
  await keys.set(appKey('acc_other', 'app_2'), { ...app, account: 'acc_other', keyId: 'app_2' })
  const shown = { id: 'app_1', name: 'An application', ...about, ...times }
  t.strictSame(await exported(host, 'connected_app'), [shown])
  await host.keys.noteUse({ account: host.ada.id, keyId: 'app_1', resource: about.resource }, 60_000)
  t.match(await exported(host, 'connected_app'), [{ ...shown, lastUsedAt: String }])
  t.notMatch((await taken(host.ada, host.url)).text, /digest-/)
})

t.test('an export has the plan and what has changed it', async t => {
  const host = await owner(t)
  const at = Date.parse('2026-01-02T00:00:00Z')
  const trialEndsAt = Date.now() + 60_000
  const event = { id: 'evt_1', at, facts: { plan: { status: 'trialing', trialEndsAt } } } as const
  const entitlements = new Entitlements(host.store, movableClock('2026-01-02T00:00:00Z'))
  await entitlements.record(host.ada.id, event)
  await entitlements.record('acc_other', { ...event, id: 'evt_2' })
  t.match(await exported(host, 'plan'), [{ status: 'trialing', trialEndsAt, isGranted: false }])
  t.match(await exported(host, 'plan_event'), [event])
})

t.test('an export has every call, with its body if it was recorded', async t => {
  const host = await owner(t)
  t.equal((await host.ada('PUT', '/call-recording', { recordsBodies: true })).status, 200)
  await host.ada('POST', '/products/notes/execute', { action: 'add', text: 'recorded' })
  const calls = await exported(host, 'call')
  t.equal(calls.length, 4)
  t.match(calls[0], { product: 'notes', action: 'add', input: /recorded/, answer: /"ok":true/ })
})

t.test('an export has the jobs of the account that wait and that have failed, and no secret in them', async t => {
  const host = await secretive(t)
  const kept: StoredJob = {
    account: host.ada.id,
    slug: 'connection',
    job: { id: `of ${secret}`, at: 0, action: 'count', input: { said: `it was ${secret}` } },
    scheduledBy: { keyId: 'key_1', scopes: ['*:execute'] },
    dueAt: Date.parse('2100-01-01T00:00:00Z'),
    attempts: 2,
    stamp: 'a stamp'
  }
  const jobs = host.store.own('jobs')
  const error = { code: 'product_error', message: `knew ${secret}` }
  const letter = { id: 'one', kept, at: '2026-01-01T00:00:00.000Z', error }
  await jobs.set(`job:${host.ada.id}/connection/one`, kept)
  const { scheduledBy: _scheduler, ...former } = kept
  await jobs.set(`job:${host.ada.id}/connection/two`, former)
  await jobs.set('job:acc_other/connection/one', { ...kept, account: 'acc_other' })
  await jobs.set('dead:one', letter)
  await jobs.set('dead:two', { ...letter, id: 'two', kept: { ...kept, account: 'acc_other' } })
  const shown = {
    productId: 'connection',
    id: `of ${masked}`,
    action: 'count',
    dueAt: '2100-01-01T00:00:00.000Z',
    attempts: 2,
    input: { said: `it was ${masked}` }
  }
  t.strictSame(await exported(host, 'job'), [{ ...shown, keyId: 'key_1' }, shown])
  t.strictSame(await exported(host, 'dead_job'), [
    { ...shown, keyId: 'key_1', endedAt: letter.at, error: { ...error, message: `knew ${masked}` } }
  ])
})

t.test('an export has the webhooks of the account and their attempts, and no secret in them', async t => {
  const host = await secretive(t)
  for (const account of [host.ada.id, 'acc_other']) {
    const records = host.store.own(`webhooks/${account}`)
    await records.set(`endpoint:connection:${secret}`, { address: 'a hash', failures: 3 })
    await records.set('log:connection:one', { id: 'msg_1', error: `said ${secret}` })
  }
  t.strictSame(await exported(host, 'webhook_endpoint'), [
    { productId: 'connection', endpoint: masked, state: { failures: 3 } }
  ])
  t.strictSame(await exported(host, 'webhook_attempt'), [
    { productId: 'connection', attempt: { id: 'msg_1', error: `said ${masked}` } }
  ])
})

t.test('no setting and no key of an unreadable record shows a secret', async t => {
  const host = await secretive(t)
  await host.store.keyv.set(`host:{jobs}:job:${host.ada.id}/notes/${secret}`, '{')
  await host.store.keyv.set(`data:{${host.ada.id}/notes}:z ${secret}`, '{')
  const { text, lines } = await taken(host.ada, host.url)
  t.notMatch(text, secret)
  t.strictSame(
    lines.filter(({ kind }) => kind === 'unreadable'),
    [
      { kind: 'unreadable', key: `job:${host.ada.id}/notes/${masked}` },
      { kind: 'unreadable', productId: 'notes', key: `z ${masked}` }
    ]
  )
  t.match(await exported(host, 'config'), [
    {
      settings: { 'endpoint.url': /said=\*{8}$/, apiToken: masked },
      revisions: [{ settings: { 'endpoint.url': /said=\*{8}$/, apiToken: masked } }]
    }
  ])
})

t.test('the records of a connection product show no secret either', async t => {
  const { ada, store } = await owner(t)
  const settings = { 'endpoint.url': 'https://a.example/', apiToken: 'a secret that nobody sees' }
  await ada('PUT', '/products/connection/config', { settings })
  await store.namespace(ada.id, 'connection').set('copied', { settings, count: 3 })
  const { records } = (await ada('GET', '/data/connection')).body
  t.strictSame(records, [{ key: 'copied', value: { settings: { ...settings, apiToken: '********' }, count: 3 } }])
})

t.test('a HEAD of the export says what would come', async t => {
  const { ada, url } = await owner(t)
  const response = await fetch(`${url}/dashboard/api/export`, { method: 'HEAD', headers: { Cookie: ada.cookie() } })
  t.equal(response.status, 200)
  t.equal(await response.text(), '')
})

t.test('exports are held to a pace', async t => {
  const { ada } = await owner(t)
  const tries = Array.from({ length: 10 }, () => ada('HEAD', '/export'))
  t.ok((await Promise.all(tries)).every(({ status }) => status === 200))
  t.match(await ada('GET', '/export'), { status: 429, body: { code: 'rate_limited' } })
})

t.test('records that cannot be read hold up neither export nor deletion, their own or of others', async t => {
  const { ada, store, url, lines: logged } = await owner(t)
  const damaged = ['host:{jobs}:dead:damaged', `host:{jobs}:job:${ada.id}/notes/damaged`, `data:{${ada.id}/notes}:z`]
  for (const key of damaged) await store.keyv.set(key, '{')
  const { lines } = await taken(ada, url)
  t.strictSame(lines.at(-1), { kind: 'end', lines: lines.length - 1 })
  t.strictSame(
    lines.filter(({ kind }) => kind === 'unreadable'),
    [
      { kind: 'unreadable', key: `job:${ada.id}/notes/damaged` },
      { kind: 'unreadable', productId: 'notes', key: 'z' }
    ]
  )
  t.ok(logged.some(line => line.includes('a stored job cannot be read') && line.includes('dead:damaged')))
  t.match(await (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text(), /_jobs\{state="dead"\} 1/)
  t.match(await ada('DELETE', '/accounts/me'), { status: 204 })
  t.notOk(await store.keyv.get(`host:{jobs}:job:${ada.id}/notes/damaged`))
  t.notOk(await store.keyv.get(`data:{${ada.id}/notes}:z`))
})
