import t, { type Test } from 'tap'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { password, signedUp } from '../../../fixtures/dashboard-client.js'
import { callTool, planOf } from '../../../fixtures/mcp-client.js'
import { carefulPlugin, type HostOptions, movableClock, notesPlugin, start } from '../../../fixtures/start-host.js'

const minute = 60_000
const unknown = { status: 404, body: { code: 'not_found' } }
const scopes = ['careful:execute', 'notes:execute']

/** A host whose account holder has a key, with which a client of the Model Context Protocol asks. */
async function host(t: Test, { clock = movableClock('2026-01-01T12:00:00Z'), store, ...options }: Shared = {}) {
  const started = await start(t, {
    plugins: { ...carefulPlugin, ...notesPlugin },
    clock,
    store: store ?? (await Store.open(memoryBackend(() => clock.now()))),
    ...options
  })
  const { call, url } = started
  const ada = await signedUp(call)
  const { key, id: keyId } = (await ada('POST', '/keys', { name: 'the agent', scopes })).body
  const runs = async (topic = 'old') =>
    (await ada('POST', '/products/careful/execute', { action: 'count', topic })).body.detail.runs as number
  const plan = (sent?: object) => planOf(url, key, sent)
  const again = (sent: object = { topic: 'old' }) => callTool(url, key, 'careful_wipe', sent)
  return { ...started, clock, ada, key, keyId, runs, plan, again }
}

interface Shared extends HostOptions {
  readonly clock?: ReturnType<typeof movableClock>
}

t.test('a client that cannot ask gets a link, whose page shows the plan', async t => {
  const { ada, again, url, keyId } = await host(t)
  const { isError, json, content } = await again({ topic: 'vague', sure: true, confirmation: 'x' })
  t.equal(isError, true)
  const { links, expiresAt, code, retryable, fix } = json
  t.match(links.confirmation, new RegExp(`^${url}/confirmations/[\\w-]{43}$`))
  t.match(
    { code, retryable, expiresAt },
    { code: 'needs_confirmation', retryable: false, expiresAt: '2026-01-01T12:15:00.000Z' }
  )
  t.ok(fix.includes(links.confirmation), 'what the model reads has the link')
  t.notMatch(JSON.stringify(content), /token/)
  const id = links.confirmation.split('/').at(-1)
  const shown = {
    id,
    product: 'careful',
    action: 'wipe',
    message: 'Everything about vague will be gone.',
    notUnderstood: ['by noon'],
    steps: [
      {
        product: 'careful',
        action: 'wipe',
        input: { topic: 'vague', how: 'well', waitMs: 0, sure: false },
        effect: 'write'
      }
    ],
    state: 'waiting',
    keyId,
    askedAt: '2026-01-01T12:00:00.000Z',
    expiresAt,
    answer: null
  }
  t.strictSame((await ada('GET', `/confirmations/${id}`)).body, shown)
  t.strictSame((await ada('GET', '/confirmations')).body, { plans: [shown] })
})

t.test('a confirmed plan runs once, and its answer stays at its address', async t => {
  const { ada, plan, runs } = await host(t)
  const id = await plan()
  t.equal(await runs(), 0)
  const first = await ada('POST', `/confirmations/${id}`)
  t.match(first, { status: 200, body: { ok: true, summary: 'Wiped old.', detail: { topic: 'old', runs: 1 } } })
  const second = await ada('POST', `/confirmations/${id}`)
  t.strictSame(second.body, first.body)
  t.equal(second.headers.get('idempotent-replayed'), 'true')
  t.match((await ada('GET', `/confirmations/${id}`)).body, { state: 'done', answer: first.body })
  t.strictSame((await ada('GET', '/confirmations')).body, { plans: [] })
  t.match(await ada('DELETE', `/confirmations/${id}`), { status: 409, body: { code: 'already_confirmed' } })
  t.equal(await runs(), 1)
})

t.test('of confirmations at the same time, one runs the plan', async t => {
  const { ada, plan, runs } = await host(t)
  const id = await plan({ topic: 'old', waitMs: 300 })
  const replies = await Promise.all([1, 2, 3].map(() => ada('POST', `/confirmations/${id}`)))
  t.strictSame(replies.map(({ status }) => status).sort(), [200, 409, 409])
  t.equal(await runs(), 1)
})

t.test('the same call says that its plan waits, then has its answer, then asks again', async t => {
  const { ada, plan, again, clock, runs } = await host(t)
  const id = await plan()
  const waiting = await again()
  t.match(waiting, {
    isError: true,
    json: { code: 'needs_confirmation', links: { confirmation: new RegExp(`/${id}$`) } }
  })
  t.match(waiting.json.error.details.steps, [{ product: 'careful', action: 'wipe', effect: 'write' }])
  t.not(await plan({ topic: 'other' }), id, 'another call has a plan of its own')
  const { body } = await ada('POST', `/confirmations/${id}`)
  for (const _time of ['first', 'sent again since the answer was lost']) {
    const done = await again()
    t.match(done, { isError: false, structuredContent: { detail: body.detail } })
    t.match(done.content[2].text, /confirmed the plan .* run once/)
    clock.advance(minute - 1)
  }
  clock.advance(1)
  t.not(await plan(), id, 'a later call is another one')
  t.equal(await runs(), 1)
})

