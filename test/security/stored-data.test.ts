import { hash } from 'node:crypto'
import t from 'tap'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { attacked, dashboard, notes, products } from './attacker.js'

t.test('an Idempotency-Key of another account gives nothing away and blocks nothing', async t => {
  const { call, adaKey, eveKey } = await attacked(t)
  const send = (who: typeof adaKey, key: string, text = 'her own') =>
    call('POST', notes, { action: 'add', text }, { ...who.headers, 'Idempotency-Key': key })
  const first = await send(adaKey, 'order-1')
  const other = await send(eveKey, 'order-1')
  t.equal(other.headers.get('idempotent-replayed'), null)
  t.not(other.body.detail.id, first.body.detail.id)
  for (const key of [' ', '"', 'a\tb', 'x'.repeat(256), '"a" "b"', '../order-1', `${'acc_'}/order-1`])
    t.notMatch((await send(eveKey, key)).body.detail?.id, first.body.detail.id, key)
  t.equal((await send(adaKey, 'order-1')).headers.get('idempotent-replayed'), 'true')
  t.match(await send(adaKey, 'order-1', 'another'), { status: 422, body: { code: 'idempotency_key_reused' } })
})

t.test('the outcome of a call of another account is not told, listed or settled', async t => {
  const store = await Store.open(memoryBackend(Date.now))
  const { call, ada, eve, adaKey, eveKey } = await attacked(t, { store })
  const digest = hash('sha256', 'order-2', 'base64url')
  const lost = { action: 'add', requestId: 'request-1', beganAt: 0, deadlineAt: 1, host: 'one' }
  const claim = { fingerprint: 'x', holder: 'gone', call: lost, failure: 'product_timeout' }
  await store.own(`idempotency/${ada.id}/notes/${digest}`).set('answer', claim)
  await store.own(`open-calls/${ada.id}`).set(`notes/${digest}`, { key: 'order-2', deadlineAt: 1 })
  const named = { ...eveKey.headers, 'Idempotency-Key': 'order-2' }
  const finding = { product: 'notes', outcome: 'not_done' }
  t.match(await call('GET', `${products}/outcomes`, undefined, named), { status: 404, body: { code: 'not_found' } })
  t.strictSame((await call('GET', `${products}/outcomes`, undefined, eveKey.headers)).body, { outcomes: [] })
  t.match(await call('POST', `${products}/outcomes/settle`, finding, named), { status: 404 })
  const byId = { ...finding, id: digest }
  t.match(await call('POST', `${products}/outcomes/settle`, byId, eveKey.headers), { status: 404 })
  t.match(await eve('POST', '/products/outcomes/settle', byId), { status: 404 })
  t.match(await eve('POST', '/products/outcomes/settle', { ...byId, account: ada.id }), { status: 400 })
  t.strictSame((await eve('GET', '/products/outcomes')).body, { outcomes: [] })
  t.match((await ada('GET', '/products/outcomes')).body, { outcomes: [{ idempotencyKey: 'order-2' }] })
  const foreign = await ada('POST', '/products/outcomes/settle', byId, { Origin: 'https://evil.example' })
  t.match(foreign, { status: 403, body: { code: 'cross_site_request' } })
  const own = await call('GET', `${products}/outcomes`, undefined, { ...adaKey.headers, 'Idempotency-Key': 'order-2' })
  t.match(own.body.outcomes, [{ status: 'outcome_unknown' }], 'nothing was settled')
  t.match(await ada('POST', '/products/outcomes/settle', byId), { status: 200, body: { status: 'not_done' } })
})

t.test('ids of jobs and keys of records with separators stay in their account and product', async t => {
  const { ada, eve, eveKey, call, stored, host } = await attacked(t)
  const isHers = (text: string) => text.includes(ada.id) && !text.includes(eve.id)
  const hers = async () =>
    (await stored()).filter(([key, text]) => isHers(key) || (isHers(text) && !key.includes(eve.id)))
  const before = await hers()
  for (const id of [
    `../${ada.id}/connection/one`,
    `${ada.id}/connection/one`,
    'a}:b',
    '{a}',
    'a:b:c',
    'host:{jobs}:due:0',
    '\u0001',
    '%2f',
    'due:0',
    '/'
  ])
    await call('POST', `${products}/connection/execute`, { action: 'plan', id, at: 0 }, eveKey.headers)
  await host.runDueJobs()
  t.strictSame(await hers(), before)
  for (const query of [
    `prefix=../${ada.id}`,
    `after=${ada.id}`,
    'prefix=%7D:',
    'after=%00',
    `after=data:%7B${ada.id}/notes%7D:`
  ]) {
    const { body } = await eve('GET', `/data/notes?${query}`)
    t.notMatch(JSON.stringify(body), 'the note of ada', query)
  }
  const { next } = (await ada('GET', '/data/notes?limit=1')).body
  t.notMatch(
    JSON.stringify((await eve('GET', `/data/notes?after=${encodeURIComponent(next ?? 'x')}`)).body),
    'note of ada'
  )
})

