import { hash } from 'node:crypto'
import t from 'tap'
import { connect } from '../../fixtures/mcp-client.js'
import { callback, documentEgress, oauthHost, verifier } from '../../fixtures/oauth-client.js'
import { notesPlugin, reexport } from '../../fixtures/start-host.js'

const hour = 60 * 60_000

t.test('an application is let in, calls tools, renews its tokens and is disconnected', async t => {
  const { url, ada, register, queryOf, decide, answerOf, exchange, refresh, listTools, stored } = await oauthHost(t)
  const registered = await register()
  t.match(registered, {
    status: 201,
    body: {
      client_id: /^client_/,
      client_name: 'Notebook',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token']
    }
  })
  const clientId: string = registered.body.client_id
  const asked = await ada('GET', `/authorization?${queryOf(clientId)}`)
  t.strictSame(asked.body, {
    client: { id: clientId, name: 'Notebook', verifiedHost: null },
    destination: 'app.example',
    products: [],
    resource: `${url}/mcp`
  })

  const answer = answerOf(await decide(queryOf(clientId)))
  t.equal(answer.get('state'), 'a state')
  t.equal(answer.get('iss'), url)
  const { status, body, headers } = await exchange(clientId, answer.get('code'))
  t.match(
    { status, body },
    {
      status: 200,
      body: { access_token: /^phk_/, token_type: 'Bearer', refresh_token: String, scope: '*:execute' }
    }
  )
  t.ok(body.expires_in > 3_500 && body.expires_in <= 3_600)
  t.equal(headers.get('cache-control'), 'no-store')
  const client = await connect(t, `${url}/mcp`, '2026-07-28', body.access_token)
  t.match(await client.callTool({ name: 'notes_add', arguments: { text: 'milk' } }), { structuredContent: {} })

  const renewed = await refresh(clientId, body.refresh_token)
  t.match(renewed, { status: 200, body: { access_token: /^phk_/, refresh_token: String } })
  t.not(renewed.body.refresh_token, body.refresh_token)
  for (const token of [body.access_token, renewed.body.access_token]) t.equal((await listTools(token)).status, 200)

  const secrets = [answer.get('code') ?? '', body.access_token, body.refresh_token, renewed.body.refresh_token]
  const kept = await stored()
  for (const secret of secrets) t.notOk(kept.includes(secret), 'only digests are stored')

  const { apps } = (await ada('GET', '/apps')).body
  t.match(apps, [{ id: /^app_/, name: 'Notebook', clientId, scopes: ['*:execute'], lastUsedAt: String }])
  t.equal((await ada('GET', '/keys')).body.keys.length, 0, 'it is none of the account’s keys')
  t.equal((await ada('DELETE', `/apps/${apps[0].id}`)).status, 204)
  for (const token of [body.access_token, renewed.body.access_token])
    t.match(await listTools(token), { status: 401, body: { error: { data: { code: 'invalid_key' } } } })
  t.match(await refresh(clientId, renewed.body.refresh_token), { status: 400, body: { error: 'invalid_grant' } })
  t.match((await ada('GET', '/accounts/me/events')).body.events, [
    { kind: 'app_disconnected' },
    { kind: 'app_connected' }
  ])
})

t.test('tokens end by the clock, and a connection that is renewed goes on', async t => {
  const { clock, connected, refresh, listTools, stored } = await oauthHost(t)
  const { clientId, accessToken, refreshToken } = await connected()
  clock.advance(hour - 1)
  t.equal((await listTools(accessToken)).status, 200)
  clock.advance(1)
  t.match(await listTools(accessToken), { status: 401, body: { error: { data: { code: 'expired_key' } } } })
  clock.advance(29 * 24 * hour)
  const { body } = await refresh(clientId, refreshToken)
  t.equal((await listTools(body.access_token)).status, 200)
  clock.advance(29 * 24 * hour)
  const again = await refresh(clientId, body.refresh_token)
  t.equal(again.status, 200)
  clock.advance(30 * 24 * hour)
  t.match(await refresh(clientId, again.body.refresh_token), { status: 400, body: { error: 'invalid_grant' } })
  clock.advance(hour)
  t.notMatch(await stored(), /host:\{keys\}/, 'nothing is left of it')
})

