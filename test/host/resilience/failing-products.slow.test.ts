import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, startProcess } from '../../fixtures/host-process.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, deploy, failingPlugin, movableClock, notesPlugin, start } from '../../fixtures/start-host.js'

const mostFailures = 20
const key = { Authorization: `Bearer ${demoKey}` }
const failing = '/api/v1/products/failing/execute'
const notes = '/api/v1/products/notes/execute'
const controlled = '/api/v1/products/controlled/execute'

t.test('a product that fails again and again is given a pause, seen everywhere, and tried again', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const { call, lines } = await start(t, {
    plugins: { ...failingPlugin, ...notesPlugin },
    entries: { '@test/failing': { required: true } },
    clock
  })
  const send = (how: string) => call('POST', failing, { action: 'fail', how }, key)
  const status = async () => (await call('GET', failing)).body.status
  t.equal(await status(), 'ready')
  for (let count = 0; count < mostFailures; count++) t.match(await send('throw'), { status: 502 })

  const refused = await send('well')
  t.match(refused, { status: 503, body: { code: 'product_unavailable', retryable: true } })
  t.equal(refused.headers.get('retry-after'), '5')
  t.equal(await status(), 'failing')
  t.match((await call('GET', '/api/v1/products')).body.products, [{ status: 'failing' }, { status: 'ready' }])
  t.match(await call('GET', '/readyz'), { status: 503, body: { code: 'product_unavailable', detail: /failing/ } })
  t.ok(lines.some(line => /"plugin":"@test\/failing".*"circuit":"failing"/.test(line)))
  t.match(await call('POST', notes, { action: 'latest' }, key), { status: 200 })

  clock.advance(5_000)
  t.equal(await status(), 'recovering')
  t.match(await call('GET', '/readyz'), { status: 200, body: { products: [{ state: 'recovering' }] } })
  t.match(await send('throw'), { status: 502 })
  t.match(await send('well'), { status: 503 })
  clock.advance(10_000)
  t.match(await send('well'), { status: 200 })
  t.equal(await status(), 'ready')
})

t.test('a product whose answers cannot be sent fails too', async t => {
  const { call } = await start(t, { plugins: failingPlugin })
  const send = () => call('POST', failing, { action: 'fail', how: 'circular' }, key)
  for (let count = 0; count < mostFailures; count++) t.match(await send(), { body: { code: 'invalid_output' } })
  t.match(await send(), { body: { code: 'product_unavailable' } })
})

t.test('an answer that is too large is no failure of the product', async t => {
  const { call } = await start(t, { plugins: failingPlugin })
  const send = () => call('POST', failing, { action: 'fail', how: 'large' }, key)
  for (let count = 0; count < 2 * mostFailures; count++)
    t.match(await send(), { status: 502, body: { code: 'response_too_large', retryable: false, detail: /4 MiB/ } })
  t.match((await call('GET', failing)).body, { status: 'ready' })
})

t.test('jobs wait for a product that is given a pause', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const { call, host } = await start(t, { plugins: controlledPlugin, clock })
  const send = (body: object) => call('POST', controlled, body, key)
  await send({ action: 'later', id: 'patient', at: clock.now() + 1_000 })
  for (let count = 0; count < mostFailures; count++) await send({ action: 'pass', id: 'bug', how: 'bug' })
  clock.advance(1_000)
  await host.runDueJobs()
  clock.advance(4_000)
  t.match((await send({ action: 'count', id: 'patient' })).body, { ok: true, detail: { runs: 0 } })
  await host.runDueJobs()
  t.match((await send({ action: 'count', id: 'patient' })).body, { ok: true, detail: { runs: 1 } })
})

t.test('what callers do wrong opens nothing', async t => {
  const { call } = await start(t)
  for (let count = 0; count < 2 * mostFailures; count++)
    t.match(await call('POST', notes, { action: 'add', text: 'blank' }, key), { status: 400 })
  t.match((await call('GET', notes)).body, { status: 'ready' })
})

