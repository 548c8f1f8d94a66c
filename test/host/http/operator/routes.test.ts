import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { usualRetention } from '../../../../host/dist/base/retention.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { demoOperator, operatorsOf, withoutPassword } from '../../../fixtures/operators.js'
import { connectionPlugin, failingPlugin, movableClock, start } from '../../../fixtures/start-host.js'

const own = '/dashboard/api/accounts/me'

/** A demo with an operator, who needs no second factor there, and an account with a key. */
async function operated(t: Test, environment: Record<string, string> = {}, retention = usualRetention) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const store = await Store.open(
    memoryBackend(() => clock.now()),
    { retention }
  )
  const plugins = { ...connectionPlugin, ...failingPlugin, '@test/broken': 'throw new Error("no database")' }
  const entries = { '@test/broken': { options: { apiKey: 'the option', level: 3 } } }
  const { url, call, host, keys } = await start(t, {
    plugins,
    entries,
    deployment: { operator: true },
    environment,
    store,
    clock
  })
  const api = await demoOperator({ url, call, store, clock })
  const ada = await withoutPassword({ url, call, store, clock }, 'ada@example.org')
  const { key, record } = await keys.create(ada.id, 'a key')
  const run = (slug: string, body: object) =>
    call('POST', `/api/v1/products/${slug}/execute`, body, { Authorization: `Bearer ${key}` })
  return { call, host, api, ada, key, keyId: record.keyId, run, clock, store }
}

t.test('health shows circuits, threads, and why a plugin is not served', async t => {
  const { api, run } = await operated(t)
  for (let call = 0; call < 20; call++) await run('failing', { action: 'fail', how: 'throw' })
  const { body } = await api('GET', '/health')
  t.match(body, { pid: process.pid, node: process.version, memoryBytes: Number, held: null })
  t.match(body.products, [
    { plugin: '@test/connection', product: 'connection', state: 'ready', isolation: 'inline', slots: 32, restarts: 0 },
    { plugin: '@test/failing', product: 'failing', title: 'Failing', state: 'failing', waitMs: 5_000, running: 0 },
    { plugin: '@test/broken', product: null, state: 'failed', reason: /no database/ }
  ])
  const { rates, ...stopped } = (await api('GET', '/error-rates')).body
  t.strictSame(stopped, { hooksRefused: [], schedulesPaused: [] })
  t.match(rates[0], { product: null, failed: 20 })
  t.match(
    rates.find(({ product }: { product: string }) => product === 'failing'),
    { requests: 20, refused: 0, failed: 20, codes: [{ code: 'product_error', count: 20 }] }
  )
})

t.test('the history has the calls of each hour, what was deployed, and who called most', async t => {
  const { api, ada, run, clock } = await operated(t)
  t.equal((await run('failing', { action: 'fail', how: 'well' })).status, 200)
  await run('connection', { action: 'none' })
  for (let call = 0; call < 3; call++) await run('failing', { action: 'fail', how: 'throw' })
  // What was used is written every second.
  let body: { steps: readonly { products: readonly unknown[] }[] } | undefined
  while (body?.steps[0]?.products.length !== 2) {
    await delay(100)
    ;({ body } = await api('GET', '/history'))
  }
  const hour = '2026-01-01T12:00:00.000Z'
  t.match(body, {
    from: '2025-12-31T13:00:00.000Z',
    stepHours: 1,
    steps: [
      {
        from: hour,
        products: [
          { product: 'connection', calls: 0, errors: 0, refused: 1, p50Ms: null, p99Ms: null },
          { product: 'failing', calls: 4, errors: 3, refused: 0, p50Ms: Number, p99Ms: Number }
        ],
        ...{ slots: Number, loop: Number, waiting: 0, storeMs: Number }
      }
    ],
    changes: [
      { product: null, version: /^\d/, at: hour },
      { product: 'connection', version: '1.2.3', at: hour },
      { product: 'failing' }
    ],
    accounts: [{ account: ada.id, email: 'ada@example.org', calls: 4, errors: 3, refused: 1 }]
  })
  clock.advance(25 * 60 * 60 * 1_000)
  t.match((await api('GET', '/history')).body, {
    from: '2026-01-01T14:00:00.000Z',
    steps: [{ products: [] }],
    changes: []
  })
  t.match((await api('GET', '/history?days=7')).body, { steps: [{ from: hour }, {}], accounts: [{}] })
  t.match((await api('GET', '/history?days=30')).body, { stepHours: 6, steps: [{ from: hour }, {}] })
  t.match(await api('GET', '/history?days=8'), {
    status: 400,
    body: { code: 'invalid_input', errors: [{ pointer: '#/days' }] }
  })
})

