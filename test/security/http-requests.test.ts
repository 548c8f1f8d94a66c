import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { start } from '../fixtures/start-host.js'
import { attacked, dashboard, notes, production, products, sendRaw, statusesOf } from './attacker.js'

const demo = { Authorization: `Bearer ${demoKey}` }

t.test('no form of request smuggling brings in a second request', async t => {
  const { host, call, lines } = await start(t)
  const execute = (text: string) => JSON.stringify({ action: 'add', text })
  const smuggled =
    `POST ${notes} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${demoKey}\r\nContent-Type: ` +
    `application/json\r\nContent-Length: 32\r\n\r\n${execute('smuggled')}`
  const head = `POST ${notes} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
  for (const [form, request] of Object.entries({
    'CL.TE': `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'TE.CL': `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
    'CL.CL': `${head}Content-Length: 0\r\nContent-Length: 5\r\n\r\n`,
    'a list of lengths': `${head}Content-Length: 0, 5\r\n\r\n`,
    'a signed length': `${head}Content-Length: +0\r\n\r\n`,
    'a space before the colon': `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    'a coding that is not the last': `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    'a coding after a vertical tab': `${head}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
    'a folded header': `${head}Transfer-Encoding:\r\n chunked\r\nX: \r\n y\r\n\r\n0\r\n\r\n`,
    'a bare line feed': `${head}X: y\nContent-Length: 0\r\n\r\n`,
    'a bare carriage return': `${head}X: y\rContent-Length: 0\r\n\r\n`,
    'a chunk with a bare line feed': `${head}Transfer-Encoding: chunked\r\n\r\n1;\nxx\r\n0\r\n\r\n`,
    'a chunk of negative size': `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`,
    'a NUL in a header': `${head}X: a\x00b\r\nContent-Length: 0\r\n\r\n`
  })) {
    const received = await sendRaw(host.port, request + smuggled)
    const [first, ...others] = statusesOf(received)
    t.ok(first === 400 || first === 401, `${form} is refused: ${first}`)
    t.notMatch(received, '"ok":true', form)
    t.ok(
      others.every(status => status === 400),
      `${form} is followed by nothing: ${others}`
    )
  }
  t.strictSame((await call('POST', notes, { action: 'latest' }, demo)).body.detail.notes, [])
  t.notMatch(lines.join('\n'), 'smuggled')
})

t.test('X-Request-Id and traceparent put no text into a header, an answer or the log', async t => {
  const { call, host, lines } = await start(t)
  const made = [
    '{"level":60}',
    'a b c d e f g',
    'x'.repeat(129),
    'short',
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    'abcdefgh\u00e9'
  ]
  for (const value of made)
    for (const name of ['X-Request-Id', 'traceparent', 'tracestate', 'baggage']) {
      const { headers, body } = await call('GET', '/nothing', undefined, { [name]: value })
      t.match(headers.get('x-request-id'), /^[\w-]{36}$/)
      t.notMatch(JSON.stringify([body, ...headers]), value)
      t.notMatch(lines.join('\n'), value)
    }
  const head = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
  const received = await sendRaw(host.port, `${head}X-Request-Id: abcdefgh\r\n\tSet-Cookie: session=x\r\n\r\n`)
  t.notMatch(received, /^Set-Cookie/im)
  const twice = await sendRaw(host.port, `${head}X-Request-Id: abcdefgh\r\nX-Request-Id: ijklmnop\r\n\r\n`)
  t.notMatch(twice, /abcdefgh, ijklmnop/)
})

t.test('no path leads out of the folder of the built pages', async t => {
  const { host } = await start(t)
  for (const path of [
    '/assets/../index.html',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//package.json',
    '/assets/%00',
    '/assets/index.html%00.js',
    '/assets/%252e%252e%252f',
    '/assets/..;/package.json',
    '/assets/file:%2f%2f%2fetc%2fpasswd',
    '/assets/%2fetc%2fpasswd',
    '/assets/__proto__',
    '/assets/constructor',
    '//etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/.git/config',
    '/.env',
    '/assets/%c0%ae%c0%ae%c0%af',
    '/package.json'
  ]) {
    const received = await sendRaw(host.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    t.strictSame(statusesOf(received), [404], path)
    t.match(received, '"code":"not_found"')
  }
})

t.test('a slug in another encoding or spelling is no way around a check', async t => {
  const { call, ada, adaKey, keyOf, refused, host } = await attacked(t)
  const { headers } = await keyOf(ada, ['connection:execute'])
  for (const slug of [
    'n%6Ftes',
    'notes%20',
    'Notes',
    'NOTES',
    'notes%00',
    'notes%2F',
    'n\u00f6tes',
    '%6eotes',
    'notes.',
    '..%2fnotes',
    'notes;x'
  ])
    await refused(slug, () => call('POST', `${products}/${slug}/execute`, { action: 'add', text: 'x' }, headers), {
      status: slug === 'n%6Ftes' || slug === '%6eotes' ? 403 : 404
    })
  const raw = async (target: string) => {
    const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`
    return sendRaw(host.port, `${head}Authorization: ${headers.Authorization}\r\nContent-Length: 2\r\n\r\n{}`)
  }
  for (const target of [
    `${products}/connection/../notes/execute`,
    `${products}//notes/execute`,
    `${products}/notes/./execute`,
    `${products}\\notes\\execute`
  ])
    t.strictSame(statusesOf(await raw(target)), [404], target)
  for (const target of [notes.toUpperCase(), `${notes}/`, `${notes}?x`, `http://evil.example${notes}`])
    t.notMatch(await raw(target), '"ok":true', target)
  t.match(await call('POST', `${products}/%/execute`, {}, adaKey.headers), { status: 404 })
})

