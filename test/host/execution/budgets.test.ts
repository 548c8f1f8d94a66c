import '../../fixtures/teardown-order.js'
import t, { type Test } from 'tap'
import { hostAt, hostWithMail } from '../../fixtures/account-hosts.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { carefulPlugin, connectionPlugin, controlledPlugin, notesPlugin } from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const execute = `${products}/controlled/execute`
const plugins = { ...carefulPlugin, ...connectionPlugin, ...controlledPlugin, ...notesPlugin }

/** A host without billing, Ada's session, and a key of hers with a budget. */
async function host(t: Test, budget?: object) {
  const started = await hostAt(t, {}, { plugins, deployment: { billing: 'none' } })
  const ada = await signedUp(started.call)
  const made = (await ada('POST', '/keys', { name: 'The shop', ...(budget && { budget }) })).body
  const bearer = { Authorization: `Bearer ${made.key}` }
  const send = (body: object, headers: object = {}) =>
    started.call('POST', execute, { action: 'pass', id: 'one', ...body }, { ...bearer, ...headers })
  const used = async (who = bearer) => {
    const { body } = await started.call('GET', `${products}/usage`, undefined, who)
    return Object.fromEntries(
      body.budgets.map((each: { of: string; period: string; used: number }) => [`${each.of} ${each.period}`, each.used])
    )
  }
  return { ...started, ada, key: made, bearer, send, used }
}

t.test('calls of a key beyond its budget are refused until the next day', async t => {
  const { clock, send, used } = await host(t, { day: { stopAt: 2 }, month: { stopAt: 3 } })
  clock.set('2026-01-30T23:59:00Z')
  t.equal((await send({})).status, 200)
  t.equal((await send({})).status, 200)
  const refused = await send({})
  t.match(refused, {
    status: 429,
    body: {
      code: 'call_budget_spent',
      retryable: true,
      budget: { of: 'key', period: 'day', stopAt: 2, resetsAt: '2026-01-31T00:00:00.000Z' }
    }
  })
  t.match(refused.body.detail, 'the next day begins at 2026-01-31T00:00:00.000Z')
  t.equal(refused.headers.get('retry-after'), '60')
  t.match(refused.headers.get('ratelimit'), /^"key";r=\d+;t=\d+, "account";r=\d+;t=\d+$/)
  t.strictSame(await used(), { 'key day': 2, 'key month': 2 })

  clock.set('2026-01-31T00:00:00Z')
  t.equal((await send({})).status, 200)
  t.match(await send({}), {
    status: 429,
    body: { budget: { of: 'key', period: 'month', stopAt: 3, resetsAt: '2026-02-01T00:00:00.000Z' } }
  })
  t.strictSame(await used(), { 'key day': 1, 'key month': 3 })
  clock.set('2026-02-01T00:00:00Z')
  t.equal((await send({})).status, 200)
  t.strictSame(await used(), { 'key day': 1, 'key month': 1 })
})

t.test('the budget of an account is that of all its keys and sessions together', async t => {
  const { ada, call, send, used } = await host(t)
  t.match(await ada('PUT', '/budgets', { day: { stopAt: 2 } }), { status: 200 })
  const other = (await ada('POST', '/keys', { name: 'Another' })).body
  t.equal((await send({})).status, 200)
  t.equal((await ada('POST', '/products/controlled/execute', { action: 'pass', id: 'one' })).status, 200)
  const bearer = { Authorization: `Bearer ${other.key}` }
  const refusal = { status: 429, body: { code: 'call_budget_spent', budget: { of: 'account', stopAt: 2 } } }
  t.match(await call('POST', execute, { action: 'pass', id: 'one' }, bearer), refusal)
  t.match(await ada('POST', '/products/controlled/execute', { action: 'pass', id: 'one' }), refusal)
  t.strictSame(await used(), { 'account day': 2 })
  t.match(await ada('PUT', '/budgets', {}), { body: { budgets: [] } })
  t.equal((await send({})).status, 200)
})

