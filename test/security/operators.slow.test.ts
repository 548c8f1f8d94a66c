import t, { type Test } from 'tap'
import { OperatorLog } from '../../host/dist/audit/operator-log.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { password, signedUp } from '../fixtures/dashboard-client.js'
import { type MountedRoute, operatorRoutes } from '../fixtures/mounted-routes.js'
import { enrolledOperator, operatorsOf, toOperatorApi, withSecondFactor } from '../fixtures/operators.js'
import { movableClock, start } from '../fixtures/start-host.js'

/** A body that each route takes; none where a route takes no body. */
const bodies: Readonly<Record<string, object>> = {
  'DELETE /operator/api/jobs': { account: 'ada', product: 'notes', id: 'later' },
  'PUT /operator/api/products': { plugin: '@test/notes', isOff: false },
  'POST /operator/api/products/approval': { product: 'notes' },
  'PUT /operator/api/accounts/:id/disablement': { reason: 'spam' }
}

/** A host outside the demo, with the page for operators. */
async function operated(t: Test, members: object = { operator: true }) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const { url, call, lines } = await start(t, { deployment: members, environment: { DEMO_MODE: 'off' }, store, clock })
  const log = async () => (await new OperatorLog(store, clock).page(100)).entries.map(({ what }) => what)
  const routes = await operatorRoutes(t)
  t.ok(routes.length > 15, `${routes.length} routes`)
  return { url, call, store, clock, log, routes, lines }
}

/** Whether a route changes something of others; the enrolment is the account's own. */
function isChange({ method, path }: MountedRoute): boolean {
  return method !== 'GET' && !path.includes('/enrolments/')
}

/** Sends a request to a route, with an id where it takes one. */
function send({ method, path }: MountedRoute, api: ReturnType<typeof toOperatorApi>, id: string, headers = {}) {
  const below = path.replace('/operator/api', '').replace(/:\w+/, id)
  const query = path.endsWith('/accounts') ? `?name=${id}` : ''
  return api(method, below + query, bodies[`${method} ${path}`], headers)
}

t.test('there is no page for operators unless the deployment file says so', async t => {
  const { call, routes } = await operated(t, {})
  const ada = await signedUp(call)
  for (const route of routes)
    t.match(await send(route, toOperatorApi(call, ada), ada.id), { status: 404, body: { code: 'not_found' } })
  t.match(await call('GET', '/operator'), { status: 404 })
})

t.test('nobody but an enrolled operator gets anything from a route of operators', async t => {
  const host = await operated(t)
  const { call, routes, log } = host
  const ada = await withSecondFactor(host, 'ada@example.org')
  const olga = await withSecondFactor(host, 'olga@example.org')
  await operatorsOf(host).name(olga.id)
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    const own = `${route.method === 'POST' && route.path.includes('enrolments') ? 'link' : 'operator'}`
    const refusal = own === 'link' ? { status: 404, body: { code: 'invalid_link' } } : { status: 403 }
    t.match(
      await call(route.method, route.path, bodies[name]),
      { status: 401, body: { code: 'session_required' } },
      name
    )
    t.match(await send(route, toOperatorApi(call, ada), ada.id), refusal, `${name} for an ordinary account`)
    t.match(await send(route, toOperatorApi(call, olga), ada.id), refusal, `${name} for one that is only named`)
  }
  t.match(await toOperatorApi(call, ada)('GET', '/me'), { body: { code: 'operator_required' } })
  t.strictSame(await log(), [], 'nothing was done')
})

t.test('an operator without the second factor of the enrolment may do nothing', async t => {
  const host = await operated(t)
  const { call, clock, routes } = host
  const olga = await enrolledOperator(host)
  t.equal((await olga('GET', '/me')).status, 200)
  clock.advance(30_000)
  t.equal((await olga.browser('DELETE', '/accounts/me/second-factor', { code: olga.browser.code() })).status, 204)
  const refusal = { status: 403, body: { code: 'operator_factor_required' } }
  for (const route of routes) t.match(await send(route, olga, olga.id), refusal, `${route.method} ${route.path}`)

  // Whoever has only the password can turn on a factor, but is not the operator by that.
  const signIn = { email: 'olga@example.org', password }
  clock.advance(60_000)
  t.equal((await olga.browser('POST', '/sessions', signIn)).status, 201)
  const { secret } = (await olga.browser('POST', '/accounts/me/second-factor', {})).body
  t.ok(secret)
  const { generateSync } = await import('otplib')
  const code = () => generateSync({ secret, epoch: Math.floor(clock.now() / 1000) })
  t.equal((await olga.browser('POST', '/accounts/me/second-factor/confirm', { code: code() })).status, 200)
  clock.advance(30_000)
  t.equal((await olga.browser('POST', '/sessions', { ...signIn, code: code() })).status, 201)
  t.match(await toOperatorApi(call, olga.browser)('GET', '/me'), refusal, 'another factor')
})

t.test('a session that was begun before the second factor is confirmed with it first', async t => {
  const host = await operated(t)
  const browser = await signedUp(host.call, 'olga@example.org')
  host.clock.advance(1_000)
  const { generateSync } = await import('otplib')
  const { secret } = (await browser('POST', '/accounts/me/second-factor', {})).body
  const code = () => generateSync({ secret, epoch: Math.floor(host.clock.now() / 1000) })
  await browser('POST', '/accounts/me/second-factor/confirm', { code: code() })
  const api = toOperatorApi(host.call, browser)
  const token = await operatorsOf(host).name(browser.id)
  t.match(await api('POST', `/enrolments/${token}`), { status: 403, body: { code: 'recent_sign_in_required' } })
  host.clock.advance(30_000)
  await browser('POST', '/sessions/current/confirmation', { password, code: code() })
  t.equal((await api('POST', `/enrolments/${token}`)).status, 204)
})