t.test('a call whose plan runs is told to come again', async t => {
  const { ada, plan, again, runs } = await host(t)
  const sent = { topic: 'old', waitMs: 1_000 }
  const id = await plan(sent)
  const running = ada('POST', `/confirmations/${id}`)
  while ((await runs()) === 0) await new Promise(resolve => setTimeout(resolve, 10))
  t.match((await ada('GET', `/confirmations/${id}`)).body, { state: 'running' })
  t.match((await ada('GET', '/confirmations')).body.plans, [{ id, state: 'running' }])
  t.match((await again(sent)).json, { code: 'confirmation_in_progress', retryable: true })
  t.match(await ada('DELETE', `/confirmations/${id}`), { status: 409 })
  await running
  t.match(await again(sent), { isError: false })
})

t.test('a dismissed plan never runs, and its caller is told', async t => {
  const { ada, plan, again, runs, clock } = await host(t)
  const id = await plan()
  for (const _time of [1, 2]) t.equal((await ada('DELETE', `/confirmations/${id}`)).status, 204)
  t.match((await ada('GET', `/confirmations/${id}`)).body, { state: 'dismissed', answer: null })
  t.strictSame((await ada('GET', '/confirmations')).body, { plans: [] })
  t.match(await ada('POST', `/confirmations/${id}`), { status: 400, body: { code: 'invalid_confirmation' } })
  t.match(await again(), { isError: true, json: { code: 'not_confirmed' } })
  clock.advance(minute)
  t.not(await plan(), id)
  t.equal(await runs(), 0)
})

t.test('a plan of another account is as unknown as one that never was', async t => {
  const { ada, plan, call, runs } = await host(t)
  const id = await plan()
  const eve = await signedUp(call, 'eve@example.org')
  for (const method of ['GET', 'POST', 'DELETE']) {
    const refused = await eve(method, `/confirmations/${id}`)
    const none = await eve(method, `/confirmations/${'x'.repeat(43)}`)
    t.match(refused, unknown, method)
    t.strictSame(withoutIds(refused.body), withoutIds(none.body), method)
    t.match(await eve(method, `/confirmations/${encodeURIComponent(`../${ada.id}/${id}`)}`), unknown)
  }
  t.strictSame((await eve('GET', '/confirmations')).body, { plans: [] })
  t.match((await ada('GET', `/confirmations/${id}`)).body, { state: 'waiting' })
  t.equal(await runs(), 0)
})

function withoutIds({ requestId: _id, instance: _instance, ...body }: Record<string, unknown>) {
  return body
}

t.test('nothing that a client has confirms a plan', async t => {
  const { plan, call, key, ada, runs } = await host(t)
  const id = await plan()
  const bearer = { Authorization: `Bearer ${key}` }
  const execute = { action: 'wipe', topic: 'old', confirmation: id }
  t.match(await call('POST', '/api/v1/products/careful/execute', execute, bearer), {
    status: 400,
    body: { code: 'invalid_confirmation' }
  })
  t.match(await call('POST', `/dashboard/api/confirmations/${id}`, undefined, bearer), { status: 401 })
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site' }
  for (const method of ['POST', 'DELETE'])
    t.match(await ada(method, `/confirmations/${id}`, undefined, elsewhere), {
      status: 403,
      body: { code: 'cross_site_request' }
    })
  t.equal((await ada('GET', `/confirmations/${id}`)).body.state, 'waiting', 'to open the page does nothing')
  t.equal(await runs(), 0)
})

t.test(
  'a plan can be seen, confirmed and dismissed for 15 minutes, by a person who was there a short time ago',
  async t => {
    const { ada, plan, clock, runs } = await host(t)
    clock.advance(minute)
    const [late, last] = [await plan(), await plan({ topic: 'last' })]
    clock.advance(15 * minute - 1)
    t.match(await ada('POST', `/confirmations/${last}`), { status: 403, body: { code: 'recent_sign_in_required' } })
    t.equal((await ada('POST', '/sessions/current/confirmation', { password })).status, 204)
    t.match(await ada('POST', `/confirmations/${last}`), { status: 200 })
    clock.advance(1)
    for (const method of ['GET', 'POST', 'DELETE'])
      t.match(await ada(method, `/confirmations/${late}`), unknown, method)
    t.equal((await ada('GET', `/confirmations/${last}`)).body.state, 'done', 'an answer stays for 15 more')
    t.equal(await runs(), 0)
  }
)

