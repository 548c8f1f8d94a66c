import t, { type Test } from 'tap'
import { DisabledAccounts, newKey, StoredKeys } from '../../host/dist/accounts/keys/check-key.js'
import { ConnectedApps } from '../../host/dist/accounts/keys/connected-apps.js'
import { Keys } from '../../host/dist/accounts/keys/keys.js'
import { guardedEgress } from '../../host/dist/egress/egress.js'
import { Grants } from '../../host/dist/oauth/grants.js'
import { Store } from '../../host/dist/storage/store.js'
import { signedUp } from '../fixtures/dashboard-client.js'
import { callback, oauthHost } from '../fixtures/oauth-client.js'
import { names } from '../host/egress/loopback.js'

const refused = { status: 400, body: { error: 'invalid_grant' } }

t.test('a code opens nothing to another client, without its verifier, or with another redirect URI', async t => {
  const { url, register, queryOf, decide, answerOf, exchange } = await oauthHost(t)
  const own: string = (await register()).body.client_id
  const other: string = (await register()).body.client_id
  const codeOf = async () => answerOf(await decide(queryOf(own))).get('code')
  const code = await codeOf()
  t.match(await exchange(other, code), refused, 'another client')
  t.match(await exchange(own, code, { resource: `${url}/mcp/notes` }), { body: { error: 'invalid_target' } })
  t.equal((await exchange(own, code)).status, 200, 'neither uses it up')
  for (const [what, members, error] of [
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: `${callback}/` }, 'invalid_request']
  ] as const) {
    const wrong = await codeOf()
    t.match(await exchange(own, wrong, members), { status: 400, body: { error } }, what)
    t.match(await exchange(own, wrong), refused, `${what}: the code is used up`)
  }
  t.match(await exchange(own, await codeOf(), { code_verifier: '' }), refused, 'no verifier')
})

t.test('a code is used within a minute, may be sent again for as long, and ends what came of it later', async t => {
  const { ada, clock, register, queryOf, decide, answerOf, exchange, listTools, refresh } = await oauthHost(t)
  const clientId: string = (await register()).body.client_id
  const codeOf = async () => answerOf(await decide(queryOf(clientId))).get('code')
  const code = await codeOf()
  const { body } = await exchange(clientId, code)
  t.equal((await listTools(body.access_token)).status, 200)
  clock.advance(59_000)
  const again = await exchange(clientId, code)
  t.equal(again.status, 200, 'the answer may have been lost')
  for (const issued of [body, again.body]) t.equal((await listTools(issued.access_token)).status, 200)
  t.equal((await ada('GET', '/apps')).body.apps.length, 1, 'it is one connection')
  for (const members of [{ code_verifier: 'a'.repeat(43) }, { redirect_uri: 'https://app.example/other' }])
    t.equal((await exchange(clientId, code, members)).status, 400, 'to nobody else')
  const other: string = (await register()).body.client_id
  t.match(await exchange(other, code), { status: 400 })
  t.equal((await listTools(body.access_token)).status, 200)
  t.equal((await refresh(clientId, body.refresh_token)).status, 200, 'the client has either pair')
  clock.advance(1_001)
  t.match(await exchange(clientId, code), refused)
  for (const issued of [body, again.body]) t.equal((await listTools(issued.access_token)).status, 401)
  t.match(await refresh(clientId, again.body.refresh_token), refused)

  const atOnce = await codeOf()
  const replies = await Promise.all(Array.from({ length: 5 }, () => exchange(clientId, atOnce)))
  for (const { status, body: issued } of replies) {
    t.equal(status, 200)
    t.equal((await listTools(issued.access_token)).status, 200, 'sent five times at once')
  }
  t.match(await exchange(clientId, atOnce), refused, 'but not any number of times')
  const [{ id }] = (await ada('GET', '/apps')).body.apps
  await ada('DELETE', `/apps/${id}`)
  t.match(await exchange(clientId, atOnce), refused, 'what was disconnected stays so')

  const late = await codeOf()
  clock.advance(60_000)
  t.match(await exchange(clientId, late), refused, 'expired')
})