t.test('an application gets the scopes that it asks for, as far as its resource has them', async t => {
  const { url, register, queryOf, decide, answerOf, exchange, listTools } = await oauthHost(t)
  const clientId: string = (await register()).body.client_id
  const scopeOf = async (scope: string | undefined, resource: string) => {
    const answer = answerOf(await decide(queryOf(clientId, { scope, resource })))
    return answer.get('error') ?? (await exchange(clientId, answer.get('code'))).body.scope
  }
  t.equal(await scopeOf('notes:execute offline_access', `${url}/mcp`), 'notes:execute')
  t.equal(await scopeOf('notes:config', `${url}/mcp`), 'invalid_scope')
  t.equal(await scopeOf('offline_access', `${url}/mcp`), '*:execute', 'it names no product')
  t.equal(await scopeOf('openid profile email', `${url}/mcp/notes/`), 'notes:execute')
  t.equal(await scopeOf('*:execute', `${url}/mcp/notes`), 'notes:execute')
  t.equal(await scopeOf(undefined, `${url}/mcp/notes`), 'notes:execute')
  t.equal(await scopeOf(undefined, `${url}/mcp/none`), 'invalid_target')
  t.equal(await scopeOf(undefined, `${url.replace('http://127', 'HTTP://127')}/mcp`), '*:execute', 'one address')
  for (const other of [`${url}/mcp?a=1`, `${url}/mcp#a`, `${url}.evil.example/mcp`, url.replace('//', '//a@')])
    t.equal(await scopeOf(undefined, other), 'invalid_target', other)
  const narrow = answerOf(await decide(queryOf(clientId, { resource: `${url}/mcp/notes` }))).get('code')
  const { access_token: token } = (await exchange(clientId, narrow)).body
  t.equal((await listTools(token, '/mcp/notes')).status, 200)
  t.equal((await listTools(token, '/mcp')).status, 401)
})

t.test('an application of a scheme of its own is let in, and a code is exchanged without a redirect URI', async t => {
  const { register, queryOf, decide, sendForm, exchange } = await oauthHost(t)
  const uri = 'com.example.app:/oauth2redirect'
  const registered = await register({ redirect_uris: [uri] })
  t.match(registered, { status: 201, body: { redirect_uris: [uri] } })
  const clientId: string = registered.body.client_id
  const newCode = async () => {
    const { redirectTo } = (await decide(queryOf(clientId, { redirect_uri: uri }))).body
    t.match(redirectTo, /^com\.example\.app:\/oauth2redirect\?code=/)
    return new URL(redirectTo).searchParams.get('code') ?? ''
  }
  const bare = { grant_type: 'authorization_code', client_id: clientId, code: await newCode(), code_verifier: verifier }
  t.match(await sendForm('/oauth/token', bare), { status: 200, body: { access_token: /^phk_/ } })
  t.match(await exchange(clientId, await newCode(), { redirect_uri: uri }), { status: 200 })
  for (const members of [{ redirect_uri: callback }, { redirect_uri: uri, code_verifier: 'a'.repeat(43) }])
    t.match(await exchange(clientId, await newCode(), members), { status: 400 })
  for (const other of ['itms-services://?action=download-manifest', 'market://details?id=a', 'sms:+15550100'])
    t.match(await register({ redirect_uris: [other] }), { status: 400, body: { error: 'invalid_redirect_uri' } })
})

t.test('what identifies a person is no scope of a product when tokens are renewed', async t => {
  const { connected, refresh } = await oauthHost(t)
  const { clientId, refreshToken } = await connected({ scope: 'notes:execute offline_access' })
  const first = await refresh(clientId, refreshToken, { scope: 'notes:execute offline_access' })
  t.match(first, { status: 200, body: { scope: 'notes:execute' } })
  t.match(await refresh(clientId, first.body.refresh_token, { scope: 'offline_access' }), { status: 200 })
})

t.test('a person can refuse, and the application is told so', async t => {
  const { url, register, queryOf, decide, answerOf, ada } = await oauthHost(t)
  const clientId: string = (await register()).body.client_id
  const answer = answerOf(await decide(queryOf(clientId), false))
  t.strictSame([answer.get('error'), answer.get('state'), answer.get('iss')], ['access_denied', 'a state', url])
  t.strictSame((await ada('GET', '/apps')).body.apps, [])
})

t.test('what asks for something that there is not is not connected, and no event says that it is', async t => {
  const { register, queryOf, decide, answerOf, ada } = await oauthHost(t)
  const query = queryOf((await register()).body.client_id, { resource: 'https://other.example/mcp' })
  t.equal(answerOf(await decide(query)).get('error'), 'invalid_target')
  t.strictSame((await ada('GET', '/accounts/me/events')).body.events, [])
})

t.test('an application can end its own connection', async t => {
  const { connected, sendForm, listTools } = await oauthHost(t)
  const one = await connected()
  for (const [token, clientId, status] of [
    [one.refreshToken, 'client_other', 200],
    ['made up', one.clientId, 200],
    [one.accessToken, one.clientId, 401]
  ] as const) {
    t.equal((await sendForm('/oauth/revoke', { token, client_id: clientId })).status, 200)
    t.equal((await listTools(one.accessToken)).status, status)
  }
})