t.test('an address of another form is an answer like any other, never a failure of the host', async t => {
  const { host, ada, adaKey, lines } = await attacked(t)
  const head = `Host: localhost\r\nConnection: close\r\nCookie: ${ada.cookie()}\r\nAuthorization: ${adaKey.headers.Authorization}`
  for (const origin of [
    'http://@',
    'http://a:99999',
    'http://',
    'http://%zz',
    'http://[',
    'http://evil.example',
    '//evil.example',
    '/\\evil'
  ])
    for (const path of [
      `${products}/usage`,
      `${dashboard}/keys`,
      `${dashboard}/accounts/me/events`,
      `${dashboard}/data/notes`
    ]) {
      const received = await sendRaw(host.port, `GET ${origin}${path} HTTP/1.1\r\n${head}\r\n\r\n`)
      t.ok(
        statusesOf(received).every(status => status < 500),
        origin + path
      )
    }
  t.notMatch(lines.join('\n'), '"internal_error"')
})

t.test('HEAD, OPTIONS, TRACE and a method in a header write nothing', async t => {
  const { call, ada, adaKey, refused, stored, host } = await attacked(t)
  const before = await stored()
  const config = `${products}/connection/config`
  for (const method of ['HEAD', 'OPTIONS'])
    for (const path of [notes, config, `${products}/keys/self/revoke`])
      await call(method, path, undefined, adaKey.headers)
  for (const path of ['/accounts/me', '/keys', '/sessions', `/keys/${adaKey.id}`]) {
    await ada('HEAD', path)
    await ada('OPTIONS', path)
  }
  t.strictSame(await stored(), before)
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    for (const path of [config, `${config}?_method=PUT`]) {
      t.match(await call('GET', config, undefined, { ...adaKey.headers, [name]: 'PUT' }), { status: 200 })
      await refused(
        `${name} ${path}`,
        () => call('POST', path, { enabled: false }, { ...adaKey.headers, [name]: 'PUT' }),
        { status: 405 }
      )
    }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND'])
    await refused(method, () => call(method, notes, { action: 'add', text: 'x' }, adaKey.headers), { status: 405 })
  const trace = await sendRaw(
    host.port,
    `TRACE ${notes} HTTP/1.1\r\nHost: localhost\r\nX-Secret: echoed\r\nConnection: close\r\n\r\n`
  )
  t.strictSame(statusesOf(trace), [405])
  t.notMatch(trace, 'echoed')
  t.strictSame(await stored(), before)
})

t.test('headers as long as they may be cost no more than an answer', async t => {
  const { url } = await start(t)
  const long = (part: string) => part.repeat(Math.floor(14_000 / part.length))
  for (const [name, value] of [
    ['Accept', long('a/b;q=0.1,')],
    ['Accept', long(',')],
    ['Accept-Encoding', long('gzip;q=0,')],
    ['If-None-Match', long('W/"x",')],
    ['If-None-Match', long(',')],
    ['Cookie', long('a=b;')],
    ['Cookie', long('session=')],
    ['Prefer', long('wait=1,')],
    ['Range', `bytes=${long('0-0,')}`],
    ['Authorization', `Bearer ${long(' ')}`],
    ['Authorization', long('Bearer ')],
    ['Content-Type', `application/${long('a+')}json`],
    ['Idempotency-Key', `"${long('\\"')}`],
    ['traceparent', long('0')],
    ['Forwarded-By', long('x')],
    ['User-Agent', long('Safari Chrome ')]
  ] as const)
    for (const path of ['/', `${products}`, `${dashboard}/accounts/me`, '/openapi.json']) {
      const begun = performance.now()
      const response = await fetch(url + path, { headers: { Connection: 'close', [name]: value } })
      await response.arrayBuffer()
      t.ok(response.status < 500, `${name} ${path}`)
      t.ok(performance.now() - begun < 5_000, `${name} ${path} in time`)
    }
})

t.test(
  'every answer forbids frames, other scripts and guessed types, and shows nothing of the host’s inside',
  async t => {
    const { call } = await start(t, { environment: production })
    for (const [method, path] of [
      ['GET', '/livez'],
      ['GET', '/nothing'],
      ['POST', notes],
      ['GET', `${dashboard}/site`],
      ['PUT', '/livez']
    ] as const) {
      const { headers, body } = await call(method, path)
      t.match(headers.get('content-security-policy'), /frame-ancestors 'none'/)
      t.match(headers.get('content-security-policy'), /default-src 'none'/)
      t.equal(headers.get('x-content-type-options'), 'nosniff')
      t.match(headers.get('strict-transport-security'), /max-age=\d+/)
      t.equal(headers.get('x-powered-by'), null)
      t.equal(headers.get('server'), null)
      t.notMatch(JSON.stringify(body), /node_modules|\.js:\d|at \w+ \(/)
    }
  }
)