t.test(
  'a job that starts a run is listed as the action of its product, and is not cancelled without its run',
  async t => {
    const { api, ada, clock, store } = await operated(t)
    const accepted = clock.now()
    const id = `run_${clock.ulid()}`
    const call = { begunAt: accepted, now: clock.now }
    await store.own('others', 'one', { owner: { account: ada.id, slug: '@runs' }, call }).update([], () => ({
      jobs: [{ schedule: { id, at: accepted + 3_600_000, action: 'count', input: { product: 'connection' } } }],
      result: undefined
    }))
    const { jobs, runs } = (await api('GET', '/jobs')).body
    t.match(jobs, [
      { id, isRun: true, product: 'connection', productTitle: 'Connection', actionTitle: 'Count', input: [] }
    ])
    t.strictSame(runs, { queued: 1, running: 0, oldestQueuedAt: '2026-01-01T12:00:00.000Z' })
    for (const [product, status] of [
      ['connection', 404],
      ['@runs', 400]
    ] as const)
      t.equal((await api('DELETE', '/jobs', { account: ada.id, product, id })).status, status, product)
    t.equal((await api('GET', '/jobs')).body.jobs.length, 1)
  }
)

t.test('jobs and dead letters are listed without values, replayed and cancelled', async t => {
  const { api, run, ada, host, clock } = await operated(t)
  await run('connection', { action: 'show' })
  const plan = { action: 'plan', fails: 1, code: 'broken' }
  t.equal((await run('connection', { ...plan, id: 'soon', at: clock.now() })).status, 200)
  await run('connection', { ...plan, id: 'later', at: clock.now() + 3_600_000 })
  clock.advance(1_000)
  await host.runDueJobs()
  const input = [
    { name: 'id', bytes: 6 },
    { name: 'fails', bytes: 1 },
    { name: 'code', bytes: 8 },
    { name: 'retryAfterMs', bytes: 1 },
    { name: 'isPostponed', bytes: 5 }
  ]
  const about = { account: ada.id, product: 'connection', action: 'count', attempts: 1 }
  const names = { email: 'ada@example.org', productTitle: 'Connection', actionTitle: 'Count' }
  const dead = (await api('GET', '/dead-letters')).body.deadLetters
  const [{ id }] = dead
  t.strictSame(dead, [
    { id, at: dead[0].at, ...about, job: 'soon', error: 'broken', errorTitle: 'Never try again.', input, ...names }
  ])
  t.strictSame((await api('GET', '/jobs')).body.runs, { queued: 0, running: 0, oldestQueuedAt: null })
  t.match((await api('GET', '/jobs')).body.jobs, [
    { id: 'later', ...names, attempts: 0, dueAt: '2026-01-01T13:00:00.000Z' }
  ])

  t.equal((await api('POST', `/dead-letters/${id}/replay`)).status, 204)
  t.match(await api('POST', `/dead-letters/${id}/replay`), { status: 404, body: { code: 'not_found' } })
  const job = { account: ada.id, product: 'connection', id: 'later' }
  t.equal((await api('DELETE', '/jobs', job)).status, 204)
  t.match(await api('DELETE', '/jobs', job), { status: 404, body: { code: 'not_found' } })
  const { jobs } = (await api('GET', '/jobs')).body
  const { deadLetters } = (await api('GET', '/dead-letters')).body
  t.strictSame(
    new Set([...jobs.map((each: { id: string }) => each.id), ...deadLetters.map((each: { job: string }) => each.job)]),
    new Set(['soon']),
    'the replayed job waits, or has failed again'
  )
  t.notMatch(deadLetters, [{ id }])
  t.match((await api('GET', '/log')).body.entries, [
    {
      what: 'job_cancelled',
      title: 'Job cancelled',
      on: `${ada.id} connection later`,
      onEmail: 'ada@example.org',
      email: 'olga@example.org'
    },
    { what: 'dead_letter_replayed', on: id, onEmail: undefined, network: '127.0.0.0/24' },
    { what: 'operator_enrolled' }
  ])
})

t.test('accounts are found by id or address, disabled, enabled and granted', async t => {
  const { api, ada, run } = await operated(t)
  const found = await api('GET', '/accounts?name=ADA@example.org')
  t.match(found, { status: 200, body: { id: ada.id, email: 'ada@example.org', keys: 1, isDisabled: false } })
  t.strictSame((await api('GET', `/accounts?name=${ada.id}`)).body, found.body)
  t.match(await api('GET', '/accounts?name=nobody'), { status: 404 })
  t.match(await api('GET', '/accounts?name=a%20b'), { status: 400, body: { code: 'invalid_input' } })

  const disable = () => api('PUT', `/accounts/${ada.id}/disablement`, { reason: 'spam' })
  t.equal((await disable()).status, 204)
  t.match(await run('connection', { action: 'show' }), { status: 403, body: { code: 'account_disabled' } })
  t.match(await ada('GET', own), { status: 403, body: { code: 'account_disabled' } })
  t.match((await api('GET', `/accounts?name=${ada.id}`)).body, { isDisabled: true, disabledFor: 'spam' })
  for (const _twice of [1, 2]) t.equal((await api('DELETE', `/accounts/${ada.id}/disablement`)).status, 204)
  t.match(await run('connection', { action: 'show' }), { status: 200 })
  t.equal((await api('PUT', `/accounts/${ada.id}/grant`)).status, 204)
  t.match((await api('GET', `/accounts?name=${ada.id}`)).body, { isGranted: true })
  t.equal((await api('DELETE', `/accounts/${ada.id}/grant`)).status, 204)
  t.equal((await api('PUT', '/accounts/nobody/disablement', { reason: '' })).status, 404)

  const { entries } = (await api('GET', '/log')).body
  t.strictSame(
    entries.map(({ what, on }: Record<string, string>) => `${what} ${on}`),
    [
      `grant_ended ${ada.id}`,
      `access_granted ${ada.id}`,
      `account_enabled ${ada.id}`,
      `account_disabled ${ada.id}`,
      `operator_enrolled ${api.id}`
    ]
  )
  const { events } = (await ada('GET', `${own}/events`)).body
  t.match(events, [
    { kind: 'operator_ended_grant' },
    { kind: 'operator_granted_access' },
    { kind: 'operator_enabled_account' },
    { kind: 'operator_disabled_account' }
  ])
  t.match((await api.send('GET', `${own}/events`)).body.events, [{ kind: 'operator_enrolled' }])
})

