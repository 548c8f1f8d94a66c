import t from 'tap'
import { password, signedUp } from '../fixtures/dashboard-client.js'
import { start } from '../fixtures/start-host.js'
import { attacked, dashboard, plugins, production, products, sendRaw } from './attacker.js'

t.test('a page of another site changes nothing, with and without Origin and Sec-Fetch-Site', async t => {
  const { call, ada, refused } = await attacked(t)
  const crossSite = { status: 403, body: { code: 'cross_site_request' } }
  const forged: readonly Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:3000' },
    { 'Sec-Fetch-Site': 'made-up' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: 'http://127.0.0.1.evil.example' },
    { Origin: 'http://127.0.0.1@evil.example' }
  ]
  const Cookie = ada.cookie()
  for (const headers of forged)
    for (const [method, path, body] of [
      ['POST', '/keys', { name: 'stolen' }],
      ['DELETE', '/accounts/me', undefined],
      ['POST', '/products/notes/execute', { action: 'add', text: 'forged' }],
      ['POST', '/sessions', { email: 'eve@example.org', password }]
    ] as const)
      await refused(
        `${path} ${JSON.stringify(headers)}`,
        () => call(method, dashboard + path, body, { Cookie, ...headers }),
        crossSite
      )
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json'])
    await refused(
      `a form as ${type}`,
      () => call('POST', `${dashboard}/keys`, '{"name":"stolen"}', { Cookie, 'Content-Type': type }),
      { status: 415 }
    )
})

t.test('a request without a Host header is not of this site because its Origin is none either', async t => {
  const { host, ada, stored } = await attacked(t)
  const before = await stored()
  const received = await sendRaw(
    host.port,
    `DELETE ${dashboard}/keys HTTP/1.0\r\nOrigin: null\r\nCookie: ${ada.cookie()}\r\n\r\n`
  )
  t.notMatch(received, /HTTP\/1\.1 200/)
  const served = await start(t, { environment: production })
  const owner = await signedUp(served.call)
  const head = `DELETE ${dashboard}/keys HTTP/1.0\r\nOrigin: null\r\nCookie: ${owner.cookie('__Host-session')}\r\n\r\n`
  t.match(await sendRaw(served.host.port, head), /HTTP\/1\.1 403/)
  t.strictSame(await stored(), before)
})

t.test('a plain http page of the host’s name may not write to a host on https', async t => {
  const { call, url } = await start(t, { environment: production })
  const ada = await signedUp(call)
  const { host } = new URL(url)
  t.match(await ada('DELETE', '/keys', undefined, { Origin: `http://${host}` }), { status: 403 })
  t.match(await ada('DELETE', '/keys', undefined, { Origin: `https://${host}` }), { status: 200 })
  t.match(await ada('DELETE', '/keys', undefined, { Origin: 'https://products.example' }), { status: 200 })
})

t.test('a page of another site starts no export', async t => {
  const { call, ada, refused } = await attacked(t)
  const Cookie = ada.cookie()
  for (const site of ['cross-site', 'same-site'])
    await refused(
      site,
      () =>
        call('GET', `${dashboard}/export`, undefined, { Cookie, 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' }),
      { status: 403, body: { code: 'cross_site_request' } }
    )
})

t.test('a page of another origin reads nothing, and an allowed one no session', async t => {
  const { call } = await start(t, { environment: { CORS_ORIGINS: 'https://app.example' } })
  const ask = async (origin: string) => (await call('GET', `${products}`, undefined, { Origin: origin })).headers
  t.equal((await ask('https://app.example')).get('access-control-allow-origin'), 'https://app.example')
  t.equal((await ask('https://app.example')).get('access-control-allow-credentials'), null)
  for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example', 'http://app.example'])
    t.equal((await ask(origin)).get('access-control-allow-origin'), null, origin)
})

t.test('a checkout page is opened by its own token alone, and takes no other form', async t => {
  const host = await start(t, { plugins, deployment: { billing: 'stripe' } })
  const ada = await signedUp(host.call)
  const { url } = (await ada('POST', '/billing/checkout', { purpose: 'trial' })).body
  const page = host.url + new URL(url).pathname
  const send = async (address: string, body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'Content-Type': type, Connection: 'close' }
    return (await fetch(address, { method: 'POST', body, redirect: 'manual', headers })).status
  }
  t.equal(await send(`${page}x`, 'card=visa'), 404)
  t.equal(await send(page.slice(0, -1), 'card=visa'), 404)
  for (const body of ['card=visa&account=eve', 'card=visa&card=none', 'card=amex', 'card[]=visa', ''])
    t.equal(await send(page, body), 400, body)
  t.equal(await send(page, '{"card":"visa"}', 'application/json'), 415)
  t.match((await ada('GET', '/billing')).body, { status: 'none', card: { held: false } })
})