t.test('refusals, replays, and calls of other routes do not count; failures of an action do', async t => {
  const { call, bearer, send, used } = await host(t, { day: { stopAt: 100 } })
  const keyed = { 'Idempotency-Key': 'once' }
  t.equal((await send({}, keyed)).status, 200)
  t.equal((await send({}, keyed)).headers.get('idempotent-replayed'), 'true')
  t.equal((await send({ id: 'other' }, keyed)).status, 422)
  t.equal((await send({ id: 5 })).status, 400)
  t.equal((await send({ how: 'refuse' })).status, 400)
  t.equal((await send({ action: 'none' })).status, 400)
  t.equal((await call('POST', execute, '{', bearer)).status, 400)
  t.equal((await call('GET', `${products}/controlled/access`, undefined, bearer)).status, 200)
  t.strictSame(await used(), { 'key day': 1 })
  t.match(await send({ how: 'fail' }), { status: 200, body: { ok: false } })
  t.equal((await send({ how: 'bug' })).status, 502)
  t.equal((await send({ action: 'hang' })).status, 504)
  t.strictSame(await used(), { 'key day': 4 })
})

t.test(
  'while a budget is spent, a request that is sent again gets its answer or its run, and costs nothing',
  async t => {
    const { clock, send, used } = await host(t, { day: { stopAt: 2 } })
    const [once, later] = [{ 'Idempotency-Key': 'once' }, { 'Idempotency-Key': 'later', Prefer: 'respond-async' }]
    const first = await send({}, once)
    const run = await send({}, later)
    t.match([first.status, run.status], [200, 202])
    t.match(await send({}, { 'Idempotency-Key': 'new' }), { status: 429, body: { code: 'call_budget_spent' } })
    t.match(await send({}, { ...later, 'Idempotency-Key': 'next' }), {
      status: 429,
      body: { code: 'call_budget_spent' }
    })
    t.strictSame((await send({}, once)).body, first.body)
    t.match(await send({}, later), { status: 202, body: { id: run.body.id } })
    t.equal((await send({ id: 'other' }, once)).body.code, 'idempotency_key_reused')
    t.strictSame(await used(), { 'key day': 2 })
    clock.set('2026-01-02T00:00:00Z')
    t.equal((await send({}, { 'Idempotency-Key': 'new' })).status, 200, 'what was refused is not stored under its key')
    t.equal((await send({}, { ...later, 'Idempotency-Key': 'next' })).status, 202)
    t.strictSame(await used(), { 'key day': 2 })
  }
)

t.test('a plan that was confirmed is answered again while the budget is spent', async t => {
  const { call, bearer, used } = await host(t, { day: { stopAt: 2 } })
  const wipe = (more: object) =>
    call('POST', `${products}/careful/execute`, { action: 'wipe', topic: 'old', ...more }, bearer)
  const { token: confirmation } = (await wipe({})).body.detail.error.details
  const confirmed = await wipe({ confirmation })
  t.match(await wipe({}), { status: 429, body: { code: 'call_budget_spent' } })
  t.strictSame((await wipe({ confirmation })).body, confirmed.body)
  t.strictSame(await used(), { 'key day': 2 })
})

t.test('a call of another product is a part of the call that makes it', async t => {
  const { send, used } = await host(t, { day: { stopAt: 1 } })
  t.match(await send({ action: 'nest', times: 5 }), { body: { detail: { codes: ['ok', 'ok', 'ok', 'ok', 'ok'] } } })
  t.strictSame(await used(), { 'key day': 1 })
  t.equal((await send({})).status, 429)
})

t.test('a run counts when it is accepted, and not when it is run or asked for again', async t => {
  const { call, host: running, bearer, send, used } = await host(t, { day: { stopAt: 2 } })
  const later = { Prefer: 'respond-async', 'Idempotency-Key': 'run' }
  const accepted = await send({}, later)
  t.equal(accepted.status, 202)
  t.strictSame(await used(), { 'key day': 1 })
  await running.runDueJobs()
  t.match(await call('GET', accepted.headers.get('location') ?? '', undefined, bearer), {
    body: { status: 'succeeded' }
  })
  t.equal((await send({}, later)).status, 202)
  t.strictSame(await used(), { 'key day': 1 })
  t.equal((await send({}, { Prefer: 'respond-async' })).status, 202)
  t.match(await send({}, { Prefer: 'respond-async' }), { status: 429, body: { code: 'call_budget_spent' } })
  await running.runDueJobs()
  t.strictSame(await used(), { 'key day': 2 })
})