t.test('the metadata leads from a 401 of /mcp to the authorization server', async t => {
  const { url, call } = await oauthHost(t)
  for (const path of ['/mcp', '/mcp/notes']) {
    const refused = await call('POST', path, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    t.equal(address, `${url}/.well-known/oauth-protected-resource${path}`)
    const { body } = await call('GET', new URL(address).pathname)
    t.match(body, { resource: url + path, authorization_servers: [url] })
  }
  t.match(await call('GET', '/.well-known/oauth-protected-resource/mcp/none'), {
    status: 404,
    body: { error: 'invalid_request' }
  })
  t.match((await call('GET', '/.well-known/oauth-authorization-server')).body, {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true
  })
})

t.test('errors are those of OAuth', async t => {
  const { call, sendForm, register } = await oauthHost(t)
  const { client_id } = (await register()).body
  for (const [form, status, error] of [
    [{ client_id }, 400, 'invalid_request'],
    [{ client_id, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ client_id, grant_type: '__proto__' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token', refresh_token: 'a' }, 401, 'invalid_client']
  ] as const)
    t.match(await sendForm('/oauth/token', form), { status, body: { error } })
  for (const client_name of ['  ', '\u3164', '\u115f ', 'Notebook\u2028Published by a bank'])
    t.match(await register({ client_name }), { status: 400, body: { error: 'invalid_client_metadata' } })
  t.match(await call('GET', '/oauth/token'), { status: 405, body: { error: 'invalid_request' } })
  t.match(await call('POST', '/oauth/token', {}), { status: 400, body: { error: 'invalid_request' } })
  t.match(await call('POST', '/oauth/register', '{'), { status: 400, body: { error: 'invalid_request' } })
  t.match(await call('POST', '/oauth/register', { redirect_uris: ['http://app.example/'] }), {
    status: 400,
    body: { error: 'invalid_redirect_uri' }
  })
  t.match(await call('GET', '/oauth/token', undefined, { Via: 'a proxy' }), {
    status: 421,
    body: { error: 'invalid_request' }
  })
})

t.test('a client that a document describes needs no registration', async t => {
  const id = 'https://app.example/client.json'
  const publicEgress = documentEgress({
    client_id: id,
    client_name: 'Notebook',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code']
  })
  const { ada, queryOf, decide, answerOf, exchange, listTools } = await oauthHost(t, { publicEgress })
  const uri = 'http://127.0.0.1:50001/callback'
  const query = queryOf(id, { redirect_uri: uri })
  t.match((await ada('GET', `/authorization?${query}`)).body, {
    client: { id, name: 'Notebook', verifiedHost: 'app.example' },
    destination: 'this computer'
  })
  const answer = await decide(query)
  t.match(answer.body.redirectTo, /^http:\/\/127\.0\.0\.1:50001\/callback\?code=/)
  const { body } = await exchange(id, answerOf(answer).get('code'), { redirect_uri: uri })
  t.equal((await listTools(body.access_token)).status, 200)
  t.equal(body.refresh_token, undefined, 'it has not asked to renew its tokens')
  t.equal(publicEgress.asked.length, 1, 'the document is read once')
})

t.test(
  'jobs that an application schedules run while it is connected, and its owner can export what is known of it',
  async t => {
    const plugins = { '@test/spy': reexport('./products/cross-product.js', 'spy'), ...notesPlugin }
    const { url, ada, clock, host, store, connected } = await oauthHost(t, { plugins })
    const { accessToken, refreshToken } = await connected()
    const client = await connect(t, `${url}/mcp`, '2026-07-28', accessToken)
    const plan = (id: string) => {
      const sent = { id, product: 'notes', name: 'latest', input: {}, afterMs: 60_000 }
      return client.callTool({ name: 'spy_plan', arguments: sent })
    }
    const seen = (id: string) => store.namespace(ada.id, 'spy').get(`seen:${id}`)
    await plan('one')
    clock.advance(60_000)
    await host.runDueJobs()
    t.match(await seen('one'), [{ ok: true }])

    await plan('two')
    const [{ id }] = (await ada('GET', '/apps')).body.apps
    const exported = await fetch(`${url}/dashboard/api/export`, {
      headers: { Cookie: ada.cookie(), Connection: 'close' }
    })
    const text = await exported.text()
    const lines = text.trim().split('\n')
    t.match(
      lines.map(line => JSON.parse(line)).find(({ kind }) => kind === 'connected_app'),
      { id, name: 'Notebook', clientId: /^client_/, scopes: ['*:execute'], resource: `${url}/mcp` }
    )
    for (const secret of [accessToken, refreshToken, hash('sha256', accessToken), hash('sha256', refreshToken)])
      t.notOk(text.includes(secret))

    await ada('DELETE', `/apps/${id}`)
    clock.advance(60_000)
    await host.runDueJobs()
    t.equal(await seen('two'), undefined)
    t.match((await ada('GET', '/accounts/me/events')).body.events, [
      { kind: 'jobs_stopped', keyId: id, product: 'spy' }
    ])
  }
)