t.test('nobody deletes a record, a job or all data of another account', async t => {
  const { ada, eve, eveKey, call, stored } = await attacked(t)
  await ada('POST', '/products/connection/execute', { action: 'plan', id: 'later', at: Date.now() + 3_600_000 })
  const [{ key: hers }] = (await ada('GET', '/data/notes')).body.records
  const own = async () => (await stored()).filter(([key, text]) => `${key} ${text}`.includes(ada.id))
  const before = await own()
  for (const key of [
    hers,
    `data:{${ada.id}/notes}:${hers}`,
    `note:}:data:{${ada.id}/notes}:${hers}`,
    `../${ada.id}/notes/${hers}`
  ])
    t.match((await eve('DELETE', '/data/notes/records', { key })).body, { code: /^(not_found|record_in_use)$/ }, key)
  t.match(await eve('DELETE', '/data/notes/records', { key: hers, account: ada.id }), { status: 400 })
  for (const slug of ['notes', 'connection']) t.equal((await eve('DELETE', `/data/${slug}`)).status, 204)
  for (const slug of [ada.id, `..%2F${ada.id}%2Fnotes`, `notes%7D:data:%7B${ada.id}`, '%00'])
    t.match(await eve('DELETE', `/data/${slug}`), { status: 404, body: { code: 'unknown_product' } })
  t.match(await call('DELETE', `${dashboard}/data/notes`, undefined, eveKey.headers), { status: 401 })
  t.strictSame(await own(), before)
  t.equal((await ada('DELETE', '/data/notes/records', { key: hers })).status, 204, 'its owner deletes it')
})

t.test('an id that no store takes is an id that nobody has', async t => {
  const { eve, refused, lines } = await attacked(t)
  const none = { status: 404, body: { code: 'not_found' } }
  for (const id of ['%00', 'a'.repeat(3_000), '%F0%9F%98%80', '..%2f..', 'a%2Fb', 'constructor', '__proto__', 'x:y']) {
    await refused(`PATCH ${id}`, () => eve('PATCH', `/keys/${id}`, { name: 'x' }), none)
    await refused(`rotate ${id}`, () => eve('POST', `/keys/${id}/rotate`, {}), none)
    await refused(`revoke ${id}`, () => eve('DELETE', `/keys/${id}`), none)
    await refused(`sign out ${id}`, () => eve('DELETE', `/sessions/${id}`), none)
    for (const path of ['/keys', '/accounts/me/events', '/data/notes'])
      t.equal((await eve('GET', `${path}?after=${id}`)).status, 200, `${path} after ${id}`)
  }
  t.notMatch(lines.join('\n'), '"internal_error"')
})

t.test('a secret setting is shown nowhere, not even where a product stored it in a key', async t => {
  const { ada, stored, backend, adaKey, call } = await attacked(t)
  const secret = 'a secret that nobody sees'
  const settings = { 'alert.url': 'https://a.example/', 'alert.key': secret }
  t.equal((await ada('PUT', '/products/connection/config', { settings })).status, 200)
  t.notMatch(JSON.stringify(await stored()), secret, 'nor in the store')
  const store = await Store.open(backend)
  await store.namespace(ada.id, 'notes').set(`of:${secret}`, { [secret]: secret })
  for (const path of [
    '/data/notes',
    '/data/notes?limit=1',
    '/products/connection/config',
    '/products/connection/config/revisions'
  ])
    t.notMatch(JSON.stringify((await ada('GET', path)).body), secret, path)
  const elsewhere = { 'alert.url': 'https://evil.example/', 'alert.key': '********' }
  t.match(await call('PUT', `${products}/connection/config`, { settings: elsewhere }, adaKey.headers), {
    status: 400,
    body: { code: 'invalid_config', errors: [{ code: 'secret_needed' }] }
  })
})