t.test('a replaced refresh token may be sent again for a minute, and ends the connection later', async t => {
  const { clock, connected, refresh, register, listTools } = await oauthHost(t)
  const { clientId, accessToken, refreshToken } = await connected()
  const { body } = await refresh(clientId, refreshToken)
  t.match(await refresh('client_00000000000000000000000000', body.refresh_token), { body: { error: 'invalid_client' } })
  t.match(await refresh(clientId, body.refresh_token, { scope: '*:config' }), { body: { error: 'invalid_scope' } })
  t.equal((await listTools(body.access_token)).status, 200)
  clock.advance(60_000)
  const retried = await refresh(clientId, refreshToken)
  t.equal(retried.status, 200, 'the answer may have been lost')
  t.match(await refresh((await register()).body.client_id, refreshToken), { status: 400 }, 'to the same client alone')
  for (const token of [body.access_token, retried.body.access_token]) t.equal((await listTools(token)).status, 200)
  const next = await refresh(clientId, body.refresh_token)
  t.equal(next.status, 200, 'the client has either pair')
  t.equal((await refresh(clientId, retried.body.refresh_token)).status, 200, 'which the use of one replaces')
  clock.advance(1)
  t.match(await refresh(clientId, refreshToken), refused)
  for (const token of [accessToken, body.access_token, next.body.access_token])
    t.equal((await listTools(token)).status, 401)
  t.match(await refresh(clientId, next.body.refresh_token), refused)

  const again = await connected()
  const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(again.clientId, again.refreshToken)))
  for (const { status, body: issued } of replies) {
    t.equal(status, 200, 'sent five times at once')
    t.equal((await listTools(issued.access_token)).status, 200)
  }
  clock.advance(60 * 60_000)
  t.equal((await refresh(again.clientId, replies[1]?.body.refresh_token)).status, 200, 'the client has any of them')
})

t.test('a token for /mcp opens nothing else', async t => {
  const { url, call, ada, connected, listTools } = await oauthHost(t)
  const { accessToken } = await connected()
  const narrow = await connected({ resource: `${url}/mcp/notes` })
  const headers = { Authorization: `Bearer ${accessToken}` }
  for (const [method, path, body] of [
    ['POST', '/api/v1/products/notes/execute', { action: 'latest' }],
    ['GET', '/api/v1/products/usage', undefined],
    ['GET', '/api/v1/products/notes/access', undefined],
    ['POST', '/api/v1/products/keys/self/revoke', undefined],
    ['GET', '/dashboard/api/keys', undefined],
    ['GET', '/dashboard/api/apps', undefined],
    ['POST', '/dashboard/api/products/notes/execute', { action: 'latest' }]
  ] as const)
    t.equal((await call(method, path, body, headers)).status, 401, path)
  t.equal((await listTools(accessToken, '/mcp/notes')).status, 401, 'nor at the resource of one product')
  t.equal((await listTools(narrow.accessToken, '/mcp')).status, 401, 'nor the other way around')
  const { key } = (await ada('POST', '/keys', { name: 'a key' })).body
  t.equal((await listTools(key)).status, 200, 'a key is bound to no address')
})

t.test(
  'the host sends nobody to an address that is not registered, and nobody anywhere without a question',
  async t => {
    const { url, call, ada, register, queryOf, decide } = await oauthHost(t)
    const clientId: string = (await register()).body.client_id
    for (const uri of [
      'https://evil.example/',
      `${callback}/`,
      `${callback}?x=1`,
      `${callback}#x`,
      'https://app.example@evil.example/callback',
      'javascript:alert(1)',
      '//evil.example/callback'
    ]) {
      const query = queryOf(clientId, { redirect_uri: uri })
      const problem = { status: 400, body: { code: 'invalid_input', errors: [{ code: 'invalid_request' }] } }
      t.match(await ada('GET', `/authorization?${query}`), problem, uri)
      for (const allow of [true, false]) t.match(await decide(query, allow), problem, uri)
    }
    for (const query of [queryOf(clientId), queryOf('none', { redirect_uri: 'https://evil.example' })]) {
      const response = await fetch(`${url}/oauth/authorize?${query}`, { redirect: 'manual' })
      t.equal(response.status, 303)
      const [path, sent] = response.headers.get('location')?.split('?') ?? []
      t.strictSame([path, sent], ['/connect', query], 'to the page of this host')
    }
    t.match(
      await call('GET', `/dashboard/api/authorization?${queryOf(clientId)}`),
      { status: 401 },
      'nobody is signed in'
    )
    t.match(await decide(`${queryOf(clientId)}&redirect_uri=${encodeURIComponent('https://evil.example/')}`), {
      status: 400
    })
    t.match(await decide(queryOf('client_00000000000000000000000000')), { status: 400 })
  }
)

