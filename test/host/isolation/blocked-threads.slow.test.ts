import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { cell } from '../../../host/dist/isolation/messages.js'
import { TurnWatch } from '../../../host/dist/isolation/turn-watch.js'
import { notesPlugin, start } from '../../fixtures/start-host.js'

/** A thread whose loop can be blocked, and that counts in the account's storage how often each of its actions began. */
const source = `
  import { defineAction, defineProduct, PRODUCTS, STORAGE, Type } from '@product-host/sdk'
  const input = Type.Object({ name: Type.String({ default: 'x' }), ms: Type.Integer({ default: 0 }) })
  const common = {
    description: 'Of a test.', input, detail: Type.Object({ began: Type.Integer() }), metrics: Type.Object({}),
    examples: [{ title: 'One', input: {} }], needs: { storage: STORAGE, products: PRODUCTS }, timeoutMs: 20_000
  }
  async function begin({ storage }, name) {
    return storage.update([name], read => {
      const began = (read(name) ?? 0) + 1
      return { writes: [{ key: name, value: began }], result: began }
    })
  }
  const wait = async ({ name, ms }, context) => {
    const began = await begin(context, name)
    if (began === 1 || ms > 5_000) await new Promise(resolve => setTimeout(resolve, ms))
    return { summary: 'Waited.', metrics: {}, detail: { began } }
  }
  const actions = {
    spin: defineAction({ ...common, title: 'Spin', effect: 'read', async run({ name }, context) {
      await begin(context, name)
      for (;;) Math.random()
    } }),
    peek: defineAction({ ...common, title: 'Peek', effect: 'read', async run({ name }, { storage }) {
      return { summary: 'Peeked.', metrics: {}, detail: { began: (await storage.get(name)) ?? 0 } }
    } }),
    pause: defineAction({ ...common, title: 'Pause', effect: 'read', async run({ ms }) {
      for (const until = performance.now() + ms; performance.now() < until; ) Math.random()
      return { summary: 'Paused.', metrics: {}, detail: { began: 1 } }
    } }),
    look: defineAction({ ...common, title: 'Look', effect: 'read', run: wait }),
    put: defineAction({ ...common, title: 'Put', effect: 'write', idempotent: true, run: wait }),
    add: defineAction({ ...common, title: 'Add', effect: 'write', run: wait }),
    send: defineAction({ ...common, title: 'Send', effect: 'external', run: wait }),
    probe: defineAction({ ...common, title: 'Probe', effect: 'external', idempotent: true, run: wait }),
    listen: defineAction({ ...common, title: 'Listen', effect: 'read', async run(_input, { products }) {
      return { summary: 'Heard.', metrics: {}, detail: { began: products.effect('notes', 'latest', {}).length } }
    } })
  }
  export default defineProduct({ slug: 'blocked', title: 'Blocked', description: 'Of a test.', version: '1.0.0', actions })`

async function started(t: Parameters<typeof start>[0]) {
  const host = await start(t, {
    plugins: { '@test/blocked': source, ...notesPlugin },
    entries: { '@test/blocked': { isolation: process.env.PLUGIN_ISOLATION ?? 'thread' } }
  })
  const key = { Authorization: `Bearer ${demoKey}` }
  const call = async (action: string, input: object = {}) => {
    const begunAt = performance.now()
    const reply = await host.call('POST', '/api/v1/products/blocked/execute', { action, ...input }, key)
    return { ...reply, ms: Math.round(performance.now() - begunAt) }
  }
  await call('look')
  const product = host.host.products.find(({ slug }) => slug === 'blocked')
  const restarts = () => product?.resilience.restarts
  return { ...host, call, product, restarts }
}

/** What a busy machine may need beyond the two seconds, in milliseconds. */
const reserveMs = 8_000

t.test('who holds a thread gets 504 after a second; who waited for it is answered by the next', async t => {
  const { call, restarts, lines } = await started(t)
  const spinning = call('spin', { name: 'spin' })
  await delay(300)
  const waiting = await Promise.all([call('add', { name: 'added' }), call('send', { name: 'sent' })])
  for (const { status, body, ms } of waiting) {
    t.match({ status, body }, { status: 200, body: { ok: true, detail: { began: 1 } } })
    t.comment(`another call waited ${ms} ms`)
    t.ok(ms < 2_000 + reserveMs, 'within two seconds, and what a busy machine may need')
  }
  const { status, body, ms } = await spinning
  t.match({ status, body }, { status: 504, body: { ok: false, code: 'product_timeout' } })
  t.ok(ms < 1_000 + reserveMs)
  t.match((await call('peek', { name: 'spin' })).body, { detail: { began: 1 } }, 'it is not run again')
  t.equal(restarts(), 1)
  t.ok(lines.some(line => line.includes('did not turn for 1 s')))
})