t.test('a plan does what its key may do today, and no more than when it asked', async t => {
  const { ada, key, keyId, url, clock } = await host(t)
  const add = { product: 'notes', action: 'add', input: { text: 'milk' } }
  const carry = (text: string) => callTool(url, key, 'careful_carry', { plan: [add, { ...add, input: { text } }] })
  const idOf = async (text: string) => (await carry(text)).json.links.confirmation.split('/').at(-1)
  const both = await idOf('two')
  await ada('PATCH', `/keys/${keyId}`, { scopes: ['careful:execute'] })
  const refused = { status: 403, body: { code: 'insufficient_scope' } }
  t.match(await ada('POST', `/confirmations/${both}`), refused, 'fewer than it had')
  const less = await idOf('three')
  await ada('PATCH', `/keys/${keyId}`, { scopes })
  t.match(await ada('POST', `/confirmations/${less}`), refused, 'more than it had')
  t.match(await ada('POST', `/confirmations/${both}`), { status: 200, body: { summary: 'Carried out 2.' } })
  const last = await idOf('four')
  const rotated = (await ada('POST', `/keys/${keyId}/rotate`, { overlapSeconds: 0 })).body
  t.match(await ada('POST', `/confirmations/${last}`), { status: 200 }, 'the key that has replaced it asks on')
  const other = await planOf(url, rotated.key, { topic: 'revoked' })
  await ada('DELETE', `/keys/${rotated.id}`)
  t.match(await ada('POST', `/confirmations/${other}`), { status: 409, body: { code: 'key_ended' } })
  t.equal((await ada('GET', `/confirmations/${other}`)).body.state, 'waiting')
  const short = (await ada('POST', '/keys', { name: 'short', scopes, expiresAt: '2026-01-01T12:05:00Z' })).body
  const expired = await planOf(url, short.key, { topic: 'expired' })
  clock.advance(5 * minute)
  t.match(await ada('POST', `/confirmations/${expired}`), { status: 409, body: { code: 'key_ended' } })
})

t.test('a plan does not run once a product of it has another contract, and its call asks again', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const first = await host(t, { store, clock })
  const id = await first.plan()
  const source = JSON.stringify(new URL('../../../fixtures/products/careful.js', import.meta.url).href)
  const changed = `import { defineProduct } from '@product-host/sdk'
import { careful } from ${source}
const { wipe } = careful.actions
export default defineProduct({
  ...careful,
  actions: { ...careful.actions, wipe: { ...wipe, errors: { ...wipe.errors, other: 'Fails.' } } }
})`
  const { call, url } = await start(t, { store, clock, plugins: { '@test/careful': changed } })
  const send = (method: string) =>
    call(method, `/dashboard/api/confirmations/${id}`, undefined, { Cookie: sessionAt(url, first.ada.cookie()) })
  t.match(await send('POST'), { status: 412, body: { code: 'contract_changed' } })
  t.match(await send('GET'), { status: 200, body: { state: 'changed' } })
  t.not(await planOf(url, first.key), id)
  t.equal(await first.runs(), 0)
})

/** The session cookie's name has the port over plain http. */
function sessionAt(url: string, cookie: string): string {
  return cookie.replace(/-\d+=/, `-${new URL(url).port}=`)
}

t.test('access and limits are checked when a plan is run, and the failure of a run is its answer', async t => {
  const { ada, plan, again, runs } = await host(t, { deployment: { rate: { key: [6, 600] } } })
  const id = await plan({ topic: 'old', how: 'bug' })
  t.match(await ada('POST', `/confirmations/${id}`), { status: 502, body: { code: 'product_error' } })
  t.match((await ada('GET', `/confirmations/${id}`)).body, { state: 'done', answer: { code: 'product_error' } })
  t.match(await again({ topic: 'old', how: 'bug' }), { isError: true, json: { code: 'product_error' } })
  const next = await plan()
  for (let sent = 0; sent < 5; sent++) await runs()
  t.match(await ada('POST', `/confirmations/${next}`), { status: 429, body: { code: 'rate_limited' } })
  t.match((await ada('GET', `/confirmations/${next}`)).body, { state: 'waiting' })
})

t.test('the request of a plan takes no body, and its list no filter', async t => {
  const { ada, plan } = await host(t)
  const id = await plan()
  for (const method of ['POST', 'DELETE'])
    t.match(await ada(method, `/confirmations/${id}`, { sure: true }), { status: 400, body: { code: 'invalid_input' } })
  for (const path of ['/confirmations?state=done', `/confirmations/${id}?x=1`])
    t.match(await ada('GET', path), { status: 400 }, path)
})

t.test('what a person is shown is in no record that can be read, and in no export', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const { ada, plan, url } = await host(t, { clock, store: await Store.open(backend) })
  const id = await plan({ topic: 'pirate songs' })
  let text = ''
  for await (const page of backend.scan('host:{confirmations/')) text += page.map(each => each.text).join('')
  t.match(text, id)
  t.notMatch(text, /pirate/)
  const headers = { Cookie: ada.cookie(), Connection: 'close' }
  t.notMatch(await (await fetch(`${url}/dashboard/api/export`, { headers })).text(), id)
  await ada('DELETE', '/accounts/me')
  for await (const page of backend.scan('host:{confirmations/')) t.strictSame(page, [], 'it is erased with the account')
})
