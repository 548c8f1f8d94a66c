import t from 'tap'
import { newKey } from '../../../host/dist/accounts/keys/check-key.js'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { countedNetwork, FailedKeys, KeylessRequests } from '../../../host/dist/limits/address-limits.js'
import { memoryLimits } from '../../../host/dist/limits/limits.js'
import { standStill, start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'
const { rates: usual } = usualDeployment([])

t.test('one address is one, however it is written, and a network of IPv6 is one', async t => {
  t.equal(countedNetwork('::ffff:192.0.2.1'), '192.0.2.1')
  t.equal(countedNetwork('192.0.2.1'), '192.0.2.1')
  t.equal(countedNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::')
  t.equal(countedNetwork('2001:DB8:1:2::1'), '2001:db8:1:2::')
  t.equal(countedNetwork('unknown'), 'unknown')
  t.equal(countedNetwork('x'.repeat(10_000)).length, 64)
})

t.test('an address sends 30 invalid keys a minute', async t => {
  const time = standStill(t)
  const failed = new FailedKeys(memoryLimits)
  for (const _minute of [1, 2]) {
    for (let count = 0; count < 30; count++) await failed.count(`2001:db8::${count}`)
    time.advance(59_000)
    const refused = { code: 'rate_limited', detail: /30 invalid keys .* 60 s/, options: { retryAfter: 1 } }
    await t.rejects(failed.count('2001:db8::ffff'), refused)
    await failed.count('2001:db8:0:1::')
    time.advance(1_000)
  }
})

t.test('an address sends as many requests without a key as the deployment says', async t => {
  const time = standStill(t)
  const keyless = { requests: 2, seconds: 20 }
  const requests = new KeylessRequests({ ...usual, keyless })
  for (const _window of [1, 2]) {
    requests.require('192.0.2.1')
    requests.require('::ffff:192.0.2.1')
    time.advance(19_000)
    const refused = { code: 'rate_limited', detail: /2 requests .* 20 s/, options: { retryAfter: 1 } }
    t.throws(() => requests.require('192.0.2.1'), refused)
    requests.require('192.0.2.2')
    time.advance(1_000)
  }
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