t.test('a request without S256, a code or a resource of this host is refused to the application', async t => {
  const { register, queryOf, decide, answerOf } = await oauthHost(t)
  const clientId: string = (await register()).body.client_id
  for (const [members, error] of [
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ resource: 'http://127.0.0.1/api/v1/products' }, 'invalid_target']
  ] as const) {
    const answer = answerOf(await decide(queryOf(clientId, members)))
    t.strictSame([answer.get('error'), answer.get('code'), answer.get('state')], [error, null, 'a state'])
  }
})

t.test('consent needs a recent sign-in and a page of this site, and that page cannot be framed', async t => {
  const { url, clock, ada, register, queryOf } = await oauthHost(t)
  const query = queryOf((await register()).body.client_id)
  const body = { query, allow: true }
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }])
    t.match(await ada('POST', '/authorization', body, headers), { status: 403, body: { code: 'cross_site_request' } })
  t.match(await ada('GET', `/authorization?${query}`, undefined, { 'Sec-Fetch-Site': 'cross-site' }), { status: 403 })
  for (const path of ['/connect', `/oauth/authorize?${query}`]) {
    const { headers } = await fetch(url + path, { redirect: 'manual' })
    t.match(headers.get('content-security-policy'), /frame-ancestors 'none'/, path)
    t.match(headers.get('x-frame-options'), /^(?:DENY|SAMEORIGIN)$/, path)
  }
  clock.advance(16 * 60_000)
  t.match(await ada('POST', '/authorization', body), { status: 403, body: { code: 'recent_sign_in_required' } })
  t.equal((await ada('GET', `/authorization?${query}`)).status, 200, 'looking is not sensitive')
  const refusal = await ada('POST', '/authorization', { query, allow: false })
  t.match(refusal, { status: 200, body: { redirectTo: /error=access_denied/ } }, 'nor is a refusal')
})

t.test('nobody sees or ends the connection of another account', async t => {
  const { call, ada, connected, listTools } = await oauthHost(t)
  const eve = await signedUp(call, 'eve@example.org')
  const { accessToken } = await connected()
  const [{ id }] = (await ada('GET', '/apps')).body.apps
  t.strictSame((await eve('GET', '/apps')).body.apps, [])
  for (const name of [id, `${ada.id}:${id}`, encodeURIComponent(`../${id}`)])
    t.match(await eve('DELETE', `/apps/${name}`), { status: 404 }, name)
  t.equal((await listTools(accessToken)).status, 200)
})

t.test('no document of a client is read from a private network, whatever the deployment opens to products', async t => {
  const resolver = names({ 'inner.example': [['10.0.0.1']] })
  const publicEgress = guardedEgress({ allow: [], ports: [443], dns: false, resolver })
  const { queryOf, decide } = await oauthHost(t, { publicEgress, deployment: { egress: { allow: ['10.0.0.0/8'] } } })
  for (const id of [
    'https://inner.example/client.json',
    'https://10.0.0.1/client.json',
    'https://127.0.0.1/client.json'
  ])
    t.match(await decide(queryOf(id)), { status: 400, body: { errors: [{ code: 'invalid_client' }] } }, id)
})

