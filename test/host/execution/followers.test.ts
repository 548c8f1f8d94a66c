import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { resolved } from '../../../host/dist/runs/followers.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, type HostOptions, movableClock, notesPlugin, start } from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const demo = { Authorization: `Bearer ${demoKey}` }
const noted = { on: 'succeeded', product: 'notes', action: 'add', input: { text: { $result: '/summary' } } }

/** A host without billing, on which runs with followers are started. */
async function host(t: Test, options: HostOptions = {}) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const plugins = { ...controlledPlugin, ...notesPlugin }
  const started = await start(t, { plugins, store, clock, deployment: { billing: 'none' }, ...options })
  const begin = (follower: object, { headers = {}, who = demo, ...input }: Record<string, unknown> = {}) => {
    const body = { product: 'controlled', action: 'pass', input: { id: 'one', ...input }, follower }
    return started.call('POST', `${products}/runs`, body, { ...(who as object), ...(headers as object) })
  }
  const ended = async (id: string, who = demo) =>
    (await started.call('GET', `${products}/runs/${id}?wait=60`, undefined, who)).body
  /** A run that follows another, once it is there and has ended. */
  const next = async (id: string) => {
    const { followedBy } = await ended(id)
    for (;;) {
      const run = await ended(followedBy)
      if (run.endedAt !== undefined) return run
    }
  }
  const notes = async () => {
    const { body } = await started.call('POST', `${products}/notes/execute`, { action: 'latest' }, demo)
    return body.detail.notes.map(({ text }: { text: string }) => text)
  }
  const stored = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
  return { ...started, clock, begin, ended, next, notes, stored }
}

t.test('what follows a run begins when it has ended, with values of its result', async t => {
  const { begin, next, notes, stored } = await host(t)
  const input = { id: 'two', size: { $result: '/detail/runs' }, isSafe: true }
  const chain = {
    ...noted,
    follower: { on: 'succeeded', product: 'controlled', action: 'pass', input, follower: noted }
  }
  const { status, headers, body } = await begin(chain, { id: 'the secret' })
  t.equal(status, 202)
  t.equal(headers.get('location'), `${products}/runs/${body.id}`)
  t.match(body, { action: 'pass', follower: { on: 'succeeded', productId: 'notes', action: 'add' } })
  t.notOk('followedBy' in body, 'nothing follows before it has ended')
  const first = await next(body.id)
  t.match(first, { status: 'succeeded', productId: 'notes', follows: body.id, keyId: body.keyId, attempts: 1 })
  const second = await next(first.id)
  t.match(second, { status: 'failed', problem: { code: 'invalid_input', errors: [{ pointer: '#/size' }] } })
  t.notOk('followedBy' in second, 'it has failed, and its follower waits for a success')
  t.strictSame(await notes(), ['Passed the secret.'])
  t.notMatch(await stored(), /\$result/, 'inputs are encrypted')
})

t.test('a run that failed is followed by what waits for that, with the problem or the answer', async t => {
  const { begin, ended, next, notes } = await host(t)
  const onFailure = (pointer: string) => ({ ...noted, on: 'failed', input: { text: { $result: pointer } } })
  const failed = await begin(onFailure('/detail/error/code'), { how: 'fail' })
  t.match(await next(failed.body.id), { status: 'succeeded' })
  const refused = await begin(onFailure('/code'), { how: 'bug' })
  t.match(await next(refused.body.id), { status: 'succeeded' })
  t.strictSame((await notes()).toSorted(), ['closed', 'product_error'])
  const well = await begin(onFailure('/code'))
  const { status, followedBy } = await ended(well.body.id)
  t.strictSame([status, followedBy], ['succeeded', undefined])
  t.equal((await notes()).length, 2)
})

t.test('a reference to nothing fails what refers to it', async t => {
  const { begin, next, notes } = await host(t)
  const { body } = await begin({ ...noted, input: { text: { $result: '/detail/nothing' } } })
  const run = await next(body.id)
  t.match(run, {
    status: 'failed',
    problem: { code: 'invalid_input', errors: [{ pointer: '#/text', detail: /\/detail\/nothing/ }] }
  })
  t.strictSame(await notes(), [])
})

