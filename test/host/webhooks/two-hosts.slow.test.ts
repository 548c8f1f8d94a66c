import '../../fixtures/teardown-order.js'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { type SharedServerKind, sharedServers } from '../../fixtures/shared-servers.js'
import { hookedPlugin, movableClock, notesPlugin, start } from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const webhooks = `${products}/webhooks`
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A receiver, and two hosts on one server, whose clock stands still until the test moves it. */
async function world(t: Test, kind: SharedServerKind) {
  const shared = await kind.start(t)
  const clock = movableClock('2026-01-05T12:00:00Z')
  const state = { status: 204 }
  const received: { readonly id: string; readonly type: string }[] = []
  const server = createServer(async (request, response) => {
    const { type } = JSON.parse((await request.toArray()).join(''))
    received.push({ id: String(request.headers['webhook-id']), type })
    response.writeHead(state.status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const begin = async () => {
    const state = await shared.open()
    const egress = { allow: ['127.0.0.0/8'], ports: [port] }
    const rate = { webhookFailingDays: 2, hook: [1_000, 60] }
    const deployment = { billing: 'none', egress, rate }
    return start(t, { ...state, clock, plugins: { ...notesPlugin, ...hookedPlugin }, deployment })
  }
  const [one, two] = [await begin(), await begin()]
  const { key } = await one.keys.create('ada', 'a key', undefined, ['*:execute', 'account:webhooks'])
  const bearer = { Authorization: `Bearer ${key}` }
  const at = (host: typeof one) => (method: string, path: string, body?: object) =>
    host.call(method, path, body, bearer)
  /** Lets both hosts look for what is due, at the same time and until nothing is. */
  const due = async (ms = 0) => {
    clock.advance(ms)
    for (let times = 0; times < 2; times++) await Promise.all([one, two].map(({ host }) => host.runDueJobs()))
  }
  const run = async (host = one) => {
    const asked = { ...bearer, Prefer: 'respond-async' }
    const { body } = await host.call('POST', `${products}/notes/execute`, { action: 'latest' }, asked)
    await due()
    return body.id as string
  }
  const hook = `http://127.0.0.1:${port}/hook`
  return { clock, state, received, one, two, atOne: at(one), atTwo: at(two), due, run, hook }
}

for (const kind of Object.values(sharedServers))
  t.test(`webhooks, hooks and schedules of two hosts on ${kind.name}`, { skip: kind.without }, async t =>
    hooks(t, kind)
  )

async function hooks(t: Test, kind: SharedServerKind): Promise<void> {
  const { clock, state, received, one, two, atOne, atTwo, due, run, hook } = await world(t, kind)
  const { id } = (await atOne('POST', webhooks, { url: hook, events: ['run.*'] })).body
  const seenAt = async (send: typeof atOne) => (await send('GET', `${webhooks}/${id}`)).body
  const deliveries = async () => (await atTwo('GET', `${webhooks}/${id}/deliveries?limit=100`)).body.deliveries

  await t.test('the end of a run is told once, and an attempt that fails again under the same id', async t => {
    state.status = 500
    await run()
    await run(two)
    await due(10 * second)
    state.status = 204
    await due(10 * minute)
    const ids = received.splice(0).map(message => message.id)
    t.equal(ids.length, 6)
    t.equal(new Set(ids).size, 2)
    const statuses = (await deliveries()).map(({ status }: { status: string }) => status)
    t.strictSame(statuses.toSorted(), ['delivered', 'delivered', 'failed', 'failed', 'failed', 'failed'])
    t.notOk('failingSince' in (await seenAt(atTwo)))
  })

  await t.test('an event is sent again that another host has told, one or all since a time', async t => {
    await run()
    const [told] = received.splice(0)
    t.equal((await atTwo('POST', `${webhooks}/${id}/deliveries/${told?.id}/replay`)).status, 202)
    await due()
    t.strictSame(received.splice(0), [told])
    const since = new Date(clock.now()).toISOString()
    t.strictSame((await atTwo('POST', `${webhooks}/${id}/replay`, { since })).body, { replayed: 1, next: null })
    await due()
    t.strictSame(received.splice(0), [told])
  })

  await t.test('an endpoint that fails for days is paused on both, and goes on when either enables it', async t => {
    state.status = 500
    await run()
    await due(2 * day - 1)
    t.notOk('paused' in (await seenAt(atTwo)))
    await due(day)
    for (const send of [atOne, atTwo]) t.match(await seenAt(send), { paused: { code: 'failing' } })
    received.splice(0)
    await run(two)
    t.strictSame(received, [])
    state.status = 204
    t.equal((await atTwo('PATCH', `${webhooks}/${id}`, { enabled: true })).status, 200)
    t.notOk('paused' in (await seenAt(atOne)))
    await run()
    t.match(received.splice(0), [{ type: 'run.succeeded' }])
  })

  await t.test(
    'a delivery that both get at once has one run, and the URL that was replaced is unknown to both',
    async t => {
      const members = { product: 'hooked', hook: 'any', name: 'A form', input: { folder: 'inbox' } }
      const made = (await atOne('POST', `${products}/hooks`, members)).body
      const path = new URL(made.url).pathname
      const post = (host: typeof one, delivery: string) =>
        host.call('POST', path, { text: delivery }, { 'Webhook-Id': delivery })
      for (const delivery of ['first', 'second']) {
        const answers = await Promise.all([one, two, one, two].map(host => post(host, delivery)))
        t.strictSame([...new Set(answers.map(({ status }) => status))], [202])
        t.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
      }
      await due()
      const { runs } = (await atTwo('GET', `${products}/runs?product=hooked`)).body
      t.match(runs, [
        { status: 'succeeded', hook: made.id },
        { status: 'succeeded', hook: made.id }
      ])
      t.equal(runs.length, 2)
      t.strictSame(
        received.splice(0).map(({ type }) => type),
        ['run.succeeded', 'run.succeeded']
      )
      const self = made.links.self
      const next = (await atTwo('POST', `${self}/rotate`, {})).body
      for (const host of [one, two]) t.equal((await post(host, 'third')).status, 404)
      t.equal((await one.call('POST', new URL(next.url).pathname, { text: 'third' })).status, 202)
      t.equal((await atOne('DELETE', self)).status, 204)
      t.equal((await two.call('POST', new URL(next.url).pathname, { text: 'fourth' })).status, 404)
      await due()
      received.splice(0)
    }
  )

  await t.test('a time of a schedule starts one run, whichever host is there', async t => {
    const members = { name: 'Each minute', cron: '* * * * *', product: 'notes', action: 'latest' }
    const schedule = (await atOne('POST', `${products}/schedules`, members)).body
    await due(minute)
    await due(minute)
    const { firings } = (await atTwo('GET', schedule.links.firings)).body
    t.match(firings, [{ run: /^run_/ }, { run: /^run_/ }])
    t.equal(firings.length, 2)
    const ran = (await atTwo('GET', `${products}/runs?product=notes`)).body.runs
    const started = ran.filter((each: { schedule?: string }) => each.schedule === schedule.id)
    t.match(started, [{ status: 'succeeded' }, { status: 'succeeded' }])
    t.equal(started.length, 2)
    t.equal(received.splice(0).length, 2)
  })
}