t.test('what is stored of a connection does not grow with its renewals, and ends with it', async t => {
  const { ada, connected, refresh, stored } = await oauthHost(t)
  const names = async () => (await stored()).match(/host:\{keys\}:(?:app|digest|refresh):[^"]+/g)?.length ?? 0
  const { clientId, refreshToken } = await connected()
  let next = refreshToken
  const renew = async (times: number) => {
    for (let round = 0; round < times; round++) next = (await refresh(clientId, next)).body.refresh_token
    return names()
  }
  t.equal(await renew(6), await renew(10))
  const [{ id }] = (await ada('GET', '/apps')).body.apps
  t.equal((await ada('DELETE', `/apps/${id}`)).status, 204)
  t.equal(await names(), 0)
})

t.test('the applications of an account renew their tokens 120 times a minute at most', async t => {
  const { connected, refresh } = await oauthHost(t)
  const { clientId, refreshToken } = await connected()
  let reply = await refresh(clientId, refreshToken)
  let last = refreshToken
  for (let round = 0; round < 120 && reply.status === 200; round++) {
    last = reply.body.refresh_token
    reply = await refresh(clientId, last)
  }
  t.match(reply, { status: 429, body: { error: 'temporarily_unavailable' } })
  t.ok(Number(reply.headers.get('retry-after')) > 0)
})

t.test('registrations are limited, and gone after a day without use', async t => {
  const { clock, register, queryOf, decide, ada } = await oauthHost(t)
  const unused: string = (await register()).body.client_id
  const used: string = (await register()).body.client_id
  t.match((await decide(queryOf(used))).body, { redirectTo: /code=/ })
  clock.advance(23 * 60 * 60_000)
  t.match(await ada('GET', `/authorization?${queryOf(unused)}`), { status: 200 })
  clock.advance(60 * 60_000)
  t.match(await ada('GET', `/authorization?${queryOf(unused)}`), { status: 400 })
  t.match(await ada('GET', `/authorization?${queryOf(used)}`), { status: 200 })
  const replies = await Promise.all(Array.from({ length: 59 }, () => register()))
  t.match(
    replies.find(({ status }) => status !== 201),
    {
      status: 429,
      body: { error: 'temporarily_unavailable' },
      headers: { get: Function }
    }
  )
  t.equal(replies.filter(({ status }) => status === 201).length, 58)
})

/** Lets the time pass that a process may go by what it read. */
function fiveSecondsPass(t: Test): void {
  const { now } = performance
  performance.now = () => now.call(performance) + 5_001
  t.teardown(() => {
    performance.now = now
  })
}

t.test('a connection that is ended here is refused by other processes within 5 s', async t => {
  const { ada, backend, clock, connected } = await oauthHost(t)
  const { accessToken } = await connected()
  const elsewhere = new StoredKeys(await Store.open(backend), clock)
  t.match(await elsewhere.check(`Bearer ${accessToken}`), { account: ada.id, keyId: /^app_/ })
  const [{ id }] = (await ada('GET', '/apps')).body.apps
  await ada('DELETE', `/apps/${id}`)
  fiveSecondsPass(t)
  await t.rejects(elsewhere.check(`Bearer ${accessToken}`), { code: 'invalid_key' })
})

t.test('a disabled or erased account lets no application in any more', async t => {
  const { ada, connected, refresh, listTools, host, stored, clock, store } = await oauthHost(t)
  const { clientId, accessToken, refreshToken } = await connected()
  const operator = new DisabledAccounts(store, clock)
  await operator.disable(ada.id, 'a reason')
  fiveSecondsPass(t)
  t.match(await listTools(accessToken), { status: 403, body: { error: { data: { code: 'account_disabled' } } } })
  t.match(await refresh(clientId, refreshToken), refused)
  await operator.enable(ada.id)
  fiveSecondsPass(t)
  const { body } = await refresh(clientId, refreshToken)
  t.equal((await listTools(body.access_token)).status, 200)

  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  for (const token of [accessToken, body.access_token]) t.equal((await listTools(token)).status, 401)
  t.match(await refresh(clientId, body.refresh_token), refused)
  clock.advance(11 * 60_000)
  await host.runDueJobs()
  t.notMatch(await stored(), /host:\{keys\}:(?:app|digest|used|refresh|code)/)
})

t.test('a code ends with its account, also one that is being exchanged, and those of others stay', async t => {
  const { ada, call, register, queryOf, decide, answerOf, exchange, stored, clock, store } = await oauthHost(t)
  const clientId: string = (await register()).body.client_id
  const eve = await signedUp(call, 'eve@example.org')
  const codeOf = async (who = ada) => answerOf(await decide(queryOf(clientId), true, who)).get('code') ?? ''
  const [unused, begun, ofEve] = [await codeOf(), await codeOf(), await codeOf(eve)]
  const grants = new Grants(store, clock, new ConnectedApps(store, clock, new Keys(store, clock)))
  t.equal(await grants.spendCode(begun), true)

  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.equal((await stored()).match(/host:\{keys\}:code:/g)?.length, 1)
  t.match(await exchange(clientId, unused), refused)
  await t.rejects(grants.connect(begun, newKey()), { code: 'invalid_grant' })
  t.notMatch(await stored(), /host:\{keys\}:(?:app|digest|refresh):/, 'nothing was connected')
  t.equal((await exchange(clientId, ofEve)).status, 200)
})