t.test('a schedule starts no run once the budget of its key is spent, and goes on in the next period', async t => {
  const { clock, call, host: running, bearer, used } = await host(t, { day: { stopAt: 2 } })
  clock.set('2026-01-05T23:56:30Z')
  const { body } = await call(
    'POST',
    `${products}/schedules`,
    { name: 'Often', cron: '* * * * *', product: 'controlled', action: 'pass', input: { id: 'often' } },
    bearer
  )
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(60_000)
    await running.runDueJobs()
  }
  const { firings } = (await call('GET', `${body.links.self}/firings`, undefined, bearer)).body
  t.strictSame(
    firings
      .map((each: { dueAt: string; skipped?: string }) => `${each.dueAt.slice(11, 16)} ${each.skipped ?? 'run'}`)
      .toReversed(),
    ['23:57 run', '23:58 run', '23:59 call_budget_spent', '00:00 run', '00:01 run']
  )
  t.strictSame(await used(), { 'key day': 2 })
})

t.test('a job counts when it is first run, not when it is run again, and waits while the budget is spent', async t => {
  const { clock, call, host: running, bearer, used } = await host(t, { day: { stopAt: 3 } })
  const plan = (id: string, more: object) =>
    call(
      'POST',
      `${products}/connection/execute`,
      { action: 'plan', id, at: clock.now(), delaysMs: [1_000, 1_000], ...more },
      bearer
    )
  t.equal((await plan('retried', { fails: 2 })).status, 200)
  for (let attempt = 0; attempt < 3; attempt++) {
    await running.runDueJobs()
    clock.advance(1_000)
  }
  t.strictSame(await used(), { 'key day': 2 })
  t.equal((await plan('waiting', { fails: 0 })).status, 200)
  await running.runDueJobs()
  t.strictSame(await used(), { 'key day': 3 })
  clock.advance(10 * 60_000)
  await running.runDueJobs()
  t.strictSame(await used(), { 'key day': 3 })
  clock.advance(24 * 60 * 60_000)
  await running.runDueJobs()
  t.strictSame(await used(), { 'key day': 1 })
})

t.test('the owner gets one e-mail in a period when the number of calls is reached', async t => {
  const { ada, clock, newest, arrived } = await hostWithMail(t)
  await ada('POST', '/billing/checkout', { purpose: 'trial' })
  t.equal((await ada('PUT', '/budgets', { day: { warnAt: 2, stopAt: 4 } })).status, 200)
  const before = arrived.length
  const pass = () => ada('POST', '/products/notes/execute', { action: 'latest' })
  t.equal((await pass()).status, 200)
  await newest()
  t.equal(arrived.length, before)
  await pass()
  t.match(await newest(), { subject: '2 calls were made today', text: /From 4 calls on,[^.]*02 Jan 2026/ })
  await pass()
  await newest()
  t.equal(arrived.length, before + 1)
  clock.set('2026-01-02T00:00:00Z')
  await pass()
  await pass()
  t.match(await newest(), { subject: '2 calls were made today', text: /in the day 2026-01-02/ })
})

t.test('a key that replaces another one goes on with its budget', async t => {
  const { ada, call, key, send, used } = await host(t, { day: { stopAt: 3 } })
  t.equal((await send({})).status, 200)
  const next = (await ada('POST', `/keys/${key.id}/rotate`, { overlapSeconds: 3_600 })).body
  t.strictSame(next.budget, { day: { stopAt: 3 } })
  const bearer = { Authorization: `Bearer ${next.key}` }
  t.equal((await call('POST', execute, { action: 'pass', id: 'one' }, bearer)).status, 200)
  t.strictSame(await used(bearer), { 'key day': 2 })
  t.equal((await send({})).status, 200)
  t.equal((await call('POST', execute, { action: 'pass', id: 'one' }, bearer)).status, 429)
})

t.test('budgets are changed and removed by their owner, who sees what is used of each', async t => {
  const { url, ada, key, send } = await host(t)
  t.strictSame((await ada('GET', '/budgets')).body, { budgets: [] })
  const changed = await ada('PATCH', `/keys/${key.id}`, { budget: { day: { warnAt: 1 }, month: null } })
  t.strictSame(changed.body.budget, { day: { warnAt: 1 } })
  t.equal((await ada('PATCH', `/keys/${key.id}`, { name: 'Renamed' })).body.budget.day.warnAt, 1)
  await ada('PUT', '/budgets', { month: { stopAt: 1_000_000_000 } })
  t.equal((await send({})).status, 200)
  const { budgets } = (await ada('GET', '/budgets')).body
  t.strictSame(budgets, [
    {
      of: 'account',
      period: 'month',
      warnAt: null,
      stopAt: 1_000_000_000,
      used: 1,
      resetsAt: '2026-02-01T00:00:00.000Z'
    },
    {
      of: 'key',
      period: 'day',
      warnAt: 1,
      stopAt: null,
      used: 1,
      resetsAt: '2026-01-02T00:00:00.000Z',
      keyId: key.id
    }
  ])
  const sent = await fetch(`${url}/dashboard/api/export`, { headers: { Cookie: ada.cookie(), Connection: 'close' } })
  const lines = await sent.text()
  t.match(lines, '"kind":"budget","of":"account"')
  t.match(lines, '"kind":"budget","of":"key"')
  t.equal((await ada('PATCH', `/keys/${key.id}`, { budget: null })).body.budget, null)
  t.equal((await ada('GET', '/budgets')).body.budgets.length, 1)
})