t.test('an account is told whether it is an enrolled operator', async t => {
  const { ada, store, clock } = await operated(t)
  t.match((await ada('GET', own)).body, { isOperator: false })
  const operators = operatorsOf({ store, clock })
  const link = await operators.name(ada.id)
  t.match((await ada('GET', own)).body, { isOperator: false }, 'named, and not enrolled yet')
  await operators.enrol(link, ada.id, null)
  t.match((await ada('GET', own)).body, { isOperator: true })
  await operators.remove(ada.id)
  t.match((await ada('GET', own)).body, { isOperator: false })
})

t.test('the page is there where the deployment file says so, whoever asks for it', async t => {
  const { url } = await start(t, { deployment: { operator: true } })
  const get = async (path: string) => (await fetch(url + path, { headers: { Connection: 'close' } })).status
  t.equal(await get('/operator'), 200)
  t.equal(await get('/operator/api/nothing'), 404)
})

t.test('a second factor is removed, and its owner is told', async t => {
  const { api, ada, clock } = await operated(t)
  const path = `/accounts/${ada.id}/second-factor`
  t.match(await api('DELETE', path), { status: 409, body: { code: 'second_factor_inactive' } })
  const { generateSync } = await import('otplib')
  const { secret } = (await ada('POST', `${own}/second-factor`, {})).body
  const code = generateSync({ secret, epoch: Math.floor(clock.now() / 1000) })
  await ada('POST', `${own}/second-factor/confirm`, { code })
  t.equal((await api('DELETE', path)).status, 204)
  t.match((await ada('GET', `${own}/second-factor`)).body, { isActive: false })
  t.match((await ada('GET', `${own}/events`)).body.events[0], { kind: 'operator_reset_second_factor' })
})

t.test('no answer for operators holds a secret, a key or what an account stores', async t => {
  const { api, run, ada, key, keyId } = await operated(t, {
    MODEL_URL: 'http://127.0.0.1:1/v1',
    MODEL_NAME: 'small',
    MODEL_API_KEY: 'model-secret',
    METRICS_TOKEN: 'metrics-secret'
  })
  await run('connection', { action: 'plan', id: 'the-job', at: 0, code: 'the-value' })
  const shown: string[] = []
  for (const path of [
    '/me',
    '/log',
    '/health',
    '/error-rates',
    '/history',
    '/configuration',
    '/store',
    '/dead-letters',
    '/jobs'
  ])
    shown.push(JSON.stringify((await api('GET', path)).body))
  shown.push(JSON.stringify((await api('GET', `/accounts?name=${ada.id}`)).body))
  const all = shown.join('\n')
  for (const secret of ['model-secret', 'metrics-secret', 'the option', 'the-value', key, keyId])
    t.notOk(all.includes(secret), `${secret} is not shown`)
  const { settings, deployment } = (await api('GET', '/configuration')).body
  const value = (name: string) => settings.find((each: { name: string }) => each.name === name).value
  t.strictSame([value('MODEL_API_KEY'), value('MODEL_NAME'), value('REDIS_URL')], ['********', 'small', null])
  t.match(deployment, {
    operator: true,
    billing: 'none',
    plugins: [{}, {}, { options: { apiKey: '********', level: 3 } }]
  })
  t.match((await api('GET', '/store')).body, {
    space: null,
    retention: [
      {
        data: String,
        storedFor: '1 day from the response, at most 100,000 per account on each host',
        usual: null,
        members: ['retention.idempotencyAnswerDays', 'rate.idempotencyKeys']
      }
    ]
  })
})

t.test('the store tells how long records are stored, and how long they would be otherwise', async t => {
  const { api } = await operated(t, {}, { ...usualRetention, usageDays: 30 })
  const { retention } = (await api('GET', '/store')).body
  const row = (member: string) => retention.find((each: { members: string[] }) => each.members[0] === member)
  t.match(row('retention.usageDays'), {
    storedFor: '30 days from the end of the day',
    usual: '400 days from the end of the day',
    members: ['retention.usageDays']
  })
  t.match(row('retention.callLogDays'), { usual: null })
})
