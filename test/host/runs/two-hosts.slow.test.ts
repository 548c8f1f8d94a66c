import '../../fixtures/teardown-order.js'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { type StreamedEvent, streamed } from '../../fixtures/event-stream.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { type SharedServerKind, sharedServers } from '../../fixtures/shared-servers.js'
import { controlledPlugin, movableClock, start } from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const demo = { Authorization: `Bearer ${demoKey}` }

/** Two hosts on one server, whose clock the test moves. */
async function hosts(t: Test, kind: SharedServerKind) {
  const server = await kind.start(t)
  const clock = movableClock('2026-01-01T00:00:00Z')
  const begin = async () => {
    const shared = await server.open()
    return start(t, { ...shared, clock, plugins: controlledPlugin, deployment: { billing: 'none' } })
  }
  const [one, two] = [await begin(), await begin()]
  const ask = async (host: typeof one, method: string, path: string, body?: object) =>
    (await host.call(method, products + path, body, { ...demo, Prefer: 'respond-async' })).body
  const pass = async (id: string, input: object) =>
    `/runs/${(await ask(one, 'POST', '/controlled/execute', { action: 'pass', id, ...input })).id}`
  const count = async (id: string) =>
    (await one.call('POST', `${products}/controlled/execute`, { action: 'count', id }, demo)).body.detail.runs
  return { clock, one, two, ask, pass, count }
}

for (const kind of Object.values(sharedServers))
  t.test(`runs of two hosts on ${kind.name}`, { skip: kind.without }, async t => runsOfTwoHosts(t, kind))

async function runsOfTwoHosts(t: Test, kind: SharedServerKind): Promise<void> {
  const { clock, one, two, ask, pass, count } = await hosts(t, kind)

  await t.test('a run is followed at one host, and on at the other from the event that was read last', async t => {
    const id = `steps on ${kind.name}`
    const path = await pass(id, { how: 'steps' })
    const events = (url: string, last = {}) => streamed(t, `${url}${products}${path}/events`, { ...demo, ...last })
    let last = ''
    for await (const { event, id: read = '', data } of events(one.url)) {
      last = read
      if (event === 'progress') {
        t.strictSame(data, { done: 1, total: 3 })
        break
      }
    }
    opened.reach(`${id} 1`)
    const rest: StreamedEvent[] = []
    for await (const event of events(two.url, { 'Last-Event-ID': last })) {
      rest.push(event)
      if (event.event === 'progress') opened.reach(`${id} ${event.data.done}`)
    }
    t.strictSame(
      rest.flatMap(({ event, data }) => (event === 'progress' ? [data.done] : [])),
      [2, 3]
    )
    t.match(rest.at(-1), { event: 'status', data: { status: 'succeeded', attempts: 1, result: { ok: true } } })
    t.equal(await count(id), 1)
  })

  await t.test('a run is cancelled at either host, wherever it runs', async t => {
    for (const [name, host] of [
      ['one', one],
      ['two', two]
    ] as const) {
      const id = `cancelled at ${name} on ${kind.name}`
      const path = await pass(id, { how: 'wait' })
      await begun.reached(id)
      t.match(await ask(host, 'POST', `${path}/cancel`), { status: 'running', cancelRequestedAt: String })
      for (const each of [one, two])
        t.match(await ask(each, 'GET', `${path}?wait=60`), { status: 'cancelled', attempts: 1 })
    }
  })

  await t.test('a run whose claim has ended is run again only if that does no harm', async t => {
    const paths = new Map<boolean, string>()
    const idOf = (isSafe: boolean) => `lost ${isSafe} on ${kind.name}`
    for (const isSafe of [false, true]) {
      const id = idOf(isSafe)
      paths.set(isSafe, await pass(id, { how: 'wait', isSafe }))
      await begun.reached(id)
    }
    clock.advance(60_000)
    t.match(await ask(two, 'GET', `${paths.get(false)}?wait=60`), {
      status: 'failed',
      problem: { code: 'outcome_unknown' }
    })
    await untilServed(async () => {
      if ((await ask(two, 'GET', paths.get(true) ?? '')).attempts !== 2) throw new Error('It is not run again.')
    })
    for (const isSafe of [false, true]) opened.reach(idOf(isSafe))
    t.match(await ask(one, 'GET', `${paths.get(true)}?wait=60`), { status: 'succeeded', attempts: 2 })
    t.strictSame([await count(idOf(false)), await count(idOf(true))], [1, 2])
    await Promise.all([one.host.runDueJobs(), two.host.runDueJobs()])
    t.match(await ask(one, 'GET', paths.get(false) ?? ''), { status: 'failed' }, 'a late answer changes nothing')
  })
}
