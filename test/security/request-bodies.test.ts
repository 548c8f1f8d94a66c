import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { password } from '../fixtures/dashboard-client.js'
import { start } from '../fixtures/start-host.js'
import { attacked, notes, products } from './attacker.js'

const email = 'ada@example.org'
const demo = { Authorization: `Bearer ${demoKey}` }
const isRefused = { status: 400, body: { code: 'invalid_input' } }

t.test('no member of a body reaches a prototype, through any route', async t => {
  const { ada, adaKey, call, stored } = await attacked(t)
  const poison =
    '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}'
  const before = await stored()
  for (const [method, path, members] of [
    ['POST', '/accounts', '"email":"new@example.org","password":"nine purple elephants"'],
    ['POST', '/sessions', `"email":"${email}","password":"${password}"`],
    ['PUT', '/accounts/me/password', `"current":"${password}","next":"nine purple elephants"`],
    ['POST', '/keys', '"name":"a key"'],
    ['PATCH', `/keys/${adaKey.id}`, '"name":"another"'],
    ['POST', `/keys/${adaKey.id}/rotate`, '"overlapSeconds":0'],
    ['POST', '/billing/checkout', '"purpose":"trial"'],
    ['POST', '/sessions/current/confirmation', `"password":"${password}"`],
    ['POST', '/password-resets', `"email":"${email}"`],
    ['POST', '/second-factor-recoveries', `"email":"${email}","password":"${password}"`],
    ['PUT', '/products/connection/config', '"enabled":false']
  ] as const)
    t.equal((await ada(method, path, `{${members},${poison}}`)).status, path.startsWith('/billing') ? 501 : 400, path)
  t.strictSame(await stored(), before)
  const { body } = await call('POST', notes, `{"action":"latest",${poison}}`, adaKey.headers)
  t.strictSame(body.detail.ignoredFields.sort(), ['constructor', 'prototype'])
  const settings = '{"settings":{"__proto__":{"colour":"red"}}}'
  t.equal((await call('PUT', `${products}/connection/config`, settings, adaKey.headers)).status, 400)
  const named = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', valueOf: 'd' }
  const saved = await call('PUT', `${products}/connection/config`, { settings: named }, adaKey.headers)
  t.match(saved, { status: 200, body: { settings: named, unrecognised: Object.keys(named) } })
  t.equal(Reflect.get({}, 'polluted'), undefined)
  t.equal(Reflect.get({}, 'colour'), undefined)
})

t.test('bodies that are deep, large or no plain JSON are refused, and the host answers on', async t => {
  const { call } = await start(t)
  const send = (body: string, headers: Record<string, string> = {}) =>
    call('POST', notes, body, { ...demo, ...headers })
  const malformed = { status: 400, body: { code: 'malformed_json' } }
  t.match(await send(`{"action":"add","text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), malformed)
  t.match(await send(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`), { status: 400 })
  t.match(await send('['.repeat(200_000)), malformed)
  t.match(await send(`{"action":"add","text":"${'x'.repeat(262_144)}"}`), {
    status: 413,
    body: { code: 'payload_too_large' }
  })
  for (const body of ['', 'null', '[]', '1', '{"action":NaN}', '{"action":"add",}', '{action:"add"}', '\u0000'])
    t.equal((await send(body)).status, 400, body)
  for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip'])
    t.match(await send('{}', { 'Content-Encoding': encoding }), {
      status: 415,
      body: { code: 'unsupported_media_type' }
    })
  for (const type of ['text/plain', 'application/json; charset=utf-16', 'application/json, text/plain', ''])
    t.equal((await send('{}', { 'Content-Type': type })).status, 415, type)
  const numbers = await send('{"action":"latest","limit":1e999}')
  t.match(numbers, isRefused)
  t.match(await send('{"action":"add","text":"seen","action":"latest"}'), isRefused)
  t.strictSame((await send('{"action":"latest"}')).body.detail.notes, [])
})

t.test('a made-up action of 100,000 characters is neither logged nor repeated', async t => {
  const { call, lines } = await start(t)
  const action = 'planted'.repeat(15_000)
  const reply = await call('POST', notes, { action }, demo)
  t.match(reply, { status: 400, body: { code: 'unknown_action' } })
  t.ok(JSON.stringify(reply.body).length < 2_000)
  t.notMatch(lines.join('\n'), 'planted')
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'add ', 'ADD', 'add\u0000'])
    t.match(await call('POST', notes, { action: name, text: 'x' }, demo), { status: 400 }, name)
})

t.test('a dry run in any other spelling is refused, and saves nothing', async t => {
  const { call, adaKey, refused } = await attacked(t)
  const config = `${products}/connection/config`
  for (const query of [
    'dryRun=1',
    'dryRun=TRUE',
    'dryRun=true&dryRun=false',
    'dryRun',
    'dryrun=true',
    'dryRun[]=true',
    'dryRun=true%00'
  ])
    await refused(query, () => call('PUT', `${config}?${query}`, { enabled: false }, adaKey.headers), isRefused)
})

t.test('If-Match matches the stored revision alone, and never weakly', async t => {
  const { call, adaKey, refused } = await attacked(t)
  const config = `${products}/connection/config`
  for (const tag of ['W/"1"', '"0"', '"2"', '1', '"1', '""', 'W/"*"', '"*"', '"01"', '"1"x', "'1'"])
    await refused(tag, () => call('PUT', config, { enabled: false }, { ...adaKey.headers, 'If-Match': tag }), {
      status: 412,
      body: { code: 'revision_conflict' }
    })
})

t.test('a query parameter is sent once, and one that is not known is refused', async t => {
  const { eve, refused } = await attacked(t)
  for (const path of ['/keys', '/accounts/me/events', '/data/notes'])
    for (const query of [
      'limit=1&limit=500',
      'limit=1&account=ada',
      'limit=0x10',
      'limit=1e2',
      'limit=',
      'limit=-1',
      'limit=99999'
    ])
      await refused(`${path}?${query}`, () => eve('GET', `${path}?${query}`), isRefused)
})
