import t from 'tap'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { begun, opened } from '../gate.js'
import { gatePlugin, start } from './start.js'

const gate = '/api/v1/products/gate/execute'
const key = { Authorization: `Bearer ${demoKey}` }

/** Calls that are always taken, and a delay of the event loop that is overload, in milliseconds. */
const leastAtOnce = 128
const delayMs = 400

t.test('an overloaded host refuses to execute before it looks at the key, as OpenAPI says, and recovers', async t => {
  const { call } = await start(t, {
    plugins: gatePlugin,
    entries: { '@test/gate': { limits: { atOnce: leastAtOnce } } }
  })
  const ids = Array.from({ length: leastAtOnce }, (_, index) => `crowd-${index}`)
  const crowd = ids.map(id => call('POST', gate, { action: 'pass', id, how: 'wait' }, key))
  await Promise.all(ids.map(id => begun.reached(id)))
  const unauthorized = () => call('POST', gate, { action: 'count', id: 'one' })
  let refused = await unauthorized()
  t.equal(refused.status, 401)
  // The limit rises again within a tenth of a second.
  for (let tries = 0; refused.status === 401 && tries < 5; tries++) {
    const blockedUntil = performance.now() + delayMs
    while (performance.now() < blockedUntil);
    refused = await unauthorized()
  }
  t.match(refused, { status: 503, body: { code: 'overloaded', retryable: true } })
  t.match(refused.headers.get('retry-after'), /^[123]$/)
  t.equal((await call('GET', gate)).status, 200, 'what is no execution is answered')

  for (const id of ids) opened.reach(id)
  t.ok((await Promise.all(crowd)).every(({ status }) => status === 200))
  t.equal((await call('POST', gate, { action: 'count', id: 'one' }, key)).status, 200)

  const { body } = await call('GET', '/openapi.json')
  const { $ref } = body.paths[gate].post.responses['503']
  const { content, headers } = body.components.responses[$ref.split('/').at(-1)]
  t.ok(JSON.stringify(content['application/problem+json'].schema).includes('"overloaded"'))
  t.ok('Retry-After' in headers)
})