t.test('a product has so many places; a nested call takes none', async t => {
  const { call } = await start(t, {
    plugins: controlledPlugin,
    entries: { '@test/controlled': { limits: { atOnce: 1 } } }
  })
  const pass = (id: string, how: string) => call('POST', controlled, { action: 'pass', id, how }, key)
  const held = pass('held', 'wait')
  await begun.reached('held')
  // Some wait for the place and some in front of their keys, and none for longer than a second.
  for (const refused of await Promise.all(['a', 'b', 'c', 'd', 'e'].map(id => pass(id, 'well')))) {
    t.match(refused, { status: 503, body: { code: 'overloaded', retryable: true } })
    t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/)
  }
  const patient = pass('patient', 'well')
  opened.reach('held')
  t.equal((await held).status, 200)
  t.equal((await patient).status, 200, 'what waits gets the place that becomes free')
  t.match(await call('POST', controlled, { action: 'nest', times: 3 }, key), {
    body: { detail: { codes: ['ok', 'ok', 'ok'] } }
  })
})

/** A plugin whose action leaves an error behind it, or holds the event loop. */
const stray = {
  '@test/stray': `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const leave = defineAction({
      title: 'Leave', description: 'Leaves an error behind.', effect: 'read', input: Type.Object({ how: Type.String() }),
      detail: Type.Object({}), metrics: Type.Object({}), examples: [{ title: 'One', input: { how: 'timer' } }],
      async run({ how }) {
        if (how === 'timer') setTimeout(() => { throw null }, 1)
        if (how === 'rejection') Promise.reject('left')
        if (how === 'block') for (const until = Date.now() + 1500; Date.now() < until;);
        return { summary: 'Left.', metrics: {}, detail: {} }
      }
    })
    export default defineProduct({
      slug: 'stray', title: 'Stray', description: 'Errs.', version: '1.0.0', actions: { leave }
    })`
}

t.test('in a process', async t => {
  const { folder } = await deploy(t, { ...stray, ...notesPlugin })
  const environment = { PRODUCT_HOST_CONFIG: join(folder, 'product-host.json') }
  const host = await startProcess(t, await dataFolder(t), environment)
  let logged = ''
  host.child.stdout?.on('data', data => {
    logged += data
  })
  const post = async (path: string, body: object) => {
    const headers = { ...key, 'Content-Type': 'application/json' }
    return (await fetch(host.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  const leave = (how: string) => post('/api/v1/products/stray/execute', { action: 'leave', how })
  const until = async (line: RegExp) => {
    while (!line.test(logged)) await once(host.child.stdout ?? host.child, 'data')
  }

  await t.test('a plugin that holds the event loop is named while it does', async t => {
    const line = /"plugin":"@test\/stray","msg":"the event loop is blocked"/
    // The watchdog starts after the host listens, on a busy machine some seconds later.
    let isNamed = false
    for (let attempt = 0; attempt < 10 && !isNamed; attempt++) {
      logged = ''
      const held = leave('block')
      isNamed = await Promise.race([until(line).then(() => true), held.then(() => false)])
      t.equal(await held, 200)
    }
    t.ok(isNamed, 'named before it let go')
    await until(/the event loop runs again/)
  })

  await t.test('errors that a plugin leaves to nobody count against it, and end nobody else', async t => {
    for (const how of ['timer', 'rejection', 'timer', 'rejection', 'timer']) t.equal(await leave(how), 200)
    await until(/"plugin":"@test\/stray".*"circuit":"quarantined"/)
    t.equal(await leave('well'), 503)
    t.equal(await post(notes, { action: 'latest' }), 200)
  })

  await host.end('SIGTERM')
})

t.test('an error that is nobody’s ends the process', async t => {
  const { folder } = await deploy(t, notesPlugin)
  const environment = {
    PRODUCT_HOST_CONFIG: join(folder, 'product-host.json'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('process.on("SIGUSR2",()=>{throw new Error("nobody’s")})')}`
  }
  const host = await startProcess(t, await dataFolder(t), environment)
  let logged = ''
  host.child.stdout?.on('data', data => {
    logged += data
  })
  t.equal(await host.end('SIGUSR2'), 1)
  t.match(logged, /cannot be traced to a plugin/)
})