t.test('no page of another site reads or changes anything of operators', async t => {
  const host = await operated(t)
  const olga = await enrolledOperator(host)
  const refusal = { status: 403, body: { code: 'cross_site_request' } }
  for (const site of ['cross-site', 'same-site'])
    for (const route of host.routes)
      t.match(await send(route, olga, olga.id, { 'Sec-Fetch-Site': site }), refusal, `${route.method} ${route.path}`)
  for (const route of host.routes.filter(isChange))
    t.match(await send(route, olga, olga.id, { Origin: 'https://evil.example' }), refusal, `${route.path} by Origin`)
  t.strictSame(await host.log(), ['operator_enrolled'])
})

t.test('every change of an operator needs a recent sign-in, and no read does', async t => {
  const host = await operated(t)
  const olga = await enrolledOperator(host)
  host.clock.advance(16 * 60_000)
  const stale = { status: 403, body: { code: 'recent_sign_in_required' } }
  for (const route of host.routes) {
    const reply = await send(route, olga, olga.id)
    if (route.method === 'GET') t.equal(reply.status, 200, route.path)
    else t.match(reply, stale, `${route.method} ${route.path}`)
  }
  t.strictSame(await host.log(), ['operator_enrolled'])
  t.equal(await olga.browser.confirm(), 204)
  t.equal((await olga('PUT', `/accounts/${olga.id}/grant`)).status, 204)
})

t.test('a link enrols its own account alone, once, for 15 minutes, and only the newest one does', async t => {
  const host = await operated(t)
  const { call, clock } = host
  const operators = operatorsOf(host)
  const [ada, olga] = [
    await withSecondFactor(host, 'ada@example.org'),
    await withSecondFactor(host, 'olga@example.org')
  ]
  const enrol = async (who: typeof ada, token: string) =>
    (await toOperatorApi(call, who)('POST', `/enrolments/${token}`)).status
  const may = async (who: typeof ada) => (await toOperatorApi(call, who)('GET', '/me')).status

  const token = await operators.name(olga.id)
  t.equal(await enrol(ada, token), 404, 'another account')
  t.equal(await may(ada), 403)
  t.equal(await enrol(olga, token), 204)
  t.equal(await enrol(olga, token), 404, 'twice')
  t.equal(await enrol(ada, token), 404, 'used')
  t.equal(await may(olga), 200)

  const late = await operators.name(ada.id)
  clock.advance(15 * 60_000)
  await ada.confirm()
  t.equal(await enrol(ada, late), 404, 'too late')
  const [former, newest] = [await operators.name(ada.id), await operators.name(ada.id)]
  t.equal(await enrol(ada, former), 404, 'a former link')
  await operators.remove(ada.id)
  t.equal(await enrol(ada, newest), 404, 'removed meanwhile')
  const racing = await operators.name(ada.id)
  t.strictSame((await Promise.all([enrol(ada, racing), enrol(ada, racing)])).sort(), [204, 404], 'two at once')

  await operators.remove(olga.id)
  t.equal(await may(olga), 403, 'the rights of a removed operator end at once')
})

t.test('every change of an operator refuses members that it does not know, and does nothing', async t => {
  const host = await operated(t)
  const olga = await enrolledOperator(host)
  for (const route of host.routes.filter(({ method }) => method !== 'GET')) {
    const name = `${route.method} ${route.path}`
    const below = route.path.replace('/operator/api', '').replace(/:\w+/, olga.id)
    for (const extra of [{ account_: 'x' }, { isGranted: true }, { actor: { user: 'root' } }, { at: 0 }]) {
      const [member = ''] = Object.keys(extra)
      const body = { ...bodies[name], ...extra }
      t.match(
        await olga(route.method, below, body),
        { status: 400, body: { errors: [{ pointer: `#/${member}`, code: 'unknown_member' }] } },
        `${name} with ${member}`
      )
    }
  }
  for (const body of [
    { account: '@host', product: 'host', id: 'x' },
    { account: 'ada', product: 'notes/x', id: 'x' },
    { account: 'ada', product: 'notes', id: '' },
    {}
  ])
    t.equal((await olga('DELETE', '/jobs', body)).status, 400)
  t.strictSame(await host.log(), ['operator_enrolled'])
})

t.test('nothing is done that the audit log does not accept', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  let isFull = false
  const commit = backend.commit.bind(backend)
  Object.assign(backend, {
    commit(...sent: Parameters<typeof commit>) {
      if (isFull && JSON.stringify(sent).includes('{operator-log}')) throw new Error('the log is full')
      return commit(...sent)
    }
  })
  const store = await Store.open(backend)
  const { url, call, keys } = await start(t, {
    deployment: { operator: true },
    environment: { DEMO_MODE: 'off' },
    store,
    clock
  })
  const olga = await enrolledOperator({ url, call, store, clock })
  const ada = await withSecondFactor({ url, call, store, clock }, 'ada@example.org')
  await keys.create(ada.id, 'a key')
  const about = async () => (await olga('GET', `/accounts?name=${ada.id}`)).body
  const before = await about()
  isFull = true
  await olga.browser.confirm()
  for (const [method, path, body] of [
    ['PUT', `/accounts/${ada.id}/disablement`, { reason: 'spam' }],
    ['PUT', `/accounts/${ada.id}/grant`],
    ['DELETE', `/accounts/${ada.id}/second-factor`]
  ] as const)
    t.match(await olga(method, path, body), { status: 500, body: { code: 'internal_error' } }, `${method} ${path}`)
  t.strictSame(await about(), before)
})