t.test('of calls that had begun, those whose second run does no harm run again', async t => {
  const { call } = await started(t)
  const begun = Promise.all([
    call('look', { name: 'looked', ms: 5_000 }),
    call('put', { name: 'put', ms: 5_000 }),
    call('probe', { name: 'probed', ms: 5_000 }),
    call('add', { name: 'added', ms: 5_000 }),
    call('send', { name: 'sent', ms: 5_000 })
  ])
  await delay(300)
  t.match(await call('spin', { name: 'spin' }), { status: 504, body: { code: 'product_timeout' } })
  t.match(await begun, [
    { status: 200, body: { detail: { began: 2 } } },
    { status: 200, body: { detail: { began: 2 } } },
    { status: 200, body: { detail: { began: 2 } } },
    { status: 502, body: { code: 'product_error' } },
    { status: 502, body: { code: 'product_error' } }
  ])
  for (const name of ['added', 'sent'])
    t.match((await call('peek', { name })).body, { detail: { began: 1 } }, `what was ${name} is not repeated`)
})

t.test('a call that waited runs again once, and not for ever', async t => {
  const { call, restarts } = await started(t)
  const waiting = call('look', { name: 'looked', ms: 19_000 })
  for (const began of [1, 2]) {
    while ((await call('peek', { name: 'looked' })).body.detail.began < began) await delay(20)
    t.match(await call('spin', { name: 'spin' }), { status: 504 })
  }
  t.match(await waiting, { status: 502, body: { code: 'product_error' } })
  t.match(await call('peek', { name: 'looked' }), { body: { detail: { began: 2 } } })
  t.equal(restarts(), 2)
})

t.test('a thread that pauses for less than a second, or waits for the host, is left alone', async t => {
  const { call, restarts } = await started(t)
  t.match(await call('pause', { ms: 600 }), { status: 200 })
  t.match(await call('listen'), { status: 200, body: { detail: { began: 4 } } })
  t.match(await call('look', { name: 'slow', ms: 1_500 }), { status: 200, body: { detail: { began: 1 } } })
  t.equal(restarts(), 0)
})

t.test(
  'an input that cannot be sent fails alone, and the thread that never got it is not taken for blocked',
  async t => {
    const { call, product, restarts } = await started(t)
    const context = {
      account: 'demo',
      requestId: 'unsendable',
      signal: new AbortController().signal,
      progress: () => undefined
    }
    const input = {
      get name(): string {
        throw new Error('unreadable')
      }
    }
    const ended = await product?.mounted.actions.get('peek')?.run(input, context, () => {
      throw new Error('It needs nothing.')
    })
    t.match(ended, { kind: 'bug', error: { message: /unreadable/ } })
    t.match(await call('look', { name: 'slow', ms: 1_500 }), { status: 200, body: { detail: { began: 1 } } })
    t.equal(restarts(), 0)
  }
)

/** A watch over cells that the test moves. */
function watched(t: Parameters<typeof start>[0], { isBusy = true, isWaiting = false } = {}) {
  const cells = new Int32Array(new SharedArrayBuffer(12))
  const told = { nudges: 0, blocked: 0 }
  const watch = new TurnWatch(cells, {
    isBusy: () => isBusy,
    isWaiting: () => isWaiting,
    nudge: () => {
      told.nudges++
      watch.sent()
    },
    blocked: () => told.blocked++
  })
  t.teardown(() => watch.stop())
  return { cells, told, watch }
}

t.test('a thread is blocked when it takes nothing for a second while it has something to do', async t => {
  const idle = watched(t, { isBusy: false })
  const busy = watched(t)
  const taking = watched(t)
  const waiting = watched(t, { isWaiting: true })
  for (const { watch } of [idle, busy, taking, waiting]) watch.start()
  const moving = setInterval(() => Atomics.add(taking.cells, cell.taken, 1), 20)
  t.teardown(() => clearInterval(moving))
  const begunAt = performance.now()
  while (busy.told.blocked === 0) await delay(10)
  t.ok(performance.now() - begunAt >= 1_000)
  await delay(300)
  t.strictSame(
    [idle, busy, waiting].map(({ told }) => told),
    [
      { nudges: 0, blocked: 0 },
      { nudges: 1, blocked: 1 },
      { nudges: 1, blocked: 0 }
    ]
  )
  t.equal(taking.told.blocked, 0)
  t.ok(taking.told.nudges > 1, 'a thread that takes its messages is nudged again')
})

t.test('counts of messages begin again after their largest', t => {
  const { cells, watch } = watched(t)
  Atomics.store(cells, cell.taken, 2 ** 31 - 1)
  t.equal(watch.hasTaken(2 ** 31 - 1), true)
  t.equal(watch.hasTaken(-(2 ** 31)), false)
  Atomics.add(cells, cell.taken, 1)
  t.equal(watch.hasTaken(-(2 ** 31)), true)
  t.equal(watch.hasTaken(-(2 ** 31) + 1), false)
  t.end()
})