t.test('what cannot fit is refused before the run is accepted, with its place', async t => {
  const { begin, call, keys } = await host(t)
  let six: object = noted
  for (let more = 0; more < 4; more++) six = { ...noted, follower: six }
  t.equal((await begin(six)).status, 202, 'five in a row')
  const refusals: readonly (readonly [object, number, object])[] = [
    [
      { ...noted, follower: six },
      400,
      { errors: [{ pointer: '#/follower/follower/follower/follower/follower/follower' }] }
    ],
    [{ ...noted, on: 'cancelled' }, 400, { errors: [{ pointer: '#/follower/on' }] }],
    [{ ...noted, input: {} }, 400, { errors: [{ pointer: '#/follower/input/text' }] }],
    [
      { ...noted, input: { text: { $result: 'summary' } } },
      400,
      { errors: [{ pointer: '#/follower/input/text/$result' }] }
    ],
    [
      { ...noted, follower: { ...noted, input: { text: 7 } } },
      400,
      { errors: [{ pointer: '#/follower/follower/input/text' }] }
    ],
    [{ ...noted, product: 'nobody' }, 404, { code: 'unknown_product', detail: /^Of the follower nobody.add: / }],
    [{ ...noted, action: 'nothing' }, 400, { code: 'unknown_action' }],
    [{ ...noted, action: 'internal' }, 400, { code: 'unknown_action' }]
  ]
  for (const [follower, status, body] of refusals)
    t.match(await begin(follower), { status, body }, JSON.stringify(follower))
  t.match(await begin(noted, { size: 'large' }), { status: 400, body: { errors: [{ pointer: '#/input/size' }] } })
  const narrow = await keys.create('demo', 'narrow', undefined, ['controlled:execute'])
  const who = { Authorization: `Bearer ${narrow.key}` }
  t.match(await begin(noted, { who }), { status: 403, body: { code: 'insufficient_scope' } })
  t.equal(
    (await call('GET', `${products}/runs`, undefined, demo)).body.runs.filter(
      ({ status }: { status: string }) => status === 'queued'
    ).length <= 6,
    true
  )
})

t.test('an Idempotency-Key names a run with what follows it', async t => {
  const { begin, next, notes } = await host(t)
  const headers = { 'Idempotency-Key': 'a' }
  const { body } = await begin(noted, { headers })
  await next(body.id)
  const again = await begin(noted, { headers })
  t.match(again, { status: 202, body: { id: body.id } })
  t.match(await begin({ ...noted, on: 'failed' }, { headers }), {
    status: 422,
    body: { code: 'idempotency_key_reused' }
  })
  t.equal((await notes()).length, 1)
})

t.test('what follows has the access that its caller has then, and nobody else sees it', async t => {
  const { begin, next, notes, keys, call } = await host(t)
  const { key } = await keys.create('demo', 'ending')
  const who = { Authorization: `Bearer ${key}` }
  const { body } = await begin(noted, { who, id: 'revoked', how: 'wait' })
  await begun.reached('revoked')
  t.equal((await call('POST', `${products}/keys/self/revoke`, undefined, who)).status, 200)
  opened.reach('revoked')
  const run = await next(body.id)
  t.match(run, { status: 'failed', problem: { code: 'revoked_key' } })
  t.strictSame(await notes(), [])
  const other = { Authorization: `Bearer ${(await keys.create('other', 'a key')).key}` }
  t.equal((await call('GET', `${products}/runs/${run.id}`, undefined, other)).status, 404)
})

t.test('a run that is run again is followed again', async t => {
  const { begin, ended, next, call, notes } = await host(t)
  const { body } = await begin(noted, { how: 'busy' })
  t.match(await ended(body.id), { status: 'failed' })
  const { body: again } = await call('POST', `${products}/runs/${body.id}/replay`, undefined, demo)
  t.match(await next(again.id), { status: 'succeeded', follows: again.id })
  t.strictSame(await notes(), ['Passed one.'])
})

t.test('references are JSON Pointers, wherever they stand in an input', t => {
  const result = { 'a/b': { '~': [10, { deep: null }] }, '': 'empty' }
  const at = (pointer: unknown) => resolved({ list: [{ $result: pointer }] }, result).list
  t.strictSame(at('/a~1b/~0/0'), [10])
  t.strictSame(at('/a~1b/~0/1'), [{ deep: null }])
  t.strictSame(at('/a~1b/~0/1/deep'), [null])
  t.strictSame(at('/'), ['empty'])
  t.strictSame(at(''), [result])
  for (const pointer of [
    '/a',
    '/a~1b/~0/2',
    '/a~1b/~0/00',
    '/a~1b/~0/length',
    '/__proto__',
    '/toString',
    'x',
    '/~2',
    7
  ])
    t.throws(
      () => at(pointer),
      { code: 'invalid_input', options: { errors: [{ pointer: '#/list/0' }] } },
      String(pointer)
    )
  const plain = { $result: '/x', more: 1 }
  t.strictSame(resolved({ plain }, result), { plain }, 'an object with more members is itself')
  t.end()
})
