import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, start } from '../../fixtures/start-host.js'

const controlled = '/api/v1/products/controlled/execute'
const key = { Authorization: `Bearer ${demoKey}` }

/** Calls that may be under way at first. */
const firstAtOnce = 64

/** A host with as many calls under way as it lets in at first. */
async function crowdedHost(t: Test, name: string) {
  const host = await start(t, {
    plugins: controlledPlugin,
    entries: { '@test/controlled': { limits: { atOnce: 128 } } }
  })
  const ids = Array.from({ length: firstAtOnce }, (_, index) => `${name}-${index}`)
  const crowd = ids.map(id => host.call('POST', controlled, { action: 'pass', id, how: 'wait' }, key))
  await Promise.all(ids.map(id => begun.reached(id)))
  const release = () => {
    for (const id of ids) opened.reach(id)
    return Promise.all(crowd)
  }
  return { ...host, ids, release }
}

/** Turns of the event loop between two times in which it is blocked. */
const turns = 50

/**
 * Keeps the event loop, which is the host's as well, late until there is an answer. It never sleeps: a busy machine would wake it
 * late, and the host would take that for time left.
 */
async function whileLate<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let isAnswered = false
  const settled = answer.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    const until = performance.now() + 120
    while (performance.now() < until);
    for (let count = 0; count < turns; count++) await turn()
  }
  return settled
}

t.test('an overloaded host refuses to execute before it looks at the key, as OpenAPI says, and recovers', async t => {
  const { call, release } = await crowdedHost(t, 'crowd')
  const refused = await whileLate(call('POST', controlled, { action: 'count', id: 'one' }))
  t.match(refused, { status: 503, body: { code: 'overloaded', retryable: true } })
  t.match(refused.headers.get('retry-after'), /^[123]$/)
  t.equal((await call('GET', controlled)).status, 200, 'what is no execution is answered')
  t.equal((await call('GET', '/readyz')).status, 200, 'the host stays ready')

  t.ok((await release()).every(({ status }) => status === 200))
  t.equal((await call('POST', controlled, { action: 'count', id: 'one' }, key)).status, 200)

  const { body } = await call('GET', '/openapi.json')
  const { $ref } = body.paths[controlled].post.responses['503']
  const { content, headers } = body.components.responses[$ref.split('/').at(-1)]
  t.ok(JSON.stringify(content['application/problem+json'].schema).includes('"overloaded"'))
  t.ok('Retry-After' in headers)
})

t.test('while calls wait for something else, the host lets in more of them', async t => {
  const { call, release } = await crowdedHost(t, 'idle')
  t.equal((await call('POST', controlled, { action: 'count', id: 'one' })).status, 401, 'it is not refused as overload')
  t.equal((await call('POST', controlled, { action: 'count', id: 'one' }, key)).status, 200)
  await release()
})

/** A product whose calls wait for something that does not come, and have two seconds. */
const waitingPlugin = {
  '@test/waiting': `
    import { defineAction, defineProduct, Type } from '@product-host/sdk'
    const wait = defineAction({
      title: 'Wait', description: 'Waits.', effect: 'write', timeoutMs: 2000, input: Type.Object({}), detail: Type.Object({}),
      examples: [{ title: 'Once', input: {} }],
      run: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    export default defineProduct({
      slug: 'waiting', title: 'Waiting', description: 'Waits.', version: '1.0.0', actions: { wait }
    })`
}
const waiting = '/api/v1/products/waiting/execute'

/** As many calls as open a circuit when they fail. */
const enough = 24

/** The answers to so many calls, which are under way at the same time. */
async function waitInVain({ call, host }: Awaited<ReturnType<typeof start>>) {
  const answers = Promise.all(Array.from({ length: enough }, () => call('POST', waiting, { action: 'wait' }, key)))
  while ((host.products[0]?.resilience.bulkhead.inside ?? 0) < enough) await turn()
  return { answers }
}

t.test('a time-out of an overloaded host is the host’s fault, and no failure of the product', async t => {
  const host = await start(t, { plugins: waitingPlugin, entries: { '@test/waiting': { isolation: 'inline' } } })
  const { answers } = await waitInVain(host)
  for (const { status, body } of await whileLate(answers)) {
    t.equal(status, 503)
    t.match(body.detail, /too busy to finish the action/)
    t.equal(body.retryable, false, 'the action may have done its work')
  }
  t.match(await host.call('GET', waiting), { body: { status: 'ready' } }, 'the circuit is closed')
})

t.test('the same time-outs of a host that has time left are failures of the product', async t => {
  const host = await start(t, { plugins: waitingPlugin, entries: { '@test/waiting': { isolation: 'inline' } } })
  const { answers } = await waitInVain(host)
  for (const { status } of await answers) t.equal(status, 504)
  t.match(await host.call('GET', waiting), { body: { status: 'failing' } }, 'the circuit is open')
})
