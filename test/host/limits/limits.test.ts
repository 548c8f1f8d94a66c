import t from 'tap'
import { newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { countedNetwork } from '../../../host/dist/limits/address-limits.js'
import { memoryCounter } from '../../../host/dist/limits/limits.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, notesPlugin, standStill, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'
const controlled = '/api/v1/products/controlled/execute'
const plugins = { ...notesPlugin, ...controlledPlugin }

t.test('of 600 requests, 64 at a time, a limit of 500 lets exactly 500 pass', async t => {
  standStill(t)
  const { call } = await start(t)
  const statuses: number[] = []
  let sent = 0
  const client = async () => {
    while (sent < 600) {
      sent++
      statuses.push((await call('POST', notes, { action: 'latest' }, key)).status)
    }
  }
  await Promise.all(Array.from({ length: 64 }, client))
  t.equal(statuses.filter(status => status === 200).length, 500)
  t.equal(statuses.filter(status => status === 429).length, 100)
})

t.test('every keyed answer says what is left, and a refused one when to come again', async t => {
  const time = standStill(t)
  const { call } = await start(t, { plugins, deployment: { rate: { key: [3, 10], account: [100, 60], atOnce: 7 } } })
  const policy = '"key";q=3;w=10, "account";q=100;w=60, "at-once";q=7;qu="concurrent-requests"'
  const fields = async (...parameters: Parameters<typeof call>) => {
    const { status, headers } = await call(...parameters)
    t.equal(headers.get('ratelimit-policy'), policy)
    return [status, headers.get('ratelimit'), headers.get('retry-after')]
  }
  t.strictSame(await fields('POST', notes, { action: 'latest' }, key), [
    200,
    '"key";r=2;t=10, "account";r=99;t=60',
    null
  ])
  time.advance(3_500)
  t.strictSame(await fields('GET', '/api/v1/products/usage', undefined, key), [
    200,
    '"key";r=1;t=7, "account";r=98;t=57',
    null
  ])
  t.strictSame(await fields('POST', '/api/v1/products/none/execute', {}, key), [
    404,
    '"key";r=0;t=7, "account";r=97;t=57',
    null
  ])
  for (const [method, path] of [
    ['POST', notes],
    ['GET', '/api/v1/products/usage']
  ] as const) {
    const { status, headers, body } = await call(method, path, method === 'POST' ? {} : undefined, key)
    t.match(body, {
      status: 429,
      code: 'rate_limited',
      retryable: true,
      detail: /^The key .* 3 requests within 10 s\.$/
    })
    t.strictSame(
      [status, headers.get('ratelimit'), headers.get('retry-after')],
      [429, '"key";r=0;t=7, "account";r=97;t=57', '7']
    )
  }
  time.advance(6_500)
  t.strictSame(await fields('POST', notes, { action: 'latest' }, key), [
    200,
    '"key";r=2;t=10, "account";r=96;t=50',
    null
  ])

  const open = await call('GET', notes)
  t.equal(open.headers.get('ratelimit'), null)
})

t.test('all keys of an account share its rate, and no other account has part in it', async t => {
  const { call, keys } = await start(t, { deployment: { rate: { key: [10, 60], account: [4, 60] } } })
  const bearer = async (account: string) => ({ Authorization: `Bearer ${(await keys.create(account, 'a key')).key}` })
  const [one, two, other] = [await bearer('someone'), await bearer('someone'), await bearer('another')]
  const status = async (headers: Record<string, string>) =>
    (await call('POST', notes, { action: 'latest' }, headers)).status
  t.strictSame([await status(one), await status(two), await status(one), await status(two)], [200, 200, 200, 200])
  t.match(await call('POST', notes, { action: 'latest' }, one), {
    status: 429,
    body: { code: 'rate_limited', detail: /^The account / }
  })
  t.equal(await status(other), 200)
})

t.test('an account runs so many at once and no more, and its places come back', async t => {
  const { call } = await start(t, { plugins, deployment: { rate: { atOnce: 2 } } })
  const pass = (id: string, how = 'well') => call('POST', controlled, { action: 'pass', id, how }, key)
  const first = [pass('place one', 'wait'), pass('place two', 'wait')]
  await Promise.all([begun.reached('place one'), begun.reached('place two')])
  const refused = await pass('place three')
  t.match(refused, { status: 429, body: { code: 'too_many_concurrent', retryable: true } })
  t.equal(refused.headers.get('retry-after'), '1')
  opened.reach('place one')
  t.equal((await first[0])?.status, 200)
  t.equal((await pass('place three', 'bug')).status, 502)
  t.equal((await pass('place three')).status, 200)
  opened.reach('place two')
  t.equal((await first[1])?.status, 200)
})

t.test('what a product calls for its caller counts in the rate, and stays in the place of the caller', async t => {
  const { call } = await start(t, { plugins, deployment: { rate: { key: [6, 60], atOnce: 1 } } })
  const nested = await call('POST', controlled, { action: 'nest', times: 8 }, key)
  t.equal(nested.status, 200)
  t.strictSame(nested.body.detail.codes.toSorted(), [
    'ok',
    'ok',
    'ok',
    'ok',
    'ok',
    'rate_limited',
    'rate_limited',
    'rate_limited'
  ])
  t.equal((await call('POST', controlled, { action: 'nest', times: 0 }, key)).status, 429)
})

t.test('too many failed keys from one address are 429, which hurts no good key', async t => {
  const { call } = await start(t)
  const guess = () => call('POST', notes, {}, { Authorization: `Bearer ${newKey()}` })
  for (let count = 0; count < 30; count++) t.equal((await guess()).status, 401)
  const refused = await guess()
  t.match(refused, { status: 429, body: { code: 'rate_limited', detail: /invalid keys/ } })
  t.match(refused.headers.get('retry-after'), /^\d+$/)
  t.equal((await call('GET', '/api/v1/products/usage', undefined, { Authorization: 'Bearer x' })).status, 429)
  t.match(await call('POST', notes, {}), { status: 401, body: { code: 'missing_key' } })
  t.equal((await call('POST', notes, { action: 'latest' }, key)).status, 200)
})

t.test('the address is the one that the proxies in front say, and no other can be claimed', async t => {
  const environment = { DEMO_MODE: 'off', PUBLIC_URL: 'https://products.example', TRUST_PROXY: '1' }
  const { call } = await start(t, { environment })
  const guess = async (from: string) =>
    (await call('POST', notes, {}, { Authorization: `Bearer ${newKey()}`, 'X-Forwarded-For': from })).status
  for (let count = 0; count < 30; count++) t.equal(await guess(`198.51.100.${count}, 203.0.113.1`), 401)
  t.equal(await guess('203.0.113.1'), 429)
  t.equal(await guess('203.0.113.1, 203.0.113.2'), 401)
  for (let count = 0; count < 29; count++) t.equal(await guess(`203.0.113.2:${40_000 + count}`), 401)
  t.equal(await guess('203.0.113.2:50000'), 429, 'the port is no part of the address')
  for (let count = 0; count < 30; count++) t.equal(await guess(`[2001:db8::${count}]:443`), 401)
  t.equal(await guess('2001:db8::ffff'), 429, 'nor are brackets')
  for (let count = 0; count < 30; count++) t.equal(await guess(`unknown-${count}`), 401)
  t.equal(await guess('unknown'), 429, 'what is no address is that of the proxy')

  const known = await start(t, { environment: { ...environment, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
  const behind = async (from: string) =>
    (await known.call('POST', notes, {}, { Authorization: `Bearer ${newKey()}`, 'X-Forwarded-For': from })).status
  for (let count = 0; count < 30; count++)
    t.equal(await behind(`198.51.100.7:${40_000 + count}, 10.0.0.${count}:80`), 401)
  t.equal(await behind('198.51.100.7'), 429, 'a known proxy is known with a port')

  const direct = await start(t, { environment: { DEMO_MODE: 'off' } })
  for (let count = 0; count < 30; count++)
    await direct.call('POST', notes, {}, { Authorization: 'Bearer x', 'X-Forwarded-For': `198.51.100.${count}` })
  t.equal((await direct.call('POST', notes, {}, { Authorization: 'Bearer x' })).status, 429)
})

t.test('one address is one, however it is written, and a network of IPv6 is one', async t => {
  t.equal(countedNetwork('::ffff:192.0.2.1'), '192.0.2.1')
  t.equal(countedNetwork('192.0.2.1'), '192.0.2.1')
  t.equal(countedNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::')
  t.equal(countedNetwork('2001:DB8:1:2::1'), '2001:db8:1:2::')
  t.equal(countedNetwork('unknown'), 'unknown')
  t.equal(countedNetwork('x'.repeat(10_000)).length, 64)
})

t.test('a counter remembers so many keys and no more', async t => {
  const counter = memoryCounter('test', { requests: 2, seconds: 60 }, 3)
  for (const name of ['a', 'a', 'b', 'c']) await counter.count(name)
  t.match(await counter.peek('a'), { left: 0, isOver: false })
  t.match(await counter.count('a'), { left: 0, isOver: true })
  await counter.count('d')
  t.match(await counter.peek('b'), { left: 2 })
  t.match(await counter.peek('a'), { left: 0, isOver: true })
})

t.test('every public document and page counts towards one rate of its address', async t => {
  const paths = [
    '/openapi.json',
    '/agent.md',
    '/llms.txt',
    '/api/v1/products',
    notes,
    '/dashboard/api/site',
    '/dashboard/api/billing/price',
    '/dashboard/api/reference',
    '/dashboard/api/reference/notes'
  ]
  const { url } = await start(t, { deployment: { rate: { keyless: [paths.length, 60] } } })
  const statuses = async () => {
    const replies = await Promise.all(paths.map(path => fetch(url + path, { headers: { Connection: 'close' } })))
    await Promise.all(replies.map(reply => reply.arrayBuffer()))
    return replies.map(({ status }) => status)
  }
  t.strictSame(
    await statuses(),
    paths.map(() => 200)
  )
  t.strictSame(
    await statuses(),
    paths.map(() => 429)
  )
})

t.test('a clock that is set back lengthens no window', async t => {
  const time = standStill(t)
  const counter = memoryCounter('test', { requests: 2, seconds: 10 })
  for (let count = 0; count < 3; count++) counter.count('a')
  t.match(counter.peek('a'), { isOver: true })
  time.advance(-60 * 60 * 1000)
  t.match(counter.peek('a'), { left: 2, resetsInMs: 10_000, isOver: false })
  t.match(counter.count('a'), { left: 1, resetsInMs: 10_000, isOver: false })
})

t.test('limits are the deployment file’s, each within reason', async t => {
  for (const rate of [{ key: [0, 10] }, { key: [5] }, { account: [5, 10, 15] }, { atOnce: 0 }, { keys: [1, 1] }])
    await t.rejects(start(t, { deployment: { rate } }), { name: 'SettingsError', message: /#\/rate\// })
})