t.test('a budget that says nothing, or nothing that can be meant, is refused with its place', async t => {
  const { ada, key } = await host(t)
  const cases: readonly (readonly [object, string])[] = [
    [{ day: { stopAt: 0 } }, '/day/stopAt'],
    [{ day: { stopAt: 1_000_000_001 } }, '/day/stopAt'],
    [{ day: { stopAt: 1.5 } }, '/day/stopAt'],
    [{ day: {} }, '/day'],
    [{ day: { stopat: 5 } }, '/day/stopat'],
    [{ month: { warnAt: 6, stopAt: 5 } }, '/month/warnAt']
  ]
  for (const [budget, place] of cases) {
    for (const [answer, start] of [
      [await ada('PUT', '/budgets', budget), '#'],
      [await ada('PATCH', `/keys/${key.id}`, { budget }), '#/budget'],
      [await ada('POST', '/keys', { name: 'One', budget }), '#/budget']
    ] as const) {
      t.match(answer, { status: 400, body: { code: 'invalid_input' } }, JSON.stringify(budget))
      t.ok(
        answer.body.errors.some(({ pointer }: { pointer: string }) => pointer.startsWith(start + place)),
        JSON.stringify(answer.body.errors)
      )
    }
  }
  t.equal((await ada('PUT', '/budgets', { week: { stopAt: 5 } })).status, 400)
  t.match(await ada('PUT', '/budgets', { month: { warnAt: 5, stopAt: 5 } }), { status: 200 })
})

t.test('a change of a budget needs a recent sign-in', async t => {
  const { ada, clock, key } = await host(t)
  clock.advance(16 * 60_000)
  const refusal = { status: 403, body: { code: 'recent_sign_in_required' } }
  t.match(await ada('PUT', '/budgets', { day: { stopAt: 5 } }), refusal)
  t.match(await ada('PATCH', `/keys/${key.id}`, { budget: null }), refusal)
  t.equal((await ada('GET', '/budgets')).status, 200)
})

t.test('no key changes a budget', async t => {
  const { call, bearer, key, used } = await host(t, { day: { stopAt: 5 } })
  for (const [method, path, body] of [
    ['PUT', '/budgets', { day: { stopAt: 500 } }],
    ['GET', '/budgets', undefined],
    ['PATCH', `/keys/${key.id}`, { budget: null }]
  ] as const)
    t.match(await call(method, `/dashboard/api${path}`, body, bearer), {
      status: 401,
      body: { code: 'session_required' }
    })
  t.strictSame(await used(), { 'key day': 0 })
})

t.test('an account that is deleted leaves no budget and no count', async t => {
  const { ada, send, stored } = await host(t, { day: { stopAt: 5 } })
  await ada('PUT', '/budgets', { month: { stopAt: 5 } })
  await send({})
  t.match(await stored(), 'host:{budgets/')
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.notMatch(await stored(), 'host:{budgets/')
})

t.test('what follows a run counts when it begins, and fails when the budget is spent', async t => {
  const { call, bearer, used } = await host(t, { day: { stopAt: 2 } })
  const one = { product: 'controlled', action: 'pass', input: { id: 'one' } }
  const follower = { ...one, on: 'succeeded', follower: { ...one, on: 'succeeded' } }
  let { id } = (await call('POST', `${products}/runs`, { ...one, follower }, bearer)).body
  const statuses: unknown[] = []
  while (id !== undefined) {
    const { status, body } = await call('GET', `${products}/runs/${id}?wait=10`, undefined, bearer)
    if (status === 404 || body.endedAt === undefined) continue
    statuses.push(body.problem?.code ?? body.status)
    id = body.followedBy
  }
  t.strictSame(statuses, ['succeeded', 'succeeded', 'call_budget_spent'])
  t.strictSame(await used(), { 'key day': 2 })
})
