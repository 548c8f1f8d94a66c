import t from 'tap'
import { signedUp } from '../../../fixtures/dashboard-client.js'
import { connect } from '../../../fixtures/mcp-client.js'
import { notesPlugin, start } from '../../../fixtures/start-host.js'

t.test('the home of a product is what its reading calls answer to the signed-in account', async t => {
  const { call } = await start(t, { plugins: notesPlugin })
  const [ada, bob] = [await signedUp(call), await signedUp(call, 'bob@example.org')]
  for (const text of ['a long note', 'milk', 'tea'])
    await ada('POST', '/products/notes/execute', { action: 'add', text })
  const { status, body, headers } = await ada('GET', '/homes/notes')
  t.equal(status, 200)
  t.equal(headers.get('cache-control'), 'no-store')
  t.match(headers.get('ratelimit'), /^"key";r=/, 'it counts in the rate of the account')
  const [newest, longest] = body.parts
  t.match(newest, { title: 'Newest', action: 'latest', answer: { ok: true, summary: 'Found 2 notes.' } })
  t.strictSame(newest.schema.oneOf[0].properties.detail['x-view'], [
    { view: 'table', items: '/notes', opens: { action: 'add', input: { text: '/text' } } }
  ])
  t.match(longest, {
    title: 'Longest note',
    action: 'longest',
    answer: { detail: { notes: [{ text: 'a long note' }] } }
  })
  const empty = (await bob('GET', '/homes/notes')).body.parts
  t.strictSame(
    empty.map((part: { answer: { detail: object } }) => part.answer.detail),
    [{ notes: [] }, { notes: [] }],
    'another account sees its own'
  )
  t.match((await call('GET', '/api/v1/products/notes/execute')).body.home, ['Newest', 'Longest note'])
})

t.test('an action that is internal is read by a home, and by nothing else', async t => {
  const { call, url } = await start(t, { plugins: notesPlugin })
  const ada = await signedUp(call)
  const { key } = (await ada('POST', '/keys', { name: 'a key' })).body
  const headers = { Authorization: `Bearer ${key}` }
  const unknown = { status: 400, body: { code: 'unknown_action' } }
  t.match(await call('POST', '/api/v1/products/notes/execute', { action: 'longest' }, headers), unknown)
  t.match(await ada('POST', '/products/notes/execute', { action: 'longest' }), unknown)
  t.match(await ada('POST', '/products/runs', { product: 'notes', action: 'longest' }), unknown)
  const { tools } = await (await connect(t, `${url}/mcp`, '2026-07-28', key)).listTools()
  t.strictSame(
    tools
      .map(({ name }) => name)
      .filter(name => name.startsWith('notes_'))
      .sort(),
    ['notes_add', 'notes_latest']
  )
  t.notMatch(JSON.stringify((await call('GET', '/openapi.json')).body.paths), /longest/)
  t.match(await call('GET', '/dashboard/api/homes/notes', undefined, headers), {
    status: 401,
    body: { code: 'session_required' }
  })
  t.match(await ada('GET', '/homes/none'), { status: 404, body: { code: 'unknown_product' } })
})

t.test('a look at a home is no call of the account', async t => {
  const { call } = await start(t, { plugins: notesPlugin })
  const ada = await signedUp(call)
  t.match(await ada('PUT', '/budgets', { day: { stopAt: 1 } }), { status: 200 })
  for (let look = 0; look < 3; look++)
    t.match((await ada('GET', '/homes/notes')).body.parts[0], { answer: { ok: true } })
  t.strictSame((await ada('GET', '/calls')).body.calls, [])
  t.match(await ada('POST', '/products/notes/execute', { action: 'latest' }), { status: 200 }, 'the budget is whole')
})

t.test('a part that fails says so in its place, and the others are there', async t => {
  const { call } = await start(t, { plugins: notesPlugin })
  const ada = await signedUp(call)
  await ada('POST', '/products/notes/execute', { action: 'add', text: 'bug' })
  const { body } = await ada('GET', '/homes/notes')
  t.match(body.parts, [{ answer: { ok: true } }, { problem: { status: 502, code: 'product_error' } }])
  t.notMatch(JSON.stringify(body), /text of a bug/)
})
